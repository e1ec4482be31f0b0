"""`pagerd-ha`: one machine runs the daemon. If that machine fails, another one takes over."""

from __future__ import annotations

import asyncio
import ctypes
import logging
import shutil
import signal
import socket
import tempfile
import time
from collections.abc import Coroutine, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..aio import AsyncPager
from ..endpoints import runtime_directory
from ..errors import NoDaemon, PagerError
from .etcd import Etcd, Lease, NoEtcd
from .passage import Address, Passage, free_port, limits
from .program import Parser, instance, run, together

log = logging.getLogger(__name__)
# libc is loaded before the fork, because the child process calls it before exec.
_libc = ctypes.CDLL(None)
_PR_SET_PDEATHSIG = 1
#: Seconds between the end of the daemon and the next attempt to acquire the lease.
_PAUSE = 0.5
#: Seconds between two attempts to acquire the lease, or to extend it after a failure.
_BETWEEN_ATTEMPTS = 0.1
#: Seconds between two puts of the state.
_BETWEEN_PUTS = 1.0
_MOST_BYTES = 1 << 20
#: The beginning of a dump that exceeds a limit of books.
_UNUSABLE = "# no daemon starts with this book: "
_READY = 60.0
#: The time limit in seconds for a reply of the daemon, unless half of the lease is more.
_ANSWER = 5.0
_ENDING = 10.0


class TooLarge(Exception):
    """The state is larger than 1 MiB, the limit for storing it in etcd."""


class NoDump(PagerError):
    """The state could not be read."""


@dataclass(frozen=True)
class Settings:
    """The options of the command line."""

    name: str
    command: tuple[str, ...]
    #: The endpoints that accept commands from clients without keys.
    listen: tuple[str, ...]
    #: The addresses that accept commands from clients with keys.
    passages: tuple[Address, ...]
    seconds: int


@dataclass(frozen=True)
class Inside:
    """The endpoints at which the daemon itself listens for commands."""

    #: The ipc endpoint through which `pagerd-ha` sends commands.
    private: str
    #: The loopback port for clients with keys, or None if there are no keys.
    port: int | None = None

    @property
    def options(self) -> list[str]:
        """The options that make the daemon listen at these endpoints."""
        if self.port is None:
            return ["--command", self.private]
        return ["--command", f"tcp://127.0.0.1:{self.port}", "--local"]


class Trouble:
    """A lasting problem. The log shows when it begins and ends, but not each failed attempt."""

    def __init__(self, over: str) -> None:
        self._over = over
        self._kind: type[Exception] | None = None

    def report(self, error: Exception) -> None:
        """Logs the error, unless the last one was of the same type."""
        if type(error) is not self._kind:
            self._kind = type(error)
            log.warning("%s", error)

    def end(self) -> None:
        """Logs that the problem is over, if an error was reported before."""
        if self._kind is not None:
            self._kind = None
            log.info("%s", self._over)


