"""One daemon, as one thread sees it."""

from __future__ import annotations

import threading
from types import TracebackType
from typing import Any, Callable, TypeVar, overload

from .client import Client
from .connection import ConnectionEvent
from .core.listening import Subject
from .core.requests import Sender
from .core.steps import Steps, run
from .core.subscription import What
from .errors import WrongThread
from .event import Event
from .handles import Daemon, EventsMethods
from .request import Request
from .requester import Requester
from .stream import EventStream, Mirror

T = TypeVar("T")
E = TypeVar("E", bound=Event)
C = TypeVar("C", bound=ConnectionEvent)
Result = dict[str, Any]


class Pager(Client, Daemon):
    """A daemon: handles of what it has, and its events. Nothing is sent before the first call.

        with Pager("wall") as wall:
            wall["book"].next(wait=True)
            wall.wait_for("pager.book.didSettle")

    A request without a reply is sent again after 100 ms and then at growing intervals, with the
    same client and id: the daemon carries it out once. It belongs to the thread that makes the
    first call, until it is closed.
    """

    _requester: Sender | None = None
    _thread: int | None = None

    @property
    def events(self) -> Events:
        """`events(PREFIX...)` is a stream, `events.replay` what was published before."""
        return Events(self)

    def call(self, method: str, /, **params: object) -> Result:
        """The result of a method, with the names of the wire: `call("pager.next", id="book")`.

        Raises Refused, NoDaemon, BadReply, UnsafeDirectory, WrongThread. Parameters whose names
        are Python's own go in by `**{"from": "home"}`. A value that is not JSON raises TypeError
        or ValueError, and nothing is sent.
        """
        self._check_thread()
        exchange = self._exchange(method, params)
        if self._is_large(exchange):
            exchange.check(self.call("server.hello")["limits"])
        if self._requester is None:
            self._requester = Requester(self._command)
        return self._requester.request(exchange)

    def ask(self, request: Request[T]) -> T:
        """The typed result of a request of a handle. Raises as `call`."""
        return self._run(self._asking(request))

    @overload
    def wait_for(
        self,
        what: type[E],
        timeout: float | None = None,
        *,
        since: int | None = None,
        subject: str | None = None,
    ) -> E: ...
    @overload
    def wait_for(
        self,
        what: str | Callable[[Event], bool],
        timeout: float | None = None,
        *,
        since: int | None = None,
        subject: str | None = None,
    ) -> Event: ...
    def wait_for(
        self,
        what: What,
        timeout: float | None = None,
        *,
        since: int | None = None,
        subject: str | None = None,
    ) -> Event:
        """The first event of this class, name, topic or property, from now on or after a seq.

        With `since` taken from a reply's `seq` nothing that follows the reply can be missed.
        `subject` is the id that the event must be about. Raises TimeoutError after `timeout`
        seconds (the pager's own by default), NoDaemon, Discontinued.
        """
        return self._run(self._finding(what, timeout, since, subject))

    @overload
    def on(
        self, what: type[E], callback: Callable[[E], object], *, subject: str | None = None
    ) -> Callable[[], None]: ...
    @overload
    def on(self, what: type[C], callback: Callable[[C], object]) -> Callable[[], None]: ...
    @overload
    def on(
        self,
        what: str | Callable[[Event], bool],
        callback: Callable[[Event], object],
        *,
        subject: str | None = None,
    ) -> Callable[[], None]: ...
    def on(
        self,
        what: Subject,
        callback: Callable[[Any], object],
        *,
        subject: str | None = None,
    ) -> Callable[[], None]:
        """Has `run` call back for each such event, or for Connected, Disconnected and Resumed.

        `subject` is the id that the event must be about. Returns what takes the callback back.
        """
        return self._listeners.add(what, callback, subject)

    def run(self, timeout: float | None = None) -> None:
        """Calls back what `on` was given, until `stop`, or for so many seconds.

        It goes on through restarts of the daemon, and while there is none. Raises what callbacks
        raise.
        """
        self._run(self._listening(timeout))

    def mirror(self) -> Mirror:
        """A copy of the daemon's state that its events keep exact."""
        mirror = Mirror(self, self._mirror_reading())
        self._streams.add(mirror)
        return mirror

    def close(self) -> None:
        """Closes its socket and its streams; the next call opens the socket again."""
        self._close_streams()
        if self._requester is not None:
            self._requester.close()
        self._thread = None

    def _run(self, steps: Steps[T]) -> T:
        self._check_thread()
        return run(steps, self.call)

    def _check_thread(self) -> None:
        thread = threading.get_ident()
        if self._thread is None:
            self._thread = thread
        elif self._thread != thread:
            raise WrongThread(repr(self))

    def __enter__(self) -> Pager:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class Events(EventsMethods):
    """`pager.events(PREFIX...)`, and the methods of `events.*`."""

    def __init__(self, pager: Pager) -> None:
        super().__init__(pager)
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
        ValueError for what cannot begin a topic, NoDaemon, UnsafeDirectory, HistoryChanged where
        it is not the `history` that was given, HistoryForked where its log has not the event
        `since` of the `boot`.
        """
        reading = self._pager._reading(
            prefixes, since=since, history=history, boot=boot, until_shutdown=until_shutdown
        )
        stream = EventStream(self._pager, reading)
        self._pager._streams.add(stream)
        return stream
