"""Streams of events and the mirror, as one thread reads them."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from types import TracebackType
from typing import TYPE_CHECKING, Any, Callable, Generic, TypeVar, overload

from .client import described
from .core.follow import News
from .core.reading import EventReading, MirrorReading, Reading
from .core.steps import Steps, run
from .core.subscription import What
from .errors import WrongThread
from .event import Event
from .state import State

if TYPE_CHECKING:
    from .pager import Pager

T = TypeVar("T")
R = TypeVar("R")
E = TypeVar("E", bound=Event)
Self = TypeVar("Self", bound="Stream[Any]")


class Stream(Generic[T]):
    """What has come over a subscribed socket, as an iterator. Belongs to one thread."""

    def __init__(self, pager: Pager, reading: Reading[T]) -> None:
        """Subscribes, and returns when the daemon has welcomed it. Raises as iterating."""
        self._pager = pager
        self._thread = threading.get_ident()
        self._reading = reading
        self._run(reading.open())

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

    def get(self, timeout: float | None = None) -> T | None:
        """The next one; None after so many seconds or at the end. Raises as the class."""
        return self._run(self._reading.get(timeout))

    def fileno(self) -> int:
        """A descriptor for `select` and event loops. Raises ValueError once it is closed.

        It is readable when something may have come: then call `get(0)` until it returns None,
        also once before the first wait. Silence of the daemon is only noticed by `get`.
        """
        return self._reading.fileno()

    def __iter__(self) -> Iterator[T]:
        return self

    def __next__(self) -> T:
        found = self._reading.next() or self.get()
        if found is None:
            raise StopIteration
        return found

    def close(self) -> None:
        """Ends it; what has been received can still be read."""
        self._reading.close()

    def _run(self, steps: Steps[R]) -> R:
        if threading.get_ident() != self._thread:
            steps.close()
            raise WrongThread(repr(self))
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


class EventStream(Stream[Event]):
    """An iterator of events; gaps are filled by events.replay before the events after them.

    Iterating raises Discontinued, which ends it, and NoDaemon after the pager's `timeout` without
    even a heartbeat. Of two subscriptions each is in order by itself, of one all is in order.
    """

    _reading: EventReading

    def __repr__(self) -> str:
        return described(type(self).__name__, self._reading, self._reading.prefixes)

    @overload
    def wait_for(
        self, what: type[E], timeout: float | None = None, *, subject: str | None = None
    ) -> E: ...
    @overload
    def wait_for(
        self,
        what: str | Callable[[Event], bool],
        timeout: float | None = None,
        *,
        subject: str | None = None,
    ) -> Event: ...
    def wait_for(
        self, what: What, timeout: float | None = None, *, subject: str | None = None
    ) -> Event:
        """The first event of this class, name, topic or property; those before it are dropped.

        Raises TimeoutError after `timeout` seconds (the pager's own by default), and as the class.
        """
        search = self._pager._search(what, timeout, subject)
        return self._run(self._reading.find(search))


class Mirror(Stream[News]):
    """A copy of the daemon's state; exact through gaps, reconnections and restarts.

    It moves when it is read: by `sync`, `wait_until`, `get`, or iterating. Iterating gives each
    event when it has been applied, and a Renewed when the whole state had to be read anew.
    NoDaemon is raised after the pager's `timeout` without a heartbeat of the daemon; the copy then
    is what was known last, and goes on when the daemon is back.
    """

    _reading: MirrorReading

    def __repr__(self) -> str:
        known = f"{len(self.state.records.controllers)} controllers at {self.state.seq}"
        return described(type(self).__name__, self._reading, (known,))

    @property
    def state(self) -> State:
        """What is known."""
        return State(self._reading.state)

    def sync(self) -> State:
        """The state of this moment. What it takes in is not told as news. Raises NoDaemon."""
        self._run(self._reading.sync())
        return self.state

    def wait_until(self, holds: Callable[[State], bool], timeout: float = 5.0) -> State:
        """The first state of which it is true, now or later. Raises TimeoutError, NoDaemon."""
        self._run(self._reading.wait_until(lambda state: holds(State(state)), timeout))
        return self.state
