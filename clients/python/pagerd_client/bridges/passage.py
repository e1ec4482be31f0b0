"""Forwards connections to the daemon while the lease is certainly still held."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from contextlib import ExitStack, suppress
from typing import NamedTuple
from urllib.parse import urlsplit

from ..errors import PagerError
from .admission import Admission, Limits, Listener, at_path, at_port
from .etcd import Lease
from .program import cancel, together

_LOOPBACK = "127.0.0.1"
_MOST_BYTES = 1 << 16
#: Descriptors for other purposes than forwarded connections.
_RESERVED = 128
#: The least number of the daemon's connections for programs that connect to it directly, such as
#: `pagerctl dump`, and for those that it has not noticed to have ended.
_DIRECT = 4
#: Seconds for a handshake, in which no newer connection takes the place.
_HANDSHAKE = 0.1
#: Seconds between attempts to connect while the daemon's queue of new connections is full.
_BETWEEN_ATTEMPTS = 0.01
#: Seconds for the last bytes of a connection that one side has closed.
_ENDING = 10.0
#: The command of ZMTP with which a server ends the handshake. It follows a greeting, with keys also
#: a WELCOME, and a header of up to 9 bytes.
_READY = b"\x05READY"
_GREETING = 64
_WELCOME = 170
_LONGEST = 9 + len(_READY)


class Address(NamedTuple):
    """A TCP address to listen at. If the host is None, it means all addresses of the machine."""

    host: str | None
    port: int

    @classmethod
    def of(cls, endpoint: str) -> Address:
        """Parses `tcp://ADDRESS:PORT`. Raises ValueError for another text."""
        parts = urlsplit(endpoint)
        if parts.scheme != "tcp" or not parts.port or not parts.hostname:
            raise ValueError(f"{endpoint} is not tcp://ADDRESS:PORT")
        host = None if parts.hostname == "*" else str(ipaddress.ip_address(parts.hostname))
        return cls(host, parts.port)

    @property
    def is_loopback(self) -> bool:
        """Whether only programs on this machine can reach the address."""
        return self.host is not None and ipaddress.ip_address(self.host).is_loopback


class Passage:
    """A forwarder that listens for the daemon.

    It forwards all bytes unread, so the daemon itself authenticates each client by CURVE and
    determines its role. Without keys, all clients are equal: a new connection takes the place of
    the one that has been idle for longest. One is refused only while too many others are in their
    handshake; libzmq then connects again.
    """

    def __init__(
        self, daemon: int | str, lease: Lease, is_open: asyncio.Event, limits: Limits
    ) -> None:
        """Takes the daemon's port on loopback for clients with keys, or else its socket's path.

        Requests wait while `is_open` is not set.
        """
        self._daemon = daemon
        self._lease = lease
        self._is_open = is_open
        self._admission = Admission(limits)
        self._connections: set[asyncio.Task[None]] = set()

    async def serve(self, place: Address | str) -> None:
        """Serves at an address or the path of a socket, until it is cancelled.

        Raises PagerError if the place cannot be used.
        """
        try:
            sockets = at_path(place) if isinstance(place, str) else at_port(*place)
        except OSError as error:
            where = place if isinstance(place, str) else f"{place.host or '*'}:{place.port}"
            raise PagerError(f"cannot listen at {where}, {error}") from None
        listener = Listener(sockets, self._admission, self._accept)
        try:
            await asyncio.get_running_loop().create_future()
        finally:
            listener.close()
            await cancel(*self._connections)

    def _accept(self, connection: socket.socket) -> None:
        visit = _Visit(connection, _GREETING + (_WELCOME if self._has_keys else 0))
        task = visit.task = asyncio.ensure_future(self._connect(visit))

        def end(_: object) -> None:
            self._connections.discard(task)
            self._admission.remove(visit)
            visit.close()

        self._connections.add(task)
        task.add_done_callback(end)
        self._admission.add(visit)

    async def _connect(self, visit: _Visit) -> None:
        """Forwards a client's connection until one side closes it or the lease ends."""
        try:
            # When one side closes the connection, the other side is disconnected, too.
            with suppress(OSError):
                reader, writer = await visit.open()
                daemon, to_daemon = await self._reach_daemon()
                visit.writers.append(to_daemon)
                await together(
                    self._pass_requests_on(reader, to_daemon, visit),
                    self._pass_replies_on(daemon, writer, visit),
                )
            await visit.finish()
        finally:
            visit.cut()

    async def _reach_daemon(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if isinstance(self._daemon, str):
            return await reached(self._daemon)
        return await asyncio.open_connection(_LOOPBACK, self._daemon)

    @property
    def _has_keys(self) -> bool:
        return isinstance(self._daemon, int)

    def _note_use(self, visit: _Visit) -> None:
        """Notes that a connection without keys is in use. One with an accepted key always is."""
        if not self._has_keys:
            self._admission.touch(visit)

    async def _pass_requests_on(
        self, source: asyncio.StreamReader, target: asyncio.StreamWriter, visit: _Visit
    ) -> None:
        while data := await source.read(_MOST_BYTES):
            self._note_use(visit)
            await self._is_open.wait()
            if not self._lease.is_held:
                return
            target.write(data)
            await target.drain()

    async def _pass_replies_on(
        self, source: asyncio.StreamReader, target: asyncio.StreamWriter, visit: _Visit
    ) -> None:
        while data := await source.read(_MOST_BYTES):
            if not self._lease.is_held:
                return
            if visit.is_welcomed_by(data):
                self._admission.admit(visit)
            self._note_use(visit)
            target.write(data)
            await target.drain()


class _Visit:
    """A client's connection, which is a stranger's until the daemon has ended the handshake.

    Its task ends only when both sides are closed, so that no connection to the daemon is open that
    is not counted.
    """

    def __init__(self, connection: socket.socket, before: int) -> None:
        """`before` is the number of bytes that the daemon sends before it ends the handshake."""
        self._ready = slice(before, before + _LONGEST)
        self.task: asyncio.Task[None] | None = None
        #: Those to the client and to the daemon, as soon as they are connected.
        self.writers: list[asyncio.StreamWriter] = []
        # None once asyncio closes it.
        self._connection: socket.socket | None = connection
        self._said: bytes | None = b""

    async def open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Gives the connection to asyncio."""
        reader, writer = await asyncio.open_connection(sock=self._connection)
        self._connection = None
        self.writers.append(writer)
        return reader, writer

    def close(self) -> None:
        """Closes the connection, unless asyncio has it."""
        if self._connection is not None:
            self._connection.close()

    async def finish(self) -> None:
        """Closes both sides when they have received what was read for them, or after a while."""
        for one in self.writers:
            one.close()
        ends = asyncio.gather(*(one.wait_closed() for one in self.writers), return_exceptions=True)
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(ends, _ENDING)

    def cut(self) -> None:
        """Closes both sides at once."""
        for one in self.writers:
            one.transport.abort()

    def abort(self) -> None:
        """Closes the connection at once.

        Both sides are closed in the next turn of the event loop, before a connection that is
        accepted now reaches the daemon.
        """
        self.cut()
        if self.task is not None:
            self.task.cancel()

    def is_welcomed_by(self, data: bytes) -> bool:
        """Takes what the daemon sends. Returns True once, when it has ended the handshake.

        With keys, the daemon has then accepted the client's key.
        """
        if self._said is None:
            return False
        self._said += data[: self._ready.stop - len(self._said)]
        is_welcomed = _READY in self._said[self._ready]
        if is_welcomed or len(self._said) >= self._ready.stop:
            self._said = None
        return is_welcomed


def limits(accepted: int, share: int = 1) -> Limits:
    """Returns the limits of each of `share` forwarders to a daemon with a limit of connections.

    A daemon closes the newest connection above its limit, so together they stay below it.
    """
    direct = max(_DIRECT, accepted // 8)
    most = max(1, (accepted - direct) // share)
    return Limits.of_process(_RESERVED, each=2 * share, most=most, handshake=_HANDSHAKE)


async def reached(path: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Connects to a local socket, once its queue of new connections is not full.

    If the queue is full, asyncio alone would return a connection that does not exist.
    """
    with ExitStack() as stack:
        one = stack.enter_context(socket.socket(socket.AF_UNIX))
        one.setblocking(False)
        while True:
            try:
                one.connect(path)
                break
            except BlockingIOError:
                await asyncio.sleep(_BETWEEN_ATTEMPTS)
        streams = await asyncio.open_unix_connection(sock=one)
        stack.pop_all()
        return streams


def free_port() -> int:
    """Returns a port of loopback at which no program listens."""
    with socket.socket() as one:
        one.bind((_LOOPBACK, 0))
        port: int = one.getsockname()[1]
        return port
