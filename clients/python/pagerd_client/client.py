"""The common part of Pager and AsyncPager: endpoints, requests and streams."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, Callable, Protocol, TypeVar
from weakref import WeakSet

from .core.channel import Channel
from .core.follow import Follow
from .core.gapless_events import GaplessEvents
from .core.listening import Listeners, Listening
from .core.reading import EventReading, MirrorReading
from .core.requests import SMALL, Exchange, Requests
from .core.steps import Result, Steps, ask
from .core.subscription import Search, Subscription, What, check_what, checked
from .core.transition_wait import PREFIXES, follow
from .core.typed import read
from .endpoints import Endpoint, resolve
from .errors import BadReply
from .event import Event
from .handle import Id
from .keys import Keys
from .request import Request, id_of, plain
from .wire import EventsChannel

T = TypeVar("T")


class Closable(Protocol):
    """A stream or mirror."""

    def close(self) -> None:
        """Closes the stream or mirror."""


class Client:
    """The common base class of Pager and AsyncPager.

    Its methods yield steps, such as requests and waits, which Pager and AsyncPager carry out.
    """

    # `client["book"]` is a handle, but a client is no list of handles. Without these lines, Python
    # would ask for the handles 0, 1, 2 and so on without end.
    __iter__ = None
    __contains__ = None

    #: The maximum number of times that a request is sent within its timeout.
    tries = 1000
    #: The seconds after which a stream subscribes again if the daemon has sent no welcome.
    patience = 1.0

    def __init__(
        self,
        name: str | None = None,
        command: str | Sequence[str] | None = None,
        events: str | Sequence[str] | None = None,
        timeout: float = 5.0,
        client: str | None = None,
        keys: Keys | Sequence[Keys] | None = None,
        channel: Callable[[Endpoint], Channel] = EventsChannel,
    ) -> None:
        """Takes the daemon's name (PAGERD_NAME, else "default"), its endpoints, and settings.

        Without a name, the default endpoints are those in PAGERD_COMMAND and PAGERD_EVENTS.

        `timeout` is the maximum time of a call, in seconds. `client` is the client name in requests
        and in the `cause` of their events; the default is random. `keys` are for endpoints over tcp
        (else PAGERD_KEY_FILE, PAGERD_SERVER_KEY); a list has the keys of each address.

        Several addresses are for several daemons that run one at a time. The client uses one
        address of `command` at a time, and after a second without an answer the next one. It
        receives events from all addresses of `events`.

        `channel` creates the events socket; tests pass another one. Raises ValueError if a name or
        the timeout is invalid, BadKey, UnsafeDirectory.
        """
        self.timeout = _checked_timeout(timeout)
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
        """The client name that this client's requests contain."""
        return self._requests.client

    @property
    def command_endpoint(self) -> Endpoint:
        """The endpoint of the command socket."""
        return self._command

    @property
    def events_endpoint(self) -> Endpoint:
        """The endpoint of the events socket. Raises ValueError if the daemon's name is invalid."""
        return resolve("events", self._events, self._name, self._keys)

    def stop(self) -> None:
        """Makes `run` return soon. Callbacks and signal handlers may call it."""
        self._listeners.is_stopped = True

    def _exchange(self, method: str, params: dict[str, Any]) -> Exchange:
        said = {name: plain(value) for name, value in params.items()}
        return self._requests.new(method, said, self.tries, self.timeout)

    @staticmethod
    def _is_large(exchange: Exchange) -> bool:
        """Returns whether the request is so long that the daemon's limit must be checked first."""
        return len(exchange.message) > SMALL

    def _asking(self, request: Request[T]) -> Steps[T]:
        """Sends a request; returns its typed result. With `wait`, waits for its transition."""
        if request.wait is False:
            result: Result = yield from ask(request.method, **request.params)
        else:
            reading = self._reading(PREFIXES)
            result = yield from follow(
                request.method, request.params, request.wait, reading, self.timeout
            )
        try:
            return read(request.result, result)
        except ValueError as error:
            raise BadReply(self._command.address, f"{request.method} returned {error}") from None

    def _finding(
        self, what: What, timeout: float | None, since: int | None, subject: Id | None
    ) -> Steps[Event]:
        search = self._search(what, timeout, subject)
        reading = self._reading((search.prefix,), since=since)
        try:
            return (yield from reading.find(search))
        finally:
            reading.close()

    def _search(self, what: What, timeout: float | None, subject: Id | None) -> Search:
        check_what(what)
        limit = self.timeout if timeout is None else timeout
        return Search(self.events_endpoint, what, limit, id_of(subject))

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
        events = GaplessEvents(
            checked(prefixes), since, history, boot, clock=time.monotonic, timeout=self.timeout
        )
        subscription: Subscription[Event] = Subscription(
            self.events_endpoint, events, timeout=self.timeout, patience=self.patience,
            until_shutdown=until_shutdown,
        )
        return EventReading(self._opener(), subscription, time.monotonic, prefixes)

    def _mirror_reading(self) -> MirrorReading:
        follow = Follow(time.monotonic, self.timeout)
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


def _checked_timeout(timeout: object) -> float:
    """Returns the timeout. Raises ValueError if it is no number of seconds above 0."""
    if isinstance(timeout, (int, float)) and timeout > 0:
        return timeout
    raise ValueError(f"timeout: must be a number of seconds above 0, got {timeout!r}")
