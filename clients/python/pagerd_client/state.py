"""The state of a daemon as a mirror returns it."""

from __future__ import annotations

from typing import Any, TypeVar

from .core import typed
from .core.state import State as Records
from .errors import BadReply
from .records import ControllerRecord, TransitionRecord, ViewRecord, WindowRecord

T = TypeVar("T")


class State:
    """The whole state of a daemon, as `state.snapshot` returns it. It changes with its mirror.

    Each use of a property creates new records; keep the result if you need it more than once.
    """

    __slots__ = ("records",)

    def __init__(self, records: Records) -> None:
        #: The same state as JSON objects, with the names of the protocol.
        self.records = records

    def __repr__(self) -> str:
        counts = (len(self.records.windows), len(self.records.controllers))
        return f"<State at {self.seq}: {counts[0]} windows, {counts[1]} controllers>"

    @property
    def seq(self) -> int:
        """The seq of the last event that the state includes."""
        return self.records.seq

    @property
    def windows(self) -> tuple[WindowRecord, ...]:
        """The windows, in the order of their creation."""
        return tuple(read(WindowRecord, one) for one in self.records.windows)

    @property
    def controllers(self) -> tuple[ControllerRecord, ...]:
        """The controllers, in the order of their creation."""
        return tuple(read(ControllerRecord, one) for one in self.records.controllers)

    @property
    def views(self) -> tuple[ViewRecord, ...]:
        """The views without a controller, in the order of their creation."""
        return tuple(read(ViewRecord, one) for one in self.records.views)

    @property
    def transitions(self) -> tuple[TransitionRecord, ...]:
        """The running transitions, in the order of their ids."""
        return tuple(read(TransitionRecord, one) for one in self.records.transitions)

    def window(self, id: str) -> WindowRecord | None:
        """Returns the record of a window, or None if there is no such window."""
        return _read(WindowRecord, self.records.window(id))

    def controller(self, id: str) -> ControllerRecord | None:
        """Returns the record of a controller, or None. The record of a pager is a PagerRecord."""
        return _read(ControllerRecord, self.records.controller(id))

    def view(self, id: str) -> ViewRecord | None:
        """Returns the record of a view without a controller, or None."""
        return _read(ViewRecord, self.records.view(id))

    def transition(self, id: str) -> TransitionRecord | None:
        """Returns the record of a running transition, or None."""
        return _read(TransitionRecord, self.records.transition(id))


def read(kind: type[T], record: dict[str, Any]) -> T:
    """Returns a record as its dataclass. Raises BadReply if it does not follow the protocol."""
    try:
        return typed.read(kind, record)
    except ValueError as error:
        raise BadReply("its events socket", f"a record has {error}") from None


def _read(kind: type[T], record: dict[str, Any] | None) -> T | None:
    return None if record is None else read(kind, record)
