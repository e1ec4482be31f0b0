"""Plugins with a real daemon, from the first page to the end of their process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest
import zmq
from conftest import Daemon, make_c, running_program, show_book
from fake import running
from program import until
from test_shell import ECHO, PAGERCTL

from pagerd_client import Pager
from pagerd_client.__main__ import main
from pagerd_client.events import PluginDecisionMade
from pagerd_client.plugin import Event, Page, Plugin, Question, Refused


@pytest.fixture(autouse=True)
def instance(daemon: Daemon, monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes the daemon of the test the default instance."""
    monkeypatch.setenv("PAGERD_NAME", daemon.name)


@pytest.fixture
def book(pager: Pager) -> Pager:
    """A pager on screen whose first page belongs to no plugin."""
    show_book(pager, ["first"])
    return pager


class Patient(Plugin):
    """A plugin that may take half a minute for each answer, as the machine may be busy."""

    def _decisions(self) -> list[Any]:
        found = super()._decisions()
        return [{"deadline": 30, **({"question": one} if isinstance(one, str) else one)} for one in found]


def attached(pager: Pager, name: str) -> None:
    """Waits until a plugin is attached."""
    until(lambda: state(pager, name) == "attached")


def state(pager: Pager, name: str) -> Any:
    found = [p for p in pager.call("plugin.list")["plugins"] if p["name"] == name]
    return found[0]["state"] if found else None


def body(pager: Pager, id: str) -> Any:
    content = pager.call("controller.get", id=id)["content"]
    return content and content.get("body")


def add(pager: Pager, id: str, kind: str) -> None:
    pager.call("controller.create", id=id, kind=kind)
    pager.call("pager.insert", id="book", page=id, at=1)


def turn(pager: Pager, verb: str = "next") -> None:
    pager.call(f"pager.{verb}", id="book", animated=False)


def test_a_page_receives_all_callbacks_of_its_life(book: Pager) -> None:
    plugin = Patient("tests")
    heard: list[str] = []

    @plugin.page("note")
    class Note(Page):
        def __getattr__(self, name: str) -> Any:
            if name.startswith(("view", "created", "destroyed")) and "ayout" not in name:
                return lambda event: heard.append(event["event"])
            raise AttributeError(name)

        def content(self) -> dict[str, str]:
            return {"type": "text/plain", "body": f"this is {self.id}"}

    with running(plugin):
        attached(book, "tests")
        add(book, "note", "note")
        turn(book)
        assert until(lambda: body(book, "note")) == "this is note"
        turn(book, "previous")
        book.call("pager.remove", id="book", page="note")
        book.call("controller.destroy", id="note")
        until(lambda: "destroyed" in heard)
    assert heard == [
        "created", "viewDidLoad", "viewWillAppear", "viewIsAppearing", "viewDidAppear",
        "viewWillDisappear", "viewDidDisappear", "destroyed",
    ]  # fmt: skip


def test_a_page_can_veto_its_selection(book: Pager) -> None:
    plugin = Patient("tests")

    @plugin.page("note")
    class Note(Page):
        def shouldSelect(self, question: Question) -> bool:
            return bool(question["container"] != "book")

    with running(plugin), book.events("plugin.") as events:
        attached(book, "tests")
        add(book, "note", "note")
        assert "pending" not in book.call("pager.select", id="book", page="first")
        reply = book.call("pager.next", id="book", user=True)
        assert reply["pending"]
        made = events.wait_for("decisionMade")
        assert isinstance(made, PluginDecisionMade)
        assert (made.question, made.answer, made.by) == ("shouldSelect", False, "plugin")
        assert book.call("controller.get", id="book")["selected"] == "first"


def test_a_veto_has_the_exit_status_3(book: Pager, capsys: pytest.CaptureFixture[str]) -> None:
    plugin = Patient("tests")

    @plugin.page("note")
    class Note(Page):
        pass

    @plugin.decide("shouldSelect", default=False)
    def select(question: Question) -> bool:
        return False

    with running(plugin):
        attached(book, "tests")
        add(book, "note", "note")
    until(lambda: state(book, "tests") == "lost")
    assert main(["--name", "test", "call", "pager.next", "user=true"]) == 3
    assert "vetoed" in capsys.readouterr().err
    assert main(["--name", "test", "call", "pager.next"]) == 0


def test_a_plugin_command_without_its_grant_is_refused(book: Pager) -> None:
    plugin = Patient("tests")
    refused: list[Refused] = []

    @plugin.page("note")
    class Note(Page):
        def viewDidAppear(self, event: Event) -> None:
            try:
                self.daemon.call("pager.next", id="book")
            except Refused as error:
                refused.append(error)

    with running(plugin):
        attached(book, "tests")
        add(book, "note", "note")
        turn(book)
        until(lambda: refused)
    assert (refused[0].name, refused[0].data["grant"]) == ("notPermitted", "select")


def test_a_killed_plugin_gets_missed_callbacks_after_its_restart(book: Pager) -> None:
    source = """
        from pagerd_client.plugin import Page, Plugin
        plugin = Plugin("tests")
        heard = []
        @plugin.page("note")
        class Note(Page):
            def viewWillAppear(self, event): self.hear(event)
            def viewDidAppear(self, event): self.hear(event)
            def viewWillDisappear(self, event): self.hear(event)
            def viewDidDisappear(self, event): self.hear(event)
            def hear(self, event):
                heard.append(("*" if event.get("restored") else "") + event["event"])
                self.set_content({"type": "text/plain", "body": " ".join(heard)})
        plugin.main()
    """
    words = [sys.executable, "-c", textwrap.dedent(source)]
    process = subprocess.Popen(words)
    try:
        attached(book, "tests")
        add(book, "note", "note")
        turn(book)
        until(lambda: body(book, "note") == "viewWillAppear viewDidAppear")
        process.kill()
        process.wait()
        until(lambda: body(book, "note") == "tests is not running")
        turn(book, "previous")
        process = subprocess.Popen(words)
        said = "*viewWillAppear *viewDidAppear viewWillDisappear viewDidDisappear"
        until(lambda: body(book, "note") == said)
    finally:
        process.kill()
        process.wait()


