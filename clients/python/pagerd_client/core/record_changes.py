"""Applies the events of kinds to the records of controllers, as the daemon describes them."""

from __future__ import annotations

from collections.abc import Mapping, Iterable
from typing import Any, Callable

from ..event import Event
from .forms import is_list, is_object, shown
from .records import Record
from .table import DIGEST, TABLE

Payload = Mapping[str, Any]
Change = Callable[[Record, Payload], None]


class RecordChanges:
    """A daemon's table of the changes that events of kinds make in their subjects' records."""

    def __init__(self, events: Iterable[dict[str, Any]], digest: str | None = None) -> None:
        """Takes the `events` of `server.describe` and the digest of `server.hello`.

        Leaves out the changes that this package does not know; `is_exact` is false for their
        events. Raises ValueError if `events` has another form.
        """
        #: The digest of the table. Two daemons with the same digest have the same table.
        self.digest = digest
        self._changes: dict[tuple[str, str], list[Change]] = {}
        self._inexact: set[tuple[str, str]] = set()
        if not isinstance(events, (list, tuple)):
            raise ValueError(f"events: must be a list, got {shown(events)}")
        for index, event in enumerate(events):
            self._read(event, f"events[{index}]")

    def _read(self, event: Any, path: str) -> None:
        topic = (_text(event, "category", path), _text(event, "event", path))
        changes = event.get("changes", [])
        if not is_list(changes):
            raise ValueError(f"{path}.changes: must be a list, got {shown(changes)}")
        known: list[Change] = []
        for index, change in enumerate(changes):
            place = f"{path}.changes[{index}]"
            reader = _READERS.get(_text(change, "change", place))
            if reader is None:
                self._inexact.add(topic)
            else:
                members, carry_out = reader
                known.append(carry_out(*(_text(change, member, place) for member in members)))
        if known:
            self._changes[topic] = known

    def is_exact(self, event: Event) -> bool:
        """Returns whether `apply` makes all changes of the event."""
        return (event.category, event.event) not in self._inexact

    def apply(self, record: Record, event: Event) -> None:
        """Changes the record of the event's subject."""
        for change in self._changes.get((event.category, event.event), ()):
            change(record, event.payload)


def _text(value: Any, member: str, path: str) -> str:
    """Returns a string member of an object. Raises ValueError."""
    if not is_object(value):
        raise ValueError(f"{path}: must be an object, got {shown(value)}")
    text = value.get(member)
    if not isinstance(text, str):
        raise ValueError(f"{path}.{member}: must be a string, got {shown(text)}")
    return text


def _set(member: str, field: str) -> Change:
    def carry_out(record: Record, event: Payload) -> None:
        if field in event:
            record[member] = event[field]
        else:
            record.pop(member, None)

    return carry_out


def _selects(list: str, field: str) -> Change:
    return lambda record, event: _select(record, _names(record, list), event.get(field))


def _reselect(list: str) -> Change:
    def carry_out(record: Record, event: Payload) -> None:
        names, selected = _names(record, list), record.get("selected")
        is_there = selected is not None and selected in names
        _select(record, names, names.index(selected) if is_there else None)

    return carry_out


def _last(member: str, list: str) -> Change:
    def carry_out(record: Record, event: Payload) -> None:
        names = _names(record, list)
        record[member] = names[-1] if names else None

    return carry_out


#: The members of each change, and the function that creates it, by the name of the change.
_READERS: dict[str, tuple[tuple[str, ...], Callable[..., Change]]] = {
    "set": (("member", "field"), _set),
    "select": (("list", "field"), _selects),
    "reselect": (("list",), _reselect),
    "last": (("member", "list"), _last),
}


def _names(record: Record, member: str) -> list[str | None]:
    names = record.get(member)
    return names if is_list(names) else []


def _select(record: Record, names: list[str | None], index: Any) -> None:
    # True is an int in Python.
    is_there = type(index) is int and 0 <= index < len(names)
    record["index"] = index if is_there else None
    record["selected"] = names[index] if is_there else None


#: The table of a daemon without added kinds, for daemons that do not publish their tables.
BUILT_IN = RecordChanges(TABLE, DIGEST)
