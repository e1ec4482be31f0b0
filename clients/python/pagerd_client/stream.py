"""Events from a daemon, without a gap, as one thread reads them."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from types import TracebackType
from typing import TYPE_CHECKING, Any, Callable, Generic, TypeVar

import zmq

from .core.proof import Proof
from .core.steps import run
from .core.subscription import Search, Source, Subscription, checked
from .core.words import problems, warn
from .errors import PagerError
from .event import Event
from .wire import connect, milliseconds, receive, subscriber

if TYPE_CHECKING:
    from .pager import Pager

T = TypeVar("T")
Self = TypeVar("Self", bound="Stream[Any]")


class Stream(Generic[T]):
    """A subscribed socket, read as an iterator. Belongs to one thread."""

    #: Seconds without a welcome after which a subscription is repeated.
    patience = 1.0
    #: Messages taken before what they brought is given out.
    batch = 256

    def __init__(self, pager: Pager, source: Source[T], *, until_shutdown: bool = False) -> None:
        """Subscribes, and returns when the daemon has welcomed it. Raises as iterating."""
        self._pager = pager
        self._endpoint = pager.events_endpoint
        self._core = Subscription(
            self._endpoint,
            source,
            timeout=pager.timeout,
            patience=self.patience,
            until_shutdown=until_shutdown,
        )
        self._endpoint.check()
        self._socket = subscriber(zmq.Context.instance())
        connect(self._socket, self._endpoint)
        try:
            for prefix in self._core.prefixes:
                self._socket.setsockopt(zmq.SUBSCRIBE, prefix)
            while not self._core.is_welcome:
                self._turn(None)
                self._core.raise_failure()
            self._endpoint.check()
        except BaseException:
            self.close()
            raise

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

    def get(self, timeout: float | None = None) -> T | None:
        """The next one; None after so many seconds or at the end. Raises as the class."""
        end = None if timeout is None else time.monotonic() + timeout
        while True:
            found = self._core.next()
            if found is not None or self._core.is_ended:
                return found
            self._turn(end)
            if end is not None and time.monotonic() >= end:
                return self._core.next()

    def _turn(self, end: float | None) -> None:
        """Waits for the socket, at most until `end`, and takes what has come."""
        began = time.monotonic()
        limit = began + self._core.limit
        heard = bool(self._socket.poll(milliseconds(limit if end is None else min(limit, end))))
        for prefix in self._core.waited(time.monotonic() - began, heard):
            self._socket.setsockopt(zmq.UNSUBSCRIBE, prefix)
            self._socket.setsockopt(zmq.SUBSCRIBE, prefix)
        if heard:
            self._drain()

    def _drain(self) -> None:
        """Takes what has come, a batch at most."""
        try:
            for _ in range(self.batch):
                self._take(*receive(self._socket))
                if self._core.is_ended:
                    break
        except zmq.Again:
            return
        except PagerError as error:
            self._core.fail(error)
        if self._core.is_ended:
            self._socket.close(linger=0)

    def _take(self, topic: bytes, payload: bytes) -> None:
        steps = self._core.take(topic, payload)
        if steps is not None:
            run(steps, self._pager.call)

    def __iter__(self) -> Iterator[T]:
        return self

    def __next__(self) -> T:
        found = self._core.next() or self.get()
        if found is None:
            raise StopIteration
        return found

    def close(self) -> None:
        """Ends it; what has been received can still be read."""
        self._core.is_ended = True
        self._socket.close(linger=0)

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
    """An iterator of events; holes are filled by events.replay before the events after them.

    Iterating raises HistoryChanged, EventsLost (both end it) and NoDaemon after the pager's
    `timeout` without even a heartbeat. Of two subscriptions each is in order by itself, of one
    all is in order.
    """

    def __init__(
        self,
        pager: Pager,
        prefixes: tuple[str, ...] = (),
        *,
        since: int | None = None,
        history: str | None = None,
        boot: str | None = None,
        until_shutdown: bool = False,
    ) -> None:
        """Subscribes, and returns when the daemon has welcomed it.

        Raises ValueError for what cannot begin a topic, UnsafeDirectory, and as iterating.
        """
        proof = Proof(checked(prefixes), since, history, boot)
        super().__init__(pager, proof, until_shutdown=until_shutdown)
        # Once it is subscribed: asking takes time, in which events may come.
        self._prefixes = prefixes
        try:
            self._check(prefixes=prefixes)
        except BaseException:
            self.close()
            raise

    def _check(self, **said: Iterable[str]) -> None:
        """Warns of misspelt prefixes and words."""
        warn(run(problems(**said), self._pager.call))

    def wait_for(self, what: str | Callable[[Event], bool], timeout: float = 5.0) -> Event:
        """The first event with this name, topic or property; those before it are dropped.

        Raises TimeoutError, and as the class.
        """
        return self.find(Search(self._endpoint, what, timeout))

    def find(self, search: Search) -> Event:
        """The same by a Search, which has its own time."""
        self._check(words=[word for word in search.words if word not in self._prefixes])
        end = time.monotonic() + search.timeout
        while True:
            event = self.get(max(0.0, end - time.monotonic()))
            if event is None:
                raise search.failure(self.is_ended)
            if search.finds(event):
                return event
