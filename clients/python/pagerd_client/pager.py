"""The blocking client of one daemon."""

from __future__ import annotations

import os
import threading
from inspect import iscoroutinefunction
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
from .handle import Id
from .handles import Daemon, EventsMethods
from .request import Request, id_of
from .requester import Requester
from .stream import EventStream, Mirror

T = TypeVar("T")
E = TypeVar("E", bound=Event)
C = TypeVar("C", bound=ConnectionEvent)
Result = dict[str, Any]


class Pager(Client, Daemon):
    """A client of one daemon: handles to its objects, and its events. Creating it sends nothing.

        with Pager("wall") as wall:
            wall["book"].next(wait=True)
            wall.wait_for("pager.book.didSettle")

    A request without a reply is sent again after 100 ms and then at growing intervals, with the
    same client and id, so that the daemon executes it only once. The pager belongs to the
    process and the thread of its first call until it is closed.
    """

    _requester: Sender | None = None
    # The process and the thread of the first call.
    _owner: tuple[int, int] | None = None

    @property
    def events(self) -> Events:
        """The events: `events(PREFIX...)` returns a stream, `events.replay(...)` past events."""
        return Events(self)

    def call(self, method: str, /, **params: object) -> Result:
        """Calls a method of the protocol and returns its result: `call("pager.next", id="book")`.

        A parameter whose name is a Python keyword is passed as `**{"from": "home"}`. Raises
        Refused, NoDaemon, BadReply, UnsafeDirectory, WrongThread. Raises TypeError or ValueError
        and sends nothing if a value is not JSON.
        """
        self._check_thread()
        exchange = self._exchange(method, params)
        if self._is_large(exchange):
            exchange.check(self.call("server.hello")["limits"])
        if self._requester is None:
            self._requester = Requester(self._command)
        return self._requester.request(exchange)

    def ask(self, request: Request[T]) -> T:
        """Sends a request and returns its typed result. Raises the errors of `call`."""
        return self._run(self._asking(request))

    @overload
    def wait_for(
        self,
        what: type[E],
        timeout: float | None = None,
        *,
        since: int | None = None,
        subject: Id | None = None,
    ) -> E: ...
    @overload
    def wait_for(
        self,
        what: str | Callable[[Event], bool],
        timeout: float | None = None,
        *,
        since: int | None = None,
        subject: Id | None = None,
    ) -> Event: ...
    def wait_for(
        self,
        what: What,
        timeout: float | None = None,
        *,
        since: int | None = None,
        subject: Id | None = None,
    ) -> Event:
        """Waits for the first event that matches `what` and returns it.

        `what` is an event class, a name, a topic or a predicate. The search begins now, or after
        the event `since`. To wait for an event of a command, take `since=wall.server.ping().seq`
        before the command, because the daemon may publish the event before it replies. `subject`
        is the id that the event must be about. Raises TimeoutError after `timeout` seconds (the
        pager's own by default), NoDaemon, Discontinued.
        """
        return self._run(self._finding(what, timeout, since, subject))

    @overload
    def on(
        self, what: type[E], callback: Callable[[E], object], *, subject: Id | None = None
    ) -> Callable[[], None]: ...
    @overload
    def on(self, what: type[C], callback: Callable[[C], object]) -> Callable[[], None]: ...
    @overload
    def on(
        self,
        what: str | Callable[[Event], bool],
        callback: Callable[[Event], object],
        *,
        subject: Id | None = None,
    ) -> Callable[[], None]: ...
    def on(
        self,
        what: Subject,
        callback: Callable[[Any], object],
        *,
        subject: Id | None = None,
    ) -> Callable[[], None]:
        """Adds a callback for matching events, or for Connected, Disconnected or Resumed.

        `run` calls it. `what` is an event class, a name, a topic or a predicate, or a class of
        connection events. `subject` is the id that the event must be about. Returns a function
        that removes the callback. Raises TypeError for a callback that is a coroutine function,
        because only AsyncPager can await its result.
        """
        if iscoroutinefunction(callback):
            raise TypeError(f"{callback!r} is a coroutine function: use AsyncPager, which awaits it")
        return self._listeners.add(what, callback, id_of(subject))

    def run(self, timeout: float | None = None) -> None:
        """Calls the callbacks of `on` until `stop` is called, or for `timeout` seconds.

        It continues through restarts of the daemon and while no daemon runs. Raises the errors
        that callbacks raise.
        """
        self._run(self._listening(timeout))

    def mirror(self) -> Mirror:
        """Returns a copy of the daemon's state that is updated by the daemon's events."""
        mirror = Mirror(self, self._mirror_reading())
        self._streams.add(mirror)
        return mirror

    def close(self) -> None:
        """Closes the command socket and the streams; the next call opens the socket again.

        Raises WrongThread while a call of another thread is running.
        """
        if self._requester is not None:
            self._requester.close()
        self._close_streams()
        self._owner = None

    def _run(self, steps: Steps[T]) -> T:
        self._check_thread()
        return run(steps, self.call)

    def _check_thread(self) -> None:
        owner = (os.getpid(), threading.get_ident())
        if self._owner is None:
            self._owner = owner
        elif self._owner != owner:
            is_forked = self._owner[0] != owner[0]
            raise WrongThread(repr(self), "process" if is_forked else "thread")

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
    """The events of a daemon: `pager.events(PREFIX...)`, and the methods `events.*`."""

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
        """Subscribes to the events whose topics begin with one of the prefixes; returns a stream.

        Without prefixes, it has all events. It starts now, or after the event `since`; once this
        returns, no later event is missed. Raises ValueError if a prefix cannot begin a topic,
        NoDaemon, UnsafeDirectory, HistoryChanged if the daemon's history is not `history`, and
        HistoryForked if the daemon's log does not have the event `since` of `boot`.
        """
        reading = self._pager._reading(
            prefixes, since=since, history=history, boot=boot, until_shutdown=until_shutdown
        )
        stream = EventStream(self._pager, reading)
        self._pager._streams.add(stream)
        return stream
