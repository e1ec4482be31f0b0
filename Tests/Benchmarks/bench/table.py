"""Tables in Markdown, as printed and as in docs/dev/BENCHMARKS.md."""

from __future__ import annotations

from collections.abc import Sequence

from .figures import Row, Spread
from .goals import goal_of
from .scale.curves import Curve

HEADING = ("what", "pagerd", "baseline", "its figure", "ratio", "quarters", "goal", "met")


def number(value: float) -> str:
    """Returns a number with three significant digits and a thousands separator."""
    if abs(value) >= 1_000:
        return f"{value:,.0f}"
    if abs(value) >= 100:
        return f"{value:.0f}"
    return f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


def figure(spread: Spread | None, unit: str) -> str:
    """Returns a median with its unit, or an empty text if there is none."""
    return f"{number(spread.median)} {unit}".strip() if spread else ""


def quarters(row: Row) -> str:
    """Returns the quartiles of the ratios, or of the figures."""
    if len(row.ours) < 2:
        return ""
    if row.ratio:
        return f"{row.ratio.low:.2f} to {row.ratio.high:.2f}"
    return f"{number(row.figure.low)} to {number(row.figure.high)}"


def cells(row: Row) -> list[str]:
    """Returns the cells of one row."""
    goal = goal_of(row)
    return [
        row.name, figure(row.figure, row.unit), row.baseline, figure(row.base_figure, row.unit),
        f"{row.ratio.median:.2f}" if row.ratio else "", quarters(row),
        goal.text(row) if goal else "",
        "" if goal is None else "met" if goal.is_met(row) else "**not met**",
    ]  # fmt: skip


def lines(rows: Sequence[Row]) -> list[str]:
    """Returns the lines of the whole table."""
    return markdown(HEADING, [cells(row) for row in rows])


def points(curve: Curve) -> list[str]:
    """Returns the title of a curve, and a table with a line for each size."""
    sizes = zip(*curve.lines.values())
    body = [[f"{line[0][0]:,.0f}", *(number(y) for _, y in line)] for line in sizes]
    return [f"{curve.title}, in {curve.y}", "", *markdown([curve.x, *curve.lines], body)]


def markdown(heading: Sequence[str], body: Sequence[Sequence[str]]) -> list[str]:
    """Returns a table with these cells."""
    table = [heading, ["---"] * len(heading), *body]
    return ["| " + " | ".join(line) + " |" for line in table]
