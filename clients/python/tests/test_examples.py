"""Runs the examples as a user does. test_documents.py tests the code in the documents."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import Daemon, running_program

from pagerd_client import Pager

PACKAGE = Path(__file__).resolve().parents[1]
EXAMPLES = sorted((PACKAGE / "examples").glob("*.py"))


@pytest.fixture(autouse=True)
def package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(PACKAGE))


def words(name: str) -> list[str]:
    return [sys.executable, str(PACKAGE / "examples" / name), "test"]


def said(name: str) -> str:
    done = subprocess.run(words(name), capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_there_is_an_example_for_each_purpose() -> None:
    assert [path.stem for path in EXAMPLES] == ["drive", "mirror", "observe", "plugin"]
    for path in EXAMPLES:
        assert path.read_text().count("\n# %% ") >= 3, f"{path} has no cells"


def test_the_drive_example_shows_pages_and_destroys_them(live: Daemon) -> None:
    out = said("drive.py")
    assert "shows trains\nshows news\nshows weather\nindexOutOfRange: " in out
    with Pager(live.name) as pager:
        assert pager.call("controller.list")["controllers"] == []


def test_the_observe_example_prints_callbacks_in_order(live: Daemon) -> None:
    out = said("observe.py")
    topics = [line.split()[1] for line in out.splitlines() if line[0] != " " or "." in line]
    appearances = [topic for topic in topics if re.search("(Will|Did)(A|Disa)ppear", topic)]
    assert appearances[-4:] == [
        "lifecycle.one.viewWillDisappear",
        "lifecycle.two.viewWillAppear",
        "lifecycle.two.viewDidAppear",
        "lifecycle.one.viewDidDisappear",
    ]
    assert "two was added to its parent" in out and "settled on two, page 1" in out


def test_the_mirror_example_prints_the_state_and_its_changes(live: Daemon) -> None:
    out = said("mirror.py")
    assert "0 windows" in out and "● mirrored view in mirror" in out
    assert "ControllerDestroyed" in out


def test_the_plugin_example_updates_its_page(live: Daemon) -> None:
    plugin = running_program(*words("plugin.py"), stdout=subprocess.PIPE)
    with plugin as process, Pager(live.name) as pager:
        assert process.stdout is not None
        assert process.stdout.readline() == "now run: pagerctl create time --id now\n"
        pager.call("window.create", id="w")
        pager.call("controller.create", id="now", kind="time")
        pager.call("window.setRoot", id="w", controller="now")
        first = pager.wait_for("controller.now.contentChanged", since=0)
        second = pager.wait_for("controller.now.contentChanged", since=first.seq)
        shown = [event.payload["content"]["body"] for event in (first, second)]
        assert re.fullmatch(r"\d\d:\d\d:\d\d", shown[0]) and shown[0] != shown[1]
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0
