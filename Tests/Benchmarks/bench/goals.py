"""The goals for the figures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .figures import Row


@dataclass(frozen=True)
class Goal:
    """A bound for the median of a row's ratio or figure."""

    bound: float
    at_least: bool = False
    of_ratio: bool = True

    def is_met(self, row: Row) -> bool:
        """Whether the median meets the goal; a row without a required ratio does not."""
        spread = row.ratio if self.of_ratio else row.figure
        if spread is None:
            return False
        return spread.median >= self.bound if self.at_least else spread.median <= self.bound

    def text(self, row: Row) -> str:
        """Returns the text in the table."""
        unit = "" if self.of_ratio else f" {row.unit}"
        return f"{'≥' if self.at_least else '≤'} {self.bound:g}{unit}"


def _figure(bound: float) -> Goal:
    return Goal(bound, of_ratio=False)


GOALS: dict[str, Goal] = {
    "ping.one-core": Goal(1.08),
    "next.alone.one-core": Goal(1.22),
    "next.heard.one-core": Goal(1.30),
    "pipelined.next.64.free": Goal(0.5, at_least=True),
    "pipelined.next.64.one-core": Goal(0.5, at_least=True),
    "tmux.pipelined.64.free": Goal(2, at_least=True),
    "tmux.pipelined.64.one-core": Goal(2, at_least=True),
    "fan-out.1.free": Goal(0.9, at_least=True),
    "fan-out.10.free": Goal(0.9, at_least=True),
    "fan-out.100.free": Goal(0.9, at_least=True),
    "fan-out.1.one-core": Goal(0.9, at_least=True),
    "fan-out.10.one-core": Goal(0.9, at_least=True),
    "fan-out.100.one-core": Goal(0.9, at_least=True),
    "engine.pager.next.100000": Goal(1.10),
    "engine.allocations": _figure(0),
    "classes.tabs": Goal(5),
    "classes.tests": Goal(1_000, at_least=True, of_ratio=False),
    "start.ready": _figure(12),
    "once.next": _figure(4),
    "memory.idle": _figure(15),
    "memory.controller": _figure(400),
    "memory.event": _figure(500),
    "journal.next": Goal(1.5),
    "journal.update": Goal(1.5),
    "journal.restore.killed": _figure(1000),
    "journal.restore.ended": _figure(1000),
    "journal.replay": _figure(1000),
    "plugins.callback.alone": Goal(1.5),
    "plugins.loss": _figure(5),
    **{
        f"hold.{name}": _figure(100)
        for name in (
            "tabs", "stack", "pages", "neighbours", "moves", "root", "resize", "turns", "creates",
            "atomic", "clock", "snapshot", "replay", "parse", "compaction", "waiting",
            "playlist", "dates", "zones", "cursors",
        )
    },
    "hold.places": _figure(150),
    "hold.containers": _figure(150),
    "hold.refusals": _figure(150),
    "python.decoded": Goal(60_000, at_least=True, of_ratio=False),
    "python.ping": Goal(1.4),
    "takeovers.longest": _figure(1000),
}


def goal_of(row: Row) -> Goal | None:
    """Returns the goal of a row."""
    return GOALS.get(row.key)


def unmet(rows: list[Row], of: Callable[[Row], Goal | None] = goal_of) -> list[Row]:
    """Returns the rows that do not reach their goal."""
    return [row for row in rows if (goal := of(row)) is not None and not goal.is_met(row)]
