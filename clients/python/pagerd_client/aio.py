"""The asyncio client of one daemon; the methods that send requests are coroutines."""

from __future__ import annotations

import asyncio
import os
from types import TracebackType
from typing import Any, Callable, TypeVar, overload

from .client import Client
from .connection import ConnectionEvent
from .core.requests import AsyncSender
from .core.steps import Steps, run_async
from .core.listening import Subject
from .core.subscription import What
from .errors import WrongThread
from .event import Event
from .aio_handles import AsyncDaemon, AsyncEventsMethods
from .handle import Id
from .request import Request, id_of
from .aio_requester import AsyncRequester
from .aio_stream import AsyncEventStream, AsyncMirror

T = TypeVar("T")
E = TypeVar("E", bound=Event)
C = TypeVar("C", bound=ConnectionEvent)
Result = dict[str, Any]


class AsyncPager(Client, AsyncDaemon):
    """A client of one daemon for asyncio, with the methods of `Pager`.

        async with AsyncPager("wall") as wall:
            await wall["book"].next(wait=True)
            async for event in wall.events("lifecycle."):
                print(event)

    Several requests may be in flight at a time; the daemon executes them in the order of the
    calls. The pager belongs to the process and
    the event loop of its first call until it is closed.
    """

    _requester: AsyncSender | None = None
    # The process and the event loop of the first call.
    _owner: tuple[int, asyncio.AbstractEventLoop] | None = None

    @property
    def events(self) -> AsyncEvents:
        """The events: `events(PREFIX...)` returns a stream, `events.replay(...)` past events."""
        return AsyncEvents(self)

    async def call(self, method: str, /, **params: object) -> Result:
        """Calls a method of the protocol and returns its result: `call("pager.next", id="book")`.

        A parameter whose name is a Python keyword is passed as `**{"from": "home"}`. Raises
        Refused, NoDaemon, BadReply, UnsafeDirectory, WrongThread. Raises TypeError or ValueError
        and sends nothing if a value is not JSON.
        """
        self._check_loop()
        exchange = self._exchange(method, params)
        if self._is_large(exchange):
            exchange.check((await self.call("server.hello"))["limits"])
        if self._requester is None:
            self._requester = AsyncRequester(self._command)
        return await self._requester.request(exchange)

    async def ask(self, request: Request[T]) -> T:
        """Sends a request and returns its typed result. Raises the errors of `call`."""
        return await self._run(self._asking(request))

    @overload
    async def wait_for(
        self,
        what: type[E],
        timeout: float | None = None,
        *,
        since: int | None = None,
        subject: Id | None = None,
    ) -> E: ...
    @overload
    async def wait_for(
        self,
        what: str | Callable[[Event], bool],
        timeout: float | None = None,
        *,
        since: int | None = None,
        subject: Id | None = None,
    ) -> Event: ...
    async def wait_for(
        self,
        what: What,
        timeout: float | None = None,
        *,
        since: int | None = None,
        subject: Id | None = None,
    ) -> Event:
        """Waits for the first event that matches `what` and returns it.

        `what` is an event class, a name, a topic or a predicate. The search begins now, or after
        the event `since`. To wait for an event of a command, take
        `since=(await wall.server.ping()).seq` before the command, because the daemon may publish
        the event before it replies. `subject` is the id that the event must be about. Raises
        TimeoutError after `timeout` seconds (the pager's own by default), NoDaemon, Discontinued.
        """
        return await self._run(self._finding(what, timeout, since, subject))

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

        `run` calls it, and awaits its result if that is awaitable. `what` is an event class, a
        name, a topic or a predicate, or a class of connection events. `subject` is the id that the
        event must be about. Returns a function that removes the callback.
        """
        return self._listeners.add(what, callback, id_of(subject))

    async def run(self, timeout: float | None = None) -> None:
        """Calls the callbacks of `on` until `stop` is called, or for `timeout` seconds.

        It continues through restarts of the daemon and while no daemon runs. Raises the errors
        that callbacks raise.
        """
        await self._run(self._listening(timeout))

    def mirror(self) -> AsyncMirror:
        """Returns a copy of the daemon's state that is updated by the daemon's events."""
        mirror = AsyncMirror(self, self._mirror_reading())
        self._streams.add(mirror)
        return mirror

    def close(self) -> None:
        """Closes the command socket and the streams; the next call opens the socket again."""
        self._close_streams()
        if self._requester is not None:
            self._requester.close()
        self._owner = None

    async def _run(self, steps: Steps[T]) -> T:
        self._check_loop()
        return await run_async(steps, self.call)

    def _check_loop(self) -> None:
        owner = (os.getpid(), asyncio.get_running_loop())
        if self._owner is None:
            self._owner = owner
        elif self._owner != owner:
            is_forked = self._owner[0] != owner[0]
            raise WrongThread(
                repr(self), "process" if is_forked else "event loop", "an AsyncPager"
            )

    async def __aenter__(self) -> AsyncPager:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class AsyncEvents(AsyncEventsMethods):
    """The events of a daemon: `pager.events(PREFIX...)`, and the methods `events.*`."""

    def __init__(self, pager: AsyncPager) -> None:
        super().__init__(pager)
        self._pager = pager

    def __call__(
        self,
        *prefixes: str,
        since: int | None = None,
        history: str | None = None,
        boot: str | None = None,
        until_shutdown: bool = False,
    ) -> AsyncEventStream:
        """Returns a stream of the events whose topics begin with one of the prefixes.

        Without prefixes, it has all events. It starts after the event `since`, or if that is
        omitted, when `async with` or `async for` begins. Raises ValueError if a prefix cannot
        begin a topic; reading the stream raises the errors that `Pager.events` lists.
        """
        reading = self._pager._reading(
            prefixes, since=since, history=history, boot=boot, until_shutdown=until_shutdown
        )
        stream = AsyncEventStream(self._pager, reading)
        self._pager._streams.add(stream)
        return stream
