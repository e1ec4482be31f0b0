"""Calls back for events and for the connection, through restarts of the daemon."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Literal, Union, cast

from ..connection import Connected, ConnectionEvent, Disconnected, Resumed
from ..errors import Discontinued, NoDaemon
from ..event import Event
from .reading import EventReading
from .steps import Steps, Tell
from .subscription import What, is_such, prefix_of

Reason = Literal["restart", "new", "fork", "lost"]
Subject = Union[What, "type[ConnectionEvent]"]
#: Seconds after which it looks whether it was stopped.
_PAUSE = 0.25


@dataclass(frozen=True)
class _Listener:
    what: Any
    subject: str | None
    callback: Callable[[Any], object]

    @property
    def is_about_connection(self) -> bool:
        """Whether it asked for news of the connection."""
        return isinstance(self.what, type) and issubclass(self.what, ConnectionEvent)

    def hears(self, news: Event | ConnectionEvent) -> bool:
        """Whether it asked for this."""
        if isinstance(news, ConnectionEvent):
            return isinstance(self.what, type) and isinstance(news, self.what)
        if self.is_about_connection:
            return False
        return is_such(news, cast(What, self.what), self.subject)


class Listeners:
    """Who is called for what."""

    def __init__(self) -> None:
        self._all: list[_Listener] = []
        self.is_stopped = False

    def add(
        self, what: Subject, callback: Callable[[Any], object], subject: str | None
    ) -> Callable[[], None]:
        """Adds a callback; returns what removes it."""
        listener = _Listener(what, subject, callback)
        self._all.append(listener)

        def remove() -> None:
            if listener in self._all:
                self._all.remove(listener)

        return remove

    @property
    def prefixes(self) -> tuple[str, ...]:
        """What to subscribe to; of one that begins with another only the shorter."""
        wanted = {
            prefix_of(cast(What, one.what), one.subject)
            for one in self._all
            if not one.is_about_connection
        }
        # Only connection events: the heartbeat tells of them.
        wanted = wanted or {"server."}
        return tuple(sorted(
            one for one in wanted
            if not any(one != other and one.startswith(other) for other in wanted)
        ))

    def tell(self, news: Event | ConnectionEvent) -> Steps[None]:
        """Calls back for one event or news of the connection."""
        for listener in list(self._all):
            if listener.hears(news):
                yield Tell(listener.callback, news)


class Listening:
    """Streams of events, one after the other, until it is stopped or its time is over."""

    def __init__(
        self,
        listeners: Listeners,
        open: Callable[[tuple[str, ...], tuple[int, str, str] | None], EventReading],
        timeout: float | None,
        clock: Callable[[], float],
    ) -> None:
        """`open` makes a stream of prefixes, from now on or after a seq of a history and a boot."""
        self._listeners = listeners
        self._open = open
        self._clock = clock
        self._end = float("inf") if timeout is None else clock() + timeout
        # None before anything is known.
        self._is_connected: bool | None = None
        self._reason: Reason | None = None
        self._boot: str | None = None
        # Where the next stream begins: a seq, its history and its boot; None for now.
        self._place: tuple[int, str, str] | None = None

    def steps(self) -> Steps[None]:
        """All of it. Raises what callbacks raise."""
        self._listeners.is_stopped = False
        while not self._is_over:
            reading = self._open(self._listeners.prefixes, self._place)
            try:
                yield from self._read(reading)
            except Discontinued as error:
                self._reason, self._place = error.reason, None
            except NoDaemon as error:
                # It was never welcomed: the next stream subscribes again.
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
                # A callback may ask for more: the next stream then begins after this event.
                self._place = (event.seq, reading.source.history or "", reading.source.boot or "")
                yield from self._listeners.tell(event)

    def _connect(self, reading: EventReading) -> Steps[None]:
        """Tells what has become of the connection since the last message."""
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
