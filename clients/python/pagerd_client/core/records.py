"""Reads records whose members may have any type."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .forms import is_list

Record = dict[str, Any]
Records = dict[str, Record]


def found(records: Records, id: Any) -> Record | None:
    """Returns the record with this id; None if there is none, or if the id is not a string."""
    return records.get(id) if isinstance(id, str) else None


def name(record: Mapping[str, Any] | None, member: str) -> str | None:
    """Returns the value of a member if it is a string, else None."""
    value = None if record is None else record.get(member)
    return value if isinstance(value, str) else None


def names(record: Mapping[str, Any] | None, member: str) -> list[str]:
    """Returns a new list of the strings in a member; empty if the member is not a list."""
    value = None if record is None else record.get(member)
    return [one for one in value if isinstance(one, str)] if is_list(value) else []
