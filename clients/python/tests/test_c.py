"""The C client and plugin. They are compiled with warnings as errors, and run."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, Daemon, make_c, running_program, show_book
from fake import FakeDaemon, record
from proxy import lossy, repeated

from pagerd_client import Pager

SOURCES = ROOT / "clients" / "c"


#: The instance of the fixture `daemon`.
NAMED = {"PAGERD_NAME": "test"}


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the programs. Sanitizers make a read out of bounds a failure."""
    folder = tmp_path_factory.mktemp("c")
    flags = "-g -fsanitize=address,undefined -fno-sanitize-recover=all"
    make_c(f"BUILD={folder}", f"CFLAGS={flags}")
    return folder


def run(program: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PAGERD_NAME": "test", "ASAN_OPTIONS": "detect_leaks=1"}
    return subprocess.run(
        [program, *words], capture_output=True, text=True, timeout=60, env=environment
    )


def test_next_page_prints_the_new_page(daemon: Daemon, pager: Pager, build: Path) -> None:
    daemon.stop()
    daemon.start("--clock", "real")
    show_book(pager, "ab", duration=0.1)
    done = run(build / "next_page")
    assert (done.returncode, done.stdout, done.stderr) == (0, "b, page 2\n", "")
    again = run(build / "next_page", "book")
    assert (again.returncode, again.stdout, again.stderr) == (0, "nothing moved\n", "")
    refused = run(build / "next_page", 'no "such" page')
    assert refused.returncode == 2 and "next_page: " in refused.stderr


def test_next_page_connects_in_each_of_60_runs(daemon: Daemon, pager: Pager, build: Path) -> None:
    show_book(pager, "a")
    for _ in range(60):
        done = run(build / "next_page", "book")
        assert (done.returncode, done.stdout, done.stderr) == (0, "nothing moved\n", "")


def test_a_command_without_a_reply_is_repeated_and_runs_once(
    pager: Pager, build: Path, runtime: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    show_book(pager, "abc", duration=0)
    address = f"ipc://{runtime}/lossy"
    monkeypatch.setenv("PAGERD_COMMAND", address)
    with lossy(pager.command_endpoint.address, address, lose=2) as requests:
        done = run(build / "next_page", "book")
    assert (done.returncode, done.stdout, done.stderr) == (0, "b, page 2\n", "")
    assert len(requests) > 2 and repeated(requests) == 1


def test_next_page_fails_without_a_daemon(build: Path, runtime: Path) -> None:
    done = run(build / "next_page")
    assert done.returncode == 1
    assert f"ipc://{runtime}/test/events" in done.stderr


def test_a_c_plugin_requests_the_remaining_records(fake: FakeDaemon, build: Path) -> None:
    with running_program(build / "uptime_plugin") as process:
        first, second = fake.made("viewWillAppear", "a"), fake.made("viewDidDisappear", "a")
        fake.attach(missed=[first], next_missed=first["seq"], after="1-1")
        replay = fake.hear("events.replay")
        assert replay["params"] == {"since": first["seq"], "plugin": "uptime"}
        later = fake.made("viewWillAppear", "a")
        fake.reply(replay, complete=True, events=[second, later])
        page = fake.hear("plugin.controllers")
        assert page["params"] == {"name": "uptime", "after": "1-1"}
        fake.tell("viewWillAppear", "b")
        fake.tell("viewDidDisappear", "b")
        fake.reply(page, controllers=[record("b", "uptime"), record("c", "uptime", "appeared")])
        # Only c of the three pages is on screen: a and b have disappeared meanwhile.
        update = fake.hear("controller.update")
        assert update["params"]["id"] == "c"
        fake.reply(update)
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0


def test_the_uptime_plugin_updates_its_content_while_visible(fake: FakeDaemon, build: Path) -> None:
    with running_program(build / "uptime_plugin") as process:
        params = fake.attach(record("a", "uptime"), missed=[fake.made("viewWillAppear", "a")])
        assert params["kinds"] == ["uptime"]
        update = fake.hear("controller.update")
        assert update["params"]["id"] == "a"
        assert update["params"]["content"]["body"].startswith("up ")
        fake.reply(update)
        fake.tell("viewDidDisappear", "a")
        fake.settle()
        assert fake.receives_nothing(1.5)
        fake.tell("viewWillAppear", "a")
        fake.refuse(fake.hear("controller.update"), "notPermitted")
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0


@pytest.mark.parametrize("error", ["pluginGone", "invalidRequest"])
def test_a_plugin_that_the_daemon_does_not_know_exits(
    fake: FakeDaemon, build: Path, error: str
) -> None:
    with running_program(build / "uptime_plugin") as process:
        fake.attach(record("a", "uptime", "appeared"))
        # A plugin that always sends something is refused before its next heartbeat is due.
        fake.refuse(fake.hear("controller.update"), error)
        assert process.wait(60) == 1


def test_a_plugin_replies_to_every_decision_request(fake: FakeDaemon, build: Path) -> None:
    with running_program(build / "decide_plugin"):
        params = fake.attach(record("a", "endless"), record("locked", "endless"))
        assert params["decisions"] == ["shouldSelect", "shouldDismiss", "pageAfter", "pageBefore"]
        assert fake.ask("shouldSelect", "a", "book") is True
        assert fake.ask("shouldSelect", "locked", "book") is False
        assert fake.ask("shouldDismiss", "a") is False
        assert fake.ask("pageBefore", "a", "book") == "no answer", "the daemon uses the default"
        assert fake.ask("contentFor", "a") is None, "the page has no content"
        assert fake.ask("dance", "a") == "no answer"


def test_a_plugin_supplies_the_next_page(daemon: Daemon, pager: Pager, build: Path) -> None:
    pager.call("controller.create", id="book", kind="pager")
    pager.call("window.create", id="main")
    pager.call("window.setRoot", id="main", controller="book")
    with pager.events("plugin.endless.") as events:
        with running_program(build / "decide_plugin", env={**os.environ, **NAMED}):
            events.wait_for("attached")
            pager.call("controller.create", id="a", kind="endless")
            pager.call("pager.setPages", id="book", pages=["a"])

            def decided(verb: str) -> dict[str, Any]:
                """Turns a page, again if the plugin was too late. Returns the decision."""
                while True:
                    params = {"id": "book", "user": True, "animated": False}
                    assert "pending" in pager.call(f"pager.{verb}", **params)
                    verdict = events.wait_for("decisionMade").payload
                    if verdict["by"] != "deadline" or verdict["question"] == "shouldSelect":
                        return dict(verdict)

            verdict = decided("next")
            assert (verdict["answer"], verdict["applied"]) == ("a-1", True)
            assert pager.call("controller.get", id="book")["pages"] == ["a", "a-1"]
            assert decided("previous")["question"] == "shouldSelect"
            verdict = decided("previous")
            assert (verdict["question"], verdict["by"]) == ("pageBefore", "error")


def test_a_plugin_updates_a_page_and_exits_without_a_daemon(fake: FakeDaemon, build: Path) -> None:
    with running_program(build / "uptime_plugin") as process:
        fake.attach(record("a", "uptime", "appeared"), lease=0.9)
        fake.reply(fake.hear("controller.update"))
        fake.reply(fake.hear("plugin.heartbeat"), lease=0.9)
        fake.close()
        assert process.wait(60) == 1, "the plugin must exit, so that its supervisor starts it again"
        fake.open()


@pytest.mark.parametrize(
    ("json", "path", "found"),
    [
        ('{"a":{"b":[1,{"c":"x"}]}}', "a.b.1.c", '"x"\nx\n"x"\n'),
        ('{ "a" : [ 1 , 2.5e3 ] , "b" : null }', "a.1", "2.5e3\n"),
        ('{"a":"]}\\"{[","b":true}', "b", "true\n"),
        (r'{"a":"\u00e9\ud83d\ude00\n\/"}', "a", None),
        ('{"a":[]}', "a", "[]\n"),
        ("[]", "0", ""),
        ('{"a":[1]}', "a.x", ""),
        ('{"a":1}', "b", ""),
        ('{"a":{"b":1', "a", ""),
        ('{"a":"open', "a", ""),
        ('{"a"', "a", ""),
        ("", "a", ""),
        ("}", "a", ""),
        ("[" * 100_000, "0.0", ""),
    ],
)
def test_the_json_reader_finds_values(build: Path, json: str, path: str, found: str | None) -> None:
    done = run(build / "json_test", json, path)
    assert done.stderr == ""
    if found is None:
        assert done.stdout.splitlines()[1:] == ["é😀", "/", '"é😀\\u000a/"']
    else:
        assert (done.stdout, done.returncode) == (found, 0 if found else 1)


def test_each_pair_of_c_files_has_fewer_than_500_lines() -> None:
    """The files that users copy into their programs are short enough to read at once."""
    for files in (("pagerd.h", "pagerd.c"), ("pagerd_plugin.h", "pagerd_plugin.c")):
        lines = [line for name in files for line in (SOURCES / name).read_text().splitlines()]
        assert len(lines) < 500 and max(map(len, lines)) <= 100, files


def test_make_builds_the_client_and_a_cpp_program_can_link_it(tmp_path: Path) -> None:
    """`make` works with its default flags, and a C++ program can be linked with the client."""
    copy = tmp_path / "c"
    shutil.copytree(SOURCES, copy, ignore=shutil.ignore_patterns("build"))
    make_c(folder=copy)
    (copy / "main.cpp").write_text(
        '#include "pagerd.h"\n#include "pagerd_plugin.h"\n'
        "int main() { pagerd_close(pagerd_open(nullptr, 1)); }\n"
    )
    subprocess.run(["cc", "-c", "pagerd.c", "-o", "pagerd.o"], cwd=copy, check=True, timeout=60)
    subprocess.run(
        ["c++", "-Wall", "-Wextra", "-Werror", "main.cpp", "pagerd.o", "-lzmq", "-o", "main"],
        cwd=copy, check=True, timeout=60,
    )  # fmt: skip
    subprocess.run([copy / "main"], check=True, timeout=60)


def test_the_program_lost_reply_reports_whether_libzmq_has_the_defect(tmp_path: Path) -> None:
    """The program in docs shows whether the installed libzmq has the defect."""
    source = ROOT / "docs" / "libzmq" / "lost_reply.c"
    flags = ["-std=c99", "-Wall", "-Wextra", "-Werror"]
    subprocess.run(
        ["cc", *flags, "-o", tmp_path / "lost", source, "-lzmq"], check=True, timeout=60
    )
    done = subprocess.run([tmp_path / "lost"], capture_output=True, text=True, timeout=60)
    assert done.returncode in (0, 1), done.stderr
    assert ("is lost" if done.returncode == 0 else "comes") in done.stdout
