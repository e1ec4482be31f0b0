"""One subscription: its prefixes, its messages, and the limits of silence."""

from __future__ import annotations

import re
from typing import Callable, Generic, Protocol, TypeVar, Union, cast

from ..endpoints import Endpoint
from ..errors import BadReply, Discontinued, NoDaemon, PagerError
from ..event import Event
from .message import decode
from .gapless_events import Message
from .replies import problem_of_published
from .steps import Asks

T = TypeVar("T")
Read = TypeVar("Read", covariant=True)
_PREFIX = re.compile(r"[A-Za-z0-9_.-]{0,160}")


class Queue(Protocol[Read]):
    """The received items that are not read yet."""

    def __len__(self) -> int: ...

    def popleft(self) -> Read: ...


class Source(Protocol[Read]):
    """The interface of GaplessEvents and Follow, which turn messages into items."""

    @property
    def ready(self) -> Queue[Read]: ...

    @property
    def unwelcomed(self) -> set[str]: ...

    @property
    def history(self) -> str | None: ...

    @property
    def boot(self) -> str | None: ...

    @property
    def is_shut_down(self) -> bool: ...

    def take(self, topic: bytes, message: Message) -> Asks[None] | None: ...


class Subscription(Generic[T]):
    """One subscription: its received items, its last failure, and its time without a message."""

    def __init__(
        self,
        endpoint: Endpoint,
        source: Source[T],
        *,
        timeout: float,
        patience: float,
        until_shutdown: bool = False,
    ) -> None:
        """Takes two limits of silence, in seconds.

        After `timeout` without a message, NoDaemon is raised. After `patience` without a welcome,
        the prefixes are subscribed to again.
        """
        self.source = source
        #: True if no further items will arrive.
        self.is_ended = False
        self._endpoint = endpoint
        self._timeout = timeout
        self._patience = patience
        self._until_shutdown = until_shutdown
        self._waited = 0.0
        self._asked = 0.0
        self._failure: PagerError | None = None
        #: The number of waits in which a message arrived.
        self.heard = 0

    def check(self) -> None:
        """Checks the folders of the socket. Raises UnsafeDirectory."""
        self._endpoint.check()

    @property
    def prefixes(self) -> list[bytes]:
        """The prefixes to subscribe to.

        They include `server.`, because the heartbeat reveals whether the latest events are missing.
        """
        wanted = self.source.unwelcomed
        if "" not in wanted:
            wanted = wanted | {"server."}
        return [prefix.encode() for prefix in sorted(wanted)]

    @property
    def is_welcome(self) -> bool:
        """True if the daemon has welcomed all subscriptions."""
        return not self.source.unwelcomed

    @property
    def limit(self) -> float:
        """The seconds to wait for the socket before `waited` must be called."""
        rest = self._timeout - self._waited
        if not self.is_welcome:
            rest = min(rest, self._patience - self._asked)
        return max(0.0, rest)

    def waited(self, seconds: float, heard: bool) -> list[bytes]:
        """Counts the duration of a wait. Returns the prefixes to subscribe to again.

        Raises NoDaemon if the daemon was silent for too long.
        """
        missing = self.source.unwelcomed
        self.heard += heard
        if missing:
            self._asked += seconds
        self._waited = 0.0 if heard and not missing else self._waited + seconds
        if self._waited >= self._timeout:
            self._waited = 0.0
            raise NoDaemon(self._endpoint.address, self._tried(missing))
        if missing and self._asked >= self._patience:
            self._asked = 0.0
            return [prefix.encode() for prefix in sorted(missing)]
        return []

    def _tried(self, missing: set[str]) -> str:
        if missing:
            names = ", ".join(repr(prefix) for prefix in sorted(missing))
            tried = f"subscribed to {names} and had no welcome in {self._timeout:g} s"
        else:
            tried = f"waited {self._timeout:g} s for a heartbeat"
        return f"{tried}; {self._endpoint.advice}"

    def take(self, topic: bytes, payload: bytes) -> Asks[None] | None:
        """Takes a message; returns the steps to run before the next message, if any."""
        message = decode(payload, self._endpoint)
        problem = problem_of_published(message)
        if problem is not None:
            raise BadReply(self._endpoint.address, f"a published message is invalid, {problem}")
        steps = self.source.take(topic, message)
        if self._until_shutdown and self.source.is_shut_down:
            # First fetch the events whose absence the shutdown message reveals.
            return self._last(steps)
        return steps

    def _last(self, steps: Asks[None] | None) -> Asks[None]:
        if steps is not None:
            yield from steps
        self.is_ended = True

    def lateness(self, timeout: float, seq: int) -> TimeoutError:
        """Returns the error to raise if the state was not reached in time."""
        return TimeoutError(
            f"the condition did not become true within {timeout:g} s; the last event at "
            f"{self._endpoint.address} was {seq}"
        )

    def fail(self, error: PagerError) -> None:
        """Keeps an error, which is raised after the received items are read."""
        self._failure = error
        if isinstance(error, Discontinued):
            self.is_ended = True

    def raise_failure(self) -> None:
        """Raises the kept error, once."""
        failure, self._failure = self._failure, None
        if failure is not None:
            raise failure

    def next(self) -> T | None:
        """Returns the oldest item that is not read yet, or None.

        Raises the stream's failure once all items have been returned.
        """
        ready = self.source.ready
        if ready:
            return ready.popleft()
        self.raise_failure()
        return None


