"""One SUB socket's share: what it is told, what it brings, and when it is silent for too long."""

from __future__ import annotations

import re
from typing import Callable, Generic, Protocol, TypeVar, Union, cast

from ..endpoints import Endpoint
from ..errors import BadReply, Discontinued, NoDaemon, PagerError
from ..event import Event
from .message import decode
from .proof import Message
from .replies import problem_of_published
from .steps import Asks

T = TypeVar("T")
Read = TypeVar("Read", covariant=True)
_PREFIX = re.compile(r"[A-Za-z0-9_.-]{0,160}")


class Queue(Protocol[Read]):
    """What has come and is not yet read."""

    def __len__(self) -> int: ...

    def popleft(self) -> Read: ...


class Source(Protocol[Read]):
    """A Proof, or a Follow: makes of messages what is read."""

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
    """What has come, what went wrong, and how long nothing has come."""

    def __init__(
        self,
        endpoint: Endpoint,
        source: Source[T],
        *,
        timeout: float,
        patience: float,
        until_shutdown: bool = False,
    ) -> None:
        """Seconds without a sign of life, and seconds without a welcome."""
        self.source = source
        #: Whether nothing will come any more.
        self.is_ended = False
        self._endpoint = endpoint
        self._timeout = timeout
        self._patience = patience
        self._until_shutdown = until_shutdown
        self._waited = 0.0
        self._asked = 0.0
        self._failure: PagerError | None = None
        #: How often something has come since it was waited for.
        self.heard = 0

    def check(self) -> None:
        """Looks at the folders of the socket. Raises UnsafeDirectory."""
        self._endpoint.check()

    @property
    def prefixes(self) -> list[bytes]:
        """What to subscribe to: the heartbeat too, since it proves the tail of every chain."""
        wanted = self.source.unwelcomed
        if "" not in wanted:
            wanted = wanted | {"server."}
        return [prefix.encode() for prefix in sorted(wanted)]

    @property
    def is_welcome(self) -> bool:
        """Whether every subscription has been answered."""
        return not self.source.unwelcomed

    @property
    def limit(self) -> float:
        """Seconds to wait for the socket before `waited` has to be told."""
        rest = self._timeout - self._waited
        if not self.is_welcome:
            rest = min(rest, self._patience - self._asked)
        return max(0.0, rest)

    def waited(self, seconds: float, heard: bool) -> list[bytes]:
        """Takes how long the socket was waited for; prefixes to subscribe to again.

        Raises NoDaemon.
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
        """Takes a message; the steps that it needs. Raises as they do."""
        message = decode(payload, self._endpoint)
        problem = problem_of_published(message)
        if problem is not None:
            raise BadReply(self._endpoint.address, f"published with {problem}")
        steps = self.source.take(topic, message)
        if self._until_shutdown and self.source.is_shut_down:
            # What the shutdown proves to be missing is fetched before.
            return self._last(steps)
        return steps

    def _last(self, steps: Asks[None] | None) -> Asks[None]:
        if steps is not None:
            yield from steps
        self.is_ended = True

    def lateness(self, timeout: float, seq: int) -> TimeoutError:
        """What to raise when a state did not come."""
        return TimeoutError(
            f"it did not become true within {timeout:g} s by the events at "
            f"{self._endpoint.address} up to {seq}"
        )

    def fail(self, error: PagerError) -> None:
        """What is ready is read before the error is raised."""
        self._failure = error
        if isinstance(error, Discontinued):
            self.is_ended = True

    def raise_failure(self) -> None:
        """Raises what went wrong, once."""
        failure, self._failure = self._failure, None
        if failure is not None:
            raise failure

    def next(self) -> T | None:
        """What has come first; None where nothing is there. Raises what went wrong after it."""
        ready = self.source.ready
        if ready:
            return ready.popleft()
        self.raise_failure()
        return None


def checked(prefixes: tuple[str, ...]) -> tuple[str, ...]:
    """Raises ValueError for what cannot begin a topic."""
    for prefix in prefixes:
        if not _PREFIX.fullmatch(prefix):
            raise ValueError(f"no topic begins with {prefix!r}")
    return prefixes


What = Union[str, "type[Event]", Callable[[Event], bool]]


def prefix_of(what: What, subject: str | None = None) -> str:
    """What to subscribe to so that no such event is missed; "" for all."""
    if isinstance(what, str):
        return what if "." in what else ""
    if isinstance(what, type) and what is not Event:
        category = cast("type[Event]", what).topic_of[0]
        return f"{category}." if subject is None else f"{category}.{subject}."
    return ""


def is_such(event: Event, what: What, subject: str | None = None) -> bool:
    """Whether an event is of this name, topic, class or property, and about the subject."""
    if subject is not None and event.subject != subject:
        return False
    if isinstance(what, str):
        return event.is_called(what)
    return isinstance(event, what) if isinstance(what, type) else what(event)


class Search:
    """The first event of a name, topic, class or property, and what came before it."""

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
        """What to subscribe to."""
        return prefix_of(self._what, self._subject)

    @property
    def words(self) -> list[str]:
        """The name or topic, if it is one, for a check of its spelling."""
        return [self._what] if isinstance(self._what, str) else []

    def finds(self, event: Event) -> bool:
        """Whether it is this one."""
        if is_such(event, self._what, self._subject):
            return True
        self._passed += 1
        self._last = event.topic
        return False

    def failure(self, is_ended: bool) -> TimeoutError:
        """What to raise when nothing was found."""
        name = self._what if isinstance(self._what, str) else "such event"
        if isinstance(self._what, type):
            name = self._what.__name__
        reason = "before the daemon ended" if is_ended else f"within {self.timeout:g} s"
        return TimeoutError(
            f"no {name} {reason} at {self._endpoint.address}; "
            f"{self._passed} others came, the last: {self._last}"
        )
