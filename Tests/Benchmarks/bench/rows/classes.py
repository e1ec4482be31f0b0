"""UIKit's classes: what the `classes` program prints, in several runs."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from ..figures import Row, Rows
from ..processes import BenchFailure
from ..workplace import Workplace


def measure(place: Workplace, rows: Rows) -> None:
    """Measures a tab change with classes and in the engine alone, and tests of push and pop."""
    program = str(Path(place.engine).with_name("classes"))
    for _ in range(place.effort.runs):
        words = [program, str(place.effort.switches)]
        done = subprocess.run(words, capture_output=True, text=True, timeout=500)
        if done.returncode:
            raise BenchFailure(f"classes: {done.stderr[-400:]}")
        ours, base, tests = (float(number) for number in re.findall(r": (\d+) ", done.stdout))
        name = "UIKit's classes: a change of tabs"
        row = Row("classes.tabs", name, "ns", [ours])
        row.base, row.baseline = [base], "the engine alone"
        rows.add(row)
        name = "UIKit's classes: tests of push and pop per second"
        rows.add(Row("classes.tests", name, "", [tests], more_is_better=True))
