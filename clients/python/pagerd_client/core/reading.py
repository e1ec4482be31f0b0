"""One stream: a channel, its subscription, and the received items."""

from __future__ import annotations

from typing import Callable, Generic, TypeVar

from ..errors import PagerError
from ..event import Event
from .channel import Channel
from .follow import Follow, News
from .state import State
from .steps import Steps, ask, wait
from .subscription import Search, Source, Subscription
from .words import problems, warn

T = TypeVar("T")


class Reading(Generic[T]):
    """A stream that opens its channel when it is first read, and requests missing events."""

    #: The maximum number of messages that are handled before their items are returned.
    batch = 256

    def __init__(
        self,
        connect: Callable[[], Channel],
        subscription: Subscription[T],
        clock: Callable[[], float],
    ) -> None:
        """Takes `connect`, which opens the channel, and `clock`, which returns seconds."""
        self.subscription = subscription
        self.clock = clock
        self._connect = connect
        self._channel: Channel | None = None

    @property
    def source(self) -> Source[T]:
        """The source, which turns messages into items."""
        return self.subscription.source

    @property
    def is_ended(self) -> bool:
        """True if no further items will arrive."""
        return self.subscription.is_ended

    def next(self) -> T | None:
        """Returns the oldest item that is not read yet, or None.

        Raises the stream's failure once all items have been returned.
        """
        return self.subscription.next()

    def open(self) -> Steps[None]:
        """Subscribes and waits for the welcome. Does nothing if the stream was opened before."""
        if self._channel is not None or self.is_ended:
            return
        self.subscription.check()
        self._channel = self._connect()
        try:
            for prefix in self.subscription.prefixes:
                self._channel.subscribe(prefix)
            while not self.subscription.is_welcome:
                yield from self._turn(None)
                self.subscription.raise_failure()
            # This daemon may have started after the folders were checked, so check again.
            self.subscription.check()
            yield from self._begin()
        except BaseException:
            self.close()
            raise

    def get(self, timeout: float | None) -> Steps[T | None]:
        """Returns the next item, or None after `timeout` seconds or at the end."""
        end = None if timeout is None else self.clock() + timeout
        yield from self.open()
        while True:
            found = self.next()
            if found is not None or self.is_ended:
                return found
            yield from self._turn(end)
            if end is not None and self.clock() >= end:
                return self.next()

    def fileno(self) -> int:
        """Returns the descriptor of the channel. Raises ValueError if the stream is not open."""
        if self._channel is None or self.is_ended:
            raise ValueError("the stream is not open")
        return self._channel.fileno()

    def close(self) -> None:
        """Ends the stream; items that have been received can still be read."""
        self.subscription.is_ended = True
        if self._channel is not None:
            self._channel.close()

    def _begin(self) -> Steps[None]:
        """Yields the steps to run once after the daemon has welcomed the stream."""
        yield from ()

    def _turn(self, end: float | None) -> Steps[None]:
        """Waits for a message, at most until `end`, and takes the received messages."""
        channel = self._channel
        assert channel is not None, "it is open"
        began = self.clock()
        limit = self.subscription.limit
        heard = yield from wait(channel, limit if end is None else min(limit, end - began))
        for prefix in self.subscription.waited(self.clock() - began, heard):
            channel.unsubscribe(prefix)
            channel.subscribe(prefix)
        if heard:
            yield from self._drain(channel)

    def _drain(self, channel: Channel) -> Steps[None]:
        """Takes the received messages, at most `batch` of them."""
        try:
            for _ in range(self.batch):
                message = None if self.is_ended else channel.receive()
                if message is None:
                    break
                steps = self.subscription.take(*message)
                if steps is not None:
                    yield from steps
        except PagerError as error:
            self.subscription.fail(error)
        if self.is_ended:
            channel.close()


class EventReading(Reading[Event]):
    """A stream of events without a gap."""

    def __init__(
        self,
        connect: Callable[[], Channel],
        subscription: Subscription[Event],
        clock: Callable[[], float],
        prefixes: tuple[str, ...] = (),
    ) -> None:
        super().__init__(connect, subscription, clock)
        self.prefixes = prefixes

    def find(self, search: Search) -> Steps[Event]:
        """Waits for the first event that the search finds and returns it; drops earlier events."""
        yield from self.open()
        unchecked = [word for word in search.words if word not in self.prefixes]
        warn((yield from problems(words=unchecked)))
        end = self.clock() + search.timeout
        while True:
            event = yield from self.get(max(0.0, end - self.clock()))
            if event is None:
                raise search.failure(self.is_ended)
            if search.finds(event):
                return event

    def _begin(self) -> Steps[None]:
        # Check only after subscribing: the request takes time, in which events may arrive.
        warn((yield from problems(prefixes=self.prefixes)))


class MirrorReading(Reading[News]):
    """A copy of the state that is updated by events."""

    def __init__(
        self,
        connect: Callable[[], Channel],
        subscription: Subscription[News],
        clock: Callable[[], float],
        follow: Follow,
    ) -> None:
        super().__init__(connect, subscription, clock)
        self._follow = follow

    @property
    def state(self) -> State:
        """The current state of the copy."""
        return self._follow.state

    def sync(self) -> Steps[State]:
        """Updates the copy to the daemon's current state and returns it."""
        yield from self.open()
        hello = yield from ask("server.hello")
        channel = self._channel
        while channel is not None and not self.is_ended and not self._follow.has(hello):
            if not (yield from wait(channel, 0)):
                break
            yield from self._drain(channel)
            self.subscription.raise_failure()
        yield from self._follow.sync(hello)
        return self.state

    def wait_until(self, holds: Callable[[State], bool], timeout: float) -> Steps[State]:
        """Waits until `holds(state)` is true and returns that state."""
        end = self.clock() + timeout
        yield from self.open()
        while not holds(self.state):
            if (yield from self.get(max(0.0, end - self.clock()))) is None:
                raise self.subscription.lateness(timeout, self.state.seq)
        return self.state

    def _begin(self) -> Steps[None]:
        yield from self._follow.begin()


