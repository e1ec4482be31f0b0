"""Parses commands from MQTT messages, and remembers their ids to ignore copies."""

from __future__ import annotations

import json
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

_MOST_BYTES = 4096
_REMEMBERED = 1024


class BadInstruction(ValueError):
    """The payload of a message is not a command; the text is the reason."""


@dataclass(frozen=True)
class Instruction:
    """A value such as `next` or the id of a page, and the id of the message if it has one."""

    value: str
    id: str | None = None


def parse(payload: Any) -> Instruction:
    """Parses a plain value, or JSON `{"value": VALUE, "id": ID}`. Raises BadInstruction."""
    if not isinstance(payload, (bytes, bytearray)):
        raise BadInstruction("it has no payload")
    if len(payload) > _MOST_BYTES:
        raise BadInstruction(f"it has {len(payload)} bytes; the limit is {_MOST_BYTES} bytes")
    try:
        text = payload.decode()
    except UnicodeDecodeError:
        raise BadInstruction("it is not UTF-8") from None
    if not text.startswith("{"):
        return Instruction(text)
    try:
        read = json.loads(text)
    except (ValueError, RecursionError):
        raise BadInstruction(f"{text!r} is not JSON") from None
    value, id = read.get("value"), read.get("id")
    if not isinstance(value, str) or not (id is None or isinstance(id, str)):
        raise BadInstruction(f'it must be {{"value": TEXT, "id": TEXT}}, got {text!r}')
    return Instruction(value, id)


class RecentIds:
    """The ids of the last 1,024 messages that had an id."""

    def __init__(self) -> None:
        self._ids: OrderedDict[str, None] = OrderedDict()

    def add(self, id: str | None) -> bool:
        """Remembers the id. Returns whether it is new; None always counts as new."""
        if id is None:
            return True
        if id in self._ids:
            return False
        self._ids[id] = None
        if len(self._ids) > _REMEMBERED:
            self._ids.popitem(last=False)
        return True
