"""Plugins: the messages that pages receive and send, with a fake daemon."""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
import time
from typing import Any

import pytest
from conftest import running_program
from fake import FakeDaemon, record, running

from pagerd_client.plugin import Event, Page, Plugin, Question, Refused


class Recorder(Page):
    """A page that sends the name of each event as its content."""

    def _hear(self, event: Event) -> None:
        mark = "*" if event.get("restored") else ""
        self.set_content(f"{mark}{event['event']}")

    def __getattr__(self, name: str) -> Any:
        if name.startswith(("view", "destroyed", "created")):
            return self._hear
        raise AttributeError(name)


def recorder() -> Plugin:
    plugin = Plugin("tests")
    plugin.page("note")(Recorder)
    return plugin


def test_a_plugin_registers_its_kinds_and_decisions(fake: FakeDaemon) -> None:
    plugin = Plugin("tests")

    @plugin.page("note")
    class Note(Page):
        def content(self) -> str:
            return "text"

        def shouldSelect(self, question: Question) -> bool:
            return False

    @plugin.decide("pageAfter", of=["book"], deadline=2)
    def more(question: Question) -> None:
        return None

    with running(plugin) as ended:
        params = fake.attach(grants=("select",))
        assert params == {
            "name": "tests",
            "kinds": ["note"],
            "decisions": [
                "shouldSelect",
                {"question": "pageAfter", "of": ["book"], "deadline": 2},
                "contentFor",
            ],
        }
        fake.say({"method": "shutdown"})
        ended()
    assert plugin.grants == ("select",)


def test_a_page_receives_callbacks_in_order(fake: FakeDaemon) -> None:
    with running(recorder()):
        fake.attach()
        names = ["created", "viewDidLoad", "viewWillAppear", "viewDidAppear", "destroyed"]
        for name in names:
            fake.tell(name, "a", kind="note")
        fake.tell("viewWillAppear", "stranger")
        assert fake.contents(5) == [("a", name) for name in names]
        assert fake.receives_nothing(0.1)


def test_callbacks_can_have_snake_case_names(fake: FakeDaemon) -> None:
    plugin = Plugin("tests")
    happened = threading.Event()

    @plugin.page("note")
    class Note:  # Not a subclass of Page: the decorator makes it one.
        def view_will_appear(self, event: Event) -> None:
            happened.set()

        def should_select(self, question: Question) -> bool:
            return bool(question["container"] == "book")

    with running(plugin):
        assert fake.attach(record("a", "note"))["decisions"] == ["shouldSelect"]
        fake.tell("viewWillAppear", "a")
        assert fake.ask("shouldSelect", "a", "book") is True
        assert fake.ask("shouldSelect", "a", "other") is False
        assert happened.is_set()


def test_a_page_returns_its_content_on_request(fake: FakeDaemon) -> None:
    plugin = Plugin("tests")

    @plugin.page("note")
    class Note(Page):
        def content(self) -> dict[str, str]:
            return {"type": "text/plain", "body": f"{self.id} {self.title}"}

    with running(plugin):
        fake.attach(record("a", "note"))
        assert fake.ask("contentFor", "a") == {"type": "text/plain", "body": "a None"}
        fake.tell("updated", "a", changes={"title": "A"})
        assert fake.ask("contentFor", "a") == {"type": "text/plain", "body": "a A"}
        assert fake.ask("contentFor", "stranger") is None


def test_content_is_not_sent_twice(fake: FakeDaemon) -> None:
    plugin = Plugin("tests")

    @plugin.page("note")
    class Note(Page):
        def viewWillAppear(self, event: Event) -> None:
            self.set_content("shown")

    with running(plugin):
        fake.attach(record("a", "note"))
        fake.tell("viewWillAppear", "a")
        assert fake.hear()["params"] == {"id": "a", "content": "shown"}
        fake.tell("viewWillAppear", "a")
        fake.tell("contentChanged", "a", content="of another")
        fake.tell("viewWillAppear", "a")
        refused = fake.hear("controller.update")
        fake.refuse(refused, "limitExceeded")
        fake.tell("viewWillAppear", "a")
        assert fake.hear()["params"] == {"id": "a", "content": "shown"}
        assert fake.receives_nothing(0.1)


