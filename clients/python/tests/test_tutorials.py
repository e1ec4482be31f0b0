"""Runs each tutorial from its first line to its last, as a reader types it, in one shell.

A block after a paragraph with "Save this as `NAME`" is written to that file. Commands run in their
order. A block without a language directly after commands shows their output; `...` in it stands
for any text. `<!-- not run: WHY -->` above a block skips it. PluginDocumentTests check Swift code.
"""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from conftest import ROOT
from test_documents import PROGRAMS, Block, blocks

TUTORIALS = sorted((ROOT / "docs" / "tutorial").glob("*.md"))
PYTHON = ROOT / "clients" / "python"


class Terminal:
    """A shell whose programs write to a terminal, and therefore print text for people."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self.main, other = pty.openpty()
        fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 250, 0, 0))
        self.shell = subprocess.Popen(
            ["bash", "--norc"],
            cwd=folder,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=other,
            stderr=other,
            start_new_session=True,
            text=True,
        )
        os.close(other)
        self.printed = ""
        self.count = 0

    def read(self, mark: str) -> str:
        """Returns what is printed before `mark`, and keeps what follows it."""
        limit = time.monotonic() + 120
        while mark not in self.printed:
            rest = limit - time.monotonic()
            assert select.select([self.main], [], [], max(rest, 0))[0], self.printed
            self.printed += os.read(self.main, 65536).decode().replace("\r\n", "\n")
        before, _, self.printed = self.printed.partition(mark)
        return before

    def type(self, commands: str) -> str:
        """Returns what the commands print. Each of them must succeed."""
        assert self.shell.stdin is not None
        self.count += 1
        done = f"--done-{self.count}--"
        # The commands read nothing from the shell's own input.
        self.shell.stdin.write(f"set -e\n{{\n{commands}\n}} < /dev/null\nset +e\necho '{done}'\n")
        self.shell.stdin.flush()
        said = self.read(f"{done}\n")
        if re.search(r"^pagerd .*&( *#.*)?$", commands, re.MULTILINE):
            if "ready " not in said:
                self.read("ready ")
                self.read("\n")
            said = re.sub(r"ready .*\n", "", said)
        return said

    def close(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.shell.pid, signal.SIGTERM)
            os.killpg(self.shell.pid, signal.SIGKILL)
        if self.shell.stdin is not None:
            self.shell.stdin.close()
        self.shell.wait()
        os.close(self.main)


@pytest.fixture
def terminal(runtime: Path) -> Iterator[Terminal]:
    folder = runtime / "home"
    folder.mkdir()
    (runtime / "run").mkdir(mode=0o700)
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith("PAGERD")
    }
    environment.update(
        PATH=f"{Path(sys.executable).parent}:{PROGRAMS}:{os.environ['PATH']}",
        PYTHONPATH=str(PYTHON),
        PYTHONDONTWRITEBYTECODE="1",
        HOME=str(folder),
        TERM="dumb",
        XDG_STATE_HOME=str(folder / "state"),
        XDG_RUNTIME_DIR=str(runtime / "run"),
    )
    it = Terminal(folder, environment)
    try:
        yield it
    finally:
        it.close()


def is_output_of(block: Block, before: Block | None, lines: list[str]) -> bool:
    """Returns whether a block without a language directly follows a block of commands."""
    if before is None or before.language != "sh" or block.language or before.is_marked:
        return False
    end = before.line + len(before.text.splitlines()) + 1
    return not any(line.strip() for line in lines[end : block.line - 1])


def saved_as(block: Block, lines: list[str]) -> str | None:
    """Returns the file name in the line above the block, or None."""
    before = next((line for line in reversed(lines[: block.line - 1]) if line.strip()), "")
    found = re.search(r"Save this as `([^`]+)`", before)
    return found[1] if found else None


def fits(shown: str, printed: str) -> bool:
    """Returns whether the text matches what the document shows. `...` stands for any text."""
    pattern = re.escape(shown.strip("\n")).replace(r"\.\.\.", "[^\0]*")
    return re.fullmatch(pattern, printed.strip("\n")) is not None


@pytest.mark.parametrize("path", TUTORIALS, ids=lambda path: path.stem)
def test_every_step_does_what_the_tutorial_shows(path: Path, terminal: Terminal) -> None:
    lines = path.read_text().splitlines()
    folder = Path(f"/proc/{terminal.shell.pid}/cwd").resolve()
    before: Block | None = None
    printed, ran = "", 0
    for block in blocks(path):
        name = saved_as(block, lines)
        if is_output_of(block, before, lines):
            assert fits(block.text, printed), f"{block}: printed was\n{printed}"
        elif block.is_marked or block.language == "swift":
            pass
        elif name is not None:
            (folder / name).write_text(block.text + "\n")
        else:
            assert block.language == "sh", f"{block}: neither commands, output nor a file"
            printed = terminal.type(block.text)
            ran += 1
        before = block
    assert ran > 0 or path.stem == "test-your-container"


def test_output_that_differs_is_noticed() -> None:
    assert fits("a\n...\nb", "a\n1\n2\nb")
    assert not fits("a\nb", "a\nc")
    assert not fits("a", "a\nb")
