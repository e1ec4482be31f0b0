"""Runs the README of the client from its first line to its last, and checks its types.

test_documents runs each block of it alone, with a new daemon.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT
from test_documents import CLIENT, Block, Reader, blocks, fill, reader

__all__ = ["reader"]

README = CLIENT / "README.md"
BLOCKS = [block for block in blocks(README) if not block.is_marked]
PYTHON = [block for block in BLOCKS if block.language == "python"]
TUTORIAL = ROOT / "docs" / "tutorial" / "python.md"


def test_all_blocks_run_in_order(reader: Reader) -> None:
    """The daemon is started once, with a journal, as in the first commands."""
    shutil.rmtree(reader.folder)
    reader.folder.mkdir()
    fill(reader.folder)
    shutil.rmtree(reader.folder / "slides")
    for block in BLOCKS:
        if block.language == "python":
            run_python(reader, block)
        elif block.is_commands:
            reader.type(block.text)


def run_python(reader: Reader, block: Block) -> None:
    """Runs a script until its end, or until it works if it has no end."""
    if "pytest_plugins" in block.text:
        (reader.folder / "conftest.py").write_text(block.text)
        return
    name = "test_script.py" if "def test_" in block.text else "script.py"
    (reader.folder / name).write_text(block.text)
    if name == "test_script.py":
        reader.run(f"python3 -m pytest -q -p no:cacheprovider {name}")
    elif "wall.run()" in block.text or ".main()" in block.text:
        process = reader.start(f"python3 {name}")
        if "wall.run()" in block.text:
            reader.until(process, "shows ")
        else:
            reader.run("pagerctl wait plugin.clock.attached --since 0 --timeout 60")
        reader.end(process)
    else:
        reader.run(f"timeout 120 python3 {name}")


def test_every_example_passes_mypy(tmp_path: Path) -> None:
    """A snippet may be copied into a project that is checked with --strict."""
    pytest.importorskip("mypy")
    names: dict[str, Block] = {}
    for block in [*PYTHON, *(one for one in blocks(TUTORIAL) if one.language == "python")]:
        name = f"{block.path.stem.lower()}_{block.line}.py"
        names[name] = block
        (tmp_path / name).write_text(block.text + "\n")
    assert len(names) >= 15
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file=", *names],
        cwd=tmp_path, env={**os.environ, "MYPYPATH": str(CLIENT)}, capture_output=True, text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("path", [README, TUTORIAL], ids=lambda path: path.stem)
def test_no_example_waits_since_the_seq_of_the_command_itself(path: Path) -> None:
    """Without animation, the event is before that seq, so such a wait never ends."""
    assert "since=turn.seq" not in path.read_text()
