"""Commands to a daemon."""

from __future__ import annotations

import itertools
import json
import secrets
import time
from types import TracebackType
from typing import Any, Callable

import zmq

from .chain import Event
from .endpoints import Endpoint, resolve
from .errors import BadReply, NoDaemon, Refused
from .stream import EventStream, prefix_of
from .wire import connect, decode, milliseconds, shown


class Pager:
    """One daemon, as one thread sees it; nothing is sent before the first call.

    Without a `client` a request that times out may or may not have been carried out. With one,
    it is sent again with the same id, and the daemon does it once.
    """

    #: How often a request with a client is sent.
    tries = 3

    def __init__(
        self,
        name: str | None = None,
        command: str | None = None,
        events: str | None = None,
        timeout: float = 5.0,
        client: str | None = None,
    ) -> None:
        """Takes the name (PAGERD_NAME, else "default"), endpoints, seconds for each try.

        Raises ValueError for what is no name, UnsafeDirectory.
        """
        self.timeout = timeout
        self.client = client
        self._name = name
        self._events = events
        self._command = resolve("command", command, name)
        self._command.check()
        self._socket: zmq.Socket[bytes] | None = None
        self._run = secrets.token_hex(8)
        self._numbers = itertools.count(1)

    @property
    def command_endpoint(self) -> Endpoint:
        """Where commands go."""
        return self._command

    @property
    def events_endpoint(self) -> Endpoint:
        """Where events come from. Raises ValueError for what is no name."""
        return resolve("events", self._events, self._name)

    def call(self, method: str, /, **params: Any) -> dict[str, Any]:
        """The result of a method. Raises Refused, NoDaemon, BadReply, UnsafeDirectory.

        Parameters whose names are Python's own go in by `**{"from": "home"}`. A value that is
        not JSON raises TypeError or ValueError, and nothing is sent.
        """
        number = next(self._numbers)
        request: dict[str, Any] = {"jsonrpc": "2.0", "method": method, "params": params}
        # Unique over all runs of a client: the daemon remembers ids longer than a process lives.
        request["id"] = f"{self._run}-{number}"
        if self.client is not None:
            request["client"] = self.client
        message = json.dumps(request, allow_nan=False, separators=(",", ":")).encode()
        return self._result(request["id"], self._exchange(method, message))

    def _exchange(self, method: str, message: bytes) -> bytes:
        tries = self.tries if self.client is not None else 1
        sent = 0
        for _ in range(tries):
            deadline = time.monotonic() + self.timeout
            socket = self._connected()
            if not socket.poll(milliseconds(deadline), zmq.POLLOUT):
                continue
            self._command.check()
            try:
                socket.send(message, zmq.NOBLOCK)
            except zmq.Again:
                self.close()
                continue
            sent += 1
            if socket.poll(milliseconds(deadline)):
                return socket.recv()
        # A request that is still queued must not reach a daemon that comes later.
        self.close()
        spent = f"{tries} tries of {self.timeout:g} s" if tries > 1 else f"{self.timeout:g} s"
        if not sent:
            raise NoDaemon(
                self._command.address,
                f"tried to connect for {method}, {spent}, nothing was sent; {self._command.advice}",
            )
        times = f"{sent} times" if sent > 1 else "once"
        raise NoDaemon(
            self._command.address,
            f"{method} was sent {times} without a reply, {spent}; "
            "it may or may not have been carried out",
        )

    def _connected(self) -> zmq.Socket[bytes]:
        if self._socket is None:
            self._command.check()
            socket: zmq.Socket[bytes] = zmq.Context.instance().socket(zmq.REQ)
            socket.setsockopt(zmq.LINGER, 0)
            socket.setsockopt(zmq.IMMEDIATE, 1)
            socket.setsockopt(zmq.REQ_RELAXED, 1)
            socket.setsockopt(zmq.REQ_CORRELATE, 1)
            connect(socket, self._command)
            self._socket = socket
        return self._socket

    def _result(self, number: str, message: bytes) -> dict[str, Any]:
        reply = decode(message, self._command)
        error = reply.get("error")
        if isinstance(error, dict):
            data = error.get("data")
            raise Refused(
                int(error.get("code", 0)),
                str(error.get("message", "")),
                data if isinstance(data, dict) else {},
            )
        result = reply.get("result")
        if reply.get("id") != number or not isinstance(result, dict):
            raise BadReply(self._command.address, shown(message))
        return result

    def events(
        self,
        *prefixes: str,
        since: int | None = None,
        history: str | None = None,
        until_shutdown: bool = False,
    ) -> EventStream:
        """All events from now on, or after the seq `since`, whose topic has one of the prefixes.

        Once this returns, no later event can be missed. Without prefixes: all events. Raises
        NoDaemon, UnsafeDirectory, HistoryChanged where it is not the `history` that was given.
        """
        return EventStream(
            self, prefixes, since=since, history=history, until_shutdown=until_shutdown
        )

    def wait_for(
        self,
        what: str | Callable[[Event], bool],
        timeout: float | None = None,
        *,
        since: int | None = None,
    ) -> Event:
        """The first event with this name, topic or property, from now on or after a seq.

        With `since` taken from a reply's `seq` nothing that follows the reply can be missed.
        Raises TimeoutError after `timeout` seconds (the pager's own by default), NoDaemon,
        HistoryChanged, EventsLost.
        """
        with self.events(prefix_of(what), since=since) as stream:
            return stream.wait_for(what, self.timeout if timeout is None else timeout)

    def close(self) -> None:
        """Closes the socket; the next call opens it again."""
        if self._socket is not None:
            self._socket.close(linger=0)
            self._socket = None

    def __enter__(self) -> Pager:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