class Candidate:
    """A machine that waits for the lease, runs the daemon while it holds it, and waits again."""

    def __init__(self, etcd: Etcd, settings: Settings) -> None:
        self._etcd = etcd
        self._settings = settings
        self._state_key = f"pagerd/{settings.name}/state"
        self._unreachable = Trouble("etcd answers again")
        self._unstored = Trouble("the state is stored again")
        #: Requests are forwarded only while this event is set.
        self._is_open = asyncio.Event()
        self._is_open.set()

    async def run(self) -> int:
        """Runs until it is cancelled. Returns 1 if the state is too large to be stored."""
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
                log.warning("the daemon of this machine failed: %s", error)
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
            # A lease that cannot be released ends in etcd when its time has passed.
            return

    async def _lead(self, lease: Lease) -> None:
        """Runs the daemon until the lease or the daemon ends."""
        with tempfile.TemporaryDirectory(prefix="pha", dir="/tmp") as folder:
            inside = self._inside(folder)
            book = await self._etcd.get(self._state_key)
            process = await asyncio.create_subprocess_exec(
                *self._arguments(Path(folder), inside, book), preexec_fn=_end_with_parent
            )
            try:
                await together(
                    process.wait(), self._keep(lease), self._watch(lease, process),
                    self._serve(lease, inside, book),
                )
            except NoDaemon:
                # A daemon that does not reply does not end by request either.
                if process.returncode is None:
                    process.kill()
                raise
            finally:
                await _end(process, min(_ENDING, lease.left))
        log.warning("the daemon of this machine has ended")

    def _inside(self, folder: str) -> Inside:
        """Returns the daemon's endpoints.

        Without keys, they are private, so that clients can send commands only to `pagerd-ha`.
        """
        if not self._settings.passages:
            return Inside(f"ipc://{folder}/command")
        own = f"ipc://{runtime_directory()}/{self._settings.name}/command"
        return Inside(own, free_port())

    def _arguments(self, folder: Path, inside: Inside, book: bytes | None) -> list[str]:
        """Returns the daemon's command line. A stored state is passed to the daemon as its book."""
        given = list(self._settings.command)
        if book is not None:
            given = [word for word in given if not word.startswith("--book=")]
            if "--book" in given:
                place = given.index("--book")
                del given[place : place + 2]
            file = folder / "state.yaml"
            file.write_bytes(book)
            given += ["--book", str(file)]
        own = ["--name", self._settings.name, "--journal", "none", *inside.options]
        return [*given, *own]

    async def _serve(self, lease: Lease, inside: Inside, stored: bytes | None) -> None:
        """Serves clients, and stores the state when it changes.

        If the daemon did not begin with a stored state, stores the state before clients are served.
        """
        private = inside.private
        await _appearance(Path(private.removeprefix("ipc://")))
        async with AsyncPager(command=private) as wall:
            wall.timeout = _READY
            accepted = (await wall.call("server.hello"))["limits"]["connections"]
            wall.timeout = max(_ANSWER, self._settings.seconds / 2)
            if stored is None:
                stored = await self._store(lease, private)
            passages = [f"tcp://{host or '*'}:{port}" for host, port in self._settings.passages]
            log.info("the daemon serves at %s", ", ".join([*self._settings.listen, *passages]))
            await together(
                self._store_changes(lease, wall, private, stored),
                *self._pass_connections_on(lease, inside, accepted),
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
        """Kills the daemon at the lease's deadline, without waiting for any other task."""
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
        """Stores the state in etcd unless it equals `stored`, and returns it.

        Raises NoEtcd, NoDump, TooLarge.
        """
        text = await self._dump(private)
        if len(text) > _MOST_BYTES:
            raise TooLarge(f"the state has {len(text)} bytes; the limit is {_MOST_BYTES} bytes")
        if text != stored and not await lease.put(self._state_key, text):
            log.warning("another machine has the lease")
        return text

    async def _dump(self, private: str) -> bytes:
        """Returns the state as a book. Raises NoDump."""
        try:
            return await self._read(private)
        except NoDump:
            # The state changed while it was read. So requests wait during the second attempt.
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
        first = text.split(b"\n", 1)[0].decode(errors="replace")
        if first.startswith(_UNUSABLE):
            raise NoDump(f"pagerctl dump: {first.removeprefix('# ')}")
        return text

    def _pass_connections_on(
        self, lease: Lease, inside: Inside, accepted: int
    ) -> Iterator[Coroutine[None, None, None]]:
        share = 1 if inside.port is None or not self._settings.listen else 2
        each = limits(accepted, share)
        open_passage = Passage(inside.private.removeprefix("ipc://"), lease, self._is_open, each)
        for endpoint in self._settings.listen:
            is_local = endpoint.startswith("ipc://")
            yield open_passage.serve(
                endpoint.removeprefix("ipc://") if is_local else Address.of(endpoint)
            )
        if inside.port is not None:
            passage = Passage(inside.port, lease, self._is_open, each)
            for address in self._settings.passages:
                yield passage.serve(address)


async def _appearance(path: Path) -> None:
    """Waits until the daemon listens at its command socket. Raises PagerError after 60 seconds.

    Connecting earlier would be slower, because libzmq retries a refused connection only after a
    tenth of a second.
    """
    end = time.monotonic() + _READY
    while not _listens(path):
        if time.monotonic() > end:
            raise PagerError(f"the daemon did not open its command socket within {_READY:g} s")
        await asyncio.sleep(0.01)


def _listens(path: Path) -> bool:
    """Returns whether a process listens at a socket. A killed process leaves its socket file."""
    with socket.socket(socket.AF_UNIX) as probe:
        probe.setblocking(False)
        return probe.connect_ex(str(path)) == 0


def _end_with_parent() -> None:
    """Makes the kernel kill this process when pagerd-ha ends."""
    _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


async def _end(process: asyncio.subprocess.Process, seconds: float) -> None:
    """Ends the daemon with SIGTERM, or with SIGKILL if it has not ended after `seconds`."""
    try:
        if process.returncode is None and seconds > 0:
            process.terminate()
            await asyncio.wait_for(process.wait(), seconds)
    except asyncio.TimeoutError:
        log.warning("the daemon did not end after SIGTERM; killing it")
    finally:
        if process.returncode is None:
            process.kill()
    await process.wait()


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs until SIGTERM or SIGINT and returns 0, or 1 if the state is too large to be stored.

    Wrong usage ends the program with status 64.
    """
    parser = Parser("pagerd-ha", "Runs a daemon on the machine that holds a lease of etcd.")
    parser.add_argument("--etcd", action="append", required=True, metavar="URL",
                        help="an endpoint of etcd, such as http://10.0.0.1:2379; may be repeated")
    parser.add_argument("--listen", action="append", required=True, metavar="ENDPOINT",
                        help="where clients send commands: ipc://PATH, tcp:// on loopback, or "
                        "any tcp:// if pagerd has --key and --access; may be repeated")
    parser.add_argument("--lease", type=int, default=10, metavar="SECONDS",
                        help="time after which another machine takes over (default 10)")
    parser.add_argument("program", nargs="+", metavar="-- pagerd ...", help="the daemon's command")
    options = parser.parse_args(arguments)
    if not 2 <= options.lease <= 600:
        parser.error(f"--lease: must be between 2 and 600 s, got {options.lease}")
    for option in ("--journal", "--command", "--name"):
        if _has(options.program, option):
            parser.error(f"{option} cannot be given to pagerd here: pagerd-ha sets it itself")
    for url in options.etcd:
        if not url.startswith(("http://", "https://")):
            parser.error(f"--etcd: must be a URL such as http://10.0.0.1:2379, got {url}")
    try:
        listen, passages = _sort(options.listen, _has(options.program, "--key"))
    except ValueError as error:
        parser.error(f"--listen: {error}")
    settings = Settings(
        instance(options), tuple(options.program), listen, passages, options.lease
    )
    return run(parser.prog, _main(options.etcd, settings))


async def _main(endpoints: list[str], settings: Settings) -> int:
    etcd = Etcd(endpoints, timeout=settings.seconds / 4)
    try:
        return await Candidate(etcd, settings).run()
    finally:
        await etcd.close()


def _has(words: Sequence[str], option: str) -> bool:
    return any(word == option or word.startswith(f"{option}=") for word in words)


def _sort(
    endpoints: Sequence[str], has_keys: bool
) -> tuple[tuple[str, ...], tuple[Address, ...]]:
    """Returns the endpoints without keys, and the addresses with keys. Raises ValueError.

    With `--key`, the daemon authenticates every client over tcp, also on loopback.
    """
    listen: list[str] = []
    passages: list[Address] = []
    for endpoint in endpoints:
        if endpoint.startswith("ipc://"):
            listen.append(endpoint)
            continue
        address = Address.of(endpoint)
        if has_keys:
            passages.append(address)
        elif address.is_loopback:
            listen.append(endpoint)
        else:
            raise ValueError(
                f"{endpoint} has no authentication; give pagerd --key FILE and --access FILE, or "
                "use ipc:// or loopback"
            )
    return tuple(listen), tuple(passages)


if __name__ == "__main__":
    raise SystemExit(main())
