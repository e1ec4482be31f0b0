"""What both sockets have in common."""

from __future__ import annotations

import json
import time
from typing import Any

import zmq

from .endpoints import Endpoint
from .errors import BadReply, NoDaemon


def connect(socket: zmq.Socket[bytes], endpoint: Endpoint) -> None:
    """Connects, or closes the socket. Raises NoDaemon for an address that cannot be one."""
    try:
        socket.connect(endpoint.address)
    except zmq.ZMQError as error:
        socket.close(linger=0)
        raise NoDaemon(endpoint.address, f"cannot connect, {error.strerror}") from None


def decode(message: bytes, endpoint: Endpoint) -> dict[str, Any]:
    """The JSON object of a message. Raises BadReply."""
    try:
        value = json.loads(message)
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise BadReply(endpoint.address, shown(message))
    return value


def shown(message: bytes) -> str:
    """The beginning of a message, for a text."""
    return message[:80].decode(errors="replace")


def milliseconds(deadline: float) -> int:
    """What is left until a time of the monotonic clock, rounded up, at least 0."""
    return max(0, int((deadline - time.monotonic()) * 1000 + 0.999))
