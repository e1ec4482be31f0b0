"""What the client itself reads of results: checked where they come in."""

from __future__ import annotations

from typing import Any

from .record_changes import RecordChanges

_PLACE: dict[str, type] = {"boot": str, "history": str, "seq": int}
#: By method, the members that every daemon sends.
_MEMBERS: dict[str, dict[str, type]] = {
    "server.hello": _PLACE,
    "state.snapshot": _PLACE,
    "events.replay": {"boot": str, "history": str, "events": list, "complete": bool},
    "server.describe": {"events": list},
}
_NAMES = {str: "a string", int: "an integer", list: "a list", bool: "a boolean"}


def problem_of(method: str, result: dict[str, Any]) -> str | None:
    """What keeps the client from reading a result; None where it can."""
    for member, type in _MEMBERS.get(method, {}).items():
        value = result.get(member)
        # True is an int in Python.
        if not isinstance(value, type) or isinstance(value, bool) is not (type is bool):
            return f"{member}: must be {_NAMES[type]}, got {repr(value)[:40]}"
    if method == "server.describe":
        try:
            RecordChanges(result["events"])
        except ValueError as problem:
            return str(problem)
    return None
