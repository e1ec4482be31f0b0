"""`pagerd-ha`: one of several machines runs the daemon, and another one takes over."""

from __future__ import annotations

import asyncio
import ctypes
import ipaddress
import logging
import shutil
import signal
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import zmq
import zmq.asyncio

from ..aio import AsyncPager
from ..errors import PagerError
from .etcd import Etcd, Lease, NoEtcd
from .program import Parser, instance, run, together

log = logging.getLogger(__name__)
# Loaded before the fork.
_libc = ctypes.CDLL(None)
_PR_SET_PDEATHSIG = 1
#: Seconds after the daemon has ended.
_PAUSE = 0.5
#: Seconds between two attempts to acquire the lease, or to extend it after a failure.
_BETWEEN_ATTEMPTS = 0.1
#: Seconds between two puts of the state.
_BETWEEN_PUTS = 1.0
_MOST_BYTES = 1 << 20
_READY = 60.0
_ANSWER = 5.0
_ENDING = 10.0


class TooLarge(Exception):
    """The state is larger than etcd should keep."""


class NoDump(PagerError):
    """The state could not be read."""


@dataclass(frozen=True)
class Settings:
    """What the command line says."""

    name: str
    command: tuple[str, ...]
    listen: str
    seconds: int


class Trouble:
    """A problem that lasts: the log has its beginning and its end, not each attempt."""

    def __init__(self, over: str) -> None:
        self._over = over
        self._kind: type[Exception] | None = None

    def report(self, error: Exception) -> None:
        """Logs the error, unless the last one was of the same type."""
        if type(error) is not self._kind:
            self._kind = type(error)
            log.warning("%s", error)

    def end(self) -> None:
        """Logs that there is no error any more, if there was one."""
        if self._kind is not None:
            self._kind = None
            log.info("%s", self._over)


