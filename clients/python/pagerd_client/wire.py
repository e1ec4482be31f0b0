"""What all sockets have in common."""

from __future__ import annotations

import select
import sys
import time
from typing import Any, cast

import zmq
import zmq.asyncio

from .endpoints import Endpoint
from .errors import NoDaemon

#: Events kept here for a slow reader; what is dropped beyond is fetched by replay.
HIGH_WATER_MARK = 10_000

# Plain numbers: pyzmq's own are enumerations, slow to join and to hand over.
_NOW = int(zmq.NOBLOCK)
_MORE = int(zmq.NOBLOCK | zmq.SNDMORE)


def shared_context() -> zmq.Context[zmq.Socket[bytes]]:
    """The context that all sockets of the process share."""
    return cast("zmq.Context[zmq.Socket[bytes]]", zmq.Context.instance())  # pyright: ignore


def shadow_of(socket: zmq.Socket[bytes]) -> zmq.asyncio.Socket:
    """The same socket for asyncio."""
    return zmq.asyncio.Socket.from_socket(socket)  # pyright: ignore[reportUnknownMemberType]


def requester(context: zmq.Context[zmq.Socket[bytes]]) -> zmq.Socket[bytes]:
    """A DEALER socket for requests, not connected yet.

    Unlike a REQ it sends a request again while the first copy is unanswered, and takes the reply
    to either.
    """
    socket: zmq.Socket[bytes] = context.socket(zmq.DEALER)
    socket.setsockopt(zmq.LINGER, 0)
    return socket


class EventsChannel:
    """A SUB socket, connected; read by one thread or one event loop."""

    def __init__(self, endpoint: Endpoint) -> None:
        """Raises NoDaemon for an address that cannot be one."""
        self._socket = shared_context().socket(zmq.SUB)
        self._socket.setsockopt(zmq.LINGER, 0)
        self._socket.setsockopt(zmq.RCVHWM, HIGH_WATER_MARK)
        connect(self._socket, endpoint)
        # A daemon that does not run says nothing, so all of them can be listened to.
        for _ in endpoint.others:
            endpoint = endpoint.following
            connect(self._socket, endpoint)
        self._shadow: zmq.asyncio.Socket | None = None

    def subscribe(self, prefix: bytes) -> None:
        """Adds a subscription."""
        self._socket.setsockopt(zmq.SUBSCRIBE, prefix)

    def unsubscribe(self, prefix: bytes) -> None:
        """Takes one subscription back."""
        self._socket.setsockopt(zmq.UNSUBSCRIBE, prefix)

    def receive(self) -> tuple[bytes, bytes] | None:
        """The two frames of a message that has come.

        It comes whole or not at all; recv_multipart asks at length whether there is more.
        """
        try:
            return self._socket.recv(_NOW), self._socket.recv(_NOW)
        except zmq.Again:
            return None

    def wait(self, seconds: float) -> bool:
        """Whether a message comes within so many seconds."""
        return bool(self._socket.poll(_rounded(seconds)))

    async def awaited(self, seconds: float) -> bool:
        """The same for asyncio."""
        shadow = self._shadow
        if shadow is None:
            shadow = self._shadow = shadow_of(self._socket)
        return bool(await shadow.poll(_rounded(seconds)))

    def fileno(self) -> int:
        """ZeroMQ's descriptor: it is readable when something may have changed since the last look."""
        return int(self._socket.getsockopt(zmq.FD))

    def close(self) -> None:
        """Ends it; a second time does nothing."""
        if self._shadow is not None:
            self._shadow.close(linger=0)
        self._socket.close(linger=0)


class Presence:
    """Whether somebody is at the other end of a socket that is not connected yet.

    What is sent while nobody is there waits for whoever comes. IMMEDIATE would refuse it instead,
    but it also drops what has come and is not read yet when a connection ends: the last reply of a
    daemon that ends.
    """

    def __init__(self, socket: zmq.Socket[bytes]) -> None:
        self._socket = socket
        self._monitor = socket.get_monitor_socket(
            zmq.EVENT_HANDSHAKE_SUCCEEDED | zmq.EVENT_DISCONNECTED
        )
        self._is_there = False
        # It tells that there is news since all was read, at a quarter of what asking libzmq costs.
        self._news = select.poll()
        self._news.register(self._monitor.fileno(), select.POLLIN)
        self._read()

    def fileno(self) -> int:
        """A descriptor that is readable once somebody has come or gone since the last look."""
        return self._monitor.fileno()

    def look(self) -> bool:
        """Whether somebody is there now."""
        if self._news.poll(0):
            self._read()
        return self._is_there

    def _read(self) -> None:
        try:
            while True:
                news, _ = self._monitor.recv_multipart(_NOW)
                event = int.from_bytes(news[:2], sys.byteorder)
                self._is_there = event == zmq.EVENT_HANDSHAKE_SUCCEEDED
        except zmq.Again:
            pass

    def wait(self, deadline: float) -> bool:
        """Whether somebody is there in time."""
        while not self.look():
            # Asking libzmq would take the sign away that looking waits for.
            if not self._news.poll(milliseconds(deadline)):
                return False
        return True

    def close(self) -> None:
        """To be called before its socket is closed."""
        if not self._socket.closed:
            self._socket.disable_monitor()
        self._monitor.close(linger=0)


def connect(socket: zmq.Socket[Any], endpoint: Endpoint) -> None:
    """Connects to the first address, or closes the socket. Raises NoDaemon for an address that cannot be one."""
    try:
        if endpoint.keys is not None and endpoint.address.startswith("tcp://"):
            endpoint.keys.lock(socket)
        socket.connect(endpoint.address)
    except zmq.ZMQError as error:
        socket.close(linger=0)
        raise NoDaemon(endpoint.address, f"cannot connect, {error.strerror}") from None


def last_frame(socket: zmq.Socket[bytes]) -> bytes:
    """The reply of the next message, within the socket's time. Raises zmq.Again where none comes.

    What stands before it is an empty frame.
    """
    frame = socket.recv()
    return frame or socket.recv(_NOW)


def send(socket: zmq.Socket[bytes], message: bytes) -> None:
    """A request, after an empty frame. Raises zmq.Again where nobody takes it."""
    socket.send(b"", _MORE)
    socket.send(message, _NOW)


def milliseconds(deadline: float) -> int:
    """What is left until a time of the monotonic clock, rounded up, at least 0."""
    return _rounded(deadline - time.monotonic())


def _rounded(seconds: float) -> int:
    return max(0, int(seconds * 1000 + 0.999))
