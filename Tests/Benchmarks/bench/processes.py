"""Programs that are started for a measurement and ended after it."""

from __future__ import annotations

import os
import select
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO

PATIENCE = 60.0


class BenchFailure(Exception):
    """An error that makes a row invalid."""


class Lines:
    """A reader of lines from a pipe with a time limit."""

    def __init__(self, pipe: IO[bytes], who: str) -> None:
        self._descriptor = pipe.fileno()
        self._who = who
        self._rest = b""

    def next(self, patience: float = PATIENCE) -> str:
        """Returns the next line without its line break."""
        deadline = time.monotonic() + patience
        while b"\n" not in self._rest:
            left = max(0.0, deadline - time.monotonic())
            if not select.select([self._descriptor], [], [], left)[0]:
                raise BenchFailure(f"{self._who} printed nothing for {patience:g} s")
            more = os.read(self._descriptor, 1 << 20)
            if not more:
                raise BenchFailure(f"{self._who} has ended")
            self._rest += more
        line, _, self._rest = self._rest.partition(b"\n")
        return line.decode(errors="replace")


class Program:
    """A running program on one core or on any, whose output can be read."""

    def __init__(self, words: Sequence[str], core: int | None, ready_on_error: bool) -> None:
        self.words = list(words)
        pinned = ["taskset", "-c", str(core)] if core is not None else []
        self._errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            pinned + self.words,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL if ready_on_error else subprocess.PIPE,
            stderr=subprocess.PIPE if ready_on_error else self._errors,
        )
        pipe = self.process.stderr if ready_on_error else self.process.stdout
        assert pipe is not None
        self._lines = Lines(pipe, Path(self.words[0]).name)

    @property
    def pid(self) -> int:
        """The id of the program itself, which replaces taskset."""
        return self.process.pid

    def wait_until_ready(self) -> None:
        """Waits until the program is ready. Other output becomes an error."""
        said: list[str] = []
        try:
            while not (line := self.line()).startswith("ready"):
                said.append(line)
        except BenchFailure as failure:
            raise BenchFailure("; ".join([str(failure), *said])) from None

    def line(self, patience: float = PATIENCE) -> str:
        """Returns the next line of output. An error contains the error output."""
        try:
            return self._lines.next(patience)
        except BenchFailure as failure:
            self._errors.seek(0)
            said = self._errors.read().decode(errors="replace").strip()
            raise BenchFailure(f"{failure}{': ' + said if said else ''}") from None

    def tell(self, text: str) -> None:
        """Writes a line to the program's input."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(text.encode() + b"\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            self.line(1)

    def numbers(self, count: int, patience: float = PATIENCE) -> list[float]:
        """Makes the program do its work `count` times. Returns the numbers that it prints."""
        self.tell(str(count))
        return [float(word) for word in self.line(patience).split()]

    def resident(self) -> int:
        """Returns the resident memory in bytes, including code."""
        return self._memory("VmRSS")

    def anonymous(self) -> int:
        """Returns the anonymous resident memory in bytes: heap and stacks."""
        return self._memory("RssAnon")

    def _memory(self, what: str) -> int:
        for line in Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if line.startswith(f"{what}:"):
                return int(line.split()[1]) * 1024
        raise BenchFailure(f"/proc/{self.pid}/status of {self.words[0]} has no {what}")

    def end(self) -> None:
        """Kills the program."""
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            if pipe is not None:
                try:
                    pipe.close()
                except BrokenPipeError:
                    pass
        self._errors.close()


@contextmanager
def running(
    *words: str, core: int | None = None, ready_on_error: bool = False
) -> Iterator[Program]:
    """Runs a program until the end of the block."""
    program = Program(words, core, ready_on_error)
    try:
        program.wait_until_ready()
        yield program
    except BenchFailure as failure:
        # Another program may have failed because this one has ended.
        if (status := program.process.poll()) is None:
            raise
        raise BenchFailure(f"{failure}; {Path(words[0]).name} ended with {status}") from None
    finally:
        program.end()