class Candidate:
    """Waits for the lease, runs the daemon while it has it, and waits again."""

    def __init__(self, etcd: Etcd, settings: Settings) -> None:
        self._etcd = etcd
        self._settings = settings
        self._state_key = f"pagerd/{settings.name}/state"
        self._unreachable = Trouble("etcd answers again")
        self._unstored = Trouble("the state is stored again")
        #: Whether requests are passed on.
        self._is_open = asyncio.Event()
        self._is_open.set()

    async def run(self) -> int:
        """Goes on until it is cancelled, or until the daemon cannot run: 1."""
        key = f"pagerd/{self._settings.name}/leader"
        while True:
            lease = Lease(self._etcd, key, self._settings.seconds)
            try:
                await self._acquire(lease)
                log.info("this machine has the lease and starts the daemon")
                await self._lead(lease)
            except NoEtcd as error:
                self._unreachable.report(error)
            except TooLarge as error:
                log.error("%s", error)
                return 1
            except PagerError as error:
                log.warning("the daemon of this machine does not work: %s", error)
            finally:
                await self._release(lease)
            await asyncio.sleep(_PAUSE)

    async def _acquire(self, lease: Lease) -> None:
        is_waiting = False
        while True:
            try:
                is_acquired = await lease.acquire()
                self._unreachable.end()
                if is_acquired:
                    return
                if not is_waiting:
                    log.info("another machine has the lease; waiting")
                is_waiting = True
            except NoEtcd as error:
                self._unreachable.report(error)
            await asyncio.sleep(_BETWEEN_ATTEMPTS)

    async def _release(self, lease: Lease) -> None:
        try:
            await lease.release()
        except NoEtcd:
            # It ends by itself.
            return

    async def _lead(self, lease: Lease) -> None:
        """Runs the daemon until the lease or the daemon ends."""
        with tempfile.TemporaryDirectory(prefix="pha", dir="/tmp") as folder:
            private = f"ipc://{folder}/command"
            book = await self._etcd.get(self._state_key)
            process = await asyncio.create_subprocess_exec(
                *self._arguments(Path(folder), private, book), preexec_fn=_end_with_parent
            )
            try:
                await together(
                    process.wait(), self._keep(lease), self._watch(lease, process),
                    self._serve(lease, private, book),
                )
            finally:
                await _end(process, min(_ENDING, lease.left))
        log.warning("the daemon of this machine has ended")

    def _arguments(self, folder: Path, private: str, book: bytes | None) -> list[str]:
        """The command, with the stored state in place of its book."""
        given = list(self._settings.command)
        if book is not None:
            given = [word for word in given if not word.startswith("--book=")]
            if "--book" in given:
                place = given.index("--book")
                del given[place : place + 2]
            file = folder / "state.yaml"
            file.write_bytes(book)
            given += ["--book", str(file)]
        own = ["--name", self._settings.name, "--journal", "none", "--command", private]
        return [*given, *own]

    async def _serve(self, lease: Lease, private: str, stored: bytes | None) -> None:
        """Stores the state unless it comes from etcd, then serves clients."""
        await _appearance(Path(private.removeprefix("ipc://")))
        async with AsyncPager(command=private) as wall:
            wall.timeout = _READY
            await wall.call("server.hello")
            wall.timeout = _ANSWER
            if stored is None:
                stored = await self._store(lease, private)
            log.info("the daemon serves at %s", self._settings.listen)
            await together(
                self._forward(lease, private), self._store_changes(lease, wall, private, stored)
            )

    async def _keep(self, lease: Lease) -> None:
        while True:
            try:
                if not await lease.keep():
                    log.warning("the lease has ended")
                    return
                self._unreachable.end()
                await asyncio.sleep(self._settings.seconds / 4)
            except NoEtcd as error:
                self._unreachable.report(error)
                await asyncio.sleep(_BETWEEN_ATTEMPTS)

    async def _watch(self, lease: Lease, process: asyncio.subprocess.Process) -> None:
        """Kills the daemon at the deadline, before other tasks can delay it."""
        while lease.is_held:
            await asyncio.sleep(0.05)
        log.warning("the lease was not extended in time; this machine kills its daemon")
        if process.returncode is None:
            process.kill()

    async def _store_changes(
        self, lease: Lease, wall: AsyncPager, private: str, stored: bytes
    ) -> None:
        revision = -1
        while True:
            await asyncio.sleep(_BETWEEN_PUTS)
            now = (await wall.call("server.ping"))["revision"]
            if now == revision:
                continue
            try:
                stored = await self._store(lease, private, stored)
                revision = now
                self._unstored.end()
            except (TooLarge, NoDump, NoEtcd) as error:
                self._unstored.report(
                    type(error)(f"{error}; a successor would start from an older state")
                )

    async def _store(self, lease: Lease, private: str, stored: bytes = b"") -> bytes:
        """Puts the state, if it is another one. Raises NoEtcd, NoDump, TooLarge."""
        text = await self._dump(private)
        if len(text) > _MOST_BYTES:
            raise TooLarge(f"the state has {len(text)} bytes, and {_MOST_BYTES} are the limit")
        if text != stored and not await lease.put(self._state_key, text):
            log.warning("another machine has the lease")
        return text

    async def _dump(self, private: str) -> bytes:
        """Returns the state as a book. Raises NoDump."""
        try:
            return await self._read(private)
        except NoDump:
            # The state of a busy wall changes while it is read, so its clients wait for once.
            self._is_open.clear()
            try:
                return await self._read(private)
            finally:
                self._is_open.set()

    async def _read(self, private: str) -> bytes:
        beside = Path(self._settings.command[0]).with_name("pagerctl")
        program = str(beside) if beside.is_file() else shutil.which("pagerctl") or "pagerctl"
        process = await asyncio.create_subprocess_exec(
            program, "--command", private, "dump",
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        )
        try:
            text, problem = await process.communicate()
        finally:
            if process.returncode is None:
                process.kill()
        if process.returncode:
            raise NoDump(f"pagerctl dump: {problem.decode(errors='replace').strip()}")
        return text

    async def _forward(self, lease: Lease, private: str) -> None:
        """Passes each request on only while the lease cannot have ended."""
        context = zmq.asyncio.Context()
        front, back = context.socket(zmq.ROUTER), context.socket(zmq.DEALER)
        try:
            front.bind(self._settings.listen)
            back.connect(private)
            always = asyncio.Event()
            always.set()
            await together(
                pass_on(front, back, lease, self._is_open), pass_on(back, front, lease, always)
            )
        finally:
            context.destroy(linger=0)


