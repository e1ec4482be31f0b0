"""The state of a daemon, as a mirror gives it."""

from __future__ import annotations

from typing import Any, TypeVar

from .core import typed
from .core.state import State as Records
from .errors import BadReply
from .records import ControllerRecord, TransitionRecord, ViewRecord, WindowRecord

T = TypeVar("T")


class State:
    """Everything there is, as `state.snapshot` returns it; it moves with its mirror.

    Each property makes its records anew: keep the result where it is used more than once.
    """

    __slots__ = ("records",)

    def __init__(self, records: Records) -> None:
        #: The same as JSON, named as on the wire.
        self.records = records

    def __repr__(self) -> str:
        counts = (len(self.records.windows), len(self.records.controllers))
        return f"<State at {self.seq}: {counts[0]} windows, {counts[1]} controllers>"

    @property
    def seq(self) -> int:
        """The last event that is part of it."""
        return self.records.seq

    @property
    def windows(self) -> tuple[WindowRecord, ...]:
        """In the order they were made."""
        return tuple(read(WindowRecord, one) for one in self.records.windows)

    @property
    def controllers(self) -> tuple[ControllerRecord, ...]:
        """In the order they were made."""
        return tuple(read(ControllerRecord, one) for one in self.records.controllers)

    @property
    def views(self) -> tuple[ViewRecord, ...]:
        """Plain views, in the order they were made."""
        return tuple(read(ViewRecord, one) for one in self.records.views)

    @property
    def transitions(self) -> tuple[TransitionRecord, ...]:
        """Those that are running, in the order of their ids."""
        return tuple(read(TransitionRecord, one) for one in self.records.transitions)

    def window(self, id: str) -> WindowRecord | None:
        """None where there is none; so the others."""
        return _read(WindowRecord, self.records.window(id))

    def controller(self, id: str) -> ControllerRecord | None:
        """Its record, of the class of its kind: a PagerRecord has `selected`."""
        return _read(ControllerRecord, self.records.controller(id))

    def view(self, id: str) -> ViewRecord | None:
        """A plain view's record."""
        return _read(ViewRecord, self.records.view(id))

    def transition(self, id: str) -> TransitionRecord | None:
        """A running transition's record."""
        return _read(TransitionRecord, self.records.transition(id))


def read(kind: type[T], record: dict[str, Any]) -> T:
    """Raises BadReply for a record of another form than the contract's."""
    try:
        return typed.read(kind, record)
    except ValueError as error:
        raise BadReply("its events socket", f"a record has {error}") from None


def _read(kind: type[T], record: dict[str, Any] | None) -> T | None:
    return None if record is None else read(kind, record)
