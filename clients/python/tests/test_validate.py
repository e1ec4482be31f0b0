"""`pagerd validate`: the mistakes in a book, without a running daemon."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from conftest import PROGRAM

CLOCK = "pager: {id: wall, pages: [{id: time, kind: clock}]}\n"


def validate(book: Path, *options: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [PROGRAM, "validate", book, *options], capture_output=True, text=True, timeout=60
    )


def book(folder: Path, text: str) -> Path:
    path = folder / "wall.yaml"
    path.write_text(text)
    return path


def test_a_book_without_mistakes_is_valid(tmp_path: Path) -> None:
    path = book(tmp_path, "pager: {id: wall, pages: [{id: a, title: A}]}\n")
    done = validate(path)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{path} is valid\n", "")
    assert list(tmp_path.iterdir()) == [path]


NONE_RIGHT = "pager: {id: wall, pages: [{id: a, titel: A}, {id: b, hi: B}]}"
REFUSED = "pager: {id: wall, pages: [{id: a}, {id: b, dwellTime: -1}]}\n"
SOME_RIGHT = """\
pager:
  id: wall
  pages:
  - {id: a, titel: A}
  - {id: b, title: B}
  - {id: c, duration: soon}
"""


@pytest.mark.parametrize(
    ("text", "mistakes"),
    [
        (SOME_RIGHT, [("4", "titel"), ("6", "duration")]),
        (NONE_RIGHT, [("1", "titel"), ("1", "hi")]),
        ("pager: [\n", [("2:1", "")]),
        (REFUSED, [("1", "dwellTime")]),
        (CLOCK, [("1", "the kinds are: view pager")]),
    ],
    ids=["some pages", "all pages", "syntax", "refused by the engine", "kind"],
)
def test_each_mistake_is_printed_with_its_place(
    tmp_path: Path, text: str, mistakes: list[tuple[str, str]]
) -> None:
    done = validate(book(tmp_path, text))
    assert (done.returncode, done.stderr) == (1, "")
    lines = done.stdout.splitlines()
    assert len(lines) == len(mistakes)
    for line, (place, word) in zip(lines, mistakes):
        assert line.startswith(f"{tmp_path}/wall.yaml:{place}:") and word in line


def test_the_configuration_of_the_daemon_adds_the_kinds_of_its_plugins(tmp_path: Path) -> None:
    daemon = tmp_path / "daemon.yaml"
    daemon.write_text("plugins:\n  clock: {command: [clock], kinds: [clock]}\n")
    done = validate(book(tmp_path, CLOCK), "--config", daemon)
    assert (done.returncode, done.stderr) == (0, "")
