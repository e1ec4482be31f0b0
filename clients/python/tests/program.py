"""A program under test, and what it logs."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

_PATIENCE = 60.0


class Program:
    """A module of this package in a process of its own."""

    def __init__(self, module: str, *arguments: str) -> None:
        self._changed = threading.Condition()
        self.log = ""
        self._is_ended = False
        self.process = subprocess.Popen(
            [sys.executable, "-m", f"pagerd_client.{module}", *arguments],
            cwd=Path(__file__).resolve().parents[1],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            with self._changed:
                self.log += line.decode()
                self._changed.notify_all()
        with self._changed:
            self._is_ended = True
            self._changed.notify_all()

    def until(self, text: str, count: int = 1) -> None:
        """Waits until it has logged a text so many times."""
        with self._changed:
            self._changed.wait_for(
                lambda: self.log.count(text) >= count or self._is_ended, _PATIENCE
            )
            assert self.log.count(text) >= count, f"it did not log {text!r}:\n{self.log}"

    def stop(self) -> int:
        """Its exit status after SIGTERM."""
        self.process.terminate()
        return self.wait()

    def wait(self) -> int:
        """Its exit status."""
        try:
            return self.process.wait(_PATIENCE)
        finally:
            self.process.kill()
            self.process.wait()
            self._reader.join(_PATIENCE)
