"""Compares a run with a saved one: improvements and regressions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .figures import Row
from .table import markdown, number

LEAST = 0.05
"""The smallest significant difference between medians on a shared machine, relative to one."""

ROUGH = 0.25
"""The same for rows without a baseline, or whose processes run on any core. They vary more from run
to run."""

STEADY = ("memory.",)
"""Groups without times, which need no baseline."""


def least(row: Row) -> float:
    """Returns the share of a median below which a difference is insignificant."""
    if row.key.startswith(STEADY):
        return LEAST
    return ROUGH if row.ratio is None or row.key.endswith(".free") else LEAST


@dataclass(frozen=True)
class Verdict:
    """The comparison of one row in both runs."""

    name: str
    before: float
    after: float
    margin: float
    """The largest insignificant distance between both."""
    more_is_better: bool

    @property
    def word(self) -> str:
        """The verdict. Differences within the spreads of both runs do not count."""
        if abs(self.after - self.before) <= self.margin:
            return "same"
        return "better" if (self.after > self.before) == self.more_is_better else "worse"


def verdict(before: Row, after: Row) -> Verdict:
    """Compares the ratios if there are any, because the speed of the machine may have changed."""
    old, new = before.judged, after.judged
    margin = max(old.half + new.half, least(after) * abs(old.median))
    return Verdict(after.name, old.median, new.median, margin, after.more_is_better)


def verdicts(before: Sequence[Row], after: Sequence[Row]) -> list[Verdict]:
    """Returns the verdicts on the rows that both runs have."""
    known = {row.key: row for row in before}
    return [verdict(known[row.key], row) for row in after if row.key in known]


def lines(found: Sequence[Verdict]) -> list[str]:
    """Returns the table of verdicts."""
    body = [
        [one.name, number(one.before), number(one.after), f"± {number(one.margin)}", one.word]
        for one in found
    ]
    return markdown(("what", "before", "now", "margin", "verdict"), body)