def test_timers_run_only_while_the_page_is_visible(fake: FakeDaemon) -> None:
    plugin = Plugin("tests")
    ticks: list[float] = []

    @plugin.page("note")
    class Note(Page):
        def __init__(self) -> None:
            self.every(0.05, self.tick)

        def tick(self) -> None:
            ticks.append(time.monotonic())
            self.set_content(len(ticks))

    with running(plugin):
        fake.attach(record("a", "note"))
        assert fake.receives_nothing(0.2)
        began = time.monotonic()
        fake.tell("viewWillAppear", "a")
        for count in (1, 2, 3):
            assert fake.hear("controller.update")["params"]["content"] == count
        # The first tick may be late, but the third one is never early.
        assert ticks[2] - began >= 0.1
        fake.tell("viewDidDisappear", "a")
        fake.settle()
        count = len(ticks)
        assert fake.receives_nothing(0.2)
        fake.tell("viewWillAppear", "a")
        assert fake.hear("controller.update")["params"]["content"] == count + 1


def test_an_answer_of_another_type_is_reported(
    fake: FakeDaemon, caplog: pytest.LogCaptureFixture
) -> None:
    plugin = Plugin("test")

    @plugin.page("note")
    class Note(Page):
        def shouldSelect(self, question: Question) -> Any:
            return "maybe"

        def pageAfter(self, question: Question) -> Any:
            return 5

    with running(plugin), caplog.at_level(logging.ERROR):
        fake.attach(record("a", "note"))
        said = fake.ask("shouldSelect", "a")
        assert said == "TypeError: the answer to shouldSelect must be True or False, got 'maybe'"
        assert "must be the id of a page or None, got 5" in fake.ask("pageAfter", "a")
    assert "must be True or False, got 'maybe'" in caplog.text


def test_a_page_exception_is_reported(fake: FakeDaemon, caplog: pytest.LogCaptureFixture) -> None:
    plugin = Plugin("tests")

    @plugin.page("note")
    class Note(Page):
        def viewDidLoad(self, event: Event) -> None:
            raise ValueError("broken page")

        def shouldSelect(self, question: Question) -> bool:
            raise KeyError("broken answer")

    with running(plugin), caplog.at_level(logging.ERROR):
        fake.attach(record("a", "note"), record("b", "note"))
        fake.tell("viewDidLoad", "a")
        assert fake.ask("shouldSelect", "a") == "KeyError: 'broken answer'"
    assert "broken page" in caplog.text and "Traceback" in caplog.text
    assert "test_plugin.py" in caplog.text and "broken answer" in caplog.text


def test_messages_during_a_call_are_handled_after_it(fake: FakeDaemon) -> None:
    plugin = Plugin("tests")

    @plugin.page("note")
    class Note(Page):
        def viewDidAppear(self, event: Event) -> None:
            self.set_content(self.daemon.call("pager.next", id="book")["transition"])

        def viewWillDisappear(self, event: Event) -> None:
            try:
                self.daemon.call("server.shutdown")
            except Refused as refused:
                self.set_content(refused.name)

        def shouldSelect(self, question: Question) -> bool:
            return True

    with running(plugin):
        fake.attach(record("a", "note", "appearing"))
        fake.tell("viewDidAppear", "a")
        next_ = fake.hear("pager.next")
        assert next_["params"] == {"id": "book"}
        fake.tell("viewWillDisappear", "a")
        fake.say(
            {
                "id": "d9",
                "method": "decide",
                "params": {
                    "question": "shouldSelect",
                    "controller": "a",
                    "container": "book",
                    "deadline": 1,
                },
            }
        )
        fake.reply(next_, transition="t7")
        assert fake.hear("controller.update")["params"]["content"] == "t7"
        fake.refuse(fake.hear("server.shutdown"), "notPermitted")
        assert fake.hear("controller.update")["params"]["content"] == "notPermitted"
        assert fake.hear()["id"] == "d9"


def test_a_function_decides_only_for_its_containers(fake: FakeDaemon) -> None:
    plugin = Plugin("tests")

    @plugin.decide("pageAfter", of=["book"])
    def more(question: Question) -> str:
        return "after-" + str(question["controller"])

    with running(plugin):
        fake.attach()
        assert fake.ask("pageAfter", "a", "book") == "after-a"
        assert fake.ask("pageAfter", "a", "other") is None
        assert fake.ask("shouldDismiss", "a") is True
    with pytest.raises(ValueError, match="is not a question"):
        plugin.decide("shouldExplode")


