"""The base classes of handles, and the decorators of their methods in `methods.py`.

Each class of `methods.py` is the base of two: one in `handles.py`, whose methods block, and one in
`aio_handles.py`, whose methods are coroutine functions.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar, Union, overload

from .reply import Created
from .request import Request

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
R = TypeVar("R")
P = ParamSpec("P")


class Blocking:
    """The base of a class whose methods return results."""

    __slots__ = ()


class Awaited:
    """The base of a class whose methods are coroutine functions."""

    __slots__ = ()


class Asker(Blocking):
    """Sends requests and returns their results."""

    def ask(self, request: Request[T]) -> T:
        """Returns the result of a request. Raises Refused, NoDaemon, BadReply, UnsafeDirectory."""
        raise NotImplementedError

    @property
    def _asker(self) -> Asker:
        return self


class AsyncAsker(Awaited):
    """Sends requests and returns their results, for asyncio."""

    async def ask(self, request: Request[T]) -> T:
        """Returns the result of a request. Raises Refused, NoDaemon, BadReply, UnsafeDirectory."""
        raise NotImplementedError

    @property
    def _asker(self) -> AsyncAsker:
        return self


class Part:
    """A group of a daemon's methods."""

    __slots__ = ("_asker",)

    def __init__(self, asker: Asker | AsyncAsker) -> None:
        self._asker = asker

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self._asker!r}>"


class Maker(Part, Generic[R]):
    """A group with a method `create`, which returns an R: a handle, or a coroutine of one."""

    __slots__ = ()
    #: The class of the handle.
    _made: type[Handle]


class Handle(Part):
    """A reference to a daemon's object by its id. Creating it sends nothing."""

    __slots__ = ("_id",)

    def __init__(self, asker: Asker | AsyncAsker, id: Id | None = None) -> None:
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
Id = Union[str, Handle]


class _Sent(Generic[P]):
    """A method as two functions: one for handles that block, and one for asyncio."""

    def __init__(self, build: Callable[Concatenate[Any, P], Request[Any]], returned: str) -> None:
        result = self._result
        # `help` shows what the method returns, not the request.
        build.__annotations__["return"] = returned

        @wraps(build)
        def block(part: Any, /, *args: P.args, **options: P.kwargs) -> Any:
            return result(part, part._asker.ask(build(part, *args, **options)))

        @wraps(build)
        async def wait(part: Any, /, *args: P.args, **options: P.kwargs) -> Any:
            return result(part, await part._asker.ask(build(part, *args, **options)))

        self._block: Any = block
        self._wait: Any = wait

    def _bound(self, part: object, owner: type) -> Any:
        function = self._wait if issubclass(owner, Awaited) else self._block
        return function.__get__(part, owner)

    @staticmethod
    def _result(part: Any, reply: Any) -> Any:
        return reply


class Method(_Sent[P], Generic[P, T_co]):
    """A method that sends the request that the decorated function returns."""

    def __init__(self, build: Callable[Concatenate[Any, P], Request[T_co]]) -> None:
        super().__init__(build, build.__annotations__["return"][len("Request[") : -1])

    @overload
    def __get__(self, part: None, owner: type) -> Callable[Concatenate[Any, P], Any]: ...
    @overload
    def __get__(self, part: Blocking, owner: type) -> Callable[P, T_co]: ...
    @overload
    def __get__(self, part: Awaited, owner: type) -> Callable[P, Coroutine[Any, Any, T_co]]: ...
    def __get__(self, part: object, owner: type) -> Any:
        return self._bound(part, owner)


class Creation(_Sent[P]):
    """A method of a Maker that sends the request and returns a handle to the new object."""

    def __init__(self, build: Callable[Concatenate[Any, P], Request[Created]]) -> None:
        super().__init__(build, "Handle")

    @overload
    def __get__(self, part: None, owner: type) -> Callable[Concatenate[Any, P], Any]: ...
    @overload
    def __get__(self, part: Maker[R], owner: type) -> Callable[P, R]: ...
    def __get__(self, part: object, owner: type) -> Any:
        return self._bound(part, owner)

    @staticmethod
    def _result(part: Any, reply: Any) -> Any:
        return part._made(part._asker, reply.id)
