"""Chooses the Python type that each method returns."""

from __future__ import annotations

from typing import Any

from .shapes import Shapes
from .text import Field, Method, capital

#: The record that `get` of each category returns. Lists contain the same records.
RECORDS = {
    "window.get": "WindowRecord",
    "controller.get": "ControllerRecord",
    "view.get": "ViewRecord",
    "transition.get": "TransitionRecord",
    "modal.get": "PresentationRecord",
}
NAMES = {
    "server.hello": "Hello",
    "server.stats": "Stats",
    "server.describe": "Description",
    "clock.get": "ClockReading",
    "events.replay": "Replay",
    "state.snapshot": "Snapshot",
    "batch": "BatchReply",
    "plugin.controllers": "ControllerList",
    "window.list": "WindowList",
    "transition.list": "TransitionList",
    "transition.styles": "StyleList",
    "plugin.list": "PluginList",
    "modal.present": "PresentTurn",
}
_TURN = {"transition", "pending"}


def starts_transition(method: Method) -> bool:
    """Returns whether the result names a transition that the method has started."""
    return any(
        (field["name"], field["type"], field["presence"])
        == ("transition", "transition", "nullable")
        for field in method["result"]
    )


def write_records(description: dict[str, Any], shapes: Shapes) -> dict[str, str]:
    """Writes the records; returns the names of controller records by kind."""
    by_name: dict[str, Method] = {one["method"]: one for one in description["methods"]}
    for method, name in RECORDS.items():
        noun = name.removesuffix("Record").lower()
        shapes.record(name, by_name[method]["result"], summary=f"The record of a {noun}.")
    kinds: dict[str, str] = {}
    for kind in description["kinds"]:
        own = {member["name"] for member in kind["members"]}
        members = kind["members"] + [one for one in kind["options"] if one["name"] not in own]
        # The members that every controller has are in ControllerRecord.
        if members:
            name = kinds[kind["kind"]] = f"{capital(kind['kind'])}Record"
            summary = f"The record of a controller of the kind {kind['kind']}."
            shapes.record(name, members, base="ControllerRecord", summary=summary)
    return kinds


def reply(method: Method, shapes: Shapes) -> str:
    """Returns the name of the type that a method returns."""
    name, fields = method["method"], method["result"]
    if name in RECORDS:
        return RECORDS[name]
    if name.endswith(".create"):
        return "Created"
    if starts_transition(method):
        rest = [field for field in fields if field["name"] not in _TURN]
        return _written(name, rest, "Turn", shapes) if rest else "Turn"
    return _written(name, fields, "Reply", shapes) if fields else "Reply"


def _written(method: str, fields: list[Field], base: str, shapes: Shapes) -> str:
    key = (base, *(field["name"] for field in fields))
    known = shapes.replies.get(key)
    if known is None:
        category, _, name = method.rpartition(".")
        chosen = NAMES.get(method) or capital(category) + capital(name)
        summary = f"The result of `{method}`."
        known = shapes.replies[key] = shapes.record(chosen, fields, base=base, summary=summary)
    return known
