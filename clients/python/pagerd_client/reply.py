"""The fields that every result has."""

from __future__ import annotations

from dataclasses import dataclass

from .contract import Outcome
from .event import Event


@dataclass(frozen=True, kw_only=True)
class Reply:
    """The result of a method that returns no further fields."""

    #: The seq of the last event before the reply.
    seq: int
    #: The number of transactions that have changed something.
    revision: int
    #: The events that the command published, with `trace=True`; for a replay, the replayed events.
    events: tuple[Event, ...] = ()
    #: False if UIKit would only log a message; then nothing has changed.
    applied: bool = True
    #: The messages that UIKit would log.
    diagnostics: tuple[str, ...] = ()
    #: The option that prevented an action of the user, such as `swipeDisabled`; None if none did.
    reason: str | None = None


@dataclass(frozen=True, kw_only=True)
class Created(Reply):
    """The result of a method that creates something."""

    #: The id of the new object; generated if none was given.
    id: str


@dataclass(frozen=True, kw_only=True)
class Turn(Reply):
    """The result of a method that may start a transition, such as a page turn."""

    #: The id of the transition that the method started; None if it started none.
    transition: str | None = None
    #: The plugin's decision that the method waits for, if any.
    pending: str | None = None
    #: How the transition ended; None without `wait`, or if no transition started.
    outcome: Outcome | None = None
    #: The controller that is selected after the transition; None without `wait`.
    selected: str | None = None
