"""Forwards TCP connections to the daemon while the lease is certainly still held."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from typing import NamedTuple
from urllib.parse import urlsplit

from ..errors import PagerError
from .admission import Admission, Limits, Listener
from .etcd import Lease
from .program import cancel, together

_LOOPBACK = "127.0.0.1"
_MOST_BYTES = 1 << 16
#: Descriptors for other purposes than forwarded connections.
_RESERVED = 128
#: The command of ZMTP with which a server ends the handshake, and the bytes in which it begins:
#: after a greeting of 64 bytes and a WELCOME of 170, and with a header of up to 9 bytes.
_READY = b"\x05READY"
_READY_WITHIN = slice(234, 249)


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
    """A forwarder that listens for the daemon, at an address that other machines can reach.

    It forwards all bytes unread, so the daemon itself authenticates each client by CURVE and
    determines its role.
    """

    def __init__(self, port: int, lease: Lease, is_open: asyncio.Event) -> None:
        """`port` is the daemon's port on loopback. Requests wait while `is_open` is not set."""
        self._port = port
        self._lease = lease
        self._is_open = is_open
        self._admission = Admission(Limits.of_process(_RESERVED, each=2))
        self._connections: set[asyncio.Task[None]] = set()

    async def serve(self, address: Address) -> None:
        """Serves until it is cancelled. Raises PagerError if the address cannot be used."""
        try:
            listener = Listener(*address, self._admission, self._accept)
        except OSError as error:
            where = f"{address.host or '*'}:{address.port}"
            raise PagerError(f"cannot listen at {where}, {error}") from None
        try:
            await asyncio.get_running_loop().create_future()
        finally:
            listener.close()
            await cancel(*self._connections)

    def _accept(self, connection: socket.socket) -> None:
        visit = _Visit(connection)
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
        writers: list[asyncio.StreamWriter] = []
        try:
            reader, writer = await visit.open()
            writers.append(writer)
            daemon, to_daemon = await asyncio.open_connection(_LOOPBACK, self._port)
            writers.append(to_daemon)
            await together(
                self._pass_requests_on(reader, to_daemon),
                self._pass_replies_on(daemon, writer, visit),
            )
        except OSError:
            # One side has closed the connection, so the other side is disconnected, too.
            return
        finally:
            for one in writers:
                one.close()

    async def _pass_requests_on(
        self, source: asyncio.StreamReader, target: asyncio.StreamWriter
    ) -> None:
        while data := await source.read(_MOST_BYTES):
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
            target.write(data)
            await target.drain()


class _Visit:
    """A client's connection, which is a stranger's until the daemon has accepted its key."""

    def __init__(self, connection: socket.socket) -> None:
        self.task: asyncio.Task[None] | None = None
        # None once asyncio closes it.
        self._connection: socket.socket | None = connection
        self._said: bytes | None = b""

    async def open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Gives the connection to asyncio."""
        streams = await asyncio.open_connection(sock=self._connection)
        self._connection = None
        return streams

    def close(self) -> None:
        """Closes the connection, unless asyncio has it."""
        if self._connection is not None:
            self._connection.close()

    def abort(self) -> None:
        """Closes the connection at once."""
        if self.task is not None:
            self.task.cancel()

    def is_welcomed_by(self, data: bytes) -> bool:
        """Takes what the daemon sends. Returns True once, when it has accepted the client's key.

        In the CURVE handshake, the daemon then sends READY, after its greeting and WELCOME.
        """
        if self._said is None:
            return False
        self._said += data[: _READY_WITHIN.stop - len(self._said)]
        is_welcomed = _READY in self._said[_READY_WITHIN]
        if is_welcomed or len(self._said) >= _READY_WITHIN.stop:
            self._said = None
        return is_welcomed


def free_port() -> int:
    """Returns a port of loopback at which no program listens."""
    with socket.socket() as one:
        one.bind((_LOOPBACK, 0))
        port: int = one.getsockname()[1]
        return port
