"""A run beside a saved one: what became better, and what worse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .figures import Row
from .table import markdown, number

LEAST = 0.05
"""Medians of one program differ by so much from run to run on a machine that others use."""

ROUGH = 0.25
"""The same where no baseline of the run takes the machine's mood out, or the system places
processes as it likes: a run may be one of luck from its first block to its last."""

STEADY = ("memory.",)
"""No times: they need no baseline."""


def least(row: Row) -> float:
    """The part of a median below which a difference says nothing, however narrow the spreads."""
    if row.key.startswith(STEADY):
        return LEAST
    return ROUGH if row.ratio is None or row.key.endswith(".free") else LEAST


@dataclass(frozen=True)
class Verdict:
    """One row of both runs."""

    name: str
    before: float
    after: float
    margin: float
    """How far both may lie apart and be the same."""
    more_is_better: bool

    @property
    def word(self) -> str:
        """By the spreads of both: what they explain is no difference."""
        if abs(self.after - self.before) <= self.margin:
            return "same"
        return "better" if (self.after > self.before) == self.more_is_better else "worse"


def verdict(before: Row, after: Row) -> Verdict:
    """Of the ratios where there are any, since the machine may have been slower meanwhile."""
    old, new = before.judged, after.judged
    margin = max(old.half + new.half, least(after) * abs(old.median))
    return Verdict(after.name, old.median, new.median, margin, after.more_is_better)


def verdicts(before: Sequence[Row], after: Sequence[Row]) -> list[Verdict]:
    """Of the rows that both runs have."""
    known = {row.key: row for row in before}
    return [verdict(known[row.key], row) for row in after if row.key in known]


def lines(found: Sequence[Verdict]) -> list[str]:
    """The table of verdicts."""
    body = [
        [one.name, number(one.before), number(one.after), f"± {number(one.margin)}", one.word]
        for one in found
    ]
    return markdown(("what", "before", "now", "the same within", "verdict"), body)
