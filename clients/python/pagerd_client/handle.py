"""A window, controller or view by its id: its methods are in `handles.py` and `aio_handles.py`."""

from __future__ import annotations

from typing import Any, Generic, TypeVar, Union

from .request import Request

T = TypeVar("T")
A = TypeVar("A")


class Asker:
    """Sends requests and returns their results."""

    def ask(self, request: Request[T]) -> T:
        """The result of a request. Raises Refused, NoDaemon, BadReply, UnsafeDirectory."""
        raise NotImplementedError


class AsyncAsker:
    """Sends requests and returns their results, awaited."""

    async def ask(self, request: Request[T]) -> T:
        """The result of a request. Raises Refused, NoDaemon, BadReply, UnsafeDirectory."""
        raise NotImplementedError


class Part(Generic[A]):
    """Some methods of a daemon."""

    __slots__ = ("_asker",)

    def __init__(self, asker: A) -> None:
        self._asker = asker

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self._asker!r}>"


class Handle(Part[A]):
    """Something of a daemon by its id. Making one asks nobody: it may not exist."""

    __slots__ = ("_id",)

    def __init__(self, asker: A, id: Id | None = None) -> None:
        super().__init__(asker)
        self._id = id.id if isinstance(id, Handle) else id

    @property
    def id(self) -> str:
        """Its id. Raises ValueError for the handle of the only one of a kind, which has none."""
        if self._id is None:
            raise ValueError(f"{self!r} has no id: it was made without one")
        return self._id

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._id == other._id and self._asker is other._asker

    def __hash__(self) -> int:
        return hash((type(self), self._id))

    def __repr__(self) -> str:
        which = "the only one" if self._id is None else repr(self._id)
        return f"<{type(self).__name__} {which} of {self._asker!r}>"


#: What names a window, controller, view or transition: its id, or its handle.
Id = Union[str, "Handle[Any]"]
