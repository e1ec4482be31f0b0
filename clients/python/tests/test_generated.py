"""The generated modules match the daemon's description, and every event has its dataclass."""

from __future__ import annotations

import inspect
import sys
from dataclasses import is_dataclass
from pathlib import Path
from typing import NoReturn

import pytest
from conftest import Daemon
from wanderer import Wanderer

from pagerd_client import Event, Pager, Refused
from pagerd_client.core.decoding import event_of
from pagerd_client.records import TurnStyles
from pagerd_client.request import plain
from pagerd_client.events import EVENTS, ControllerCreated, LifecycleViewWillAppear

MODULES = {
    *("contract.py", "records.py", "methods.py", "handles.py", "aio_handles.py", "events.py"),
    *("version.py", "core/table.py", "../../web/js/omitted.js"),
}
PACKAGE = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(PACKAGE))
import generate  # noqa: E402
from generator.text import python_name  # noqa: E402


def test_the_generated_files_are_marked_for_reviewers() -> None:
    root = PACKAGE.parents[1]
    generated = {(PACKAGE / "pagerd_client" / name).resolve() for name in MODULES}
    attributes = (root / ".gitattributes").read_text().splitlines()
    marked = {line.split()[0] for line in attributes if line.endswith(" linguist-generated")}
    assert {str(path.relative_to(root)) for path in generated} <= marked
    for pattern in marked:
        assert list(root.glob(pattern)), f"{pattern}: there is no such file"


def test_the_generated_files_match_the_daemon(pager: Pager) -> None:
    made = generate.render(pager.call("server.describe"), pager.call("server.hello"))
    assert set(made) == MODULES
    for name, text in made.items():
        written = (PACKAGE / "pagerd_client" / name).read_text()
        assert written == text, f"{name}: run generate.py, or make docs"


def test_every_event_is_an_instance_of_its_dataclass(pager: Pager) -> None:
    with pager.events() as events:
        wanderer = Wanderer(pager, 1)
        wanderer.furnish()
        wanderer.walk(400)
        latest = pager.call("server.ping")["seq"]
        seen: set[type[Event]] = set()
        for event in events:
            assert type(event) is EVENTS[event.category, event.event]
            for name, value in event.payload.items():
                if isinstance(event, ControllerCreated) and name not in vars(event):
                    # Members of the record that only its kind has.
                    continue
                ours = getattr(event, python_name(name))
                assert name == "cause" or plain(ours) == value
            seen.add(type(event))
            if event.seq >= latest:
                break
    assert len(seen) > 35


def test_an_event_has_typed_immutable_attributes(daemon: Daemon) -> None:
    with Pager(daemon.name, client="me") as pager, pager.events() as events:
        pager.call("window.create", id="w")
        pager.call("controller.create", id="home", kind="view")
        pager.call("window.setRoot", id="w", controller="home")
        event = events.wait_for("viewWillAppear")
    assert isinstance(event, LifecycleViewWillAppear)
    assert (event.subject, event.animated, event.topic) == (
        "home",
        False,
        "lifecycle.home.viewWillAppear",
    )
    assert event.cause is not None and event.cause.client == "me"
    with pytest.raises(AttributeError):
        event.animated = True  # type: ignore[misc]


def test_the_annotations_of_a_class_are_read_once(
    pager: Pager, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reading them takes longer than decoding an event."""
    pager.call("controller.create", id="a", kind="view")
    pager.call("controller.create", id="b", kind="view")
    pager.call("window.create", id="w")
    pager.call("window.setRoot", id="w", controller="a")
    events = pager.call("modal.present", **{"from": "a"}, controller="b", trace=True)["events"]
    decoded = [event_of(one) for one in events]
    assert any(is_dataclass(getattr(event, "tracks", None)) for event in decoded)

    def read(kind: object) -> NoReturn:
        raise AssertionError(f"the annotations of {kind} are read again")

    monkeypatch.setattr("pagerd_client.core.decoding.get_type_hints", read)
    assert [event_of(one) for one in events] == decoded


def test_an_unknown_event_has_the_base_class() -> None:
    payload = {
        **{"seq": 1, "prev": [0, 0], "revision": 1, "time": 0.5, "category": "lifecycle"},
        **{"subject": "home", "event": "viewDidShine", "brightness": 3},
    }
    event = event_of(payload)
    assert type(event) is Event
    assert (event.topic, event.payload["brightness"]) == ("lifecycle.home.viewDidShine", 3)


def test_a_field_that_an_older_daemon_omits_is_none() -> None:
    payload = {
        **{"seq": 1, "prev": [0, 0], "revision": 1, "time": 0.5, "category": "lifecycle"},
        **{"subject": "home", "event": "viewWillAppear", "animated": True},
    }
    event = event_of(payload)
    assert isinstance(event, LifecycleViewWillAppear)
    assert event.animated and event.is_moving_to_parent is None


def test_controller_options_are_named_parameters(pager: Pager) -> None:
    """Each option is a parameter. None resets an option that may be null; others do not change."""
    said = pager.call("server.describe")
    rest = next(
        method["params"][-1]["type"]["object"]
        for method in said["methods"]
        if method["method"] == "controller.create"
    )
    declared = {option["name"] for option in rest}
    declared |= {option["name"] for kind in said["kinds"] for option in kind["options"]}
    names = {python_name(name) for name in declared}
    for method in (pager.controllers.create, pager.controller("book").update):
        assert names <= set(inspect.signature(method).parameters)
    book = pager.controllers.create(
        "pager", "book", title="T", wrap=True, auto_advance=2, on={"viewDidLoad": []}
    )
    book.update(title=None, auto_advance=None, duration=3)
    record = pager["book"].get()
    assert (record.title, record.auto_advance, record.duration) == (None, None, 3)
    assert record.wrap is True and record.on == {"viewDidLoad": []}
    book.update(on=None)
    assert pager["book"].get().on is None
    # A pager has always a duration; a stack may have none.
    slide = TurnStyles(forward="slide", backward="slide")
    stack = pager.controllers.create("navigation", "stack", transition=slide, duration=2)
    assert pager.call("controller.get", id="stack")["duration"] == 2
    stack.update(transition=None, duration=None)
    assert {"transition", "duration"} & pager.call("controller.get", id="stack").keys() == set()
    with pytest.raises(Refused) as refused:
        book.update(visible=3)
    assert (refused.value.name, refused.value.path) == ("invalidParams", "visible")
