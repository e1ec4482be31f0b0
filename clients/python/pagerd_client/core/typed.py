"""Converts JSON into the dataclasses of replies and records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from types import UnionType
from typing import Any, Callable, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from ..errors import WrongKind
from ..event import Event
from ..records import KINDS, ControllerRecord
from .decoding import event_of
from .forms import joined, shown
from .replies import problem_of_event
from .spelling import wire_name

T = TypeVar("T")
#: A function that converts a value. Its second argument is the path of the value, for the
#: ValueError that it may raise.
Reader = Callable[[Any, str], Any]
_SCALARS = {str: "a string", int: "an integer", float: "a number", bool: "a boolean"}


def read(kind: type[T], value: Mapping[str, Any], path: str = "") -> T:
    """Returns a JSON object as a dataclass. A member that an older daemon does not send is None.

    Raises ValueError if a member has another type, WrongKind if a controller has another kind.
    """
    return cast(T, _object(kind)(value, path))


def _object(kind: Any) -> Reader:
    if kind is Event:
        return _event
    if issubclass(kind, ControllerRecord):
        return lambda value, path: _controller(kind, _checked(value, dict, "an object", path), path)
    return _members(kind)


def _event(value: Any, path: str) -> Event:
    problem = problem_of_event(value, path)
    if problem is not None:
        raise ValueError(problem)
    return event_of(value)


def _controller(kind: Any, value: dict[str, Any], path: str) -> Any:
    found = KINDS.get(str(value.get("kind")), ControllerRecord)
    if kind is not ControllerRecord and found is not kind:
        raise WrongKind(str(value.get("id")), str(value.get("kind")), kind.__name__)
    return _members(found)(value, path)


_KNOWN: dict[Any, Reader] = {}


def _members(kind: Any) -> Reader:
    if kind not in _KNOWN:
        _KNOWN[kind] = _reader_of_members(kind)
    return _KNOWN[kind]


def _reader_of_members(kind: Any) -> Reader:
    hints = get_type_hints(kind)
    plan: list[tuple[str, str, Reader, Any]] = []
    rest = None
    for field in fields(kind):
        if field.name == "more":
            rest = field.name
            continue
        absent = None if field.default is MISSING else field.default
        plan.append((field.name, wire_name(field.name), _reader(hints[field.name]), absent))
    known = {wire for _, wire, _, _ in plan}

    def members(value: Any, path: str) -> Any:
        _checked(value, dict, "an object", path)
        found: dict[str, Any] = {}
        for name, wire, convert, absent in plan:
            member = value.get(wire)
            found[name] = absent if member is None else convert(member, joined(path, wire))
        if rest is not None:
            found[rest] = {name: one for name, one in value.items() if name not in known}
        return kind(**found)

    return members


def _reader(hint: Any) -> Reader:
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        inner = next(one for one in get_args(hint) if one is not type(None))
        return _reader(inner)
    if origin is tuple:
        one = _reader(get_args(hint)[0])

        def elements(value: Any, path: str) -> Any:
            _checked(value, list, "a list", path)
            return tuple(one(element, f"{path}[{at}]") for at, element in enumerate(value))

        return elements
    if origin is Literal:
        # A newer daemon may send words that are not in the list.
        words: tuple[object, ...] = get_args(hint)
        types = tuple({type(one) for one in words})
        return lambda value, path: _checked(value, types, "a word", path)
    if hint in _SCALARS:
        types = (int, float) if hint is float else (hint,)
        return lambda value, path: _scalar(value, types, _SCALARS[hint], path)
    if isinstance(hint, type) and is_dataclass(hint):
        return _object(hint)
    if origin is not None and issubclass(origin, Mapping):
        return lambda value, path: _checked(value, dict, "an object", path)
    return lambda value, path: value


def _scalar(value: Any, types: tuple[type, ...], words: str, path: str) -> Any:
    # True is an int in Python.
    if isinstance(value, bool) and bool not in types:
        raise ValueError(f"{path}: must be {words}, got {shown(value)}")
    return _checked(value, types, words, path)


def _checked(value: Any, types: Any, words: str, path: str) -> Any:
    if not isinstance(value, types):
        raise ValueError(f"{path or 'the value'}: must be {words}, got {shown(value)}")
    return value

