"""Streams of events and the mirror for asyncio, as one task reads them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from types import TracebackType
from typing import TYPE_CHECKING, Any, Callable, Generic, TypeVar, overload

from .client import described
from .core.follow import News
from .core.reading import EventReading, MirrorReading, Reading
from .core.steps import Steps, run_async
from .core.subscription import What
from .event import Event
from .state import State

if TYPE_CHECKING:
    from .aio import AsyncPager

T = TypeVar("T")
R = TypeVar("R")
E = TypeVar("E", bound=Event)
Self = TypeVar("Self", bound="AsyncStream[Any]")


class AsyncStream(Generic[T]):
    """What has come over a subscribed socket, read by `async for`. Belongs to one task."""

    def __init__(self, pager: AsyncPager, reading: Reading[T]) -> None:
        """Subscribes when it is entered or first read."""
        self._pager = pager
        self._reading = reading

    def __repr__(self) -> str:
        return described(type(self).__name__, self._reading)

    @property
    def history(self) -> str:
        """The history whose events these are."""
        return self._reading.source.history or ""

    @property
    def boot(self) -> str:
        """The boot of the last event: with it and its seq another stream can go on."""
        return self._reading.source.boot or ""

    @property
    def is_ended(self) -> bool:
        """Whether it was closed, failed or ended with the daemon."""
        return self._reading.is_ended

    async def get(self, timeout: float | None = None) -> T | None:
        """The next one; None after so many seconds or at the end. Raises as the class."""
        return await self._run(self._reading.get(timeout))

    def __aiter__(self) -> AsyncIterator[T]:
        return self

    async def __anext__(self) -> T:
        found = self._reading.next() or await self.get()
        if found is None:
            raise StopAsyncIteration
        return found

    def close(self) -> None:
        """Ends it; what has been received can still be read."""
        self._reading.close()

    async def _run(self, steps: Steps[R]) -> R:
        return await run_async(steps, self._pager.call)

    async def __aenter__(self: Self) -> Self:
        await self._run(self._reading.open())
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

    _reading: EventReading

    def __repr__(self) -> str:
        return described(type(self).__name__, self._reading, self._reading.prefixes)

    @overload
    async def wait_for(
        self, what: type[E], timeout: float | None = None, *, subject: str | None = None
    ) -> E: ...
    @overload
    async def wait_for(
        self,
        what: str | Callable[[Event], bool],
        timeout: float | None = None,
        *,
        subject: str | None = None,
    ) -> Event: ...
    async def wait_for(
        self, what: What, timeout: float | None = None, *, subject: str | None = None
    ) -> Event:
        """The first event of this class, name, topic or property; those before it are dropped.

        Raises TimeoutError after `timeout` seconds (the pager's own by default), and as the class.
        """
        search = self._pager._search(what, timeout, subject)
        return await self._run(self._reading.find(search))


class AsyncMirror(AsyncStream[News]):
    """A copy of the daemon's state; what `Mirror` is, awaited. Read it within `async with`."""

    _reading: MirrorReading

    def __repr__(self) -> str:
        known = f"{len(self.state.records.controllers)} controllers at {self.state.seq}"
        return described(type(self).__name__, self._reading, (known,))

    @property
    def state(self) -> State:
        """What is known."""
        return State(self._reading.state)

    async def sync(self) -> State:
        """The state of this moment. What it takes in is not told as news. Raises NoDaemon."""
        await self._run(self._reading.sync())
        return self.state

    async def wait_until(self, holds: Callable[[State], bool], timeout: float = 5.0) -> State:
        """The first state of which it is true, now or later. Raises TimeoutError, NoDaemon."""
        await self._run(self._reading.wait_until(lambda state: holds(State(state)), timeout))
        return self.state
