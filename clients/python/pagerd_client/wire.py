"""The ZeroMQ sockets of the client."""

from __future__ import annotations

import os
import select
import sys
import time
import weakref
from typing import Any, cast

import zmq
import zmq.asyncio

from .endpoints import Endpoint
from .errors import NoDaemon, WrongThread

#: The limit of events that are queued for a slow reader. Dropped events are fetched by replay.
HIGH_WATER_MARK = 10_000

# pyzmq's enumerations are slow to combine and to pass, so use integers.
_NOW = int(zmq.NOBLOCK)
_MORE = int(zmq.NOBLOCK | zmq.SNDMORE)


def shared_context() -> zmq.Context[zmq.Socket[bytes]]:
    """Returns the context that all sockets of the process share."""
    return cast("zmq.Context[zmq.Socket[bytes]]", zmq.Context.instance())  # pyright: ignore


def shadow_of(socket: zmq.Socket[bytes]) -> zmq.asyncio.Socket:
    """Returns an asyncio socket for the same ZeroMQ socket."""
    return zmq.asyncio.Socket.from_socket(socket)  # pyright: ignore[reportUnknownMemberType]


def opened(kind: int, endpoint: Endpoint) -> zmq.Socket[bytes]:
    """Returns a socket that is not connected yet, and drops what is unsent when it is closed.

    Raises NoDaemon if the process may open no further socket.
    """
    try:
        socket: zmq.Socket[bytes] = shared_context().socket(kind)
    except zmq.ZMQError as error:
        raise NoDaemon(endpoint.address, f"cannot open a socket, {error.strerror}") from None
    socket.setsockopt(zmq.LINGER, 0)
    return socket


def requester(endpoint: Endpoint) -> zmq.Socket[bytes]:
    """Returns a DEALER socket for requests, not connected yet.

    Unlike a REQ socket, it can send a request again while the first copy is unanswered, and it
    receives the reply to either copy.
    """
    return opened(zmq.DEALER, endpoint)


class Origin:
    """The process that has opened a socket.

    In a forked child, libzmq's functions for the parent's sockets do not return, and closing one
    could take descriptors from the parent's event loop. So the child only forgets its sockets.
    """

    __slots__ = ("_pid",)

    def __init__(self) -> None:
        self._pid = os.getpid()

    @property
    def is_here(self) -> bool:
        """Whether this process is the one that has opened the socket."""
        return os.getpid() == self._pid

    def check(self, address: str, owner: str = "a Pager") -> None:
        """Raises WrongThread in a forked child."""
        if os.getpid() != self._pid:
            raise WrongThread(f"the connection to {address}", "process", owner)


class EventsChannel:
    """A connected SUB socket, which one thread or one event loop reads."""

    def __init__(self, endpoint: Endpoint) -> None:
        """Connects to all addresses. Raises NoDaemon if an address is invalid."""
        self._address = endpoint.address
        self._origin = Origin()
        self._socket = opened(zmq.SUB, endpoint)
        self._socket.setsockopt(zmq.RCVHWM, HIGH_WATER_MARK)
        # A daemon that does not run sends nothing, so connect to all addresses. Keys apply to later
        # connections of the socket, and ipc needs none, so ipc addresses come first.
        for one in sorted((endpoint, *endpoint.others), key=_is_over_tcp):
            connect(self._socket, one)
        self._shadow: zmq.asyncio.Socket | None = None
        self._is_receiving = False

    def subscribe(self, prefix: bytes) -> None:
        """Adds a subscription."""
        self._origin.check(self._address)
        self._socket.setsockopt(zmq.SUBSCRIBE, prefix)

    def unsubscribe(self, prefix: bytes) -> None:
        """Removes a subscription."""
        self._origin.check(self._address)
        self._socket.setsockopt(zmq.UNSUBSCRIBE, prefix)

    def receive(self) -> tuple[bytes, bytes] | None:
        """Returns the two frames of a received message, or None if there is none.

        All frames of a message arrive together. recv_multipart is slower, because it asks for
        further frames.
        """
        self._origin.check(self._address)
        if self._is_receiving:
            # An exception of a signal handler ended the last call. The rest of its message would
            # be taken for the next one; who reads the stream finds the gap.
            while self._socket.getsockopt(zmq.RCVMORE):
                self._socket.recv(_NOW)
        self._is_receiving = True
        try:
            message = self._socket.recv(_NOW), self._socket.recv(_NOW)
        except zmq.Again:
            message = None
        self._is_receiving = False
        return message

    def wait(self, seconds: float) -> bool:
        """Waits at most `seconds` for a message; returns whether one arrived."""
        self._origin.check(self._address)
        return bool(self._socket.poll(_rounded(seconds)))

    async def awaited(self, seconds: float) -> bool:
        """Does what `wait` does, for asyncio."""
        self._origin.check(self._address)
        shadow = self._shadow
        if shadow is None:
            shadow = self._shadow = shadow_of(self._socket)
        return bool(await shadow.poll(_rounded(seconds)))

    def fileno(self) -> int:
        """Returns ZeroMQ's descriptor, which becomes readable when a message may have arrived."""
        self._origin.check(self._address)
        return int(self._socket.getsockopt(zmq.FD))

    def close(self) -> None:
        """Closes the socket; closing it again does nothing."""
        if not self._origin.is_here:
            return
        if self._shadow is not None:
            self._shadow.close(linger=0)
        self._socket.close(linger=0)


