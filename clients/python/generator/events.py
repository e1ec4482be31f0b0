"""Writes the dataclasses of events, and the table of record changes."""

from __future__ import annotations

import json
from typing import Any

from .shapes import Shapes
from .text import HEAD, capital, comment, doc, imports, python_name

#: The fields that every event has. No event may have a further field with one of these names.
ENVELOPE = {"seq", "prev", "revision", "time", "category", "subject", "event", "cause", "payload"}


def events(description: dict[str, Any], shapes: Shapes) -> str:
    """Returns the text of `events.py`."""
    classes: list[str] = []
    table = ""
    for event in description["events"]:
        category, name = event["category"], event["event"]
        # A name that begins with its category, such as `presentationTransitionWillBegin`, gets no
        # further prefix.
        words = [name] if name.startswith(category) else [category, name]
        type = "".join(capital(word) for word in words)
        text = f"@dataclass(frozen=True)\nclass {type}(Event):\n"
        text += doc(event["doc"], [], [f"`subject` is {event['subject']}."], 4)
        text += f'\n    topic_of: ClassVar[tuple[str, str]] = ("{category}", "{name}")\n'
        for field in event["fields"]:
            if field["name"] in ENVELOPE:
                raise ValueError(f"{type}: every event already has a field {field['name']}")
            shape = shapes.of(field["type"], field["name"], category)
            if field["nullable"] and shape != "Any":
                shape += " | None"
            text += comment(field["doc"]) + f"    {python_name(field['name'])}: {shape}\n"
        classes.append(text)
        table += f'    ("{category}", "{name}"): {type},\n'
    body = "\n\n".join(classes)
    text = HEAD.format("The events, one dataclass for each.")
    text += "\nfrom __future__ import annotations\n\nfrom dataclasses import dataclass\n"
    text += "from typing import Any, ClassVar\n\n"
    text += imports(".contract", {*shapes.words, *shapes.plain}, body)
    text += "from .event import Event\n" + imports(".records", set(shapes.records), body)
    text += "\n\n" + body + "\n\n#: The dataclasses by category and name.\n"
    return text + f"EVENTS: dict[tuple[str, str], type[Event]] = {{\n{table}}}\n"


def table(description: dict[str, Any], digest: str) -> str:
    """Returns the text of `core/table.py`."""
    text = HEAD.format("The record changes of events, in a daemon without added kinds.")
    text += "\nfrom __future__ import annotations\n\nfrom typing import Any\n\n"
    text += "#: The digest of the table, `changes` of `server.hello`.\n"
    text += f"DIGEST = {json.dumps(digest)}\n\n"
    text += "#: The events that change records, as `server.describe` returns them.\n"
    text += "TABLE: list[dict[str, Any]] = [\n"
    for event in description["events"]:
        if event["changes"]:
            text += "    {\n"
            for name in ("category", "event"):
                text += f'        "{name}": {json.dumps(event[name])},\n'
            text += '        "changes": [\n'
            for change in event["changes"]:
                text += f"            {json.dumps(change)},\n"
            text += "        ],\n    },\n"
    text += "]\n\n"
    text += "#: The members of records that name the nearest ancestor of a kind, by the kind.\n"
    text += "ANCESTORS = {\n"
    for kind in description["kinds"]:
        if kind["ancestorProperty"]:
            text += f"    {json.dumps(kind['kind'])}: {json.dumps(kind['ancestorProperty'])},\n"
    text += "}\n\n#: The members that a controller's record omits if they are null.\nOMITTED = (\n"
    return text + "".join(f"    {json.dumps(name)},\n" for name in omitted(description)) + ")\n"


def omitted(description: dict[str, Any]) -> list[str]:
    """Returns the members that a controller's record omits if they are null."""
    record = next(one for one in description["methods"] if one["method"] == "controller.get")
    fields = record["result"] + [one for kind in description["kinds"] for one in kind["options"]]
    return list(dict.fromkeys(field["name"] for field in fields if field.get("omitted")))


def browser_table(description: dict[str, Any]) -> str:
    """Returns the text of the viewer's `omitted.js`."""
    names = "".join(f"  '{name}',\n" for name in omitted(description))
    return (
        "// Written by clients/python/generate.py from `server.describe`; do not edit.\n\n"
        "/** The members that a controller's record omits if they are null. */\n"
        f"export const OMITTED = [\n{names}];\n"
    )

