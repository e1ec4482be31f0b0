"""`python -m pagerd_client`, and the example of the README."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Callable

import pytest
from conftest import Daemon

from pagerd_client import Pager
from pagerd_client.__main__ import main

PACKAGE = Path(__file__).resolve().parents[1]
ENVIRONMENT = {"PYTHONPATH": str(PACKAGE)}


def start(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "pagerd_client", *arguments],
        env={**os.environ, **ENVIRONMENT},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Returns a function that runs a command line, without the start of another Python."""

    def run(*arguments: str) -> tuple[int, str, str]:
        try:
            code = main(arguments)
        except SystemExit as end:
            assert isinstance(end.code, int)
            code = end.code
        return code, *capsys.readouterr()

    return run


def welcomed(pager: Pager, count: int) -> None:
    """Waits until the daemon has at least `count` subscriptions."""
    while pager.call("server.stats")["subscriptions"] < count:
        time.sleep(0.01)


def test_call_prints_the_result_as_json(daemon: Daemon, run: Run) -> None:
    code, out, errors = run(
        "--name", "test", "call", "controller.create", "id=home", "kind=view", "title=Ä = 1"
    )
    assert (code, errors) == (0, "")
    assert json.loads(out)["id"] == "home"
    code, out, _ = run("--name", "test", "call", "controller.get", "id=home")
    assert json.loads(out)["title"] == "Ä = 1"


def test_a_refused_command_exits_with_status_2(daemon: Daemon, run: Run) -> None:
    code, out, errors = run("--name", "test", "call", "clock.advance", "seconds=-1")
    assert (code, out) == (2, "")
    assert "invalidArgument at seconds" in errors


def test_a_command_that_is_not_applied_exits_with_status_2(pager: Pager, run: Run) -> None:
    for id in ("a", "b", "c"):
        pager.call("controller.create", id=id, kind="view")
    pager.call("window.create", id="w")
    pager.call("window.setRoot", id="w", controller="a")
    pager.call("modal.present", **{"from": "a"}, controller="b", animated=False)
    code, out, errors = run("--name", "test", "call", "modal.present", "from=a", "controller=c")
    assert code == 2
    assert json.loads(out)["applied"] is False
    assert "<a>" in errors


def test_a_call_without_a_daemon_exits_with_status_1(run: Run) -> None:
    code, out, errors = run("--name", "nobody", "--timeout", "0.1", "call", "server.ping")
    assert (code, out) == (1, "")
    assert "no pagerd answers at ipc://" in errors


def test_wrong_arguments_exit_with_status_64(daemon: Daemon, run: Run) -> None:
    for arguments in [
        (),
        ("call",),
        ("dance",),
        ("call", "server.ping", "id"),
        ("events", "--count", "0"),
        ("events", "a b"),
        ("--timeout", "soon", "events"),
        ("--name", "../x", "call", "server.ping"),
    ]:
        code, out, errors = run(*arguments)
        assert (code, out) == (64, ""), arguments
        assert errors.startswith("usage: ")


def test_events_prints_the_requested_number_of_events(pager: Pager) -> None:
    with start("--name", "test", "events", "controller.", "--count", "2") as process:
        welcomed(pager, 2)
        for id in ("a", "b", "c"):
            pager.call("controller.create", id=id, kind="view")
        out, errors = process.communicate(timeout=60)
        assert (process.returncode, errors) == (0, "")
    assert [json.loads(line)["subject"] for line in out.splitlines()] == ["a", "b"]


def test_the_event_stream_ends_with_the_daemon(pager: Pager) -> None:
    with start("--name", "test", "events") as process:
        welcomed(pager, 1)
        pager.call("controller.create", id="a", kind="view")
        pager.call("server.shutdown")
        out, errors = process.communicate(timeout=60)
        assert (process.returncode, errors, len(out.splitlines())) == (0, "", 1)


@pytest.mark.parametrize("is_idle", [True, False])
def test_events_ends_when_the_reader_closes_the_pipe(pager: Pager, is_idle: bool) -> None:
    with start("--name", "test", "events") as process:
        welcomed(pager, 1)
        assert process.stdout is not None and process.stderr is not None
        pager.call("controller.create", id="a", kind="view")
        assert "created" in process.stdout.readline()
        process.stdout.close()
        if not is_idle:
            pager.call("controller.create", id="b", kind="view")
        assert process.wait(60) == 0
        assert process.stderr.read() == ""


def test_events_exits_with_status_0_when_interrupted(pager: Pager) -> None:
    with start("--name", "test", "events") as process:
        welcomed(pager, 1)
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=60) == ("", "")
        assert process.returncode == 0
