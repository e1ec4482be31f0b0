"""`pagerd validate`: the mistakes in a book, without a running daemon."""

from __future__ import annotations

import subprocess
from pathlib import Path

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


def test_each_page_with_a_mistake_is_printed_with_its_line(tmp_path: Path) -> None:
    text = """\
pager:
  id: wall
  pages:
  - {id: a, titel: A}
  - {id: b, title: B}
  - {id: c, duration: soon}
"""
    done = validate(book(tmp_path, text))
    assert done.returncode == 1
    first, second = done.stdout.splitlines()
    assert "wall.yaml:4" in first and "titel" in first
    assert "wall.yaml:6" in second and "duration" in second


def test_a_book_that_a_daemon_would_not_show_at_all_is_an_error(tmp_path: Path) -> None:
    done = validate(book(tmp_path, "pager: [\n"))
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith(f"{tmp_path}/wall.yaml:2:1: ")


def test_every_mistake_is_printed_even_if_no_page_is_right(tmp_path: Path) -> None:
    done = validate(book(tmp_path, "pager: {id: wall, pages: [{id: a, titel: A}, {id: b, hi: B}]}"))
    assert done.returncode == 1
    first, second = done.stdout.splitlines()
    assert "titel" in first and "hi" in second


def test_a_page_that_the_engine_refuses_is_printed(tmp_path: Path) -> None:
    done = validate(book(tmp_path, "pager: {id: wall, pages: [{id: a}, {id: b, dwellTime: -1}]}\n"))
    assert done.returncode == 1
    assert "wall.yaml:1:" in done.stdout and "dwellTime" in done.stdout


def test_an_unknown_kind_is_printed_with_the_kinds_that_exist(tmp_path: Path) -> None:
    done = validate(book(tmp_path, CLOCK))
    assert done.returncode == 1
    assert "wall.yaml:1:" in done.stdout and "the kinds are: view pager" in done.stdout


def test_the_configuration_of_the_daemon_adds_the_kinds_of_its_plugins(tmp_path: Path) -> None:
    daemon = tmp_path / "daemon.yaml"
    daemon.write_text("plugins:\n  clock: {command: [clock], kinds: [clock]}\n")
    done = validate(book(tmp_path, CLOCK), "--config", daemon)
    assert (done.returncode, done.stderr) == (0, "")
