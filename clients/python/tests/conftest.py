"""A real pagerd for each test, in a runtime directory of its own."""

from __future__ import annotations

import os
import select
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from functools import partialmethod
from pathlib import Path

import pytest
from fake import FakeDaemon

from pagerd_client import AsyncPager, Pager

ROOT = Path(__file__).resolve().parents[3]
# A shell that runs this in its background has SIGINT ignored, and programs inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)
PROGRAM = os.environ.get("PAGERD") or str(ROOT / ".build" / "debug" / "pagerd")


class Daemon:
    """A pagerd that can be ended and started again."""

    def __init__(self, name: str = "test", clock: str = "manual") -> None:
        self.name = name
        self.clock = clock
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, *flags: str) -> Daemon:
        """Returns when it can be reached."""
        own = ["--name", self.name, "--clock", self.clock, "--journal", "none"]
        self.process = subprocess.Popen([PROGRAM, *own, *flags], stderr=subprocess.PIPE)
        assert self.process.stderr is not None
        said = b""
        while not any(line.startswith(b"ready") for line in said.splitlines()):
            assert select.select([self.process.stderr], [], [], 20)[0], "pagerd is not ready"
            more = os.read(self.process.stderr.fileno(), 4096)
            assert more, f"pagerd ended: {said.decode()}"
            said += more
        return self

    def stop(self) -> int:
        """Its exit code, after it has been asked to end."""
        if self.process is None:
            return 0
        process, self.process = self.process, None
        process.terminate()
        try:
            return process.wait(10)
        finally:
            process.kill()
            process.wait()
            if process.stderr is not None:
                process.stderr.close()


@pytest.fixture(autouse=True)
def runtime(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A short path: that of a socket has at most 107 bytes."""
    for name in ("PAGERD_COMMAND", "PAGERD_EVENTS", "PAGERD_NAME", "XDG_RUNTIME_DIR"):
        monkeypatch.delenv(name, raising=False)
    path = tempfile.mkdtemp(prefix="pgr", dir="/tmp")
    monkeypatch.setenv("PAGERD_RUNTIME_DIR", path)
    yield Path(path)
    shutil.rmtree(path)


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A minute for each reply: the daemon is a debug build, and the machine may be busy."""
    for kind in (Pager, AsyncPager):
        monkeypatch.setattr(kind, "__init__", partialmethod(kind.__init__, timeout=60.0))


@pytest.fixture
def fake(runtime: Path) -> Iterator[FakeDaemon]:
    """The daemon's end of the plugins socket, played by the test."""
    it = FakeDaemon(runtime)
    try:
        yield it
    finally:
        it.close()


@pytest.fixture
def daemon(runtime: Path) -> Iterator[Daemon]:
    """A running daemon with the manual clock."""
    it = Daemon()
    try:
        yield it.start()
    finally:
        it.stop()


@pytest.fixture
def live(runtime: Path) -> Iterator[Daemon]:
    """A running daemon with the real clock."""
    it = Daemon(clock="real")
    try:
        yield it.start()
    finally:
        it.stop()


@pytest.fixture
def pager(daemon: Daemon) -> Iterator[Pager]:
    """A client of the daemon."""
    with Pager(daemon.name) as it:
        yield it
