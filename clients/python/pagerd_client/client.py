"""What a pager is apart from blocking or awaiting: endpoints, requests, and the streams it opens."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, Callable, Protocol, TypeVar
from weakref import WeakSet

from .core.channel import Channel
from .core.ending import PREFIXES, follow
from .core.follow import Follow
from .core.listening import Listeners, Listening
from .core.proof import Proof
from .core.reading import EventReading, MirrorReading, Reading
from .core.requests import SMALL, Exchange, Requests
from .core.steps import Result, Steps, ask
from .core.subscription import Search, Subscription, What, checked
from .core.typed import read
from .endpoints import Endpoint, resolve
from .errors import BadReply
from .event import Event
from .keys import Keys
from .request import Request, plain
from .wire import EventsChannel

T = TypeVar("T")


class Closable(Protocol):
    """A stream or mirror."""

    def close(self) -> None:
        """Ends it."""


class Client:
    """The part of Pager and AsyncPager that is the same; they only carry out its steps."""

    #: How often a request is sent within its time, at the most.
    tries = 1000
    #: Seconds without a welcome after which a subscription is repeated.
    patience = 1.0

    def __init__(
        self,
        name: str | None = None,
        command: str | Sequence[str] | None = None,
        events: str | Sequence[str] | None = None,
        timeout: float = 5.0,
        client: str | None = None,
        keys: Keys | None = None,
        channel: Callable[[Endpoint], Channel] = EventsChannel,
    ) -> None:
        """Takes the name (PAGERD_NAME, else "default"), endpoints, seconds for each call.

        `client` is what its requests are known by, and named as in `cause` of their events; else
        one is made up. `keys` open endpoints over tcp (else PAGERD_KEY_FILE, PAGERD_SERVER_KEY).
        Of several commands' addresses, one is tried at a time, the next after a second without an
        answer; events are heard at all of theirs. So a client follows daemons of which one runs.
        `channel` makes the socket of events: tests give another one.
        Raises ValueError for what is no name, BadKey, UnsafeDirectory.
        """
        self.timeout = timeout
        self._name = name
        self._events = events
        self._keys = keys
        self._channel = channel
        self._command = resolve("command", command, name, keys)
        self._command.check()
        self._requests = Requests(self._command, client)
        self._streams: WeakSet[Closable] = WeakSet()
        self._listeners = Listeners()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} at {self._command.address}>"

    @property
    def client(self) -> str:
        """What its requests are known by."""
        return self._requests.client

    @property
    def command_endpoint(self) -> Endpoint:
        """Where commands go."""
        return self._command

    @property
    def events_endpoint(self) -> Endpoint:
        """Where events come from. Raises ValueError for what is no name."""
        return resolve("events", self._events, self._name, self._keys)

    def stop(self) -> None:
        """Ends `run` soon: to be called by a callback or a signal handler."""
        self._listeners.is_stopped = True

    def _exchange(self, method: str, params: dict[str, Any]) -> Exchange:
        said = {name: plain(value) for name, value in params.items()}
        return self._requests.new(method, said, self.tries, self.timeout)

    @staticmethod
    def _is_large(exchange: Exchange) -> bool:
        """Whether the daemon is to be asked first if it takes so much."""
        return len(exchange.message) > SMALL

    def _asking(self, request: Request[T]) -> Steps[T]:
        """The typed result of a request, after the end of its transition where it waits."""
        if request.wait is False:
            result: Result = yield from ask(request.method, **request.params)
        else:
            reading = self._reading(PREFIXES)
            result = yield from follow(request.method, request.params, request.wait, reading)
        try:
            return read(request.result, result)
        except ValueError as error:
            raise BadReply(self._command.address, f"{request.method} returned {error}") from None

    def _finding(
        self, what: What, timeout: float | None, since: int | None, subject: str | None
    ) -> Steps[Event]:
        search = self._search(what, timeout, subject)
        reading = self._reading((search.prefix,), since=since)
        try:
            return (yield from reading.find(search))
        finally:
            reading.close()

    def _search(self, what: What, timeout: float | None, subject: str | None) -> Search:
        limit = self.timeout if timeout is None else timeout
        return Search(self.events_endpoint, what, limit, subject)

    def _listening(self, timeout: float | None) -> Steps[None]:
        def open(
            prefixes: tuple[str, ...], place: tuple[int, str, str] | None
        ) -> EventReading:
            if place is None:
                return self._reading(prefixes)
            since, history, boot = place
            return self._reading(prefixes, since=since, history=history, boot=boot)

        return Listening(self._listeners, open, timeout, time.monotonic).steps()

    def _reading(
        self,
        prefixes: tuple[str, ...],
        *,
        since: int | None = None,
        history: str | None = None,
        boot: str | None = None,
        until_shutdown: bool = False,
    ) -> EventReading:
        proof = Proof(checked(prefixes), since, history, boot)
        subscription: Subscription[Event] = Subscription(
            self.events_endpoint, proof, timeout=self.timeout, patience=self.patience,
            until_shutdown=until_shutdown,
        )
        return EventReading(self._opener(), subscription, time.monotonic, prefixes)

    def _mirror_reading(self) -> MirrorReading:
        follow = Follow()
        subscription = Subscription(
            self.events_endpoint, follow, timeout=self.timeout, patience=self.patience
        )
        return MirrorReading(self._opener(), subscription, time.monotonic, follow)

    def _opener(self) -> Callable[[], Channel]:
        endpoint = self.events_endpoint
        return lambda: self._channel(endpoint)

    def _close_streams(self) -> None:
        for stream in list(self._streams):
            stream.close()


def described(kind: str, reading: Reading[Any], names: tuple[str, ...] = ()) -> str:
    """How a stream shows itself."""
    source = reading.source
    what = " ".join(names) or "everything"
    state = "ended" if reading.is_ended else "open" if source.history else "not open yet"
    return f"<{kind} of {what}, {state}, history {source.history}, boot {source.boot}>"
