"""The Python client, measured by its own program in clients/python."""

from __future__ import annotations

import json
import os
import subprocess

from ..figures import Row, Rows
from ..machine import ROOT
from ..processes import BenchFailure
from ..workplace import TINY, Workplace

NAMES = {
    "decoded": "Python: events decoded",
    "stream": "Python: events read by a stream, checked for gaps",
    "asyncio": "Python: events read by asyncio, checked for gaps",
    "mirror": "Python: events read by a mirror, applied",
}


def measure(place: Workplace, rows: Rows) -> None:
    """Measures events per second, and a command compared with an echo between pyzmq sockets."""
    folder = ROOT / "clients" / "python"
    words = [place.python, "bench.py", place.pagerd, "--json"]
    if place.effort is TINY:
        words.append("--tiny")
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    done = subprocess.run(
        words, cwd=folder, capture_output=True, text=True, timeout=500, env=environment
    )
    if done.returncode:
        raise BenchFailure(f"clients/python/bench.py: {done.stderr[-400:]}")
    found = json.loads(done.stdout)
    for key, name in NAMES.items():
        rows.add(Row(f"python.{key}", name, "events/s", found[key], more_is_better=True))
    baseline = "bare pyzmq echo"
    rows.add(Row("python.ping", "Python: server.ping", "us", found["ours"], found["echo"], baseline))
    name = "bare pyzmq: server.ping of the daemon"
    rows.add(Row("python.bare-ping", name, "us", found["same"], found["echo"], baseline))
