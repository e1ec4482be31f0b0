"""The steps that the algorithms of the core yield instead of using sockets and clocks.

Each algorithm is written once, as a generator that receives the result of each step. `run` carries
out the steps by blocking, `run_async` by awaiting.
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
    """A request. The generator receives its result, or its error is thrown."""

    method: str
    params: dict[str, Any]


@dataclass(frozen=True)
class Wait:
    """A wait for a message. The generator receives whether one has arrived."""

    channel: Channel
    seconds: float


@dataclass(frozen=True)
class Tell:
    """A call of a user's callback. `run_async` awaits its result if that is awaitable."""

    callback: Callable[[Any], object]
    news: object


Step = Union[Ask, Wait, Tell]
#: A generator that yields steps, receives their results and returns a value.
Steps = Generator[Step, Any, T]
#: A generator whose steps are all requests.
Asks = Generator[Ask, Result, T]


def ask(method: str, /, **params: Any) -> Asks[Result]:
    """Sends a request and returns its result."""
    return (yield Ask(method, params))


def wait(channel: Channel, seconds: float) -> Steps[bool]:
    """Waits at most `seconds` for a message; returns whether one arrived."""
    has_come: bool = yield Wait(channel, seconds)
    return has_come


def _failed(step: Step, steps: Steps[T], error: BaseException) -> Step:
    """Throws the error of a step into the steps, and returns the next step.

    Raises the error of a user's callback unchanged: the steps would mistake it for their own.
    """
    if isinstance(step, Tell):
        steps.close()
        raise error
    return steps.throw(error)


def run(steps: Steps[T], call: Callable[..., Result]) -> T:
    """Carries out the steps one after the other and returns their value."""

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
                step = _failed(step, steps, error)
            else:
                step = steps.send(result)
    except StopIteration as end:
        value: T = end.value
        return value


async def run_async(steps: Steps[T], call: Callable[..., Awaitable[Result]]) -> T:
    """Carries out the steps as `run` does, and awaits each of them."""

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
                step = _failed(step, steps, error)
            else:
                step = steps.send(result)
    except StopIteration as end:
        value: T = end.value
        return value
