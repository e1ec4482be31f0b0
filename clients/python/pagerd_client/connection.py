"""What a pager tells about its connection to a daemon, to callbacks of `on`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class ConnectionEvent:
    """News about the connection, given to callbacks of `on` while `run` runs."""


@dataclass(frozen=True)
class Connected(ConnectionEvent):
    """The daemon publishes to this pager, for the first time or after Disconnected."""

    #: Changes whenever the daemon counts its events from 1 again.
    history: str
    #: Changes at each start of the daemon.
    boot: str


@dataclass(frozen=True)
class Disconnected(ConnectionEvent):
    """Nothing has come for the pager's `timeout`. `run` goes on waiting."""

    #: Which socket, and what was tried.
    problem: str


@dataclass(frozen=True)
class Resumed(ConnectionEvent):
    """The events go on after a restart of the daemon, or after a break in its log."""

    #: restart: the daemon was started again, and no event is missing.
    #: new: it has begun another history. fork: its journal was put back from a copy, or cut.
    #: lost: events are missing that it keeps no longer.
    reason: Literal["restart", "new", "fork", "lost"]
    history: str
    boot: str

    @property
    def is_complete(self) -> bool:
        """Whether no event is missing. Where it is False, read the state anew."""
        return self.reason == "restart"
