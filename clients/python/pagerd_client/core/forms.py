"""Whether a JSON value has the form that the contract declares."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeGuard, Union

#: A type of JSON; an object's members by name, with `?` behind the name where the member may be
#: absent or null; the only element of a list that stands for all of them; `Each` of an object.
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
    """An object whose members all have one form, whatever their names."""

    def __init__(self, form: Form) -> None:
        self.form = form


def is_object(value: object) -> TypeGuard[dict[str, Any]]:
    """Whether it is an object of JSON."""
    return isinstance(value, dict)


def is_list(value: object) -> TypeGuard[list[Any]]:
    """Whether it is a list of JSON."""
    return isinstance(value, list)


def problem(value: Any, form: Form, path: str = "") -> str | None:
    """Where a value has another form, and what it has there; None where it has the form."""
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
        return _first(problem(one, inner, _joined(path, name)) for name, one in value.items())
    return _first(
        problem(value.get(name.rstrip("?")), inner, _joined(path, name.rstrip("?")))
        for name, inner in form.items()
        if not name.endswith("?") or value.get(name[:-1]) is not None
    )


def shown(value: Any) -> str:
    """The beginning of a value, for an error: lists and objects may be nested without end."""
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
    return f"{path or 'it'}: must be {_NAMES[type]}, got {shown(value)}"


def _joined(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name
