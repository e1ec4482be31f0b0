"""Checks the parts of a daemon's messages that the client itself reads."""

from __future__ import annotations

from typing import Any, cast

from .forms import Each, Form, is_list, is_object, problem, shown
from .record_changes import RecordChanges

Payload = dict[str, Any]

#: The lists of a snapshot.
RECORDS = ("windows", "controllers", "views", "transitions")

_PLACE: dict[str, Form] = {"boot": str, "history": str, "seq": int}
_EVENT: dict[str, Form] = {
    **{"seq": int, "prev": [int], "revision": int, "time": float},
    **{"category": str, "subject": str, "event": str},
}
#: The form of a heartbeat, welcome or shutdown.
_ANNOUNCEMENT: Form = {**_PLACE, "event": str, "bootSeq?": int, "latest?": Each(int)}
#: The form of `error` in a reply.
ERROR: Form = {
    "code": int,
    "message": str,
    "data?": {"name?": str, "path?": str, "exception?": str},
}
_CONTROLLER: Form = {"id": str, "kind": str, "title?": str}
_RECORD: dict[str, Form] = {"windows?": [dict], "controllers?": [dict], "views?": [dict]}
#: The form of the result of a command for whose end the client waits.
STARTED: Form = {"transition?": str, "pending?": str}
#: The forms of the results that the client reads, by method.
_RESULTS: dict[str, dict[str, Form]] = {
    "server.hello": {**_PLACE, "bootSeq?": int, "changes?": str, "limits?": Each(float)},
    "state.snapshot": {**_PLACE, **_RECORD, "transitions?": [dict], "next?": str},
    "events.replay": {
        **{"boot": str, "history": str, "events": list, "complete": bool},
        **{"oldest?": int, "next?": int, "reason?": str},
    },
    "server.describe": {"events": list},
    "controller.list": {"controllers": [_CONTROLLER], "next?": str},
    "transition.list": {"transitions": [{"container": str}], "seq": int, "next?": str},
    "transition.get": {"outcome?": str, "selected?": str},
    "plugin.register": {
        **{"name": str, "seq": int, "history": str, "boot?": str, "bootSeq?": int},
        **{"controllers?": [_CONTROLLER], "next?": str, "grants?": [str], "lease?": float},
        "missed?": {"complete": bool, "events": list, "next?": int, "reason?": str},
    },
    "plugin.controllers": {"controllers": [_CONTROLLER], "next?": str},
}


def problem_of(method: str, params: dict[str, Any], result: dict[str, Any]) -> str | None:
    """Returns why the client cannot read a result, or None if it can.

    A page that is not the last must lead to a later one; otherwise reading would never end.
    """
    form = _RESULTS.get(method, {})
    found = problem(result, form) or _problem_of_events(method, params, result)
    if found is not None:
        return found
    following = result.get("next")
    if method == "events.replay" and following is not None:
        since = params.get("since", 0)
        if following <= since:
            return f"next: must be an integer above {since}, got {shown(following)}"
    if method == "state.snapshot" and following is not None:
        if not any(result.get(list) for list in RECORDS):
            return f"next: must be absent on a page without records, got {shown(following)}"
    if method == "server.describe":
        try:
            RecordChanges(result["events"])
        except ValueError as error:
            return str(error)
    return None


def _problem_of_events(
    method: str, params: dict[str, Any], result: dict[str, Any]
) -> str | None:
    """Returns why the client cannot read the events in a result, or None if it can."""
    path = "events"
    events: Any = ()
    if method == "events.replay":
        events = result["events"]
    elif method == "plugin.register" and result.get("missed") is not None:
        path, events = "missed.events", result["missed"]["events"]
    elif params.get("trace") and method not in _RESULTS:
        events = result.get("events") or ()
    if not isinstance(events, (list, tuple)):
        return problem(events, list, path)
    for index, event in enumerate(cast("list[Any]", events)):
        found = problem_of_event(event, f"{path}[{index}]")
        if found is not None:
            return found
    return None


def problem_of_event(payload: Any, path: str = "") -> str | None:
    """Returns why the client cannot read an event, or None if it can."""
    if is_object(payload):
        read = payload.get
        prev = read("prev")
        # A fast check, as every published event is checked and nearly all have this form.
        if (
            type(read("seq")) is int
            and is_list(prev)
            and len(prev) == 2
            and type(prev[0]) is int
            and type(prev[1]) is int
            and type(read("revision")) is int
            and type(read("time")) in (int, float)
            and type(read("category")) is str
            and type(read("subject")) is str
            and type(read("event")) is str
        ):
            return None
    found = problem(payload, _EVENT, path)
    place = f"{path}.prev" if path else "prev"
    return found or f"{place}: must be two integers, got {shown(payload['prev'])}"


def problem_of_published(message: Payload) -> str | None:
    """Returns why the client cannot read a published message, or None if it can."""
    if "prev" in message:
        return problem_of_event(message)
    # A newer daemon may publish messages that are neither events nor announcements; ignore them.
    return problem(message, _ANNOUNCEMENT) if "history" in message else None
