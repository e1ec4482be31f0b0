"""Forwards TCP connections to the daemon while the lease is certainly still held."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from typing import NamedTuple
from urllib.parse import urlsplit

from ..errors import PagerError
from .etcd import Lease
from .program import cancel, together

_LOOPBACK = "127.0.0.1"
_MOST_BYTES = 1 << 16


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
        self._connections: set[asyncio.Task[None]] = set()

    async def serve(self, address: Address) -> None:
        """Serves until it is cancelled. Raises PagerError if the address cannot be used."""
        try:
            server = await asyncio.start_server(self._accept, *address)
        except OSError as error:
            where = f"{address.host or '*'}:{address.port}"
            raise PagerError(f"cannot listen at {where}, {error}") from None
        try:
            await asyncio.get_running_loop().create_future()
        finally:
            server.close()
            await cancel(*self._connections)

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.ensure_future(self._connect(reader, writer))
        self._connections.add(task)
        task.add_done_callback(self._connections.discard)

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Forwards a client's connection until one side closes it or the lease ends."""
        writers = [writer]
        always = asyncio.Event()
        always.set()
        try:
            daemon, to_daemon = await asyncio.open_connection(_LOOPBACK, self._port)
            writers.append(to_daemon)
            await together(
                self._pass_on(reader, to_daemon, self._is_open),
                self._pass_on(daemon, writer, always),
            )
        except OSError:
            # One side has closed the connection, so the other side is disconnected, too.
            return
        finally:
            for one in writers:
                one.close()

    async def _pass_on(
        self, source: asyncio.StreamReader, target: asyncio.StreamWriter, is_open: asyncio.Event
    ) -> None:
        while data := await source.read(_MOST_BYTES):
            await is_open.wait()
            if not self._lease.is_held:
                return
            target.write(data)
            await target.drain()


def free_port() -> int:
    """Returns a port of loopback at which no program listens."""
    with socket.socket() as one:
        one.bind((_LOOPBACK, 0))
        port: int = one.getsockname()[1]
        return port