def test_a_plugin_receives_missed_events_once(fake: FakeDaemon) -> None:
    with running(recorder()):
        fake.attach(record("a", "note"))
        fake.tell("viewDidLoad", "a")
        fake.tell("viewWillAppear", "a")
        assert fake.contents(2) == [("a", "viewDidLoad"), ("a", "viewWillAppear")]
        seen = fake.seq
        fake.close()
        fake.open()
        missed = [fake.made("viewDidAppear", "a"), fake.made("created", "b", kind="note")]
        params = fake.attach(record("a", "note", "appeared"), record("b", "note"), missed=missed)
        assert params["since"] == seen
        assert fake.contents(2) == [("a", "viewDidAppear"), ("b", "created")]
        fake.say({"method": "event", "params": missed[0]})
        fake.tell("viewWillDisappear", "a")
        assert fake.contents(1) == [("a", "viewWillDisappear")], "no event must arrive twice"


def test_a_plugin_requests_the_remaining_records_and_events(fake: FakeDaemon) -> None:
    with running(recorder()):
        first, second = fake.made("viewDidAppear", "a"), fake.made("viewWillDisappear", "a")
        fake.attach(
            record("a", "note", "disappearing"),
            missed=[first],
            next_missed=first["seq"],
            after="1-1",
        )
        replay = fake.hear("events.replay")
        assert replay["params"] == {"since": first["seq"], "plugin": "tests"}
        # A new event arrives twice: in the replay and as a message.
        third = fake.made("viewDidLoad", "b")
        fake.say({"method": "event", "params": third})
        fake.reply(replay, boot="b1", history="h1", complete=True, events=[second, third])
        page = fake.hear("plugin.controllers")
        assert page["params"] == {"name": "tests", "after": "1-1"}
        fake.tell("viewWillAppear", "b")
        fake.tell("created", "d", kind="note")
        fake.reply(page, controllers=[record("b", "note", "appearing")], next="1-2")
        page = fake.hear("plugin.controllers")
        assert page["params"]["after"] == "1-2"
        fake.reply(page, controllers=[record("c", "note"), record("d", "note")])
        assert fake.contents(7) == [
            ("a", "*viewDidLoad"),
            ("a", "*viewWillAppear"),
            ("a", "viewDidAppear"),
            ("a", "viewWillDisappear"),
            ("b", "viewDidLoad"),
            ("b", "viewWillAppear"),
            ("d", "created"),
        ]


def test_lost_events_are_replaced_by_callbacks_to_the_present_state(fake: FakeDaemon) -> None:
    with running(recorder()):
        fake.attach(record("a", "note"), record("b", "note"))
        assert fake.ask("contentFor", "a") is None
        fake.close()
        fake.open()
        late = [fake.made("viewDidDisappear", "a")]
        fake.attach(record("a", "note", "appeared"), missed=late, complete=False)
        assert fake.contents(4) == [
            ("b", "*destroyed"),
            ("a", "*viewDidLoad"),
            ("a", "*viewWillAppear"),
            ("a", "*viewDidAppear"),
        ]


def test_a_new_history_causes_callbacks_to_the_present_state(fake: FakeDaemon) -> None:
    with running(recorder()):
        fake.attach(record("a", "note", "appeared"))
        assert [name for _, name in fake.contents(3)] == [
            "*viewDidLoad",
            "*viewWillAppear",
            "*viewDidAppear",
        ]
        fake.close()
        fake.seq, fake.history = 3, "h2"
        fake.open()
        fake.attach(record("a", "note"))
        assert fake.contents(2) == [("a", "*viewWillDisappear"), ("a", "*viewDidDisappear")]
        fake.tell("viewWillAppear", "a")
        assert fake.contents(1) == [("a", "viewWillAppear")]


