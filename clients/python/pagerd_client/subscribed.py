"""What the event streams and the mirrors of both clients share."""

from __future__ import annotations

from typing import Generic, TypeVar

from .core.follow import News
from .core.reading import EventReading, MirrorReading, Reading
from .event import Event
from .state import State

T = TypeVar("T")


class Subscribed(Generic[T]):
    """The items of a subscription."""

    def __init__(self, reading: Reading[T]) -> None:
        self._reading = reading

    def __repr__(self) -> str:
        source = self._reading.source
        state = "ended" if self.is_ended else "open" if source.history else "not open yet"
        where = f"history {source.history}, boot {source.boot}"
        return f"<{type(self).__name__} of {self._content()}, {state}, {where}>"

    def _content(self) -> str:
        return "everything"

    @property
    def history(self) -> str:
        """The id of the history that the events belong to."""
        return self._reading.source.history or ""

    @property
    def boot(self) -> str:
        """The boot id of the last event. Pass it with the event's seq to continue later."""
        return self._reading.source.boot or ""

    @property
    def is_ended(self) -> bool:
        """True after the stream was closed, failed or ended with the daemon."""
        return self._reading.is_ended

    def close(self) -> None:
        """Ends the stream; items that have been received can still be read."""
        self._reading.close()


class Events(Subscribed[Event]):
    """The events with some prefixes."""

    _reading: EventReading

    def _content(self) -> str:
        return " ".join(self._reading.prefixes) or super()._content()


class Copy(Subscribed[News]):
    """A copy of the daemon's state, and what has changed in it."""

    _reading: MirrorReading

    def _content(self) -> str:
        return f"{len(self.state.records.controllers)} controllers at {self.state.seq}"

    @property
    def state(self) -> State:
        """The current state of the copy."""
        return State(self._reading.state)
