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
    """Measures how long after SIGKILL of the leader its successor has the lease and replies."""
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
    has_lease, replied = (
        [one[key] * 1e3 for one in found["takeovers"]] for key in ("has_lease", "replied")
    )
    name = f"SIGKILL of pagerd-ha until another one has the lease of {lease} s"
    rows.add(Row("takeovers.lease", name, "ms", has_lease))
    name = "SIGKILL of pagerd-ha until the successor replies"
    rows.add(Row("takeovers.reply", name, "ms", replied))
    name = f"the longest of {kills} takeovers, beyond the lease"
    rows.add(Row("takeovers.longest", name, "ms", [max(replied) - lease * 1e3]))
