"""Event streams and the mirror for asyncio. Only one task may read each of them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from types import TracebackType
from typing import TYPE_CHECKING, Any, Callable, TypeVar, overload

from .core.follow import News
from .core.reading import Reading
from .core.steps import Steps, run_async
from .core.subscription import What
from .event import Event
from .handle import Id
from .state import State
from .subscribed import Copy, Events, Subscribed

if TYPE_CHECKING:
    from .aio import AsyncPager

T = TypeVar("T")
R = TypeVar("R")
E = TypeVar("E", bound=Event)
Self = TypeVar("Self", bound="AsyncStream[Any]")


class AsyncStream(Subscribed[T]):
    """An asynchronous iterator over the items of a subscription. It belongs to one task."""

    def __init__(self, pager: AsyncPager, reading: Reading[T]) -> None:
        """Creates a stream that subscribes when it is entered or first read."""
        super().__init__(reading)
        self._pager = pager

    async def get(self, timeout: float | None = None) -> T | None:
        """Returns the next item, or None after `timeout` seconds or at the end.

        Raises the errors that iterating raises.
        """
        return await self._run(self._reading.get(timeout))

    def __aiter__(self) -> AsyncIterator[T]:
        return self

    async def __anext__(self) -> T:
        found = self._reading.next() or await self.get()
        if found is None:
            raise StopAsyncIteration
        return found

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


class AsyncEventStream(Events, AsyncStream[Event]):
    """A gap-free stream of events. `async with` subscribes, so that no later event is missed.

    Reading it raises the errors that reading an EventStream raises.
    """

    @overload
    async def wait_for(
        self, what: type[E], timeout: float | None = None, *, subject: Id | None = None
    ) -> E: ...
    @overload
    async def wait_for(
        self,
        what: str | Callable[[Event], bool],
        timeout: float | None = None,
        *,
        subject: Id | None = None,
    ) -> Event: ...
    async def wait_for(
        self, what: What, timeout: float | None = None, *, subject: Id | None = None
    ) -> Event:
        """Waits for the first event that matches `what` and returns it; drops earlier events.

        `what` is an event class, a name, a topic or a predicate. Raises TimeoutError after
        `timeout` seconds (the pager's own by default), and the errors that iterating raises.
        """
        search = self._pager._search(what, timeout, subject)
        return await self._run(self._reading.find(search))


class AsyncMirror(Copy, AsyncStream[News]):
    """A copy of the daemon's state, like `Mirror`, for asyncio. Use it within `async with`."""

    async def sync(self) -> State:
        """Updates the copy to the daemon's current state and returns it. Raises NoDaemon.

        Iterating later does not return the events that `sync` has applied.
        """
        await self._run(self._reading.sync())
        return self.state

    async def wait_until(self, holds: Callable[[State], bool], timeout: float = 5.0) -> State:
        """Waits until `holds(state)` is true and returns that state. `timeout` is in seconds.

        Raises TimeoutError, NoDaemon.
        """
        await self._run(self._reading.wait_until(lambda state: holds(State(state)), timeout))
        return self.state
