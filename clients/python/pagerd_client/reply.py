"""What every result of a method has."""

from __future__ import annotations

from dataclasses import dataclass

from .contract import Outcome
from .event import Event


@dataclass(frozen=True, kw_only=True)
class Reply:
    """The result of a method that returns nothing of its own."""

    #: The last event before the reply.
    seq: int
    #: How many transactions have changed something.
    revision: int
    #: What the command published, with `trace=True`; of a replay, the events.
    events: tuple[Event, ...] = ()
    #: False where UIKit only logs a message: then nothing has changed.
    applied: bool = True
    #: That message.
    diagnostics: tuple[str, ...] = ()
    #: The option that keeps a person from doing this, such as `swipeDisabled`.
    reason: str | None = None


@dataclass(frozen=True, kw_only=True)
class Created(Reply):
    """The result of a method that creates something."""

    #: Its id, made up where none was given.
    id: str


@dataclass(frozen=True, kw_only=True)
class Turn(Reply):
    """The result of a method that turns a page or shows something else."""

    #: The transition that it has started; None where nothing moves.
    transition: str | None = None
    #: The decision of a plugin that it waits for.
    pending: str | None = None
    #: How the transition ended; None without `wait`, or where nothing moved.
    outcome: Outcome | None = None
    #: The controller that is selected after it; None without `wait`.
    selected: str | None = None
