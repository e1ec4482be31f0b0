"""What all sockets have in common."""

from __future__ import annotations

import time
from typing import Any

import zmq

from .endpoints import Endpoint
from .errors import NoDaemon

#: Events kept here for a slow reader; what is dropped beyond is fetched by replay.
HIGH_WATER_MARK = 10_000

# Plain numbers: pyzmq's own are enumerations, slow to join and to hand over.
_NOW = int(zmq.NOBLOCK)
_MORE = int(zmq.NOBLOCK | zmq.SNDMORE)


def subscriber(context: zmq.Context[zmq.Socket[bytes]]) -> zmq.Socket[bytes]:
    """A SUB socket, not connected yet."""
    socket: zmq.Socket[bytes] = context.socket(zmq.SUB)
    socket.setsockopt(zmq.LINGER, 0)
    socket.setsockopt(zmq.RCVHWM, HIGH_WATER_MARK)
    return socket


def requester(context: zmq.Context[zmq.Socket[bytes]]) -> zmq.Socket[bytes]:
    """A DEALER socket for requests, not connected yet.

    Unlike a REQ it takes the next request while one is unanswered, or late.
    """
    socket: zmq.Socket[bytes] = context.socket(zmq.DEALER)
    socket.setsockopt(zmq.LINGER, 0)
    # What nobody takes is not kept for a daemon that comes later.
    socket.setsockopt(zmq.IMMEDIATE, 1)
    return socket


def lockstep(context: zmq.Context[zmq.Socket[bytes]]) -> zmq.Socket[bytes]:
    """A REQ socket for one request at a time, not connected yet.

    It adds and takes off the empty frame itself, which costs less than two calls for it do. The
    next request may go out while one is unanswered: a late reply is dropped with its connection.
    """
    socket: zmq.Socket[bytes] = context.socket(zmq.REQ)
    socket.setsockopt(zmq.LINGER, 0)
    socket.setsockopt(zmq.IMMEDIATE, 1)
    socket.setsockopt(zmq.REQ_RELAXED, 1)
    return socket


def connect(socket: zmq.Socket[Any], endpoint: Endpoint) -> None:
    """Connects, or closes the socket. Raises NoDaemon for an address that cannot be one."""
    try:
        if endpoint.keys is not None:
            endpoint.keys.lock(socket)
        socket.connect(endpoint.address)
    except zmq.ZMQError as error:
        socket.close(linger=0)
        raise NoDaemon(endpoint.address, f"cannot connect, {error.strerror}") from None


def receive(socket: zmq.Socket[bytes]) -> tuple[bytes, bytes]:
    """The two frames of a message that has come. Raises zmq.Again where none has.

    A message comes whole or not at all; recv_multipart asks at length whether there is more.
    """
    return socket.recv(_NOW), socket.recv(_NOW)


def send(socket: zmq.Socket[bytes], message: bytes) -> None:
    """A request, after an empty frame. Raises zmq.Again where nobody takes it."""
    socket.send(b"", _MORE)
    socket.send(message, _NOW)


def milliseconds(deadline: float) -> int:
    """What is left until a time of the monotonic clock, rounded up, at least 0."""
    return max(0, int((deadline - time.monotonic()) * 1000 + 0.999))
