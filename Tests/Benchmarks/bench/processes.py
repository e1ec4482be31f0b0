"""Programs that are started for a measurement and ended with it."""

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
    """A row that does not count, and why."""


class Lines:
    """Reads a pipe line by line, and gives up after a while."""

    def __init__(self, pipe: IO[bytes], who: str) -> None:
        self._descriptor = pipe.fileno()
        self._who = who
        self._rest = b""

    def next(self, patience: float = PATIENCE) -> str:
        """The next line without its end."""
        deadline = time.monotonic() + patience
        while b"\n" not in self._rest:
            left = max(0.0, deadline - time.monotonic())
            if not select.select([self._descriptor], [], [], left)[0]:
                raise BenchFailure(f"{self._who} says nothing for {patience:g} s")
            more = os.read(self._descriptor, 1 << 20)
            if not more:
                raise BenchFailure(f"{self._who} has ended")
            self._rest += more
        line, _, self._rest = self._rest.partition(b"\n")
        return line.decode(errors="replace")


class Program:
    """A running program: on one core or on any, with its output to read."""

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
        """Of the program itself: taskset becomes it."""
        return self.process.pid

    def wait_until_ready(self) -> None:
        """Until it says so; what it says instead is told."""
        said: list[str] = []
        try:
            while not (line := self.line()).startswith("ready"):
                said.append(line)
        except BenchFailure as failure:
            raise BenchFailure("; ".join([str(failure), *said])) from None

    def line(self, patience: float = PATIENCE) -> str:
        """The next line that it says; with what it complains of where there is none."""
        try:
            return self._lines.next(patience)
        except BenchFailure as failure:
            self._errors.seek(0)
            said = self._errors.read().decode(errors="replace").strip()
            raise BenchFailure(f"{failure}{': ' + said if said else ''}") from None

    def tell(self, text: str) -> None:
        """A line of its input."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(text.encode() + b"\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            self.line(1)

    def numbers(self, count: int, patience: float = PATIENCE) -> list[float]:
        """Does its work so many times; the numbers that it answers with."""
        self.tell(str(count))
        return [float(word) for word in self.line(patience).split()]

    def resident(self) -> int:
        """Bytes of it that are in memory, its code among them."""
        return self._memory("VmRSS")

    def anonymous(self) -> int:
        """Bytes of it that are in memory and in no file: heap and stacks."""
        return self._memory("RssAnon")

    def _memory(self, what: str) -> int:
        for line in Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if line.startswith(f"{what}:"):
                return int(line.split()[1]) * 1024
        raise BenchFailure(f"{self.words[0]} has no memory")

    def end(self) -> None:
        """Ends it, whatever it does."""
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
    """From when it says ready to the end of the block."""
    program = Program(words, core, ready_on_error)
    try:
        program.wait_until_ready()
        yield program
    except BenchFailure as failure:
        # Who waited in vain cannot know that the other end is gone.
        if (status := program.process.poll()) is None:
            raise
        raise BenchFailure(f"{failure}; {Path(words[0]).name} has ended: {status}") from None
    finally:
        program.end()
