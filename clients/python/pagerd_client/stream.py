"""Event streams and the mirror. Only one thread may read each of them."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from types import TracebackType
from typing import TYPE_CHECKING, Any, Callable, TypeVar, overload

from .core.follow import News
from .core.reading import Reading
from .core.steps import Steps, run
from .core.subscription import What
from .errors import WrongThread
from .event import Event
from .handle import Id
from .state import State
from .subscribed import Copy, Events, Subscribed

if TYPE_CHECKING:
    from .pager import Pager

T = TypeVar("T")
R = TypeVar("R")
E = TypeVar("E", bound=Event)
Self = TypeVar("Self", bound="Stream[Any]")


class Stream(Subscribed[T]):
    """An iterator over the items of a subscription. It belongs to one thread."""

    def __init__(self, pager: Pager, reading: Reading[T]) -> None:
        """Subscribes and waits for the daemon's welcome. Raises the errors of iterating."""
        super().__init__(reading)
        self._pager = pager
        self._owner = (os.getpid(), threading.get_ident())
        self._run(reading.open())

    def get(self, timeout: float | None = None) -> T | None:
        """Returns the next item, or None after `timeout` seconds or at the end.

        Raises the errors that iterating raises.
        """
        return self._run(self._reading.get(timeout))

    def fileno(self) -> int:
        """Returns a file descriptor for `select`. Raises ValueError if the stream is closed.

        When the descriptor becomes readable, call `get(0)` until it returns None. Do the same once
        before you first wait for the descriptor. Only `get` notices that the daemon is silent.
        """
        return self._reading.fileno()

    def __iter__(self) -> Iterator[T]:
        return self

    def __next__(self) -> T:
        found = self._reading.next() or self.get()
        if found is None:
            raise StopIteration
        return found

    def _run(self, steps: Steps[R]) -> R:
        owner = (os.getpid(), threading.get_ident())
        if owner != self._owner:
            steps.close()
            raise WrongThread(repr(self), "thread" if owner[0] == self._owner[0] else "process")
        return run(steps, self._pager.call)

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class EventStream(Events, Stream[Event]):
    """An iterator over events. It fills a gap by `events.replay` before it returns later events.

    Iterating raises Discontinued, which ends the stream, and NoDaemon after the pager's `timeout`
    without even a heartbeat. The events of one prefix are in order. Events of different prefixes
    may not be in order with each other.
    """

    @overload
    def wait_for(
        self, what: type[E], timeout: float | None = None, *, subject: Id | None = None
    ) -> E: ...
    @overload
    def wait_for(
        self,
        what: str | Callable[[Event], bool],
        timeout: float | None = None,
        *,
        subject: Id | None = None,
    ) -> Event: ...
    def wait_for(
        self, what: What, timeout: float | None = None, *, subject: Id | None = None
    ) -> Event:
        """Waits for the first event that matches `what` and returns it; drops earlier events.

        `what` is an event class, a name, a topic or a predicate. Raises TimeoutError after
        `timeout` seconds (the pager's own by default), and the errors that iterating raises.
        """
        search = self._pager._search(what, timeout, subject)
        return self._run(self._reading.find(search))


class Mirror(Copy, Stream[News]):
    """A copy of the daemon's state that stays exact through gaps, reconnections and restarts.

    It changes only when it is read: by `sync`, `wait_until`, `get` or iterating. Iterating returns
    each event after it was applied, and a Renewed after the whole state was read again. It raises
    NoDaemon after the pager's `timeout` without a heartbeat of the daemon; the copy then keeps the
    last known state and continues when the daemon is back.
    """

    def sync(self) -> State:
        """Updates the copy to the daemon's current state and returns it. Raises NoDaemon.

        Iterating later does not return the events that `sync` has applied.
        """
        self._run(self._reading.sync())
        return self.state

    def wait_until(self, holds: Callable[[State], bool], timeout: float = 5.0) -> State:
        """Waits until `holds(state)` is true and returns that state. `timeout` is in seconds.

        Raises TimeoutError, NoDaemon.
        """
        self._run(self._reading.wait_until(lambda state: holds(State(state)), timeout))
        return self.state
