"""The ready-made plugins of the package."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from fake import FakeDaemon, record, running
from program import until

from pagerd_client.plugin import Plugin
from pagerd_client.plugins import clock, command, folder


@pytest.mark.parametrize("name", ["clock", "command", "folder"])
def test_each_plugin_program_prints_help_and_refuses_wrong_options(name: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", f"pagerd_client.plugins.{name}", "--help"],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0
    assert f"usage: python -m pagerd_client.plugins.{name}" in done.stdout
    wrong = subprocess.run(
        [sys.executable, "-m", f"pagerd_client.plugins.{name}", "--nonsense"],
        capture_output=True,
        timeout=60,
    )
    assert wrong.returncode == 64


# The clock


def test_clock_ticks_only_while_shown(fake: FakeDaemon) -> None:
    plugin = Plugin("clock")
    clock.add(plugin, "clock", "%H:%M:%S", "text/plain")
    with running(plugin):
        fake.attach(record("now", "clock"))
        fake.tell("viewDidLoad", "now")
        shown = fake.ask("contentFor", "now")
        assert shown["type"] == "text/plain"
        time.strptime(shown["body"], "%H:%M:%S")
        assert fake.receives_nothing(1.2)
        fake.tell("viewWillAppear", "now")
        times = []
        for _ in range(3):
            request = fake.hear("controller.update")
            fake.reply(request)
            times.append(request["params"]["content"]["body"])
        assert len(set(times)) == 3
        fake.tell("viewDidDisappear", "now")
        fake.settle()
        assert fake.ask("contentFor", "now")
        assert fake.receives_nothing(1.2)


def test_the_clock_escapes_its_html_output(fake: FakeDaemon) -> None:
    plugin = Plugin("clock")
    clock.add(plugin, "clock", "<%H>", "text/html", "%Y")
    with running(plugin):
        fake.attach(record("now", "clock"))
        shown = fake.ask("contentFor", "now")
        assert shown["type"] == "text/html"
        assert "&lt;" in shown["body"] and time.strftime("%Y") in shown["body"]


# Programs


def shown(fake: FakeDaemon, text: str) -> None:
    """Waits until a page shows a text."""
    while True:
        request = fake.hear("controller.update")
        fake.reply(request)
        if request["params"]["content"]["body"] == text:
            return


def test_program_runs_only_while_shown(fake: FakeDaemon, tmp_path: Path) -> None:
    plugin = Plugin("command")
    log = tmp_path / "log"
    script = f'trap "echo end >> {log}; exit" TERM; echo start $$ >> {log}; ' + (
        "while :; do echo up; sleep 0.05; done"
    )
    command.add(plugin, "loop", ["sh", "-c", script], lines=2)
    with running(plugin):
        fake.attach(record("a", "loop"))
        fake.tell("viewDidLoad", "a")
        assert fake.receives_nothing(0.2) and not log.exists()
        fake.tell("viewWillAppear", "a")
        shown(fake, "up\nup")
        fake.tell("viewDidDisappear", "a")
        fake.settle()
        start, pid = log.read_text().splitlines()[0].split()
        assert start == "start"
        until(lambda: log.read_text().endswith("end\n") and not is_running(pid))
        assert fake.receives_nothing(0.3), "the program does not start again"
        fake.tell("viewWillAppear", "a")
        until(lambda: log.read_text().count("start") == 2)
    until(lambda: log.read_text().count("end") == 2)
    assert log.read_text().count("start") == 2


def test_child_processes_end_with_their_program(fake: FakeDaemon, tmp_path: Path) -> None:
    plugin = Plugin("command")
    script = "trap '' TERM; sleep 60 & echo $!; wait"
    command.add(plugin, "loop", ["sh", "-c", script])
    with running(plugin):
        fake.attach(record("a", "loop"))
        fake.tell("viewWillAppear", "a")
        pid = fake.hear("controller.update")["params"]["content"]["body"]
        assert Path(f"/proc/{pid}").exists()
        fake.tell("viewDidDisappear", "a")
        fake.settle()
        until(lambda: not is_running(pid))


def is_running(pid: str) -> bool:
    """Returns whether a process runs: it exists and is not a zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().split(") ")[1][0] != "Z"
    except OSError:
        return False


def test_a_program_with_an_interval_runs_again(fake: FakeDaemon, tmp_path: Path) -> None:
    plugin = Plugin("command")
    count = tmp_path / "count"
    script = f"echo >> {count}; echo one; sleep 0.05; wc -l < {count}; exit 3"
    command.add(plugin, "loop", ["sh", "-c", script], interval=0.3)
    with running(plugin):
        fake.attach(record("a", "loop"))
        fake.tell("viewWillAppear", "a")
        for number in (1, 2):
            request = fake.hear("controller.update")
            body = f"one\n{number}\nsh ended with status 3"
            assert request["params"]["content"]["body"] == body, "only complete output is shown"
            fake.reply(request)


def test_the_page_shows_the_exit_status_of_a_program_after_its_output(fake: FakeDaemon) -> None:
    plugin = Plugin("command")
    command.add(plugin, "loop", ["sh", "-c", "echo done; exec >&- 2>&-; sleep 0.2; exit 4"])
    with running(plugin):
        fake.attach(record("a", "loop"))
        fake.tell("viewWillAppear", "a")
        shown(fake, "done\nsh ended with status 4")


def test_a_missing_program_is_reported_on_the_page(fake: FakeDaemon) -> None:
    plugin = Plugin("command")
    command.add(plugin, "loop", ["/nowhere/program"])
    with running(plugin):
        fake.attach(record("a", "loop"))
        fake.tell("viewWillAppear", "a")
        shown(fake, "/nowhere/program cannot be run: No such file or directory")


