"""Events and a mirror for asyncio, as one task reads them."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Iterable
from types import TracebackType
from typing import TYPE_CHECKING, Any, Callable, Generic, TypeVar

import zmq
import zmq.asyncio

from .core.follow import Follow, News
from .core.proof import Proof
from .core.state import State
from .core.steps import run_async
from .core.subscription import Search, Source, Subscription, checked
from .core.words import problems, warn
from .errors import PagerError
from .event import Event
from .wire import connect, milliseconds, receive, subscriber

if TYPE_CHECKING:
    from .aio import AsyncPager

T = TypeVar("T")
Self = TypeVar("Self", bound="AsyncStream[Any]")


class AsyncStream(Generic[T]):
    """A subscribed socket, read by `async for`. Belongs to one task."""

    #: Seconds without a welcome after which a subscription is repeated.
    patience = 1.0
    #: Messages taken before what they brought is given out.
    batch = 256

    def __init__(
        self, pager: AsyncPager, source: Source[T], *, until_shutdown: bool = False
    ) -> None:
        """Subscribes when it is entered or first read."""
        self._pager = pager
        self._endpoint = pager.events_endpoint
        self._core = Subscription(
            self._endpoint,
            source,
            timeout=pager.timeout,
            patience=self.patience,
            until_shutdown=until_shutdown,
        )
        self._plain: zmq.Socket[bytes] | None = None
        self._socket: zmq.asyncio.Socket | None = None

    @property
    def history(self) -> str:
        """The history whose events these are."""
        return self._core.source.history or ""

    @property
    def boot(self) -> str:
        """The boot of the last event: with it and its seq another stream can go on."""
        return self._core.source.boot or ""

    @property
    def is_ended(self) -> bool:
        """Whether it was closed, failed or ended with the daemon."""
        return self._core.is_ended

    async def get(self, timeout: float | None = None) -> T | None:
        """The next one; None after so many seconds or at the end. Raises as the class."""
        end = None if timeout is None else time.monotonic() + timeout
        if self._socket is None:
            await self._open()
        while True:
            found = self._core.next()
            if found is not None or self._core.is_ended:
                return found
            await self._turn(end)
            if end is not None and time.monotonic() >= end:
                return self._core.next()

    async def _open(self) -> None:
        if self._core.is_ended:
            return
        self._endpoint.check()
        self._plain = subscriber(zmq.Context.instance())
        connect(self._plain, self._endpoint)
        self._socket = zmq.asyncio.Socket.from_socket(self._plain)
        try:
            for prefix in self._core.prefixes:
                self._plain.setsockopt(zmq.SUBSCRIBE, prefix)
            while not self._core.is_welcome:
                await self._turn(None)
                self._core.raise_failure()
            self._endpoint.check()
            await self._begin()
        except BaseException:
            self.close()
            raise

    async def _begin(self) -> None:
        """What there is to do once it is welcomed."""

    async def _turn(self, end: float | None) -> None:
        """Waits for the socket, at most until `end`, and takes what has come."""
        assert self._socket is not None and self._plain is not None
        began = time.monotonic()
        limit = began + self._core.limit
        wait = milliseconds(limit if end is None else min(limit, end))
        heard = bool(await self._socket.poll(wait))
        for prefix in self._core.waited(time.monotonic() - began, heard):
            self._plain.setsockopt(zmq.UNSUBSCRIBE, prefix)
            self._plain.setsockopt(zmq.SUBSCRIBE, prefix)
        if heard:
            await self._drain()

    async def _drain(self) -> None:
        """Takes what has come, a batch at most."""
        assert self._plain is not None
        try:
            for _ in range(self.batch):
                topic, payload = receive(self._plain)
                steps = self._core.take(topic, payload)
                if steps is not None:
                    await run_async(steps, self._pager.call)
                if self._core.is_ended:
                    break
        except zmq.Again:
            return
        except PagerError as error:
            self._core.fail(error)
        if self._core.is_ended:
            self.close()

    def __aiter__(self) -> AsyncIterator[T]:
        return self

    async def __anext__(self) -> T:
        found = self._core.next() or await self.get()
        if found is None:
            raise StopAsyncIteration
        return found

    def close(self) -> None:
        """Ends it; what has been received can still be read."""
        self._core.is_ended = True
        if self._socket is not None and self._plain is not None:
            self._socket.close(linger=0)
            self._plain.close(linger=0)

    async def __aenter__(self: Self) -> Self:
        if self._socket is None:
            await self._open()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class AsyncEventStream(AsyncStream[Event]):
    """Events without a gap. `async with` subscribes, so that no later event can be missed.

    Reading raises as EventStream does.
    """

    def __init__(
        self,
        pager: AsyncPager,
        prefixes: tuple[str, ...] = (),
        *,
        since: int | None = None,
        history: str | None = None,
        boot: str | None = None,
        until_shutdown: bool = False,
    ) -> None:
        """Raises ValueError for what cannot begin a topic."""
        proof = Proof(checked(prefixes), since, history, boot)
        super().__init__(pager, proof, until_shutdown=until_shutdown)
        self._prefixes = prefixes

    async def _begin(self) -> None:
        await self._check(prefixes=self._prefixes)

    async def _check(self, **said: Iterable[str]) -> None:
        """Warns of misspelt prefixes and words."""
        warn(await run_async(problems(**said), self._pager.call))

    async def wait_for(self, what: str | Callable[[Event], bool], timeout: float = 5.0) -> Event:
        """The first event with this name, topic or property; those before it are dropped.

        Raises TimeoutError, and as the class.
        """
        return await self.find(Search(self._endpoint, what, timeout))

    async def find(self, search: Search) -> Event:
        """The same by a Search, which has its own time."""
        if self._socket is None:
            await self._open()
        await self._check(words=[word for word in search.words if word not in self._prefixes])
        end = time.monotonic() + search.timeout
        while True:
            event = await self.get(max(0.0, end - time.monotonic()))
            if event is None:
                raise search.failure(self.is_ended)
            if search.finds(event):
                return event


class AsyncMirror(AsyncStream[News]):
    """A copy of the daemon's state; what `Mirror` is, awaited. Read it within `async with`."""

    def __init__(self, pager: AsyncPager) -> None:
        """Subscribes and reads the state when it is entered or first read."""
        self._follow = Follow()
        super().__init__(pager, self._follow)

    async def _begin(self) -> None:
        await run_async(self._follow.begin(), self._pager.call)

    @property
    def state(self) -> State:
        """What is known. Its records are to be read only."""
        return self._follow.state

    async def sync(self) -> State:
        """The state of this moment. What it takes in is not told as news. Raises NoDaemon."""
        if self._socket is None or self._plain is None:
            await self._open()
        hello = await self._pager.call("server.hello")
        while self._plain is not None and not self._follow.has(hello) and self._plain.poll(0):
            await self._drain()
            self._core.raise_failure()
        await run_async(self._follow.sync(hello), self._pager.call)
        return self.state

    async def wait_until(self, holds: Callable[[State], bool], timeout: float = 5.0) -> State:
        """The first state of which it is true, now or later. Raises TimeoutError, NoDaemon."""
        end = time.monotonic() + timeout
        if self._socket is None:
            await self._open()
        while not holds(self.state):
            if await self.get(max(0.0, end - time.monotonic())) is None:
                raise self._core.lateness(timeout, self.state.seq)
        return self.state
