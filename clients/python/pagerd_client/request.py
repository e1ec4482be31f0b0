"""Requests before they are sent: those of handles, and the commands of `batch`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from .core.spelling import wire_name

if TYPE_CHECKING:
    from .handle import Id

T = TypeVar("T")
#: The levels of a parameter. A message has at most 64 (`limits.nesting`), two of them around it.
_LEVELS = 62


class Unsaid(Enum):
    """The type of `UNSAID`, the value of an option that is not sent. The value None sends null."""

    UNSAID = "unsaid"


UNSAID = Unsaid.UNSAID


class Request(Generic[T]):
    """A method, its parameters as JSON, and the type of its result."""

    __slots__ = ("method", "params", "result", "wait")

    def __init__(
        self,
        method: str,
        result: type[T],
        must: Mapping[str, object] | None = None,
        may: Mapping[str, object] | None = None,
        clearing: Mapping[str, object] | None = None,
        *,
        wait: bool | float = False,
    ) -> None:
        """Takes the method and the parameters to send.

        These are all of `must`, those of `may` that are not None, and those of `clearing` that are
        not UNSAID.
        """
        params = {name: plain(value) for name, value in (must or {}).items()}
        for name, value in (may or {}).items():
            if value is not None:
                params[name] = plain(value)
        for name, value in (clearing or {}).items():
            if value is not UNSAID:
                params[name] = plain(value)
        self.method = method
        self.result = result
        self.params = params
        self.wait = wait

    def __repr__(self) -> str:
        return f"<Request {self.method} {self.params}>"


@dataclass(frozen=True, init=False)
class Command:
    """A command of `batch`, with protocol names: `Command("pager.next", id="book")`."""

    method: str
    params: Mapping[str, object]

    def __init__(self, method: str, /, **params: object) -> None:
        object.__setattr__(self, "method", method)
        object.__setattr__(self, "params", params)


def by_id_or_index(name: str, page: Id | int) -> dict[str, object]:
    """Returns the parameter that selects a page: `index` for a number, else `name` with its id."""
    return {"index": page} if isinstance(page, int) else {name: page}


def id_of(subject: Id | None) -> str | None:
    """Returns the id of an object that is given by its id or its handle.

    Raises TypeError for another value, ValueError for a handle without an id.
    """
    id = plain(subject)
    if id is None or isinstance(id, str):
        return id
    raise TypeError(f"subject: must be an id, or the handle of one object, got {subject!r}")


def plain(value: Any, levels: int = _LEVELS) -> Any:
    """Returns a value as JSON: a handle as its id, a dataclass as an object.

    Raises ValueError for a value that no daemon accepts: one of more than `levels` levels of lists
    and objects, or an integer that no floating-point number can hold.
    """
    if value is None or isinstance(value, (str, float)):
        return value
    if isinstance(value, int):
        if value.bit_length() >= 1024:
            raise ValueError(f"an integer has {value.bit_length()} bits; the limit is 1023 bits")
        return value
    if levels == 0:
        raise ValueError(f"a parameter has more than {_LEVELS} levels of lists and objects")
    if isinstance(value, Mapping):
        items = cast("Mapping[str, Any]", value).items()
        return {name: plain(one, levels - 1) for name, one in items}
    if isinstance(value, (list, tuple)):
        return [plain(one, levels - 1) for one in cast("list[Any]", value)]
    if is_dataclass(value) and not isinstance(value, type):
        members = ((field.name, getattr(value, field.name)) for field in fields(value))
        return {wire_name(name): plain(one, levels - 1) for name, one in members if one is not None}
    id = getattr(value, "id", None)
    return id if isinstance(id, str) else value
