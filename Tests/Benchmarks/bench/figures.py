"""What was measured: samples, their middle and spread, and the rows of the table."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Spread:
    """The middle of samples, and the quarter below and above which a quarter of them lie."""

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, samples: Sequence[float]) -> Spread:
        """Of one sample it is that sample alone."""
        if len(samples) < 2:
            return cls(samples[0], samples[0], samples[0])
        low, middle, high = statistics.quantiles(samples, n=4, method="inclusive")
        return cls(middle, low, high)

    @property
    def half(self) -> float:
        """How far half of the samples lie from the median, at the most."""
        return max(self.high - self.median, self.median - self.low)


@dataclass
class Row:
    """One line of the table: samples of ours, and of the baseline in alternating blocks."""

    key: str
    name: str
    unit: str
    ours: list[float]
    base: list[float] = field(default_factory=list)
    baseline: str = ""
    more_is_better: bool = False
    budget: float | None = None
    """At most so much, where what is measured brings its own bound."""

    @property
    def figure(self) -> Spread:
        """Ours, in the row's unit."""
        return Spread.of(self.ours)

    @property
    def base_figure(self) -> Spread | None:
        """The baseline, in the same unit."""
        return Spread.of(self.base) if self.base else None

    @property
    def ratio(self) -> Spread | None:
        """Ours to the baseline, block by block: what slows both down is not in it."""
        if not self.base:
            return None
        return Spread.of([ours / base for ours, base in zip(self.ours, self.base)])

    @property
    def judged(self) -> Spread:
        """What is compared with another run: the ratio where there is one; ratios travel."""
        return self.ratio or self.figure

    def as_json(self) -> dict[str, Any]:
        """With the samples themselves, so that a later comparison can reckon anew."""
        return {
            "key": self.key, "name": self.name, "unit": self.unit, "ours": self.ours,
            "base": self.base, "baseline": self.baseline, "more_is_better": self.more_is_better,
            "budget": self.budget,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Row:
        """What `as_json` wrote."""
        return cls(**data)


class Rows:
    """Rows in the order of their first samples; further runs add to them."""

    def __init__(self) -> None:
        self._rows: dict[str, Row] = {}
        self.failures: dict[str, str] = {}
        """Why a row does not count, or a whole group."""

    def fail(self, key: str, why: str) -> None:
        """The row is not shown, whatever was measured of it before."""
        self.failures.setdefault(key, why)
        self._rows.pop(key, None)

    def add(self, row: Row) -> None:
        """A new row, or more samples of one that is there."""
        if row.key in self.failures:
            return
        known = self._rows.setdefault(row.key, row)
        if known is not row:
            known.ours += row.ours
            known.base += row.base

    def add_times(
        self, key: str, name: str, baseline: str, ours: list[float], base: list[float]
    ) -> None:
        """Seconds of one, as microseconds."""
        self.add(Row(key, name, "us", [t * 1e6 for t in ours], [t * 1e6 for t in base], baseline))

    def add_rates(
        self, key: str, name: str, unit: str, baseline: str, ours: list[float], base: list[float],
        each: float = 1,
    ) -> None:  # fmt: skip
        """Seconds of one, as how many there are in a second; each brings `each` of the unit."""
        mine, other = ([each / time for time in times] for times in (ours, base))
        self.add(Row(key, name, unit, mine, other, baseline, more_is_better=True))

    @property
    def all(self) -> list[Row]:
        """In their order."""
        return list(self._rows.values())
