"""The generated modules are what the daemon says of itself, and every event has its dataclass."""

from __future__ import annotations

import inspect
import sys
from pathlib import Path

import pytest
from conftest import Daemon
from wanderer import Wanderer

from pagerd_client import Event, Pager, Refused
from pagerd_client.core.decoding import event_of
from pagerd_client.events import EVENTS, ControllerCreated, LifecycleViewWillAppear, TransitionBegan

PACKAGE = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(PACKAGE))
import generate  # noqa: E402


@pytest.mark.parametrize("name", ["contract.py", "methods.py", "events.py", "core/table.py"])
def test_written_is_what_the_daemon_says(pager: Pager, name: str) -> None:
    text = generate.render(pager.server.describe(), pager.server.hello()["changes"])[name]
    written = (PACKAGE / "pagerd_client" / name).read_text()
    assert written == text, "run generate.py, or make docs"


def test_a_change_would_be_seen(pager: Pager) -> None:
    description = pager.server.describe()
    before = generate.render(description, "a")
    method = next(m for m in description["methods"] if m["method"] == "pager.next")
    method["params"][0]["doc"] += ", or not"
    event = next(e for e in description["events"] if e["event"] == "didSettle")
    event["fields"].pop()
    event["changes"].append({"change": "set", "member": "index", "field": "index"})
    after = generate.render(description, "b")
    assert before["methods.py"] != after["methods.py"]
    assert before["events.py"] != after["events.py"]
    assert before["core/table.py"] != after["core/table.py"]
    assert '"b"' in after["core/table.py"]


def test_every_event_is_of_its_dataclass(pager: Pager) -> None:
    with pager.events() as events:
        wanderer = Wanderer(pager, 1)
        wanderer.furnish()
        wanderer.walk(400)
        latest = pager.server.ping()["seq"]
        seen: set[type[Event]] = set()
        for event in events:
            assert type(event) is EVENTS[event.category, event.event]
            for name, value in event.payload.items():
                if isinstance(event, ControllerCreated) and name not in vars(event):
                    # The members of its record, as its kind has them.
                    continue
                ours = getattr(event, "from_" if name == "from" else name)
                assert ours == (tuple(value) if name == "prev" else value)
            seen.add(type(event))
            if event.seq >= latest:
                break
    assert len(seen) > 35


def test_event(daemon: Daemon) -> None:
    with Pager(daemon.name, client="me") as pager, pager.events() as events:
        pager.window.create(id="w")
        pager.controller.create(id="home", kind="view")
        pager.window.setRoot(id="w", controller="home")
        event = events.wait_for("viewWillAppear")
    assert isinstance(event, LifecycleViewWillAppear)
    assert (event.subject, event.animated, event.topic) == (
        "home",
        False,
        "lifecycle.home.viewWillAppear",
    )
    assert event.cause is not None and event.cause["client"] == "me"
    with pytest.raises(AttributeError):
        event.animated = True  # type: ignore[misc]


def test_words_of_python(pager: Pager) -> None:
    pager.controller.create(id="a", kind="view")
    pager.controller.create(id="b", kind="view")
    pager.window.create(id="w")
    pager.window.setRoot(id="w", controller="a")
    began = pager.modal.present(from_="a", controller="b", trace=True)["events"]
    event = next(event_of(one) for one in began if one["event"] == "began")
    assert isinstance(event, TransitionBegan)
    assert (event.from_, event.to) == ("a", "b")


def test_what_is_not_known_yet() -> None:
    payload = {
        **{"seq": 1, "prev": [0, 0], "revision": 1, "time": 0.5, "category": "lifecycle"},
        **{"subject": "home", "event": "viewDidShine", "brightness": 3},
    }
    event = event_of(payload)
    assert type(event) is Event
    assert (event.topic, event.payload["brightness"]) == ("lifecycle.home.viewDidShine", 3)


def test_what_an_older_daemon_does_not_send() -> None:
    payload = {
        **{"seq": 1, "prev": [0, 0], "revision": 1, "time": 0.5, "category": "lifecycle"},
        **{"subject": "home", "event": "viewWillAppear", "animated": True},
    }
    event = event_of(payload)
    assert isinstance(event, LifecycleViewWillAppear)
    assert event.animated and event.isMovingToParent is None


def test_options_of_controllers_have_names(pager: Pager) -> None:
    """Each is a parameter; None takes one back that can be null; others are left as they are."""
    said = pager.server.describe()
    rest = next(
        method["params"][-1]["type"]["object"]
        for method in said["methods"]
        if method["method"] == "controller.create"
    )
    declared = {option["name"] for option in rest}
    declared |= {option["name"] for kind in said["kinds"] for option in kind["options"]}
    for method in (pager.controller.create, pager.controller.update):
        assert declared <= set(inspect.signature(method).parameters)
    pager.controller.create(
        id="book", kind="pager", title="T", wrap=True, autoAdvance=2, on={"viewDidLoad": []}
    )
    pager.controller.update(id="book", title=None, autoAdvance=None, duration=3)
    record = pager.controller.get(id="book")
    assert (record["title"], record["autoAdvance"], record["duration"]) == (None, None, 3)
    assert record["wrap"] is True and record["on"] == {"viewDidLoad": []}
    pager.controller.update(id="book", on=None)
    assert pager.controller.get(id="book")["on"] is None
    with pytest.raises(Refused) as refused:
        pager.controller.update(id="book", visible=3)
    assert (refused.value.name, refused.value.path) == ("invalidParams", "visible")
