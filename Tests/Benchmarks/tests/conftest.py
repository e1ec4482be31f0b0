"""The programs for the tests of the benchmarks: debug builds by default."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.machine import ROOT
from bench.workplace import TINY, Workplace, workplace

PROGRAMS = Path(os.environ.get("PAGERD_PROGRAMS") or ROOT / ".build" / "debug")
ENGINE = Path(os.environ.get("PAGERD_ENGINE") or ROOT / ".build-bench" / "debug" / "engine")


@pytest.fixture(scope="session")
def place() -> Iterator[Workplace]:
    """Returns a workplace with the compiled C programs."""
    with workplace(PROGRAMS, ENGINE, TINY) as it:
        yield it
