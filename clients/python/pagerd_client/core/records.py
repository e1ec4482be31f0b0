"""Reads records whose members a daemon may have set to anything."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .forms import is_list

Record = dict[str, Any]
Records = dict[str, Record]


def found(records: Records, id: Any) -> Record | None:
    """The record that is named; None where there is none, or where it is no name."""
    return records.get(id) if isinstance(id, str) else None


def name(record: Mapping[str, Any] | None, member: str) -> str | None:
    """The name that a member holds; None where it holds none."""
    value = None if record is None else record.get(member)
    return value if isinstance(value, str) else None


def names(record: Mapping[str, Any] | None, member: str) -> list[str]:
    """A new list of the names that a member holds; empty where it holds no list."""
    value = None if record is None else record.get(member)
    return [one for one in value if isinstance(one, str)] if is_list(value) else []
