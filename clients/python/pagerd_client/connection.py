"""The connection events that a pager passes to callbacks of `on`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class ConnectionEvent:
    """A change of the connection, passed to callbacks of `on` while `run` runs."""


@dataclass(frozen=True)
class Connected(ConnectionEvent):
    """The pager receives messages, for the first time or again after Disconnected."""

    #: The id of the history that events belong to. If it changes, read the state again.
    history: str
    #: The id of the daemon's process. It changes at each start of the daemon.
    boot: str


@dataclass(frozen=True)
class Disconnected(ConnectionEvent):
    """The pager has received nothing for its `timeout`. `run` continues to wait."""

    #: A text with the socket and what was tried.
    problem: str


@dataclass(frozen=True)
class Resumed(ConnectionEvent):
    """The events continue after a restart of the daemon or a break in its log."""

    #: restart: the daemon was restarted, and no event is missing. new: the daemon has begun another
    #: history. fork: its journal was restored from a copy, or lost its end. lost: events are
    #: missing that the daemon no longer keeps.
    reason: Literal["restart", "new", "fork", "lost"]
    history: str
    boot: str

    @property
    def is_complete(self) -> bool:
        """True if no event is missing. If it is False, read the state again."""
        return self.reason == "restart"