def test_a_plugin_waits_for_the_next_daemon(daemon: Daemon, pager: Pager) -> None:
    plugin = Patient("tests")
    plugin.page("note")(Page)
    with running(plugin):
        attached(pager, "tests")
        assert daemon.process is not None
        daemon.process.kill()
        daemon.stop()
        daemon.start()
        attached(pager, "tests")


def test_a_shell_plugin_sets_the_content_of_its_page(book: Pager) -> None:
    script = ECHO.replace("do ", 'do [ "$event" = viewDidAppear ] && ')
    words = ["plugin", "run", "tests", "--kind", "note", "--", "bash", "-c", script]
    with running_program(PAGERCTL, *words) as process:
        attached(book, "tests")
        add(book, "note", "note")
        turn(book)
        until(lambda: body(book, "note") == "viewDidAppear")
        process.terminate()
        assert process.wait(60) == 0
        until(lambda: body(book, "note") == "tests is not running")


def test_the_c_plugin_sets_the_content_of_its_page(book: Pager, tmp_path: Path) -> None:
    make_c(f"BUILD={tmp_path}")
    with running_program(tmp_path / "uptime_plugin"):
        attached(book, "uptime")
        add(book, "up", "uptime")
        turn(book)
        assert until(lambda: body(book, "up")).startswith("up ")


def test_a_plugin_gets_the_same_statistics_as_a_client(pager: Pager) -> None:
    socket: zmq.Socket[bytes] = zmq.Context.instance().socket(zmq.DEALER)
    with socket, pager.events("pager."):
        socket.connect(pager.call("server.hello")["endpoints"]["plugins"])
        for id, method, params in [
            (1, "plugin.register", {"name": "asker"}),
            (2, "server.stats", {}),
        ]:
            socket.send_json({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
            assert socket.poll(60_000)
            stats = json.loads(socket.recv())["result"]
        expected = pager.call("server.stats")
    assert expected["subscriptions"] > 0
    for name in ["connections", "subscribers", "subscriptions", "activeSubscriptions"]:
        assert stats[name] == expected[name], name
    assert stats["queuedEventLimit"] == expected["queuedEventLimit"] > 0


def test_a_plugin_with_the_grant_can_stop_the_daemon(daemon: Daemon, tmp_path: Path) -> None:
    daemon.stop()
    (tmp_path / "ender.py").write_text(
        textwrap.dedent("""
        import json, os, zmq

        socket = zmq.Context().socket(zmq.DEALER)
        socket.connect(os.environ["PAGERD_PLUGINS"])
        for id, method, params in [
            (1, "plugin.register", {"name": "ender"}), (2, "server.shutdown", {})
        ]:
            request = {"jsonrpc": "2.0", "id": id, "method": method, "params": params}
            socket.send_string(json.dumps(request))
            assert "result" in json.loads(socket.recv())
        """)
    )
    (tmp_path / "pagerd.yaml").write_text(
        textwrap.dedent(f"""
        plugins:
          ender:
            command: [{sys.executable}, {tmp_path}/ender.py]
            grants: [administer]
            restart: never
        """)
    )
    daemon.start("--config", str(tmp_path / "pagerd.yaml"))
    assert daemon.process is not None
    assert daemon.process.wait(60) == 0


def test_the_daemon_starts_configured_plugins(daemon: Daemon, pager: Pager, tmp_path: Path) -> None:
    daemon.stop()
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "a.txt").write_text("A")
    module = f"{sys.executable}, -m, pagerd_client.plugins"
    root = Path(__file__).resolve().parents[1]
    (tmp_path / "pagerd.yaml").write_text(
        textwrap.dedent(f"""
        plugins:
          clock:
            command: [{module}.clock, --seconds]
            environment: {{PYTHONPATH: {root}}}
            kinds: [clock]
            restart: always
            backOff: {{first: 0.1, most: 1}}
          notes:
            command: [{module}.folder, --pager, book, {notes}, --interval, "0.1"]
            environment: {{PYTHONPATH: {root}}}
            kinds: [file]
            grants: [select]
        """)
    )
    daemon.start("--config", str(tmp_path / "pagerd.yaml"), "--clock", "real")
    pager.call("controller.create", id="book", kind="pager", duration=0)
    pager.call("controller.create", id="now", kind="clock")
    pager.call("pager.setPages", id="book", pages=["now"])
    pager.call("window.create", id="main")
    pager.call("window.setRoot", id="main", controller="book")
    attached(pager, "clock")
    attached(pager, "notes")
    first = until(lambda: body(pager, "now"))
    until(lambda: body(pager, "now") != first)
    until(lambda: pager.call("controller.get", id="book")["pages"] == ["now", "a-txt"])
    (notes / "a.txt").write_text("changed")
    pager.call("pager.select", id="book", page="a-txt", animated=False)
    until(lambda: body(pager, "a-txt") == "changed")
    pager.call("pager.select", id="book", page="now", animated=False)
    clock_pid = next(p["pid"] for p in pager.call("plugin.list")["plugins"] if p["name"] == "clock")
    with pager.events("plugin.clock.") as events:
        os.kill(clock_pid, 9)
        assert "signal 9" in events.wait_for("lost").payload["reason"]
        events.wait_for("restored")
    shown = body(pager, "now")
    until(lambda: body(pager, "now") not in (shown, "clock is not running"))
    assert daemon.stop() == 0
