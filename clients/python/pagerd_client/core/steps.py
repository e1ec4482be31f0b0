"""How the core works without sockets and clocks: it yields what is to be done, and is sent what
came of it.

Each algorithm is written once, as a generator. `run` carries out its steps by blocking, `run_async`
by awaiting.
"""

from __future__ import annotations

from collections.abc import Awaitable, Generator
from dataclasses import dataclass
from inspect import isawaitable
from typing import Any, Callable, TypeVar, Union

from .channel import Channel

Result = dict[str, Any]
T = TypeVar("T")


@dataclass(frozen=True)
class Ask:
    """One request; its result is sent back, or its error is thrown."""

    method: str
    params: dict[str, Any]


@dataclass(frozen=True)
class Wait:
    """Waits for a message; whether one has come is sent back."""

    channel: Channel
    seconds: float


@dataclass(frozen=True)
class Tell:
    """Calls a callback of the user, and awaits what it returns where that can be awaited."""

    callback: Callable[[Any], object]
    news: object


Step = Union[Ask, Wait, Tell]
#: Yields steps, is sent what came of them, and ends with a value.
Steps = Generator[Step, Any, T]
#: Steps that are requests alone.
Asks = Generator[Ask, Result, T]


def ask(method: str, **params: Any) -> Asks[Result]:
    """One request."""
    return (yield Ask(method, params))


def wait(channel: Channel, seconds: float) -> Steps[bool]:
    """Waits for a message."""
    has_come: bool = yield Wait(channel, seconds)
    return has_come


def run(steps: Steps[T], call: Callable[..., Result]) -> T:
    """Carries out the steps, each when the one before is done."""

    def done(step: Step) -> object:
        if isinstance(step, Ask):
            return call(step.method, **step.params)
        if isinstance(step, Wait):
            return step.channel.wait(step.seconds)
        return step.callback(step.news)

    try:
        step = next(steps)
        while True:
            try:
                result = done(step)
            except BaseException as error:
                step = steps.throw(error)
            else:
                step = steps.send(result)
    except StopIteration as end:
        value: T = end.value
        return value


async def run_async(steps: Steps[T], call: Callable[..., Awaitable[Result]]) -> T:
    """The same, awaiting each step."""

    async def done(step: Step) -> object:
        if isinstance(step, Ask):
            return await call(step.method, **step.params)
        if isinstance(step, Wait):
            return await step.channel.awaited(step.seconds)
        told = step.callback(step.news)
        return await told if isawaitable(told) else None

    try:
        step = next(steps)
        while True:
            try:
                result = await done(step)
            except BaseException as error:
                step = steps.throw(error)
            else:
                step = steps.send(result)
    except StopIteration as end:
        value: T = end.value
        return value
