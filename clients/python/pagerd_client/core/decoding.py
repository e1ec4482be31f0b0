"""Makes events out of what was published."""

from __future__ import annotations

import keyword
from dataclasses import fields
from operator import itemgetter
from typing import Any, Callable

from ..event import Event
from ..events import EVENTS

Payload = dict[str, Any]
Reader = Callable[[Payload], tuple[Any, ...]]

_COMMON = ("seq", "revision", "time", "category", "subject", "event")
_own = len(fields(Event))


def _reader(type: type[Event]) -> tuple[type[Event], tuple[str, ...], tuple[str, ...], Reader]:
    names = (*_COMMON, *(field.name for field in fields(type)[_own:]))
    wire = tuple(_spoken(name) for name in names)
    return type, names, wire, itemgetter(*wire)


def _spoken(name: str) -> str:
    """`from` for `from_`, which Python keeps its own word from."""
    return name[:-1] if keyword.iskeyword(name[:-1]) else name


_READERS = {key: _reader(type) for key, type in EVENTS.items()}
_UNKNOWN = _reader(Event)


def event_of(payload: Payload) -> Event:
    """The event of a payload; a field that an older daemon does not send is None."""
    type, names, wire, read = _READERS.get((payload["category"], payload["event"]), _UNKNOWN)
    try:
        values = read(payload)
    except KeyError:
        values = tuple(map(payload.get, wire))
    # A frozen dataclass's own __init__ sets one attribute after the other, in twice the time.
    event = object.__new__(type)
    attributes = event.__dict__
    attributes.update(zip(names, values))
    attributes["prev"] = tuple(payload["prev"])
    attributes["cause"] = payload.get("cause")
    attributes["payload"] = payload
    return event
