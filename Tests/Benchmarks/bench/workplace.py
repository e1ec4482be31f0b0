"""The programs and sockets of a run, and the effort of its measurements."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from .machine import ROOT

BARE = ROOT / "Tests" / "Benchmarks" / "bare"
DRIVERS = (
    "replier", "trip", "pipeline", "subscriber", "command", "frames", "once", "launch", "control",
    "router", "plugins",
)  # fmt: skip


@dataclass(frozen=True)
class Effort:
    """The duration of the measurements: the number of restarts and of alternating blocks."""

    runs: int = 3
    blocks: int = 9
    seconds: float = 0.08
    """The seconds of a block, short so that other load affects both sides."""
    warm_up: int = 5_000
    """The number of initial page changes, after which the maximum number of events is kept."""
    subscribers: tuple[int, ...] = (1, 10, 100)
    starts: int = 40
    switches: int = 20_000
    largest: int = 100_000
    kills: int = 300
    takeovers: int = 100
    nats_subscribers: tuple[int, ...] = (50, 100, 200, 400)
    nats_seconds: float = 15
    share: int = 1
    """The divisor of the daemon's limits for the measurement of its longest requests."""
    restored: int = 100_000
    """The number of restored controllers and of replayed events."""
    pages: tuple[int, ...] = (10, 100, 1_000, 10_000, 100_000)
    controllers: tuple[int, ...] = (1, 10, 100, 1_000, 10_000, 100_000)
    depths: tuple[int, ...] = (1, 2, 5, 10, 20, 50, 100, 200, 500)
    subscriber_counts: tuple[int, ...] = (1, 3, 10, 30, 100, 300, 1_000)


TINY = Effort(
    runs=1, blocks=2, seconds=0.002, warm_up=20, subscribers=(1, 3), starts=2, switches=10,
    largest=1_000, share=100, kills=2, takeovers=2, nats_subscribers=(1, 20), nats_seconds=1,
    restored=1_500, pages=(10, 1_000), controllers=(1, 1_000), depths=(1, 20),
    subscriber_counts=(1, 10),
)  # fmt: skip


@dataclass
class Workplace:
    """The programs under test, the compiled drivers, and a folder for sockets."""

    folder: Path
    pagerd: str
    pagerctl: str
    engine: str
    python: str
    effort: Effort
    cores: list[int] = field(default_factory=lambda: sorted(os.sched_getaffinity(0)))
    _count: int = 0

    def driver(self, name: str) -> str:
        """Returns the path of one of the C programs."""
        return str(self.folder / name)

    def new_name(self) -> str:
        """Returns a unique name for a daemon or a socket."""
        self._count += 1
        return f"n{self._count}"

    def endpoint(self) -> str:
        """Returns a new socket endpoint in the folder."""
        return f"ipc://{self.folder}/{self.new_name()}"


def compile_drivers(folder: Path) -> None:
    """Compiles all C programs, with warnings as errors."""
    flags = ["cc", "-O2", "-Wall", "-Wextra", "-Werror"]
    for name in DRIVERS:
        subprocess.run([*flags, "-o", folder / name, BARE / f"{name}.c", "-lzmq"], check=True)


@contextmanager
def workplace(programs: Path, engine: Path, effort: Effort) -> Iterator[Workplace]:
    """Creates a folder with a short path, because socket paths have at most 107 bytes."""
    folder = Path(tempfile.mkdtemp(prefix="pgb", dir="/tmp"))
    venv = ROOT / ".build" / "venv" / "bin" / "python"
    os.environ["PAGERD_RUNTIME_DIR"] = str(folder)
    for name in ("PAGERD_COMMAND", "PAGERD_EVENTS", "PAGERD_NAME"):
        os.environ.pop(name, None)
    try:
        compile_drivers(folder)
        yield Workplace(
            folder, str(programs / "pagerd"), str(programs / "pagerctl"), str(engine),
            str(venv) if venv.exists() else sys.executable, effort,
        )  # fmt: skip
    finally:
        shutil.rmtree(folder, ignore_errors=True)
