"""Converts published JSON objects into events."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from operator import itemgetter
from typing import Any, Callable, cast, get_args, get_origin, get_type_hints

from ..event import Cause, Event
from ..events import EVENTS
from .forms import is_list, is_object
from .spelling import wire_name

Payload = Mapping[str, Any]
Reader = Callable[[Payload], tuple[Any, ...]]
#: The converters of the fields that are objects or lists, by the names of the fields.
Nested = dict[str, Callable[[Any], Any]]

_COMMON = ("seq", "revision", "time", "category", "subject", "event")
_own = len(fields(Event))


def _reader(type: type[Event]) -> tuple[type[Event], tuple[str, ...], tuple[str, ...], Reader]:
    names = (*_COMMON, *(field.name for field in fields(type)[_own:]))
    wire = tuple(wire_name(name) for name in names)
    return type, names, wire, cast(Reader, itemgetter(*wire))


_READERS = {key: _reader(type) for key, type in EVENTS.items()}
_UNKNOWN = _reader(Event)


def event_of(payload: Payload) -> Event:
    """Returns the event of a payload. A field that an older daemon does not send is None."""
    type, names, wire, read = _READERS.get((payload["category"], payload["event"]), _UNKNOWN)
    try:
        values = read(payload)
    except KeyError:
        values = tuple(map(payload.get, wire))
    # A frozen dataclass's __init__ takes twice as long, because it sets each attribute separately.
    event = object.__new__(type)
    attributes = event.__dict__
    attributes.update(zip(names, values))
    for name, convert in _nested(type).items():
        attributes[name] = convert(attributes[name])
    attributes["prev"] = tuple(payload["prev"])
    cause = payload.get("cause")
    attributes["cause"] = (
        Cause(cause.get("client", ""), cause.get("id", "")) if is_object(cause) else None
    )
    attributes["payload"] = payload
    return event


_NESTED: dict[type[Event], Nested] = {}


# mypy does not accept `type[Event]` as an argument of a function with `cache`.
def _nested(type: Any) -> Nested:
    """Returns the converters of an event class; fields without one keep their JSON values."""
    if type not in _NESTED:
        _NESTED[type] = {
            name: convert
            for name, _, convert in _members(type)
            if convert is not None and name not in Event.__annotations__
        }
    return _NESTED[type]


@cache
def _members(kind: Any) -> tuple[tuple[str, str, Callable[[Any], Any] | None], ...]:
    """Returns the name, the name on the wire and the converter of each field of a dataclass."""
    hints = get_type_hints(kind)
    return tuple(
        (field.name, wire_name(field.name), _converter(hints[field.name])) for field in fields(kind)
    )


def _converter(hint: Any) -> Callable[[Any], Any] | None:
    if get_origin(hint) is tuple:
        inner = _converter(get_args(hint)[0])
        return lambda value: _listed(value, inner)
    optional = [one for one in get_args(hint) if is_dataclass(one) or get_origin(one) is tuple]
    if len(optional) == 1 and get_origin(hint) is not tuple:
        return _converter(optional[0])
    if not is_dataclass(hint):
        return None
    return lambda value: _made(hint, value)


def _listed(value: Any, inner: Callable[[Any], Any] | None) -> Any:
    """Returns a list as a tuple, and a value that is not a list unchanged."""
    if not is_list(value):
        return value
    return tuple(value if inner is None else map(inner, value))


def _made(kind: Any, value: Any) -> Any:
    """Returns an object as its dataclass, and a value that is not an object unchanged."""
    if not is_object(value):
        return value
    members: dict[str, Any] = {}
    for name, wire, convert in _members(kind):
        member = value.get(wire)
        members[name] = member if convert is None else convert(member)
    return kind(**members)
