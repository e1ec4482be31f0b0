"""What the events of kinds change in the records of controllers, as the daemon describes it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Callable

from ..event import Event
from .table import DIGEST, TABLE

Record = dict[str, Any]
Payload = dict[str, Any]
Change = Callable[[Record, Payload], None]


class RecordChanges:
    """The table of a daemon: for each event of a kind, what it changes in its subject's record."""

    def __init__(self, events: Iterable[dict[str, Any]], digest: str | None = None) -> None:
        """Takes the `events` of `server.describe` and the digest of `server.hello`.

        Leaves out the changes that this package does not know.
        """
        #: Two daemons with the same digest have the same table.
        self.digest = digest
        self._changes: dict[tuple[str, str], list[Change]] = {}
        for event in events:
            known = [
                _READERS[change["change"]](change)
                for change in event.get("changes", ())
                if change["change"] in _READERS
            ]
            if known:
                self._changes[event["category"], event["event"]] = known

    def apply(self, record: Record, event: Event) -> None:
        """Changes the record of the event's subject."""
        for change in self._changes.get((event.category, event.event), ()):
            change(record, event.payload)


def _reads_set(change: Payload) -> Change:
    member, field = change["member"], change["field"]

    def carry_out(record: Record, event: Payload) -> None:
        if field in event:
            record[member] = event[field]
        else:
            record.pop(member, None)

    return carry_out


def _reads_select(change: Payload) -> Change:
    list, field = change["list"], change["field"]
    return lambda record, event: _select(record, _names(record, list), event.get(field))


def _reads_reselect(change: Payload) -> Change:
    list = change["list"]

    def carry_out(record: Record, event: Payload) -> None:
        names, selected = _names(record, list), record.get("selected")
        is_there = selected is not None and selected in names
        _select(record, names, names.index(selected) if is_there else None)

    return carry_out


def _reads_last(change: Payload) -> Change:
    member, list = change["member"], change["list"]

    def carry_out(record: Record, event: Payload) -> None:
        names = _names(record, list)
        record[member] = names[-1] if names else None

    return carry_out


_READERS: dict[str, Callable[[Payload], Change]] = {
    "set": _reads_set,
    "select": _reads_select,
    "reselect": _reads_reselect,
    "last": _reads_last,
}


def _names(record: Record, member: str) -> list[str | None]:
    names = record.get(member)
    return names if isinstance(names, list) else []


def _select(record: Record, names: list[str | None], index: Any) -> None:
    # True is an int in Python.
    is_there = type(index) is int and 0 <= index < len(names)
    record["index"] = index if is_there else None
    record["selected"] = names[index] if is_there else None


#: The table of a daemon without additions, for daemons that do not publish theirs.
BUILT_IN = RecordChanges(TABLE, DIGEST)