def test_terminal_escapes_are_removed_from_output(fake: FakeDaemon) -> None:
    plugin = Plugin("command")
    command.add(plugin, "loop", ["printf", r"\033[1;31mred\033[0m\r\nline\n"])
    with running(plugin):
        fake.attach(record("a", "loop"))
        fake.tell("viewWillAppear", "a")
        shown(fake, "red\nline")


# Folders


def pager(*pages: str) -> dict[str, Any]:
    return {"id": "book", "kind": "pager", "title": None, "pages": list(pages)}


def commands(fake: FakeDaemon, *there: dict[str, Any]) -> list[tuple[Any, ...]]:
    """Replies with the controllers `there`. Returns the commands of the next batch."""
    fake.reply(fake.hear("controller.list"), controllers=list(there))
    batch = fake.hear("batch")
    assert batch["params"]["atomic"] is True
    fake.reply(batch, results=[])
    return [(c["method"], *c["params"].values()) for c in batch["params"]["commands"]]


def put(path: Path, text: str) -> None:
    """Writes a file in one step, so that the plugin never finds a part of it."""
    new = path.with_name(".new")
    new.write_text(text)
    os.replace(new, path)


def test_a_folder_plugin_follows_changes_of_its_folder(fake: FakeDaemon, tmp_path: Path) -> None:
    plugin = Plugin("folder")
    (tmp_path / "a.txt").write_text("A")
    (tmp_path / "c.md").write_text("# C")
    (tmp_path / ".hidden").write_text("no")
    (tmp_path / "sub").mkdir()
    folder.add(plugin, tmp_path, interval=0.05, follow=True)
    with running(plugin):
        fake.attach()
        assert commands(fake, pager("title", "end")) == [
            ("controller.create", "a-txt", "file", "a.txt"),
            ("pager.insert", "book", "a-txt", 2),
            ("controller.create", "c-md", "file", "c.md"),
            ("pager.insert", "book", "c-md", 3),
        ]
        for id, title in (("a-txt", "a.txt"), ("c-md", "c.md")):
            fake.tell("created", id, kind="file", title=title)
            fake.tell("viewDidLoad", id)
        assert fake.ask("contentFor", "a-txt") == {"type": "text/plain", "body": "A"}
        assert fake.ask("contentFor", "c-md") == {"type": "text/markdown", "body": "# C"}
        own = [record("a-txt", "file", title="a.txt"), record("c-md", "file", title="c.md")]

        put(tmp_path / "b.png", "PNG")
        there = [pager("a-txt", "title", "c-md"), *own]
        assert commands(fake, *there) == [
            ("controller.create", "b-png", "file", "b.png"),
            ("pager.insert", "book", "b-png", 1),
            ("pager.select", "book", "b-png"),
        ]
        fake.tell("created", "b-png", kind="file", title="b.png")
        assert fake.ask("contentFor", "b-png") == {"type": "image/png", "url": "b.png"}

        there = [pager("a-txt", "b-png", "c-md"), *own, record("b-png", "file", title="b.png")]
        put(tmp_path / "a.txt", "A anew")
        assert commands(fake, *there) == [("pager.select", "book", "a-txt")]
        assert fake.hear()["params"]["content"]["body"] == "A anew"

        (tmp_path / "c.md").unlink()
        assert commands(fake, *there) == [
            ("pager.remove", "book", "c-md"),
            ("controller.destroy", "c-md"),
        ]


def test_a_folder_plugin_retries_after_a_missing_pager_or_a_refusal(
    fake: FakeDaemon, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    plugin = Plugin("folder")
    (tmp_path / "a.txt").write_text("A")
    folder.add(plugin, tmp_path, "book", interval=0.05)
    with running(plugin):
        fake.attach()
        for _ in range(3):
            fake.reply(fake.hear("controller.list"), controllers=[])
        fake.reply(fake.hear("controller.list"), controllers=[pager()])
        fake.refuse(fake.hear("batch"), "notPermitted")
        assert commands(fake, pager()) == [
            ("controller.create", "a-txt", "file", "a.txt"),
            ("pager.insert", "book", "a-txt", 0),
        ]
        assert fake.receives_nothing(0.2)
    assert caplog.text.count("there is no pager book") == 1
    assert caplog.text.count("refused: notPermitted") == 1


def test_a_folder_plugin_can_follow_one_file(fake: FakeDaemon, tmp_path: Path) -> None:
    plugin = Plugin("folder")
    note = tmp_path / "note.txt"
    note.write_text("one")
    (tmp_path / "other.txt").write_text("other")
    folder.add(plugin, note, interval=0.05)
    with running(plugin):
        fake.attach(record("note-txt", "file", "appeared", title="note.txt"))
        there = [pager("note-txt"), record("note-txt", "file", title="note.txt")]
        fake.reply(fake.hear("controller.list"), controllers=there)
        os.replace(tmp_path / "other.txt", note)
        fake.reply(fake.hear("controller.list"), controllers=there)
        assert fake.hear("controller.update")["params"]["content"]["body"] == "other"


def test_file_names_become_unique_identifiers() -> None:
    assert folder.identifier("notes of today.md", set()) == "notes-of-today-md"
    assert folder.identifier("ä.md", {"md"}) == "md-2"
    assert folder.identifier("...", set()) == "file"
    assert len(folder.identifier("x" * 300, {"x" * 56})) == 58
