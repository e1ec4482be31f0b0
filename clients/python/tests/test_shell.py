"""Shell programs as plugins, run by `pagerctl plugin run`, and the scripts of clients/shell."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import PROGRAM, ROOT, Daemon, show_book
from fake import FakeDaemon, record
from program import until

from pagerd_client import NoDaemon, Pager

PAGERCTL = Path(os.environ.get("PAGERCTL") or Path(PROGRAM).with_name("pagerctl"))
SCRIPTS = ROOT / "clients" / "shell"


@pytest.fixture
def started() -> Iterator[list[subprocess.Popen[str]]]:
    """Processes that are killed at the end of the test."""
    processes: list[subprocess.Popen[str]] = []
    yield processes
    for process in processes:
        # Also kills its child processes, which would keep its pipes open.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream is not None and not stream.closed:
                stream.close()


Started = list[subprocess.Popen[str]]


def start(started: Started, *words: object, **more: Any) -> subprocess.Popen[str]:
    environment = {**os.environ, "PATH": f"{PAGERCTL.parent}:{os.environ['PATH']}"}
    process = subprocess.Popen(
        [str(word) for word in words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env={**environment, **more},
    )
    started.append(process)
    return process


def plugin(started: Started, script: str) -> subprocess.Popen[str]:
    return start(
        started, PAGERCTL, "plugin", "run", "tests", "--kind", "note", "--kind=memo", "--",
        "bash", "-c", script,
    )  # fmt: skip


def text(body: str) -> dict[str, str]:
    return {"type": "text/plain", "body": body}


ECHO = 'while read -r event id; do echo "content $id $event"; done'


def test_a_shell_plugin_reads_events_and_writes_lines(fake: FakeDaemon, started: Started) -> None:
    process = plugin(started, ECHO)
    params = fake.attach()
    assert (params["name"], params["kinds"]) == ("tests", ["note", "memo"])
    for name in ("created", "viewWillAppear", "viewDidAppear"):
        fake.tell(name, "a", kind="note")
    assert fake.contents(3) == [
        ("a", text(name)) for name in ("created", "viewWillAppear", "viewDidAppear")
    ]
    fake.say({"method": "shutdown"})
    assert process.wait(60) == 0


def test_output_lines_are_sent_or_logged_as_errors(fake: FakeDaemon, started: Started) -> None:
    process = plugin(
        started,
        r"""printf '%s\n' 'content a one\ntwo \\n \x' \
        'content a {"type":"text/html","body":"<b>"}' \
        'content a' 'nonsense' 'content a {broken' 'content ../a x' \
        '{"method":"pager.next","params":{"id":"book"}}' '{"params":1}'; cat > /dev/null""",
    )
    fake.attach()
    assert fake.contents(3) == [
        ("a", text("one\ntwo \\n \\x")),
        ("a", {"type": "text/html", "body": "<b>"}),
        ("a", text("")),
    ]
    request = fake.hear("pager.next")
    assert request["params"] == {"id": "book"}
    fake.refuse(request, "notPermitted")
    assert fake.receives_nothing(0.2)
    process.send_signal(signal.SIGTERM)
    assert process.wait(60) == 0
    assert process.stderr is not None
    said = process.stderr.read().splitlines()
    assert said == [
        "pagerctl: expected `content ID TEXT`, got: nonsense",
        "pagerctl: the content is not JSON: content a {broken",
        "pagerctl: expected `content ID TEXT`, got: content ../a x",
        'pagerctl: expected {"method":...,"params":{...}}, got: {"params":1}',
        "pagerctl: pager.next: refused (notPermitted): refused: notPermitted",
    ]


def test_the_plugin_gets_the_state_before_its_start(fake: FakeDaemon, started: Started) -> None:
    plugin(started, ECHO)
    missed = [fake.made("viewWillDisappear", "b"), fake.made("created", "c", kind="note")]
    fake.attach(
        record("a", "note", "appeared"),
        record("b", "note", "disappearing"),
        record("c", "note"),
        missed=missed,
    )
    assert [(id, content["body"]) for id, content in fake.contents(8)] == [
        ("a", "viewDidLoad"), ("a", "viewWillAppear"), ("a", "viewDidAppear"),
        ("b", "viewDidLoad"), ("b", "viewWillAppear"), ("b", "viewDidAppear"),
        ("b", "viewWillDisappear"), ("c", "created"),
    ]  # fmt: skip


def test_output_waits_while_the_daemon_does_not_read(fake: FakeDaemon, started: Started) -> None:
    process = plugin(started, "seq -f 'content page-%.0f x' 20000; cat > /dev/null")
    fake.attach()
    # These are more messages than the sockets hold, so the rest waits in the program.
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(1)
    assert fake.contents(20_000)[-1] == ("page-20000", text("x"))
    process.send_signal(signal.SIGINT)
    assert process.wait(60) == 0


def test_events_wait_while_the_program_does_not_read(fake: FakeDaemon, started: Started) -> None:
    process = plugin(started, "sleep 0.5; " + ECHO)
    fake.attach()
    for number in range(20_000):
        fake.tell("viewDidLayoutSubviews", f"page-{number}")
    assert fake.contents(20_000)[-1] == ("page-19999", text("viewDidLayoutSubviews"))
    process.send_signal(signal.SIGINT)
    assert process.wait(60) == 0


def test_the_plugin_exits_if_heartbeats_get_no_reply(fake: FakeDaemon, started: Started) -> None:
    process = plugin(started, ECHO)
    fake.attach(lease=0.6)
    fake.reply(fake.hear("plugin.heartbeat"), lease=0.6)
    fake.close()
    assert process.wait(60) == 1
    assert process.stderr is not None and "plugins within 0.6 s" in process.stderr.read()
    fake.open()


def test_a_refused_registration_exits_with_status_2(fake: FakeDaemon, started: Started) -> None:
    process = plugin(started, "echo started >&2; sleep 9")
    fake.refuse(fake.hear("plugin.register"), "kindTaken")
    assert process.wait(60) == 2
    assert process.stderr is not None and "kindTaken" in process.stderr.read()


@pytest.mark.parametrize(
    "words",
    [
        ["plugin"],
        ["plugin", "run"],
        ["plugin", "run", "x", "--", "cat"],
        ["plugin", "run", "x", "--kind", "k"],
        ["plugin", "run", "x", "--kind", "k k", "--", "cat"],
        ["plugin", "run", "x", "y", "--kind", "k", "--", "cat"],
    ],
)
def test_wrong_arguments_exit_with_status_64(words: list[str]) -> None:
    done = subprocess.run([PAGERCTL, *words], capture_output=True, text=True, timeout=60)
    assert done.returncode == 64
    assert "usage: pagerctl plugin run NAME --kind KIND" in done.stderr


def test_the_uptime_script_updates_only_visible_pages(fake: FakeDaemon, started: Started) -> None:
    script = SCRIPTS / "uptime.sh"
    assert len(script.read_text().splitlines()) < 15
    process = start(started, PAGERCTL, "plugin", "run", "uptime", "--kind", "uptime", "--", script)
    fake.attach()
    assert fake.receives_nothing(1.5)
    fake.tell("viewWillAppear", "up")
    shown = fake.contents(2)
    assert all(id == "up" and content["body"].startswith("up ") for id, content in shown)
    fake.tell("viewDidDisappear", "up")
    while not fake.receives_nothing(1.5):
        fake.contents(1)
    process.terminate()
    assert process.wait(60) == 0


# The scripts


@pytest.fixture
def book(pager: Pager, daemon: Daemon, monkeypatch: pytest.MonkeyPatch) -> Pager:
    """A pager on screen with three pages."""
    monkeypatch.setenv("PAGERD_NAME", daemon.name)
    show_book(pager, "abc")
    return pager


class Clock:
    """A `date` for scripts, whose time only the test advances. It notes each time that it is read."""

    def __init__(self, folder: Path) -> None:
        self._time, self._reads = folder / "time", folder / "reads"
        self._now = self._count = 0
        self._reads.write_text("")
        self.advance(1_000_000)
        program = folder / "date"
        program.write_text(f"#!/bin/sh\ncat {self._time}\necho >> {self._reads}\n")
        program.chmod(0o755)
        #: The value of PATH with which a script finds it.
        self.path = f"{folder}:{PAGERCTL.parent}:{os.environ['PATH']}"

    def advance(self, milliseconds: int) -> None:
        self._now += milliseconds
        new = self._time.with_suffix(".new")
        new.write_text(f"{self._now}\n")
        new.replace(self._time)

    def until_read(self, count: int) -> None:
        """Waits until it has been read `count` times since the last call."""
        self._count += count
        until(lambda: self._reads.read_text().count("\n") >= self._count)


def test_the_key_script_turns_one_page_for_each_key_press(
    book: Pager, started: Started, tmp_path: Path
) -> None:
    clock = Clock(tmp_path)
    process = start(started, SCRIPTS / "next-on-key.sh", "book", PATH=clock.path)
    assert process.stdin is not None
    with book.events("pager.") as events:
        page_down, left, right = "\x1b[6~", "\x1b[D", "\x1b[C"
        # The second number counts the keys. Those that come at the same time are one press.
        presses = [("x n", 3, "b"), ("nnn", 3, "c"), ("p", 1, "b"), ("pp", 2, "a"), (" ", 1, "b")]
        presses += [(page_down, 1, "c"), (left, 1, "b"), (right, 1, "c")]
        for keys, count, shown in presses:
            process.stdin.write(keys)
            process.stdin.flush()
            assert events.wait_for("didSelect").payload["page"] == shown
            clock.until_read(count)
            clock.advance(500)
    process.stdin.write("q")
    process.stdin.close()
    assert process.wait(60) == 0
    told = book.call("events.replay", since=0, topic="pager.book.")["events"]
    selected = [event["page"] for event in told if event["event"] == "didSelect"]
    assert selected[-len(presses) :] == [shown for _, _, shown in presses]
    assert "bounced" not in {event["event"] for event in told}


def test_the_log_script_writes_callbacks(book: Pager, started: Started, tmp_path: Path) -> None:
    log = tmp_path / "log"
    process = start(started, SCRIPTS / "log-lifecycle.sh", log)
    while not log.exists() or not log.read_text().count("\n"):
        book.call("pager.next", id="book", animated=False)
        book.call("pager.previous", id="book", animated=False)
    events = [json.loads(line) for line in log.read_text().splitlines() if line.endswith("}")]
    assert {event["category"] for event in events} == {"lifecycle"}
    process.terminate()
    assert process.wait(60) == 0


def test_the_wait_script_waits_until_the_page_is_visible(book: Pager, started: Started) -> None:
    assert start(started, SCRIPTS / "wait-for-page.sh", "a").wait(60) == 0
    assert start(started, SCRIPTS / "wait-for-page.sh", "c", 1).wait(60) == 1
    waiting = start(started, SCRIPTS / "wait-for-page.sh", "b")
    with pytest.raises(subprocess.TimeoutExpired):
        waiting.wait(0.5)
    book.call("pager.next", id="book", animated=False)
    assert waiting.wait(60) == 0


def test_the_wait_script_finds_a_page_that_appears_after_the_wait(tmp_path: Path) -> None:
    """The first query finds nothing, the wait times out, and the second query finds the page."""
    tool = tmp_path / "pagerctl"
    tool.write_text(
        f"#!/bin/sh\ncase $* in *wait*) touch {tmp_path}/waited; exit 1 ;; esac\n"
        f"""[ -e {tmp_path}/waited ] && echo '{{"appearance":"appeared"}}'\n"""
    )
    tool.chmod(0o755)
    path = f"{tmp_path}:{os.environ['PATH']}"
    assert subprocess.run(
        [SCRIPTS / "wait-for-page.sh", "b"], env={**os.environ, "PATH": path}, timeout=60
    ).returncode == 0


def test_the_kiosk_script_repeats_the_book(runtime: Path, started: Started, tmp_path: Path) -> None:
    folder = tmp_path / "book"
    folder.mkdir()
    for name in ("a.txt", "b.txt"):
        (folder / name).write_text(name)
    process = start(started, SCRIPTS / "kiosk.sh", folder, 0.4, PAGERD_NAME="kiosk")
    pager = Pager("kiosk")
    with pager.events("pager.") as events:
        seen = [events.wait_for("didSelect").payload["page"] for _ in range(4)]
    assert seen[0] != seen[1] and seen[:2] == seen[2:], "it must begin again after the last page"
    process.terminate()
    assert process.wait(60) == 0
    pager.timeout = 0.5
    with pytest.raises(NoDaemon):
        pager.call("server.ping")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_ends_the_kiosk_script_between_two_turns(
    number: signal.Signals, runtime: Path, started: Started, tmp_path: Path
) -> None:
    (tmp_path / "a.txt").write_text("a")
    process = start(started, SCRIPTS / "kiosk.sh", tmp_path, 60, PAGERD_NAME="kiosk")
    with Pager("kiosk") as pager:
        pager.call("server.ping")
    process.send_signal(number)
    # Returns when the script has ended, and every program that could write to its output.
    process.communicate(timeout=60)
    assert process.returncode == 0


def test_a_signal_ends_the_kiosk_script_while_it_turns(started: Started, tmp_path: Path) -> None:
    """Neither `pagerd` nor `pagerctl` ends by itself."""
    for name in ("pagerd", "pagerctl"):
        (tmp_path / name).write_text("#!/bin/sh\ntouch $0.ran\nexec sleep 60\n")
        (tmp_path / name).chmod(0o755)
    path = f"{tmp_path}:{os.environ['PATH']}"
    process = start(started, SCRIPTS / "kiosk.sh", tmp_path, 0.1, PATH=path)
    while not (tmp_path / "pagerctl.ran").exists():
        assert process.poll() is None
    process.terminate()
    assert process.wait(60) == 0


def test_each_script_has_its_test() -> None:
    """A script without a test could stop working unnoticed."""
    tests = Path(__file__).read_text()
    for script in SCRIPTS.glob("*.sh"):
        assert f'SCRIPTS / "{script.name}"' in tests, f"no test runs {script.name}"
