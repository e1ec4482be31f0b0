"""A plugin's connection: requests both ways over one DEALER socket."""

from __future__ import annotations

import itertools
import json
import logging
import time
from collections import deque
from typing import Any, Callable

import zmq

from ..core.forms import is_object
from ..core.message import decode
from ..core.replies import problem_of_event
from ..core.requests import checked
from ..core.requests import refused as refusal_of
from ..endpoints import Endpoint
from ..errors import BadReply, NoDaemon, Refused
from ..wire import connect, milliseconds, shared_context

log = logging.getLogger("pagerd.plugin")
Answered = Callable[["dict[str, Any] | Refused"], None]


class Link:
    """The daemon, as a plugin speaks to it. Belongs to the thread that runs the plugin."""

    def __init__(self, endpoint: Endpoint, timeout: float = 5.0) -> None:
        """Seconds that a call may take. Raises UnsafeDirectory."""
        self.endpoint = endpoint
        self.timeout = timeout
        #: When something was sent last, on the monotonic clock: every message renews the lease.
        self.spoke = 0.0
        self._socket: zmq.Socket[bytes] | None = None
        self._monitor: zmq.Socket[bytes] | None = None
        self._numbers = itertools.count(1)
        # What each request was, and who is given its reply.
        self._answers: dict[int, tuple[str, dict[str, Any], Answered]] = {}
        self._inbox: deque[dict[str, Any]] = deque()
        endpoint.check()

    @property
    def socket(self) -> zmq.Socket[bytes] | None:
        """None while it is closed."""
        return self._socket

    @property
    def monitor(self) -> zmq.Socket[bytes] | None:
        """Readable once the daemon has gone; None while it is closed."""
        return self._monitor

    def open(self) -> None:
        """Reaches out; the socket is writable once a daemon is there. Raises NoDaemon."""
        self.endpoint.check()
        socket = shared_context().socket(zmq.DEALER)
        socket.setsockopt(zmq.LINGER, 0)
        # What is said while nobody is there shall not reach a daemon that comes later.
        socket.setsockopt(zmq.IMMEDIATE, 1)
        # The daemon bounds what waits for a plugin; a bound here would only hide it.
        socket.setsockopt(zmq.RCVHWM, 0)
        self._monitor = socket.get_monitor_socket(zmq.EVENT_DISCONNECTED)
        connect(socket, self.endpoint)
        self._socket = socket

    def close(self, linger: float = 0.0) -> None:
        """Closes the socket; what was asked is not answered any more."""
        socket, monitor = self._socket, self._monitor
        self._socket = self._monitor = None
        self._answers.clear()
        self._inbox.clear()
        if socket is not None:
            socket.disable_monitor()
            socket.close(linger=int(linger * 1000))
        if monitor is not None:
            monitor.close(linger=0)

    def call(self, method: str, /, **params: Any) -> dict[str, Any]:
        """The result of a method. Raises Refused (without its grant too), NoDaemon, BadReply.

        Events and questions that come meanwhile are kept, in their order, for when the caller
        has returned. Parameters whose names are Python's own go in by `**{"from": "home"}`.
        """
        reply: list[dict[str, Any] | Refused] = []
        self.ask(method, params, reply.append)
        deadline = time.monotonic() + self.timeout
        while not reply:
            message = self._receive(deadline)
            if message is None:
                raise NoDaemon(
                    self.endpoint.address,
                    f"{method} was sent without a reply within {self.timeout:g} s; "
                    "it may or may not have been carried out",
                )
            if not self._answer(message):
                self._inbox.append(message)
        if isinstance(reply[0], Refused):
            raise reply[0]
        return reply[0]

    def waiting_events(self) -> list[dict[str, Any]]:
        """The events that have come and that `take` has not returned yet."""
        return [one["params"] for one in self._inbox if one.get("method") == "event"]

    def ask(self, method: str, params: dict[str, Any], answered: Answered) -> None:
        """Sends a request and returns; the reply is given later. Raises NoDaemon."""
        number = next(self._numbers)
        self._answers[number] = (method, params, answered)
        try:
            self.send({"id": number, "method": method, "params": params})
        except BaseException:
            self._answers.pop(number, None)
            raise

    def tell(self, method: str, **params: Any) -> None:
        """Sends a request; a refusal is logged. Raises NoDaemon."""

        def answered(reply: dict[str, Any] | Refused) -> None:
            if isinstance(reply, Refused):
                log.warning("%s of %s was refused: %s", method, params.get("id", "?"), reply)

        self.ask(method, params, answered)

    def send(self, message: dict[str, Any]) -> None:
        """Sends one message. Raises NoDaemon, ValueError or TypeError for what is not JSON."""
        frame = json.dumps({"jsonrpc": "2.0", **message}, allow_nan=False, separators=(",", ":"))
        if self._socket is None:
            raise NoDaemon(self.endpoint.address, f"not connected; {self.endpoint.advice}")
        deadline = time.monotonic() + self.timeout
        if not self._socket.poll(milliseconds(deadline), zmq.POLLOUT):
            raise NoDaemon(
                self.endpoint.address, f"takes nothing any more, waited {self.timeout:g} s"
            )
        self._socket.send(frame.encode())
        self.spoke = time.monotonic()

    def take(self) -> dict[str, Any] | None:
        """The next event or question, None where none has come; replies go where they belong."""
        while True:
            message = self._inbox.popleft() if self._inbox else self._receive(0.0)
            if message is None or not self._answer(message):
                return message

    def _receive(self, deadline: float) -> dict[str, Any] | None:
        if self._socket is None or not self._socket.poll(milliseconds(deadline)):
            return None
        message = decode(self._socket.recv_multipart()[-1], self.endpoint)
        if message.get("method") == "event":
            problem = problem_of_event(message.get("params"), "params")
            if problem is not None:
                raise BadReply(self.endpoint.address, f"event with {problem}")
        return message

    def _answer(self, message: dict[str, Any]) -> bool:
        """Whether it was a reply."""
        if "method" in message:
            return False
        number = message.get("id")
        asked = self._answers.pop(number, None) if isinstance(number, int) else None
        method, params, answered = asked or ("", {}, None)
        error = message.get("error")
        if is_object(error):
            refused = refusal_of(error, self.endpoint)
            if answered is None:
                log.warning("the daemon refused a message: %s", refused)
            else:
                answered(refused)
        else:
            result = checked(method, params, message, self.endpoint)
            if answered is not None:
                answered(result)
        return True
