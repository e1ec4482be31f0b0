"""The engine alone: page changes, with the `engine` program in several runs."""

from __future__ import annotations

import re
import shutil
import subprocess

from ..figures import Row, Rows
from ..processes import BenchFailure
from ..workplace import Workplace


def measure(place: Workplace, rows: Rows) -> None:
    """Measures page changes among ten pages and among many, and heap allocations."""
    effort = place.effort
    for _ in range(effort.runs):
        few, many = (
            float(_done(place.engine, str(effort.switches), str(members)).stdout)
            for members in (10, effort.largest)
        )
        rows.add(Row("engine.pager.next.10", "engine: pager.next, 10 members", "ns", [few]))
        key = f"engine.pager.next.{effort.largest}"
        name = f"engine: pager.next, {effort.largest:,} members"
        rows.add(Row(key, name, "ns", [many], [few], "the fewest members"))
    if shutil.which("valgrind"):
        _add_allocations(place, rows)


def _add_allocations(place: Workplace, rows: Rows) -> None:
    """Adds the heap allocations of a page change: the difference of two runs of valgrind."""
    few, many = place.effort.switches // 20 + 2, place.effort.switches // 5 + 2
    counts = []
    for rounds in (few, many):
        said = _done("valgrind", place.engine, str(rounds), "10").stderr
        found = re.search(r"total heap usage: ([\d,]+) allocs", said)
        if not found:
            raise BenchFailure(f"valgrind of engine: {said[-400:]}")
        counts.append(int(found[1].replace(",", "")))
    # The program repeats its rounds in 15 blocks.
    each = (counts[1] - counts[0]) / (15 * (many // 2 * 2 - few // 2 * 2))
    rows.add(Row("engine.allocations", "engine: heap allocations a page switch", "", [each]))


def _done(*words: str) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(words, capture_output=True, text=True, timeout=500)
    if done.returncode:
        raise BenchFailure(f"{' '.join(words)}: {done.stderr[-400:]}")
    return done
