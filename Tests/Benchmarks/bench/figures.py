"""The measured samples, their medians and spreads, and the rows of the table."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Spread:
    """The median of samples with the lower and upper quartiles."""

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, samples: Sequence[float]) -> Spread:
        """Returns the spread of the samples; a single sample has none."""
        if len(samples) < 2:
            return cls(samples[0], samples[0], samples[0])
        low, middle, high = statistics.quantiles(samples, n=4, method="inclusive")
        return cls(middle, low, high)

    @property
    def half(self) -> float:
        """The largest distance of a quartile from the median."""
        return max(self.high - self.median, self.median - self.low)


@dataclass
class Row:
    """One row of the table: samples of pagerd and of the baseline in alternating blocks."""

    key: str
    name: str
    unit: str
    ours: list[float]
    base: list[float] = field(default_factory=list)
    baseline: str = ""
    more_is_better: bool = False

    @property
    def figure(self) -> Spread:
        """The figure of pagerd in the row's unit."""
        return Spread.of(self.ours)

    @property
    def base_figure(self) -> Spread | None:
        """The figure of the baseline in the same unit."""
        return Spread.of(self.base) if self.base else None

    @property
    def ratio(self) -> Spread | None:
        """The ratio of pagerd to the baseline, block by block, which excludes common slowdowns."""
        if not self.base:
            return None
        return Spread.of([ours / base for ours, base in zip(self.ours, self.base)])

    @property
    def judged(self) -> Spread:
        """The value to compare with other runs: the ratio if there is one."""
        return self.ratio or self.figure

    def as_json(self) -> dict[str, Any]:
        """Returns the row as JSON with its samples, for later comparisons."""
        return {
            "key": self.key, "name": self.name, "unit": self.unit, "ours": self.ours,
            "base": self.base, "baseline": self.baseline, "more_is_better": self.more_is_better,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Row:
        """Returns a row from the result of `as_json`, also that of another version."""
        return cls(**{key: value for key, value in data.items() if key in cls.__match_args__})


class Rows:
    """Rows in the order of their first samples; further runs add samples."""

    def __init__(self) -> None:
        self._rows: dict[str, Row] = {}
        self.failures: dict[str, str] = {}
        """The reasons why a row or a whole group is not valid."""

    def fail(self, key: str, why: str) -> None:
        """Marks a row as failed, so that it is not shown."""
        self.failures.setdefault(key, why)
        self._rows.pop(key, None)

    def add(self, row: Row) -> None:
        """Adds a row, or more samples of an existing one."""
        if row.key in self.failures:
            return
        known = self._rows.setdefault(row.key, row)
        if known is not row:
            known.ours += row.ours
            known.base += row.base

    def add_times(
        self, key: str, name: str, baseline: str, ours: list[float], base: list[float]
    ) -> None:
        """Adds samples in seconds as microseconds."""
        self.add(Row(key, name, "us", [t * 1e6 for t in ours], [t * 1e6 for t in base], baseline))

    def add_rates(
        self, key: str, name: str, unit: str, baseline: str, ours: list[float], base: list[float],
        each: float = 1,
    ) -> None:  # fmt: skip
        """Adds samples in seconds as rates per second; each repetition counts `each` units."""
        mine, other = ([each / time for time in times] for times in (ours, base))
        self.add(Row(key, name, unit, mine, other, baseline, more_is_better=True))

    @property
    def all(self) -> list[Row]:
        """Returns the rows in order."""
        return list(self._rows.values())
