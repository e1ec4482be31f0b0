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


#: The lists of a snapshot.
RECORDS = ("windows", "controllers", "views", "transitions")


def problem_of(method: str, params: dict[str, Any], result: dict[str, Any]) -> str | None:
    """What keeps the client from reading a result; None where it can.

    A page that is not the last must lead on, so that no walk through pages goes on for ever.
    """
    for member, type in _MEMBERS.get(method, {}).items():
        value = result.get(member)
        # True is an int in Python.
        if not isinstance(value, type) or isinstance(value, bool) is not (type is bool):
            return f"{member}: must be {_NAMES[type]}, got {repr(value)[:40]}"
    following = result.get("next")
    if method == "events.replay" and following is not None:
        since = params.get("since", 0)
        if not isinstance(following, int) or following <= since:
            return f"next: must be an integer above {since}, got {repr(following)[:40]}"
    if method == "state.snapshot" and following is not None:
        if not any(result.get(list) for list in RECORDS):
            return f"next: must be absent on a page without records, got {repr(following)[:40]}"
    if method == "server.describe":
        try:
            RecordChanges(result["events"])
        except ValueError as problem:
            return str(problem)
    return None
