"""Reads JSON that is nested deeper than Python's own reader goes."""

from __future__ import annotations

import json
import re
from typing import Any

from .forms import is_list

#: Levels of arrays and objects in the deepest reply of a daemon, and more.
LEVELS = 4096

_skip = re.compile(r"[ \t\n\r]*").match
# Of texts, numbers and words it reads one; of arrays and objects nothing here asks it.
_atom = json.JSONDecoder().raw_decode


def decode(text: str) -> tuple[Any, int]:
    """The value at the beginning, and where it ends. Raises ValueError."""
    # What is open around the next value, and which member of each object the value will be.
    open: list[Any] = []
    names: list[str] = []
    place = 0
    while True:
        place = _after_space(text, place)
        begin = text[place : place + 1]
        if begin in ("[", "{"):
            if len(open) == LEVELS:
                raise ValueError(f"nested deeper than {LEVELS} levels")
            value: Any = [] if begin == "[" else {}
            place = _after_space(text, place + 1)
            if text[place : place + 1] != ("]" if begin == "[" else "}"):
                open.append(value)
                if begin == "{":
                    place = _name(text, place, names)
                continue
            place += 1
        else:
            value, place = _atom(text, place)
        while open:
            outer = open[-1]
            if is_list(outer):
                outer.append(value)
            else:
                outer[names.pop()] = value
            place = _after_space(text, place)
            end = text[place : place + 1]
            place += 1
            if end == ",":
                if isinstance(outer, dict):
                    place = _name(text, place, names)
                break
            if end != ("]" if isinstance(outer, list) else "}"):
                raise ValueError(f"no comma and no end at {place - 1}")
            value = open.pop()
        else:
            return value, place


def _after_space(text: str, place: int) -> int:
    found = _skip(text, place)
    return place if found is None else found.end()


def _name(text: str, place: int, names: list[str]) -> int:
    """Reads the name of a member; returns where its value begins. Raises ValueError."""
    place = _after_space(text, place)
    if text[place : place + 1] != '"':
        raise ValueError(f"no name at {place}")
    name, place = _atom(text, place)
    names.append(name)
    place = _after_space(text, place)
    if text[place : place + 1] != ":":
        raise ValueError(f"no colon at {place}")
    return place + 1