class Presence:
    """Detects whether a socket has a connected peer. Create it before the socket connects.

    Without a peer, ZeroMQ queues messages for the next peer. With the option IMMEDIATE it would
    refuse them instead, but it would also drop received messages that are not read yet when a
    connection ends, such as the last reply of a daemon that shuts down.
    """

    def __init__(self, socket: zmq.Socket[bytes]) -> None:
        self._socket = socket
        self._monitor = socket.get_monitor_socket(
            zmq.EVENT_HANDSHAKE_SUCCEEDED | zmq.EVENT_DISCONNECTED
        )
        # A monitor that is collected before its socket would block libzmq's thread for good.
        self._end = weakref.finalize(self, _end_monitor, os.getpid(), socket, self._monitor)
        self._is_there = False
        # Polling the monitor's descriptor takes a quarter of the time of a call to libzmq.
        self._news = select.poll()
        self._news.register(self._monitor.fileno(), select.POLLIN)
        self._read()

    def fileno(self) -> int:
        """Returns a descriptor that becomes readable when a peer connects or disconnects."""
        return self._monitor.fileno()

    def look(self) -> bool:
        """Returns whether a peer is connected now."""
        if self._news.poll(0):
            self._read()
        return self._is_there

    def _read(self) -> None:
        try:
            while True:
                news = self._monitor.recv_multipart(_NOW)
                # An exception of a signal handler may have taken the first of the two frames.
                if len(news) == 2:
                    event = int.from_bytes(news[0][:2], sys.byteorder)
                    self._is_there = event == zmq.EVENT_HANDSHAKE_SUCCEEDED
        except zmq.Again:
            pass

    def wait(self, deadline: float) -> bool:
        """Waits for a peer until the deadline; returns whether one is connected."""
        while not self.look():
            # A call to libzmq would consume the signal that `look` needs.
            if not self._news.poll(milliseconds(deadline)):
                return False
        return True

    def close(self) -> None:
        """Stops the detection. Call it before the socket is closed."""
        self._end()


def _end_monitor(pid: int, socket: zmq.Socket[bytes], monitor: zmq.Socket[bytes]) -> None:
    if os.getpid() != pid:
        return
    if not socket.closed:
        socket.disable_monitor()
    monitor.close(linger=0)


def connect(socket: zmq.Socket[Any], endpoint: Endpoint) -> None:
    """Connects to the first address. Closes the socket and raises NoDaemon if it is invalid."""
    try:
        if endpoint.keys is not None and _is_over_tcp(endpoint):
            endpoint.keys.lock(socket)
        socket.connect(endpoint.address)
    except zmq.ZMQError as error:
        socket.close(linger=0)
        raise NoDaemon(endpoint.address, f"cannot connect, {error.strerror}") from None


def _is_over_tcp(endpoint: Endpoint) -> bool:
    return endpoint.address.startswith("tcp://")


def last_frame(socket: zmq.Socket[bytes]) -> bytes:
    """Receives a message and returns its last frame. Raises zmq.Again after the socket's timeout.

    The frame before it, if any, is empty.
    """
    frame = socket.recv()
    return frame or socket.recv(_NOW)


def send(socket: zmq.Socket[bytes], message: bytes) -> None:
    """Sends a request after an empty frame. Raises zmq.Again if the socket cannot take it."""
    socket.send(b"", _MORE)
    socket.send(message, _NOW)


def milliseconds(deadline: float) -> int:
    """Returns the milliseconds until a time of the monotonic clock, rounded up, at least 0."""
    return _rounded(deadline - time.monotonic())


def _rounded(seconds: float) -> int:
    return max(0, int(seconds * 1000 + 0.999))
