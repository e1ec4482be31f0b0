"""One daemon, as one thread sees it."""

from __future__ import annotations

import time
from types import TracebackType
from typing import Any, Callable
from weakref import WeakSet

import zmq

from .core.ending import PREFIXES, ending, lateness, seconds, traced
from .core.message import decode
from .core.requests import SMALL, Exchange, Requests
from .core.subscription import Search
from .endpoints import Endpoint, resolve
from .errors import PagerError
from .event import Event
from .keys import Keys
from .methods import Daemon, EventsMethods
from .mirror import Mirror
from .stream import EventStream, Stream
from .wire import Presence, connect, last_frame, milliseconds, requester, send

Result = dict[str, Any]
# A plain number: pyzmq's own is an enumeration, slow to hand over.


class Pager(Daemon[Result]):
    """A daemon's methods by their category, and its events; nothing is sent before the first call.

        with Pager("wall") as wall:
            wall.pager.next(id="book")
            wall.wait_for("pager.book.didSettle")

    A request without a reply is sent again after 100 ms and then at growing intervals, with the
    same client and id: the daemon carries it out once.
    """

    #: How often a request is sent within its time, at the most.
    tries = 1000

    def __init__(
        self,
        name: str | None = None,
        command: str | None = None,
        events: str | None = None,
        timeout: float = 5.0,
        client: str | None = None,
        keys: Keys | None = None,
    ) -> None:
        """Takes the name (PAGERD_NAME, else "default"), endpoints, seconds for each call.

        `client` is what its requests are known by, and named as in `cause` of their events; else
        one is made up. `keys` open endpoints over tcp (else PAGERD_KEY_FILE, PAGERD_SERVER_KEY).
        Raises ValueError for what is no name, BadKey, UnsafeDirectory.
        """
        super().__init__(self.call, self._call_and_follow)
        self.timeout = timeout
        self._name = name
        self._events = events
        self._keys = keys
        self._command = resolve("command", command, name, keys)
        self._command.check()
        self._requests = Requests(self._command, client)
        self._socket: zmq.Socket[bytes] | None = None
        self._presence: Presence | None = None
        # Milliseconds that the socket waits for a reply.
        self._limit = 0
        # When the folders were looked at.
        self._checked = 0.0
        self._streams: WeakSet[Stream[Any]] = WeakSet()
        self.events: Events = Events(self)

    @property
    def client(self) -> str:
        """What its requests are known by."""
        return self._requests.client

    @property
    def command_endpoint(self) -> Endpoint:
        """Where commands go."""
        return self._command

    @property
    def events_endpoint(self) -> Endpoint:
        """Where events come from. Raises ValueError for what is no name."""
        return resolve("events", self._events, self._name, self._keys)

    def call(self, method: str, /, **params: Any) -> Result:
        """The result of a method by its name. Raises Refused, NoDaemon, BadReply, UnsafeDirectory.

        Parameters whose names are Python's own go in by `**{"from": "home"}`. A value that is
        not JSON raises TypeError or ValueError, and nothing is sent.
        """
        exchange = self._requests.new(method, params, self.tries, self.timeout)
        if len(exchange.message) > SMALL:
            exchange.check(self.call("server.hello")["limits"])
        now = time.monotonic()
        for deadline in exchange.deadlines(now):
            socket = self._connected(now, deadline)
            if socket is not None:
                # A daemon of which nothing is heard has the request before it, or it waits here.
                send(socket, exchange.message)
                exchange.sent += 1
                result = self._await(socket, exchange, deadline)
                if result is not None:
                    return result
        self._disconnect()
        raise exchange.failure()

    def _await(
        self, socket: zmq.Socket[bytes], exchange: Exchange, deadline: float
    ) -> Result | None:
        limit = milliseconds(deadline)
        while limit:
            # A receive with a time limit costs less than a poll before it, and setting the same
            # limit again as much as the receive.
            if not limit * 0.98 <= self._limit <= limit:
                self._limit = limit
                socket.setsockopt(zmq.RCVTIMEO, limit)
            try:
                reply = decode(last_frame(socket), self._command)
            except zmq.Again:
                return None
            result = exchange.result(reply)
            if result is not None:
                return result
            limit = milliseconds(deadline)
        return None

    def _connected(self, now: float, deadline: float) -> zmq.Socket[bytes] | None:
        """The socket once somebody is there; None where nobody comes in time."""
        if self._socket is None or now >= self._checked + 1:
            self._command.check()
            self._checked = now
        socket, presence = self._opened()
        if not presence.look():
            if not presence.wait(deadline):
                return None
            # Whoever is there now was not when the folders were looked at.
            self._command.check()
        return socket

    def _opened(self) -> tuple[zmq.Socket[bytes], Presence]:
        if self._socket is None or self._presence is None:
            socket = requester(zmq.Context.instance())
            self._presence = Presence(socket)
            connect(socket, self._command)
            self._socket = socket
            self._limit = 0
        return self._socket, self._presence

    def _call_and_follow(self, method: str, said: dict[str, Any], wait: bool | float) -> Result:
        """The result of a method when what it has started has ended. Raises as `events` as well."""
        timeout = seconds(wait)
        with self.events(*PREFIXES) as stream:
            result = self.call(method, **traced(said))
            end = time.monotonic() + timeout
            steps = ending(result, said)
            try:
                step = next(steps)
                while True:
                    if step is None:
                        event = stream.get(max(0.0, end - time.monotonic()))
                        if event is None:
                            raise lateness(result, timeout)
                        step = steps.send(event)
                        continue
                    try:
                        found = self.call(step.method, **step.params)
                    except PagerError as error:
                        step = steps.throw(error)
                    else:
                        step = steps.send(found)
            except StopIteration as last:
                done: Result = last.value
                return done

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
        limit = self.timeout if timeout is None else timeout
        search = Search(self.events_endpoint, what, limit)
        with self.events(search.prefix, since=since) as stream:
            return stream.find(search)

    def mirror(self) -> Mirror:
        """A copy of the daemon's state that its events keep exact."""
        mirror = Mirror(self)
        self._streams.add(mirror)
        return mirror

    def close(self) -> None:
        """Closes its socket and its streams; the next call opens the socket again."""
        for stream in list(self._streams):
            stream.close()
        self._disconnect()

    def _disconnect(self) -> None:
        if self._presence is not None:
            self._presence.close()
        if self._socket is not None:
            self._socket.close(linger=0)
        self._socket = self._presence = None

    def __enter__(self) -> Pager:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class Events(EventsMethods[Result]):
    """`pager.events(PREFIX...)`, and the methods of `events.*`."""

    def __init__(self, pager: Pager) -> None:
        super().__init__(pager.call)
        self._pager = pager

    def __call__(
        self,
        *prefixes: str,
        since: int | None = None,
        history: str | None = None,
        boot: str | None = None,
        until_shutdown: bool = False,
    ) -> EventStream:
        """All events from now on, or after the seq `since`, whose topic has one of the prefixes.

        Once this returns, no later event can be missed. Without prefixes: all events. Raises
        NoDaemon, UnsafeDirectory, HistoryChanged where it is not the `history` that was given,
        HistoryForked where its log has not the event `since` of the `boot`.
        """
        stream = EventStream(
            self._pager,
            prefixes,
            since=since,
            history=history,
            boot=boot,
            until_shutdown=until_shutdown,
        )
        self._pager._streams.add(stream)
        return stream
