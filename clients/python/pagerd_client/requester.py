"""The command socket of the blocking client."""

from __future__ import annotations

import threading
import time
from typing import Any

import zmq

from .core.message import decode
from .core.requests import SILENCE, Exchange
from .endpoints import Endpoint
from .errors import WrongThread
from .wire import Origin, Presence, connect, last_frame, milliseconds, requester, send

Result = dict[str, Any]


class Requester:
    """Sends one request after the other. The first request opens the socket."""

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint
        self._socket: zmq.Socket[bytes] | None = None
        self._presence: Presence | None = None
        self._origin = Origin()
        # The thread with a running request.
        self._caller: int | None = None
        # The milliseconds that the socket waits for a reply.
        self._limit = 0
        # The time at which the folders were last checked.
        self._checked = 0.0
        self._is_sending = False

    def request(self, exchange: Exchange) -> Result:
        """Returns the result of a request. Raises Refused, NoDaemon, BadReply, UnsafeDirectory.

        Raises WrongThread in a forked child, until `close`.
        """
        self._origin.check(self._endpoint.address)
        self._caller = threading.get_ident()
        try:
            return self._request(exchange)
        finally:
            self._caller = None

    def _request(self, exchange: Exchange) -> Result:
        now = asked = time.monotonic()
        for deadline in exchange.deadlines(now):
            socket = self._connected(now, deadline)
            if socket is not None:
                # A request to a silent daemon waits at the daemon or in this socket's queue.
                self._is_sending = True
                send(socket, exchange.message)
                self._is_sending = False
                exchange.sent += 1
                result = self._await(socket, exchange, deadline)
                if result is not None:
                    return result
            if self._endpoint.others and time.monotonic() >= asked + SILENCE:
                self.close()
                self._endpoint = self._endpoint.following
                asked = time.monotonic()
        self.close()
        raise exchange.failure()

    def _await(
        self, socket: zmq.Socket[bytes], exchange: Exchange, deadline: float
    ) -> Result | None:
        limit = milliseconds(deadline)
        while limit:
            # A receive with a timeout costs less than a poll and a receive. Setting the timeout
            # costs as much as the receive, so set it only when it differs by more than 2 %.
            if not limit * 0.98 <= self._limit <= limit:
                self._limit = limit
                socket.setsockopt(zmq.RCVTIMEO, limit)
            try:
                reply = decode(last_frame(socket), self._endpoint)
            except zmq.Again:
                return None
            result = exchange.result(reply)
            if result is not None:
                return result
            limit = milliseconds(deadline)
        return None

    def _connected(self, now: float, deadline: float) -> zmq.Socket[bytes] | None:
        """Returns the socket once a daemon is connected, or None if none connects in time."""
        if self._socket is None or now >= self._checked + 1:
            self._endpoint.check()
            self._checked = now
        socket, presence = self._opened()
        if not presence.look():
            if not presence.wait(deadline):
                return None
            # This daemon connected after the folders were checked, so check again.
            self._endpoint.check()
        return socket

    def _opened(self) -> tuple[zmq.Socket[bytes], Presence]:
        if self._is_sending:
            # An exception of a signal handler left half of a message in the socket.
            self._release()
        if self._socket is None or self._presence is None:
            socket = requester(self._endpoint)
            self._presence = Presence(socket)
            connect(socket, self._endpoint)
            self._socket = socket
            self._limit = 0
        return self._socket, self._presence

    def close(self) -> None:
        """Closes the socket; the next request opens it again.

        Raises WrongThread while a request of another thread is running.
        """
        if self._origin.is_here:
            if self._caller not in (None, threading.get_ident()):
                # libzmq does not permit it.
                raise WrongThread("the running call")
            self._release()
        self._socket = self._presence = None
        self._origin = Origin()

    def _release(self) -> None:
        """Closes the sockets."""
        if self._presence is not None:
            self._presence.close()
        if self._socket is not None:
            self._socket.close(linger=0)
        self._socket = self._presence = None
        self._is_sending = False
