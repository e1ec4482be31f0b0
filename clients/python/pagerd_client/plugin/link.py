"""A plugin's connection: requests in both directions over one DEALER socket."""

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
from ..wire import Origin, connect, milliseconds, opened

log = logging.getLogger("pagerd.plugin")
Answered = Callable[["dict[str, Any] | Refused"], None]


class Link:
    """A plugin's connection to the daemon. Use it only in the thread that runs the plugin."""

    def __init__(self, endpoint: Endpoint, timeout: float = 5.0) -> None:
        """`timeout` is the time for a call, in seconds. Raises UnsafeDirectory."""
        self.endpoint = endpoint
        self.timeout = timeout
        #: The time of the last sent message, on the monotonic clock. Each message renews the lease.
        self.spoke = 0.0
        self._socket: zmq.Socket[bytes] | None = None
        self._monitor: zmq.Socket[bytes] | None = None
        self._origin = Origin()
        self._numbers = itertools.count(1)
        # The method, the parameters and the callback of each request without a reply.
        self._answers: dict[int, tuple[str, dict[str, Any], Answered]] = {}
        self._inbox: deque[dict[str, Any]] = deque()
        endpoint.check()

    @property
    def socket(self) -> zmq.Socket[bytes] | None:
        """The DEALER socket, or None while it is closed."""
        return self._socket

    @property
    def monitor(self) -> zmq.Socket[bytes] | None:
        """A socket that is readable once the daemon has disconnected, or None while closed."""
        return self._monitor

    def open(self) -> None:
        """Starts to connect. The socket is writable once a daemon accepts. Raises NoDaemon."""
        self.endpoint.check()
        self._origin = Origin()
        socket = opened(zmq.DEALER, self.endpoint)
        # Messages sent while no daemon is connected must not reach a daemon that starts later.
        socket.setsockopt(zmq.IMMEDIATE, 1)
        # The daemon limits the messages that wait for a plugin; a limit here would hide them.
        socket.setsockopt(zmq.RCVHWM, 0)
        self._monitor = socket.get_monitor_socket(zmq.EVENT_DISCONNECTED)
        connect(socket, self.endpoint)
        self._socket = socket

    def close(self, linger: float = 0.0) -> None:
        """Closes the socket. Requests without a reply never get one."""
        socket, monitor = self._socket, self._monitor
        self._socket = self._monitor = None
        self._answers.clear()
        self._inbox.clear()
        if not self._origin.is_here:
            return
        if socket is not None:
            socket.disable_monitor()
            socket.close(linger=int(linger * 1000))
        if monitor is not None:
            monitor.close(linger=0)

    def call(self, method: str, /, **params: Any) -> dict[str, Any]:
        """Calls a method and returns its result. Raises Refused, NoDaemon, BadReply.

        Refused is raised also if the plugin does not have the grant that the method needs. Events
        and questions that arrive meanwhile are handled in order after the caller has returned.
        Pass a parameter whose name is a keyword of Python as `**{"from": "home"}`.
        """
        reply: list[dict[str, Any] | Refused] = []
        self.ask(method, params, reply.append)
        deadline = time.monotonic() + self.timeout
        while not reply:
            message = self._receive(deadline)
            if message is None:
                raise NoDaemon(
                    self.endpoint.address,
                    f"{method} was sent, but no reply came within {self.timeout:g} s; "
                    "it may or may not have been carried out",
                )
            if not self._answer(message):
                self._inbox.append(message)
        if isinstance(reply[0], Refused):
            raise reply[0]
        return reply[0]

    def waiting_events(self) -> list[dict[str, Any]]:
        """Returns the events that have arrived and that `take` has not returned yet."""
        return [one["params"] for one in self._inbox if one.get("method") == "event"]

    def ask(self, method: str, params: dict[str, Any], answered: Answered) -> None:
        """Sends a request. `answered` is called later with the reply. Raises NoDaemon."""
        number = next(self._numbers)
        self._answers[number] = (method, params, answered)
        try:
            self.send({"id": number, "method": method, "params": params})
        except BaseException:
            self._answers.pop(number, None)
            raise

    def tell(self, method: str, /, **params: Any) -> None:
        """Sends a request and logs a refusal, if there is one. Raises NoDaemon."""

        def answered(reply: dict[str, Any] | Refused) -> None:
            if isinstance(reply, Refused):
                log.warning("%s of %s was refused: %s", method, params.get("id", "?"), reply)

        self.ask(method, params, answered)

    def send(self, message: dict[str, Any]) -> None:
        """Sends one message. Raises NoDaemon; ValueError or TypeError if it is not JSON."""
        frame = json.dumps({"jsonrpc": "2.0", **message}, allow_nan=False, separators=(",", ":"))
        if self._socket is None:
            raise NoDaemon(self.endpoint.address, f"not connected; {self.endpoint.advice}")
        self._origin.check(self.endpoint.address, "a Plugin")
        deadline = time.monotonic() + self.timeout
        if not self._socket.poll(milliseconds(deadline), zmq.POLLOUT):
            raise NoDaemon(
                self.endpoint.address, f"could not send a message within {self.timeout:g} s"
            )
        self._socket.send(frame.encode())
        self.spoke = time.monotonic()

    def take(self) -> dict[str, Any] | None:
        """Returns the next event or question, or None. Passes replies to their callbacks."""
        while True:
            message = self._inbox.popleft() if self._inbox else self._receive(0.0)
            if message is None or not self._answer(message):
                return message

    def _receive(self, deadline: float) -> dict[str, Any] | None:
        if self._socket is None:
            return None
        self._origin.check(self.endpoint.address, "a Plugin")
        if not self._socket.poll(milliseconds(deadline)):
            return None
        message = decode(self._socket.recv_multipart()[-1], self.endpoint)
        if message.get("method") == "event":
            problem = problem_of_event(message.get("params"), "params")
            if problem is not None:
                raise BadReply(self.endpoint.address, f"event with {problem}")
        return message

    def _answer(self, message: dict[str, Any]) -> bool:
        """Handles the message if it is a reply. Returns whether it was one."""
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
