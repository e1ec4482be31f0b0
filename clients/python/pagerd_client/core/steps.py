"""How the core asks the daemon without a socket: it yields what to ask and is sent the result."""

from __future__ import annotations

from collections.abc import Awaitable, Generator
from dataclasses import dataclass
from typing import Any, Callable, TypeVar

from ..errors import PagerError

Result = dict[str, Any]
T = TypeVar("T")


@dataclass(frozen=True)
class Ask:
    """One request."""

    method: str
    params: dict[str, Any]


#: Yields requests, is sent their results or what they raised, and ends with a value.
Steps = Generator[Ask, Result, T]


def ask(method: str, **params: Any) -> Steps[Result]:
    """One step."""
    return (yield Ask(method, params))


def run(steps: Steps[T], call: Callable[..., Result]) -> T:
    """Takes the steps, each request when the one before it has been answered."""
    try:
        step = next(steps)
        while True:
            try:
                result = call(step.method, **step.params)
            except PagerError as error:
                step = steps.throw(error)
            else:
                step = steps.send(result)
    except StopIteration as end:
        value: T = end.value
        return value


async def run_async(steps: Steps[T], call: Callable[..., Awaitable[Result]]) -> T:
    """The same, awaiting each result."""
    try:
        step = next(steps)
        while True:
            try:
                result = await call(step.method, **step.params)
            except PagerError as error:
                step = steps.throw(error)
            else:
                step = steps.send(result)
    except StopIteration as end:
        value: T = end.value
        return value
