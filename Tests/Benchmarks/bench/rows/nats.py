"""What a subscriber costs a NATS server, measured by the client's own program in clients/python."""

from __future__ import annotations

import json
import os
import subprocess

from ..figures import Row, Rows
from ..machine import ROOT
from ..processes import BenchFailure
from ..workplace import Workplace


def measure(place: Workplace, rows: Rows) -> None:
    """Measures the server's processor time and memory for events of `pagerd-nats`."""
    folder = ROOT / "clients" / "python"
    effort = place.effort
    done = subprocess.run(
        [place.python, "nats_capacity.py", place.pagerd, "--json",
         "--subscribers", ",".join(map(str, effort.nats_subscribers)),
         "--seconds", str(effort.nats_seconds), "--rounds", str(effort.runs)],
        cwd=folder, capture_output=True, text=True, timeout=1_200,
        env={**os.environ, "PYTHONPATH": str(folder)},
    )  # fmt: skip
    if done.returncode:
        raise BenchFailure(f"clients/python/nats_capacity.py: {done.stderr[-400:]}")
    found = json.loads(done.stdout)
    costs = {key: [one[key] for one in found["costs"]] for key in found["costs"][0]}
    name = "NATS server: processor time for each delivered event"
    rows.add(Row("nats.delivery", name, "us", [one * 1e6 for one in costs["per_delivery"]]))
    name = "NATS server: memory of a connection"
    rows.add(Row("nats.connection", name, "kB", [one / 1e3 for one in costs["per_connection"]]))
    name = "NATS server: bytes of an event"
    sizes = [one["bytes_per_event"] for one in found["loads"]]
    rows.add(Row("nats.bytes", name, "bytes", sizes))
