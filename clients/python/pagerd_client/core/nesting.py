"""Reads and writes JSON that is nested more deeply than Python's own functions support."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from .forms import is_list, is_object

#: The limit of nested arrays and objects. No reply of a daemon is nested so deeply.
LEVELS = 4096

_skip = re.compile(r"[ \t\n\r]*").match
# Reads one string, number or word. It is not called for arrays and objects.
_atom = json.JSONDecoder().raw_decode


def encode(value: Any) -> str:
    """Returns a value as JSON."""
    try:
        return json.dumps(value)
    except RecursionError:
        return "".join(_pieces(value))


def _pieces(value: Any) -> Iterator[str]:
    """Yields the pieces of the JSON of a value. The stack has what follows, the next one last."""
    stack: list[Iterator[Any]] = [iter((value,))]
    while stack:
        one = next(stack[-1], _END)
        if one is _END:
            stack.pop()
        elif isinstance(one, _Piece):
            yield one
        elif is_object(one):
            stack.append(_in_turn("{", [(json.dumps(name) + ":", of) for name, of in one.items()], "}"))
        elif is_list(one):
            stack.append(_in_turn("[", [("", of) for of in one], "]"))
        else:
            yield json.dumps(one)


class _Piece(str):
    """Text of JSON, unlike a string in a value."""


_END = object()


def _in_turn(begin: str, items: Sequence[tuple[str, Any]], end: str) -> Iterator[Any]:
    """Yields the pieces and the values of an array or object."""
    yield _Piece(begin)
    for number, (before, value) in enumerate(items):
        yield _Piece(("," if number else "") + before)
        yield value
    yield _Piece(end)


def decode(text: str) -> tuple[Any, int]:
    """Returns the value at the beginning of the text, and where it ends. Raises ValueError."""
    # The open arrays and objects around the next value, and for each object the member name.
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
                raise ValueError(f"expected a comma or a closing bracket at {place - 1}")
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
        raise ValueError(f"expected a member name at {place}")
    name, place = _atom(text, place)
    names.append(name)
    place = _after_space(text, place)
    if text[place : place + 1] != ":":
        raise ValueError(f"expected a colon at {place}")
    return place + 1
