"""Compares the counts of instructions with the saved ones."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

PERCENT = 3
"""The allowed increase and decrease in percent."""
RENEW = "run `make instructions-accept` to save the new counts"


@dataclass(frozen=True)
class Counts:
    """The number of instructions by command, with the tools they were counted with."""

    compiler: str
    library: str
    """The version of libc, whose instructions count if pagerd calls it."""
    instructions: dict[str, int]

    @staticmethod
    def read(path: Path) -> Counts:
        """Returns the saved counts."""
        return Counts(**json.loads(path.read_text(encoding="utf-8")))

    def write(self, path: Path) -> None:
        """Saves the counts."""
        path.write_text(json.dumps(vars(self), indent=2) + "\n", encoding="utf-8")


@dataclass(frozen=True)
class Verdict:
    """The verdict on one command."""

    command: str
    now: int | None
    saved: int | None

    @property
    def change(self) -> float:
        """The relative change, 0.05 for five percent more than saved."""
        return self.now / self.saved - 1 if self.now and self.saved else 0.0

    @property
    def word(self) -> str:
        """The word in the table."""
        if self.now is None:
            return "not counted"
        if self.saved is None:
            return "no limit"
        if self.now * 100 > self.saved * (100 + PERCENT):
            return "too many"
        return "renew" if self.now * 100 < self.saved * (100 - PERCENT) else "ok"

    @property
    def fails(self) -> bool:
        """Whether the build fails."""
        return self.word in ("too many", "no limit", "not counted")

    @property
    def sentence(self) -> str:
        """Returns the problem and its remedy, or an empty text."""
        name, change = self.command, f"{abs(self.change) * 100:.1f} %"
        if self.word == "too many":
            return (
                f"{name} takes {self.now:,} instructions, {change} more than the saved "
                f"{self.saved:,}, and {PERCENT} % are allowed: make it cheaper, or, if that is "
                f"impossible, {RENEW} and say why in the commit message"
            )
        if self.word == "renew":
            return (
                f"{name} takes {self.now:,} instructions, {change} less than the saved "
                f"{self.saved:,}: {RENEW}, so that the number does not grow again"
            )
        if self.word == "no limit":
            return f"{name} takes {self.now:,} instructions and has no saved count: {RENEW}"
        if self.word == "not counted":
            return f"{name} has a saved count but is no longer counted: {RENEW}"
        return ""


def verdicts(now: Counts, saved: Counts) -> list[Verdict]:
    """Returns a verdict for each command of either side, the present ones first."""
    names = list(now.instructions) + [n for n in saved.instructions if n not in now.instructions]
    return [Verdict(n, now.instructions.get(n), saved.instructions.get(n)) for n in names]


def foreign(now: Counts, saved: Counts) -> str:
    """Returns the reason why the saved counts are not comparable, or an empty text."""
    for ours, theirs in ((now.compiler, saved.compiler), (now.library, saved.library)):
        if ours != theirs:
            return f"the saved counts are for {theirs}, and this is {ours}: they are not compared"
    return ""


def table(found: list[Verdict]) -> str:
    """Returns a line for each command."""
    def cell(count: int | None) -> str:
        return "-" if count is None else f"{count:,}"

    width = max(len(each.command) for each in found)
    lines = [f"{'instructions of one command':{width}} {'now':>10} {'saved':>10}  change  verdict"]
    for each in found:
        lines.append(
            f"{each.command:{width}} {cell(each.now):>10} {cell(each.saved):>10} "
            f"{each.change * 100:+6.1f}%  {each.word}"
        )
    return "\n".join(lines)
