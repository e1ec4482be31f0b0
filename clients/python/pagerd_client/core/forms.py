"""Checks whether a JSON value has the form that the protocol declares."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeGuard, Union

#: The form of a JSON value: a type; the members of an object by name, with `?` after the name if
#: the member may be absent or null; a list with the form of every element; or `Each`.
Form = Union[type, "dict[str, Any]", "list[Any]", "Each"]

_NAMES = {
    str: "a string",
    int: "an integer",
    float: "a number",
    bool: "a boolean",
    list: "a list",
    dict: "an object",
}


class Each:
    """The form of an object with any member names, whose members all have one form."""

    def __init__(self, form: Form) -> None:
        self.form = form


def is_object(value: object) -> TypeGuard[dict[str, Any]]:
    """Returns whether a value is a JSON object."""
    return isinstance(value, dict)


def is_list(value: object) -> TypeGuard[list[Any]]:
    """Returns whether a value is a JSON array."""
    return isinstance(value, list)


def problem(value: Any, form: Form, path: str = "") -> str | None:
    """Returns where a value differs from the form, and the value there; None if it has the form."""
    if isinstance(form, type):
        return None if _is(value, form) else _wrong(path, form, value)
    if isinstance(form, list):
        if not is_list(value):
            return _wrong(path, list, value)
        return _first(problem(one, form[0], f"{path}[{at}]") for at, one in enumerate(value))
    if not is_object(value):
        return _wrong(path, dict, value)
    if isinstance(form, Each):
        inner = form.form
        return _first(problem(one, inner, joined(path, name)) for name, one in value.items())
    return _first(
        problem(value.get(name.rstrip("?")), inner, joined(path, name.rstrip("?")))
        for name, inner in form.items()
        if not name.endswith("?") or value.get(name[:-1]) is not None
    )


def shown(value: Any) -> str:
    """Returns the beginning of a value for an error message; for a list or object, its size."""
    if is_list(value) or is_object(value):
        return f"{_NAMES[list if is_list(value) else dict]} of {len(value)}"
    return repr(value)[:40]


def _first(problems: Iterable[str | None]) -> str | None:
    return next((one for one in problems if one is not None), None)


def _is(value: Any, type: type) -> bool:
    # True is an int in Python.
    if isinstance(value, bool):
        return type is bool
    return isinstance(value, (int, float) if type is float else type)


def _wrong(path: str, type: type, value: Any) -> str:
    return f"{path or 'the value'}: must be {_NAMES[type]}, got {shown(value)}"


def joined(path: str, name: str) -> str:
    """Returns the path of a member of the object at a path."""
    return f"{path}.{name}" if path else name