@pytest.mark.parametrize(
    ("appearance", "missed", "said"),
    [
        ("appeared", [], ["*viewDidLoad", "*viewWillAppear", "*viewDidAppear"]),
        (
            "disappeared",
            ["viewWillDisappear", "viewDidDisappear"],
            ["*viewWillAppear", "*viewDidAppear", "viewWillDisappear", "viewDidDisappear"],
        ),
        ("appearing", ["viewDidLoad", "viewWillAppear"], ["viewDidLoad", "viewWillAppear"]),
        (
            "disappeared",
            ["viewIsAppearing", "viewWillDisappear", "viewDidDisappear"],
            ["*viewWillAppear", "viewIsAppearing", "viewWillDisappear", "viewDidDisappear"],
        ),
    ],
)
def test_a_new_process_first_receives_callbacks_to_the_earlier_state(
    fake: FakeDaemon, appearance: str, missed: list[str], said: list[str]
) -> None:
    with running(recorder()):
        events = [fake.made(name, "a") for name in missed]
        fake.attach(record("a", "note", appearance), missed=events)
        assert fake.contents(len(said)) == [("a", name) for name in said]
        assert fake.receives_nothing(0.1)


def test_a_plugin_sends_heartbeats_and_registers_again_if_removed(fake: FakeDaemon) -> None:
    with running(recorder()):
        fake.attach(lease=0.3)
        beat = fake.hear("plugin.heartbeat")
        fake.reply(beat, lease=0.3)
        fake.refuse(fake.hear("plugin.heartbeat"), "pluginGone")
        assert fake.attach()["since"] == fake.seq, "a removed plugin must register again"


def test_a_refused_registration_ends_the_plugin(fake: FakeDaemon) -> None:
    with running(recorder()) as ended:
        fake.refuse(fake.hear("plugin.register"), "kindTaken")
        with pytest.raises(Refused, match="kindTaken"):
            ended()


def test_a_plugin_retries_while_its_old_connection_has_the_name(fake: FakeDaemon) -> None:
    with running(recorder()):
        fake.attach()
        assert fake.ask("contentFor", "a") is None
        fake.close()
        fake.open()
        fake.refuse(fake.hear("plugin.register"), "nameTaken")
        fake.attach(record("a", "note"))
        fake.tell("viewDidLoad", "a")
        assert fake.contents(1) == [("a", "viewDidLoad")]


def test_pages_are_closed_at_the_end(fake: FakeDaemon) -> None:
    plugin = Plugin("tests")
    closed: list[str] = []

    @plugin.page("note")
    class Note(Page):
        def close(self) -> None:
            closed.append(self.id)

    with running(plugin) as ended:
        fake.attach(record("a", "note"), record("b", "note"))
        fake.tell("destroyed", "a")
        fake.say({"method": "shutdown"})
        ended()
    assert closed == ["a", "b"]


def test_a_destroyed_page_stops_watching_its_descriptor(fake: FakeDaemon) -> None:
    plugin = Plugin("tests")
    out, into = os.pipe()
    gone = threading.Event()

    @plugin.page("note")
    class Note(Page):
        def viewDidLoad(self, event: Event) -> None:
            self.watch(out, self.read)

        def destroyed(self, event: Event) -> None:
            gone.set()

        def read(self) -> None:
            self.set_content(os.read(out, 100).decode())

    with running(plugin):
        fake.attach(record("a", "note"))
        fake.tell("viewDidLoad", "a")
        os.write(into, b"one")
        assert fake.hear("controller.update")["params"]["content"] == "one"
        fake.tell("destroyed", "a")
        assert gone.wait(30)
        os.write(into, b"two")
        assert fake.receives_nothing(0.1)
    os.close(out)
    os.close(into)


SHORT = """
import time
from pagerd_client.plugin import Page, Plugin
clock = Plugin("clock")

@clock.page("clock")
class Clock(Page):
    def viewDidLoad(self, event):
        self.every(1, self.refresh)
    def content(self):
        return {"type": "text/plain", "body": time.strftime("%H:%M")}
clock.main()
"""


def test_a_short_plugin_exits_on_sigterm(fake: FakeDaemon) -> None:
    assert len(SHORT.strip().splitlines()) < 15
    with running_program(sys.executable, "-c", SHORT) as process:
        assert fake.attach(record("a", "clock"))["name"] == "clock"
        assert fake.ask("contentFor", "a")["type"] == "text/plain"
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0
