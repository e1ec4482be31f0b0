"""`pagerd up`: daemon, viewer and `apply --watch` in one command."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import PROGRAM
from machines import Death

from pagerd_client import Pager

PROGRAMS = Path(PROGRAM).parent


class Up:
    def __init__(self, folder: Path) -> None:
        self.book = folder / "wall.yaml"
        self.book.write_text("pager: {id: book, pages: [{id: a}]}\n")
        self.process = subprocess.Popen(
            [PROGRAM, "up", str(self.book), "--name", "wall", "--journal", "none"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={**os.environ, "PAGERD_STATE_DIR": str(folder)},
        )
        self.said = ""

    def until(self, text: str) -> None:
        """Waits until one of the programs has printed `text`.

        The programs start at the same time, so their outputs may come in any order.
        """
        assert self.process.stdout is not None
        while text not in self.said:
            more = os.read(self.process.stdout.fileno(), 4096).decode()
            assert more, f"pagerd up ended without {text!r}: {self.said}"
            self.said += more

    def rest(self) -> str:
        """Returns the output that is left after the programs have ended."""
        assert self.process.stdout is not None
        return self.process.stdout.read().decode()

    def others(self) -> list[int]:
        """Returns the child processes of `pagerd up`."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        return [int(pid) for pid in children.split()]


@pytest.fixture
def up(tmp_path: Path) -> Iterator[Up]:
    it = Up(tmp_path)
    yield it
    it.process.terminate()
    it.process.wait(60)


def test_up_starts_the_viewer_and_applies_changes_of_the_book(up: Up) -> None:
    up.until("ready wall command=")
    up.until("ready http://127.0.0.1:")
    up.until("nothing to change")
    up.book.write_text("pager: {id: book, pages: [{id: a}, {id: b}]}\n")
    up.until("applied ")
    with Pager("wall") as pager:
        assert pager.call("controller.get", id="book")["pages"] == ["a", "b"]


@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGINT, 0), (signal.SIGTERM, 0), (signal.SIGKILL, -9)]
)
def test_a_signal_ends_all_programs_of_up(up: Up, number: signal.Signals, status: int) -> None:
    up.until("nothing to change")
    up.until("ready http://127.0.0.1:")
    ends = [Death(pid) for pid in up.others()]
    assert len(ends) == 2
    up.process.send_signal(number)
    assert up.process.wait(60) == status
    for end in ends:
        end.wait()


def test_shutdown_ends_up_without_an_error_message(up: Up) -> None:
    up.until("nothing to change")
    with Pager("wall") as pager:
        pager.call("server.shutdown")
    assert up.process.wait(60) == 0
    assert "trying again" not in up.rest()


def test_up_ends_if_one_of_its_programs_ends(up: Up) -> None:
    up.until("nothing to change")
    first, second = up.others()
    end = Death(second)
    os.kill(first, signal.SIGKILL)
    up.until("has ended, so pagerd ends too")
    assert up.process.wait(60) == 1
    end.wait()


def test_a_book_with_an_error_is_refused_with_its_path(tmp_path: Path) -> None:
    (tmp_path / "wall.yaml").write_text("pager: [\n")
    done = subprocess.run(
        [PROGRAM, "up", str(tmp_path / "wall.yaml"), "--name", "wall", "--journal", "none"],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 1
    assert f"pagerd: {tmp_path}/wall.yaml:" in done.stderr
