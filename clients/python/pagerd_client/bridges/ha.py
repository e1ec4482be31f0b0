"""`pagerd-ha`: one of several machines runs the daemon, and another one takes over."""

from __future__ import annotations

import asyncio
import ctypes
import ipaddress
import logging
import os
import secrets
import shutil
import signal
import tempfile
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
_PAUSE = 0.5
#: Seconds between two puts of the state.
_BETWEEN_PUTS = 1.0
_MOST_BYTES = 1 << 20
_READY = 60.0
_ANSWER = 5.0
_ENDING = 10.0


class TooLarge(Exception):
    """The state is larger than etcd should keep."""


@dataclass(frozen=True)
class Settings:
    """What the command line says."""

    name: str
    command: tuple[str, ...]
    listen: str
    seconds: int


class Candidate:
    """Waits for the lease, runs the daemon while it has it, and waits again."""

    def __init__(self, etcd: Etcd, settings: Settings) -> None:
        self._etcd = etcd
        self._settings = settings
        self._state_key = f"pagerd/{settings.name}/state"
        self._problem = ""

    async def run(self) -> int:
        """Goes on until it is cancelled, or until the daemon cannot run: 1."""
        owner = f"{os.uname().nodename}-{secrets.token_hex(8)}"
        while True:
            lease = Lease(self._etcd, f"pagerd/{self._settings.name}/leader", owner,
                          self._settings.seconds)
            try:
                await self._acquire(lease)
                log.info("this machine has the lease and starts the daemon")
                await self._lead(lease)
            except NoEtcd as error:
                self._log_once(f"no etcd answers: {error}")
            except TooLarge as error:
                log.error("%s", error)
                await self._release(lease)
                return 1
            except PagerError as error:
                log.warning("the daemon of this machine does not work: %s", error)
            except asyncio.CancelledError:
                await self._release(lease)
                raise
            await self._release(lease)
            await asyncio.sleep(_PAUSE)

    async def _acquire(self, lease: Lease) -> None:
        while True:
            try:
                if await lease.acquire():
                    self._problem = ""
                    return
                self._log_once("another machine has the lease; waiting")
            except NoEtcd as error:
                self._log_once(f"no etcd answers: {error}")
            await asyncio.sleep(_PAUSE)

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
                async with AsyncPager(command=private) as wall:
                    await together(process.wait(), self._serve(lease, wall, private))
            finally:
                await _end(process, is_orderly=lease.is_held)
        log.warning("the daemon of this machine has ended")

    def _arguments(self, folder: Path, private: str, book: bytes | None) -> list[str]:
        """The command, with the stored state in place of its book."""
        given = list(self._settings.command)
        if book is not None:
            if "--book" in given:
                place = given.index("--book")
                del given[place : place + 2]
            file = folder / "state.yaml"
            file.write_bytes(book)
            given += ["--book", str(file)]
        own = ["--name", self._settings.name, "--journal", "none", "--command", private]
        return [*given, *own]

    async def _serve(self, lease: Lease, wall: AsyncPager, private: str) -> None:
        keeping = asyncio.ensure_future(self._keep(lease))
        try:
            wall.timeout = _READY
            await wall.call("server.hello")
            wall.timeout = _ANSWER
            text = await self._store(lease, private)
            log.info("the daemon serves at %s", self._settings.listen)
            await together(
                _result(keeping), self._watch(lease), self._forward(lease, private),
                self._store_changes(lease, wall, private, text),
            )
        finally:
            keeping.cancel()

    async def _keep(self, lease: Lease) -> None:
        while True:
            await asyncio.sleep(self._settings.seconds / 4)
            try:
                if not await lease.keep():
                    log.warning("the lease has ended")
                    return
            except NoEtcd as error:
                self._log_once(f"no etcd answers: {error}")

    async def _watch(self, lease: Lease) -> None:
        while lease.is_held:
            await asyncio.sleep(0.05)
        log.warning("the lease could not be extended in time; this machine stops its daemon")

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
            except TooLarge as error:
                self._log_once(f"{error}; a successor would start from an older state")
            except NoEtcd as error:
                self._log_once(f"no etcd answers: {error}")

    async def _store(self, lease: Lease, private: str, stored: bytes = b"") -> bytes:
        """Puts the state, if it is another one. Raises NoEtcd, TooLarge."""
        text = await self._dump(private)
        if len(text) > _MOST_BYTES:
            raise TooLarge(f"the state has {len(text)} bytes, and {_MOST_BYTES} are the limit")
        if text != stored and not await lease.put(self._state_key, text):
            log.warning("another machine has the lease")
            lease.deadline = 0.0
        return text

    async def _dump(self, private: str) -> bytes:
        beside = Path(self._settings.command[0]).with_name("pagerctl")
        program = str(beside) if beside.is_file() else shutil.which("pagerctl") or "pagerctl"
        process = await asyncio.create_subprocess_exec(
            program, "--command", private, "dump", stdout=asyncio.subprocess.PIPE
        )
        text, _ = await process.communicate()
        if process.returncode:
            raise PagerError(f"pagerctl dump ended with {process.returncode}")
        return text

    async def _forward(self, lease: Lease, private: str) -> None:
        """Passes each request on only while the lease cannot have ended."""
        context = zmq.asyncio.Context()
        front, back = context.socket(zmq.ROUTER), context.socket(zmq.DEALER)
        try:
            front.bind(self._settings.listen)
            back.connect(private)
            await together(_pass(front, back, lease), _pass(back, front, lease))
        finally:
            context.destroy(linger=0)

    def _log_once(self, problem: str) -> None:
        if problem != self._problem:
            self._problem = problem
            log.warning("%s", problem)


async def _result(task: asyncio.Task[None]) -> None:
    await task


async def _pass(source: zmq.asyncio.Socket, target: zmq.asyncio.Socket, lease: Lease) -> None:
    while True:
        frames = await source.recv_multipart()
        if not lease.is_held:
            return
        await target.send_multipart(frames)  # pyright: ignore[reportUnknownMemberType]


def _end_with_parent() -> None:
    """Has the kernel kill this process when pagerd-ha has been killed."""
    _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


async def _end(process: asyncio.subprocess.Process, is_orderly: bool) -> None:
    if process.returncode is not None:
        return
    if is_orderly:
        process.terminate()
        try:
            await asyncio.wait_for(process.wait(), _ENDING)
            return
        except asyncio.TimeoutError:
            log.warning("the daemon does not end; killing it")
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
