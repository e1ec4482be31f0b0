"""The machine and the commit of a run."""

from __future__ import annotations

import os
import platform
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


def describe() -> dict[str, str]:
    """Returns the texts for the head of the table and for the file."""
    return {
        "machine": f"{len(os.sched_getaffinity(0))} cores, {_processor()}",
        "system": f"{platform.system()} {platform.release()}, libzmq {_libzmq()}",
        "load": f"{os.getloadavg()[0]:.1f} when it began",
        "commit": commit(),
    }


def commit() -> str:
    """Returns the short commit id, with a plus sign if files have changed."""
    name = _said("git", "rev-parse", "--short", "HEAD") or "none"
    return name + ("+" if _said("git", "status", "--porcelain", "--untracked-files=no") else "")


def _processor() -> str:
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.machine()


def _libzmq() -> str:
    return _said("pkg-config", "--modversion", "libzmq") or "unknown"


def _said(*words: str) -> str:
    try:
        done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=10)
    except (FileNotFoundError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
