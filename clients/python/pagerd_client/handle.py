"""The base classes of handles. Their methods are in `handles.py` and `aio_handles.py`."""

from __future__ import annotations

from typing import Any, Generic, TypeVar, Union

from .request import Request

T = TypeVar("T")
A = TypeVar("A")


class Asker:
    """Sends requests and returns their results."""

    def ask(self, request: Request[T]) -> T:
        """Returns the result of a request. Raises Refused, NoDaemon, BadReply, UnsafeDirectory."""
        raise NotImplementedError


class AsyncAsker:
    """Sends requests and returns their results, for asyncio."""

    async def ask(self, request: Request[T]) -> T:
        """Returns the result of a request. Raises Refused, NoDaemon, BadReply, UnsafeDirectory."""
        raise NotImplementedError


class Part(Generic[A]):
    """A group of a daemon's methods."""

    __slots__ = ("_asker",)

    def __init__(self, asker: A) -> None:
        self._asker = asker

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self._asker!r}>"


class Handle(Part[A]):
    """A reference to a daemon's object by its id. Creating it sends nothing."""

    __slots__ = ("_id",)

    def __init__(self, asker: A, id: Id | None = None) -> None:
        super().__init__(asker)
        self._id = id.id if isinstance(id, Handle) else id

    @property
    def id(self) -> str:
        """The id of the object. Raises ValueError if the handle was made without an id."""
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


#: A reference to a window, controller, view or transition: its id, or its handle.
Id = Union[str, "Handle[Any]"]
