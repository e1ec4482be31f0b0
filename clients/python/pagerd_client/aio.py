"""One daemon, as one event loop sees it: every method is awaited."""

from __future__ import annotations

import asyncio
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
from .request import Request
from .aio_requester import AsyncRequester
from .aio_stream import AsyncEventStream, AsyncMirror

T = TypeVar("T")
E = TypeVar("E", bound=Event)
C = TypeVar("C", bound=ConnectionEvent)
Result = dict[str, Any]


class AsyncPager(Client, AsyncDaemon):
    """A daemon: what `Pager` is, awaited.

        async with AsyncPager("wall") as wall:
            await wall["book"].next(wait=True)
            async for event in wall.events("lifecycle."):
                print(event)

    Many requests may be under way at a time; the daemon carries them out in their order. It
    belongs to the event loop of the first call, until it is closed.
    """

    _requester: AsyncSender | None = None
    _loop: asyncio.AbstractEventLoop | None = None

    @property
    def events(self) -> AsyncEvents:
        """`events(PREFIX...)` is a stream, `events.replay` what was published before."""
        return AsyncEvents(self)

    async def call(self, method: str, /, **params: object) -> Result:
        """The result of a method, with the names of the wire: `call("pager.next", id="book")`.

        Raises Refused, NoDaemon, BadReply, UnsafeDirectory, WrongThread. Parameters whose names
        are Python's own go in by `**{"from": "home"}`. A value that is not JSON raises TypeError
        or ValueError, and nothing is sent.
        """
        self._check_loop()
        exchange = self._exchange(method, params)
        if self._is_large(exchange):
            exchange.check((await self.call("server.hello"))["limits"])
        if self._requester is None:
            self._requester = AsyncRequester(self._command)
        return await self._requester.request(exchange)

    async def ask(self, request: Request[T]) -> T:
        """The typed result of a request of a handle. Raises as `call`."""
        return await self._run(self._asking(request))

    @overload
    async def wait_for(
        self,
        what: type[E],
        timeout: float | None = None,
        *,
        since: int | None = None,
        subject: str | None = None,
    ) -> E: ...
    @overload
    async def wait_for(
        self,
        what: str | Callable[[Event], bool],
        timeout: float | None = None,
        *,
        since: int | None = None,
        subject: str | None = None,
    ) -> Event: ...
    async def wait_for(
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
        return await self._run(self._finding(what, timeout, since, subject))

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
        What a callback returns is awaited where it can be: it may be a coroutine.
        """
        return self._listeners.add(what, callback, subject)

    async def run(self, timeout: float | None = None) -> None:
        """Calls back what `on` was given, until `stop`, or for so many seconds.

        It goes on through restarts of the daemon, and while there is none. Raises what callbacks
        raise.
        """
        await self._run(self._listening(timeout))

    def mirror(self) -> AsyncMirror:
        """A copy of the daemon's state that its events keep exact."""
        mirror = AsyncMirror(self, self._mirror_reading())
        self._streams.add(mirror)
        return mirror

    def close(self) -> None:
        """Closes its socket and its streams; the next call opens the socket again."""
        self._close_streams()
        if self._requester is not None:
            self._requester.close()
        self._loop = None

    async def _run(self, steps: Steps[T]) -> T:
        self._check_loop()
        return await run_async(steps, self.call)

    def _check_loop(self) -> None:
        loop = asyncio.get_running_loop()
        if self._loop is None:
            self._loop = loop
        elif self._loop is not loop:
            raise WrongThread(repr(self))

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
    """`pager.events(PREFIX...)`, and the methods of `events.*`."""

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
        """All events from now on, or after the seq `since`, whose topic has one of the prefixes.

        From now on is from the beginning of `async with` or `async for`. Without prefixes: all.
        Raises ValueError for what cannot begin a topic; reading raises as for Pager.
        """
        reading = self._pager._reading(
            prefixes, since=since, history=history, boot=boot, until_shutdown=until_shutdown
        )
        stream = AsyncEventStream(self._pager, reading)
        self._pager._streams.add(stream)
        return stream