async def pass_on(
    source: zmq.asyncio.Socket, target: zmq.asyncio.Socket, lease: Lease, is_open: asyncio.Event
) -> None:
    """Passes messages on until one comes after the lease's deadline."""
    while True:
        frames = await source.recv_multipart()
        await is_open.wait()
        if not lease.is_held:
            return
        await target.send_multipart(frames)  # pyright: ignore[reportUnknownMemberType]


async def _appearance(socket: Path) -> None:
    """Returns when the daemon listens.

    A connection that is refused at first would be tried again only a tenth of a second later.
    """
    end = time.monotonic() + _READY
    while not socket.exists():
        if time.monotonic() > end:
            raise PagerError(f"it does not listen within {_READY:g} s")
        await asyncio.sleep(0.01)


def _end_with_parent() -> None:
    """Has the kernel kill this process when pagerd-ha has been killed."""
    _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


async def _end(process: asyncio.subprocess.Process, seconds: float) -> None:
    """Ends the daemon: in an orderly way if it does so in time, else by force."""
    try:
        if process.returncode is None and seconds > 0:
            process.terminate()
            await asyncio.wait_for(process.wait(), seconds)
    except asyncio.TimeoutError:
        log.warning("the daemon does not end; killing it")
    finally:
        if process.returncode is None:
            process.kill()
    await process.wait()


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs until SIGTERM or SIGINT: 0; a state that is too large: 1; wrong usage: 64."""
    parser = Parser("pagerd-ha", "Runs a daemon on one of several machines, by a lease of etcd.")
    parser.add_argument("--etcd", action="append", required=True, metavar="URL",
                        help="an endpoint of etcd, such as http://10.0.0.1:2379; may be repeated")
    parser.add_argument("--listen", required=True, metavar="ENDPOINT",
                        help="where clients send commands: ipc://PATH, or tcp:// on loopback")
    parser.add_argument("--lease", type=int, default=10, metavar="SECONDS",
                        help="after which another machine takes over (default 10)")
    parser.add_argument("program", nargs="+", metavar="-- pagerd ...", help="the daemon's command")
    options = parser.parse_args(arguments)
    if not 2 <= options.lease <= 600:
        parser.error(f"--lease: must be between 2 and 600 s, got {options.lease}")
    for option in ("--journal", "--command", "--name"):
        if any(word == option or word.startswith(f"{option}=") for word in options.program):
            parser.error(f"{option} cannot be given to pagerd here: pagerd-ha sets it itself")
    for url in options.etcd:
        if not url.startswith(("http://", "https://")):
            parser.error(f"--etcd: must be a URL such as http://10.0.0.1:2379, got {url}")
    if not _is_local(options.listen):
        parser.error(f"--listen: {options.listen} has no authentication; take ipc:// or loopback")
    settings = Settings(instance(options), tuple(options.program), options.listen, options.lease)
    return run(parser.prog, _main(options.etcd, settings))


async def _main(endpoints: list[str], settings: Settings) -> int:
    etcd = Etcd(endpoints, timeout=settings.seconds / 4)
    try:
        return await Candidate(etcd, settings).run()
    finally:
        await etcd.close()


def _is_local(endpoint: str) -> bool:
    parts = urlsplit(endpoint)
    if parts.scheme == "tcp":
        return ipaddress.ip_address(parts.hostname or "0.0.0.0").is_loopback
    return parts.scheme == "ipc"


if __name__ == "__main__":
    raise SystemExit(main())
