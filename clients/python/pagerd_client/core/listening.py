"""Calls callbacks for events and connection events, through restarts of the daemon."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Literal, Union, cast

from ..connection import Connected, ConnectionEvent, Disconnected, Resumed
from ..errors import Discontinued, NoDaemon
from ..event import Event
from .reading import EventReading
from .steps import Steps, Tell
from .subscription import What, check_what, is_such, prefix_of
from .words import problems, warn

Reason = Literal["restart", "new", "fork", "lost"]
Subject = Union[What, "type[ConnectionEvent]"]
#: The interval, in seconds, at which `run` checks whether it was stopped.
_PAUSE = 0.25


@dataclass(frozen=True)
class _Listener:
    what: Any
    subject: str | None
    callback: Callable[[Any], object]

    @property
    def is_about_connection(self) -> bool:
        """True if the callback is for connection events."""
        return isinstance(self.what, type) and issubclass(self.what, ConnectionEvent)

    def receives(self, news: Event | ConnectionEvent) -> bool:
        """Returns whether the callback must be called for this event."""
        if isinstance(news, ConnectionEvent):
            return isinstance(self.what, type) and isinstance(news, self.what)
        if self.is_about_connection:
            return False
        return is_such(news, cast(What, self.what), self.subject)


class Listeners:
    """The callbacks that `on` has added."""

    def __init__(self) -> None:
        self._all: list[_Listener] = []
        #: The names and topics of events whose spelling is not checked yet.
        self.unchecked: list[str] = []
        self.is_stopped = False

    def add(
        self, what: Subject, callback: Callable[[Any], object], subject: str | None
    ) -> Callable[[], None]:
        """Adds a callback; returns a function that removes it.

        Raises TypeError if the callback cannot be called, or if `what` can match nothing.
        """
        if not callable(callback):
            raise TypeError(f"a callback must be callable, got {callback!r}")
        listener = _Listener(what, subject, callback)
        if not listener.is_about_connection:
            check_what(what)
        self._all.append(listener)
        if isinstance(what, str):
            self.unchecked.append(what)

        def remove() -> None:
            if listener in self._all:
                self._all.remove(listener)

        return remove

    @property
    def prefixes(self) -> tuple[str, ...]:
        """The prefixes to subscribe to. A prefix that begins with another prefix is left out."""
        wanted = {
            prefix_of(cast(What, one.what), one.subject)
            for one in self._all
            if not one.is_about_connection
        }
        # For connection events alone, the heartbeat is enough.
        wanted = wanted or {"server."}
        return tuple(sorted(
            one for one in wanted
            if not any(one != other and one.startswith(other) for other in wanted)
        ))

    def tell(self, news: Event | ConnectionEvent) -> Steps[None]:
        """Calls the callbacks for an event or a connection event."""
        for listener in list(self._all):
            if listener.receives(news):
                yield Tell(listener.callback, news)


class Listening:
    """Reads streams of events, one after the other, until `stop` is called or the timeout ends."""

    def __init__(
        self,
        listeners: Listeners,
        open: Callable[[tuple[str, ...], tuple[int, str, str] | None], EventReading],
        timeout: float | None,
        clock: Callable[[], float],
    ) -> None:
        """Takes `open`, which opens a stream of prefixes that begins now or after a place.

        A place is a seq, its history and its boot.
        """
        self._listeners = listeners
        self._open = open
        self._clock = clock
        self._end = float("inf") if timeout is None else clock() + timeout
        # None until the pager has connected or failed to.
        self._is_connected: bool | None = None
        self._reason: Reason | None = None
        self._boot: str | None = None
        # The place after which the next stream begins; None: from now on.
        self._place: tuple[int, str, str] | None = None

    def steps(self) -> Steps[None]:
        """Reads the streams and calls the callbacks. Raises the errors of callbacks."""
        self._listeners.is_stopped = False
        while not self._is_over:
            reading = self._open(self._listeners.prefixes, self._place)
            try:
                yield from self._read(reading)
            except Discontinued as error:
                self._reason, self._place = error.reason, None
            except NoDaemon as error:
                # The daemon sent no welcome for this stream; the next stream subscribes again.
                yield from self._disconnect(error)
            finally:
                reading.close()

    @property
    def _is_over(self) -> bool:
        return self._listeners.is_stopped or self._clock() >= self._end

    def _read(self, reading: EventReading) -> Steps[None]:
        yield from reading.open()
        yield from self._connect(reading)
        prefixes = self._listeners.prefixes
        while not self._is_over and prefixes == self._listeners.prefixes:
            if self._listeners.unchecked:
                yield from self._check_spelling(reading.prefixes)
            heard = reading.subscription.heard
            try:
                event = yield from reading.get(
                    min(_PAUSE, max(0.0, self._end - self._clock()))
                )
            except NoDaemon as error:
                yield from self._disconnect(error)
                continue
            if reading.subscription.heard != heard or event is not None:
                yield from self._connect(reading)
            if event is not None:
                # A callback may add a prefix; the next stream then begins after this event.
                self._place = (event.seq, reading.source.history or "", reading.source.boot or "")
                yield from self._listeners.tell(event)

    def _check_spelling(self, prefixes: tuple[str, ...]) -> Steps[None]:
        """Warns about unknown names and topics of events.

        `reading.open` has warned about the prefixes already.
        """
        words, self._listeners.unchecked = self._listeners.unchecked, []
        warn((yield from problems(words=[word for word in words if word not in prefixes])))

    def _connect(self, reading: EventReading) -> Steps[None]:
        """Calls the callbacks for the changes of the connection since the last message."""
        history, boot = reading.source.history or "", reading.source.boot or ""
        is_new = self._boot is not None and boot != self._boot
        reason: Reason | None = self._reason or ("restart" if is_new else None)
        self._boot, self._reason = boot, None
        if not self._is_connected:
            self._is_connected = True
            yield from self._listeners.tell(Connected(history, boot))
        if reason is not None:
            yield from self._listeners.tell(Resumed(reason, history, boot))

    def _disconnect(self, error: NoDaemon) -> Steps[None]:
        if self._is_connected is not False:
            self._is_connected = False
            yield from self._listeners.tell(Disconnected(str(error)))
