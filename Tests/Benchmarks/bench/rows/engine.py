"""The engine alone: what the `engine` program prints, in several runs."""

from __future__ import annotations

import re
import shutil
import subprocess

from ..figures import Row, Rows
from ..processes import BenchFailure
from ..workplace import Workplace


def measure(place: Workplace, rows: Rows) -> None:
    """Measures page changes of every container, loading, archives, and heap allocations."""
    effort = place.effort
    for _ in range(effort.runs):
        said = _said(place, "all", str(effort.switches), str(effort.largest))
        smallest: dict[str, float] = {}
        for line in said.splitlines():
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            if len(cells) == 5 and cells[2].endswith(" ns"):
                _add_switch(rows, cells, smallest)
            elif times := re.findall(r"(\w+) (\d+) ms", line):
                what = line.partition(":")[0]
                for verb, time in times:
                    key = f"engine.{verb}.{what.replace(' ', '-')}"
                    rows.add(Row(key, f"engine: {what}, {verb}", "ms", [float(time)]))
    if shutil.which("valgrind"):
        _add_allocations(place, rows)


def _add_switch(rows: Rows, cells: list[str], smallest: dict[str, float]) -> None:
    """Adds a row. The baseline of a larger container is the smallest one of its kind."""
    name, members, time = cells[0], cells[1], float(cells[2].split()[0])
    base = smallest.get(name)
    smallest.setdefault(name, time)
    key = f"engine.{name.replace(', ', '-').replace(' ', '-')}.{members}"
    row = Row(key, f"engine: {name}, {int(members):,} members", "ns", [time])
    if base is not None:
        row.base, row.baseline = [base], "the fewest members"
    rows.add(row)


def _add_allocations(place: Workplace, rows: Rows) -> None:
    """Adds the heap allocations of a page change: the difference of two runs of valgrind."""
    few, many = place.effort.switches // 20 + 2, place.effort.switches // 5 + 2
    counts = []
    for rounds in (few, many):
        words = ["valgrind", place.engine, str(rounds)]
        done = subprocess.run(words, capture_output=True, text=True, timeout=500)
        found = re.search(r"total heap usage: ([\d,]+) allocs", done.stderr)
        if done.returncode or not found:
            raise BenchFailure(f"valgrind of engine: {done.stderr[-400:]}")
        counts.append(int(found[1].replace(",", "")))
    # The program repeats its rounds in 15 blocks.
    each = (counts[1] - counts[0]) / (15 * (many // 2 * 2 - few // 2 * 2))
    rows.add(Row("engine.allocations", "engine: heap allocations a page switch", "", [each]))


def _said(place: Workplace, *words: str) -> str:
    done = subprocess.run([place.engine, *words], capture_output=True, text=True, timeout=500)
    if done.returncode:
        raise BenchFailure(f"engine: {done.stderr}")
    return done.stdout
