"""Takeovers by `pagerd-ha`, measured by the Python client's own program in clients/python."""

from __future__ import annotations

import json
import os
import subprocess

from ..figures import Row, Rows
from ..machine import ROOT
from ..processes import BenchFailure
from ..workplace import Workplace


def measure(place: Workplace, rows: Rows) -> None:
    """Measures how long after SIGKILL of the leader its successor replies, less the lease."""
    folder = ROOT / "clients" / "python"
    kills = place.effort.takeovers
    done = subprocess.run(
        [place.python, "takeovers.py", place.pagerd, "--kills", str(kills), "--json"],
        cwd=folder, capture_output=True, text=True, timeout=60 + 20 * kills,
        env={**os.environ, "PYTHONPATH": str(folder)},
    )  # fmt: skip
    if done.returncode:
        raise BenchFailure(f"clients/python/takeovers.py: {done.stderr[-400:]}")
    found = json.loads(done.stdout)
    lease = found["lease"]
    times = [time * 1e3 for time in found["takeovers"]]
    name = f"takeover after SIGKILL, with a lease of {lease} s"
    rows.add(Row("takeovers.time", name, "ms", times))
    name = f"takeover, longest of {len(times)}, beyond the lease"
    rows.add(Row("takeovers.longest", name, "ms", [max(times) - lease * 1e3]))
