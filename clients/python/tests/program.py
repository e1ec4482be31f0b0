"""A program under test, its log, and how to wait for its effects."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

_PATIENCE = 60.0


def until(condition: Callable[[], Any], seconds: float = _PATIENCE) -> Any:
    """Waits until a condition returns a true value, and returns that value."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.01)
    raise TimeoutError(f"the condition is not true after {seconds:g} s")


class Program:
    """A module of this package that runs in its own process."""

    def __init__(
        self, module: str, *arguments: str, inside: Sequence[str] = (), **environment: str
    ) -> None:
        """`inside` is a command that runs another command, such as `ip netns exec NAME`."""
        self._changed = threading.Condition()
        self.log = ""
        self._times: list[tuple[float, str]] = []
        self._is_ended = False
        self.process = subprocess.Popen(
            [*inside, sys.executable, "-m", f"pagerd_client.{module}", *arguments],
            cwd=Path(__file__).resolve().parents[1], env={**os.environ, **environment},
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            with self._changed:
                self.log += line.decode()
                self._times.append((time.monotonic(), line.decode()))
                self._changed.notify_all()
        with self._changed:
            self._is_ended = True
            self._changed.notify_all()

    def until(self, text: str, count: int = 1) -> None:
        """Waits until the program has logged `text` `count` times."""
        with self._changed:
            self._changed.wait_for(
                lambda: self.log.count(text) >= count or self._is_ended, _PATIENCE
            )
            assert self.log.count(text) >= count, f"the program did not log {text!r}:\n{self.log}"

    def when(self, text: str) -> float:
        """Waits until the program has logged a text. Returns the monotonic time of that line."""
        self.until(text)
        return next(time for time, line in self._times if text in line)

    @property
    def memory(self) -> int:
        """The bytes of memory that the process has in use."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGESIZE")

    def stop(self) -> int:
        """Sends SIGTERM and returns the exit status."""
        self.process.terminate()
        return self.wait()

    def wait(self) -> int:
        """Waits for the end of the program and returns its exit status."""
        try:
            return self.process.wait(_PATIENCE)
        finally:
            self.process.kill()
            self.process.wait()
            self._reader.join(_PATIENCE)