def checked(prefixes: tuple[str, ...]) -> tuple[str, ...]:
    """Returns the prefixes. Raises ValueError if one of them cannot begin a topic."""
    for prefix in prefixes:
        if not _PREFIX.fullmatch(prefix):
            raise ValueError(
                f"a prefix has at most 160 characters of A-Z a-z 0-9 _ . and -, not {prefix!r}"
            )
    return prefixes


What = Union[str, "type[Event]", Callable[[Event], bool]]


def check_what(what: object) -> None:
    """Raises TypeError if `what` is neither an event class, a name, a topic nor a predicate."""
    if isinstance(what, type):
        is_valid = issubclass(what, Event)
    else:
        is_valid = isinstance(what, str) or callable(what)
    if not is_valid:
        raise TypeError(
            f"events are chosen by an event class, a name, a topic or a predicate, not by {what!r}"
        )


def prefix_of(what: What, subject: str | None = None) -> str:
    """Returns the prefix of the topics of all matching events; "" for all topics."""
    if isinstance(what, str):
        return what if "." in what else ""
    if isinstance(what, type) and what is not Event:
        category = cast("type[Event]", what).topic_of[0]
        return f"{category}." if subject is None else f"{category}.{subject}."
    return ""


def is_such(event: Event, what: What, subject: str | None = None) -> bool:
    """Returns whether an event matches a name, topic, class or predicate, and a subject."""
    if subject is not None and event.subject != subject:
        return False
    if isinstance(what, str):
        return event.is_called(what)
    return isinstance(event, what) if isinstance(what, type) else what(event)


class Search:
    """A search for the first event that matches a name, topic, class or predicate."""

    def __init__(
        self, endpoint: Endpoint, what: What, timeout: float, subject: str | None = None
    ) -> None:
        self._endpoint = endpoint
        self._what = what
        self._subject = subject
        self.timeout = timeout
        self._passed = 0
        self._last = "none"

    @property
    def prefix(self) -> str:
        """The prefix to subscribe to."""
        return prefix_of(self._what, self._subject)

    @property
    def words(self) -> list[str]:
        """The name or topic whose spelling is checked; empty for a class or predicate."""
        return [self._what] if isinstance(self._what, str) else []

    def finds(self, event: Event) -> bool:
        """Returns whether the event is the one to find."""
        if is_such(event, self._what, self._subject):
            return True
        self._passed += 1
        self._last = event.topic
        return False

    def failure(self, is_ended: bool) -> TimeoutError:
        """Returns the error to raise if no event was found."""
        name = self._what if isinstance(self._what, str) else "matching event"
        if isinstance(self._what, type):
            name = self._what.__name__
        reason = "before the daemon ended" if is_ended else f"within {self.timeout:g} s"
        return TimeoutError(
            f"no {name} {reason} at {self._endpoint.address}; "
            f"{self._passed} other events arrived, the last: {self._last}"
        )
