"""Records streams of events for the tests of mirrors.

    PYTHONPATH=. python tests/record_streams.py PAGERD FOLDER
    PYTHONPATH=. python tests/record_streams.py PROGRAM STREAM

Each stream has the table of changes or "built in", the records of a snapshot, the events after it,
and the daemon's records after these events.

With FOLDER, the script writes the streams of the built-in kinds there. Their commands are random
with a fixed seed, and end when each kind of event that changes a record has been published. With
STREAM, the path of a stream with commands, the script sends these commands to PROGRAM, a pagerd
with the kinds of another package, and records the stream again. The script starts and ends the
daemon itself.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import tempfile
from functools import partial
from pathlib import Path
from typing import Any, Callable

import conftest
from wanderer import FAMILIES, Wanderer

from pagerd_client import Pager
from pagerd_client.core.state import State
from pagerd_client.core.table import TABLE

RECORDS = ("windows", "controllers", "views", "transitions")
#: The seed, and the number of commands before the snapshot.
STREAMS = {"from-nothing": (3, None), "from-a-snapshot": (1, 60)}


def hide_bars(wanderer: Wanderer) -> None:
    """Hides and shows navigation bars and tab bars, which `Wanderer.walk` never does."""
    for id, kind in (("bars0", "tabBar"), ("bars1", "navigation"), ("bars2", "view")):
        wanderer._try("controller.create", {"id": id, "kind": kind})
    hides = {"id": "bars3", "kind": "view", "hidesBottomBarWhenPushed": True}
    wanderer._try("controller.create", hides)
    wanderer._try("navigation.setStack", {"id": "bars1", "controllers": ["bars2"]})
    wanderer._try("tabBar.setControllers", {"id": "bars0", "controllers": ["bars1"]})
    wanderer._try("navigation.setBarHidden", {"id": "bars1", "hidden": True})
    wanderer._try(
        "navigation.push", {"id": "bars1", "controller": "bars3", "animated": False})


def cover_and_move(wanderer: Wanderer) -> None:
    """Sets safe area insets of a window, and animates a view alongside a transition in it."""
    wanderer._try("window.create", {"id": "bars4"})
    wanderer._try("window.setRoot", {"id": "bars4", "controller": "bars0"})
    wanderer._try("window.setSafeAreaInsets", {"id": "bars4", "insets": {"top": 47, "left": 20.5}})
    insets = {"top": 44, "left": -8}
    wanderer._try("controller.update", {"id": "bars1", "additionalSafeAreaInsets": insets})
    wanderer._try("navigation.pop", {"id": "bars1", "interactive": True})
    running = wanderer._pager.call("transition.list")["transitions"]
    for transition in running:
        goal = {"view": "bars2", "alpha": 0.5}
        wanderer._try("transition.animateAlongside", {"id": transition["transition"], **goal})


def transform_and_resize(wanderer: Wanderer) -> None:
    """Transforms views, also alongside a transition, and animates the resizing of a window."""
    wanderer._try("view.create", {"id": "turned0"})
    wanderer._try("view.create", {"id": "turned1"})
    wanderer._try("view.set", {"view": "turned0", "transform": {"a": 2, "ty": -10.5}})
    wanderer._try("view.set", {"view": "turned1", "transform": {"b": 1, "c": -1}})
    wanderer._try("view.set", {"view": "turned0", "transform": {}})
    for id in ("turned2", "turned3", "turned4"):
        wanderer._try("controller.create", {"id": id, "kind": "view"})
    for child in ("turned3", "turned4"):
        wanderer._try("controller.addChild", {"parent": "turned2", "child": child})
    wanderer._try("view.addSubview", {"view": "turned3", "to": "turned2"})
    looks = {"alpha": 0.25, "backgroundColor": "teal", "transform": {"a": 0.5, "d": 0.5}}
    wanderer._try("view.set", {"view": "turned2", **looks})
    wanderer._try("view.set", {"view": "turned3", **looks})
    wanderer._try("view.set", {"view": "turned3", "transform": {}})
    wanderer._try("window.create", {"id": "turned5"})
    wanderer._try("window.setRoot", {"id": "turned5", "controller": "turned2"})
    children = {"container": "turned2", "from": "turned3", "to": "turned4", "duration": 1000}
    goals = [{"view": "turned0", "transform": {"d": 3}}, {"view": "turned1", "alpha": 0.5}]
    wanderer._try("controller.transition", {**children, "animations": goals})
    for width in (500, 600):
        size = {"width": width, "height": 400}
        params = {"id": "turned5", "size": size, "animated": True, "duration": 0.5}
        wanderer._try("window.resize", params)


def ask_for_pages(wanderer: Wanderer) -> None:
    """Makes a pager and a page controller request pages, which `Wanderer.walk` never does."""
    for page in ("lazy2", "lazy3", "lazy4"):
        wanderer._try("controller.create", {"id": page, "kind": "view"})
    source = {"dataSource": {"readAhead": 1}}
    wanderer._try("controller.create", {"id": "lazy0", "kind": "pager", **source})
    wanderer._try("pager.setPages", {"id": "lazy0", "pages": ["lazy2"]})
    wanderer._try("controller.create", {"id": "lazy1", "kind": "page", **source})
    first = {"controllers": ["lazy3"], "direction": "forward"}
    wanderer._try("page.set", {"id": "lazy1", **first})
    wanderer._try("pager.supply", {"id": "lazy0", "request": 1, "page": None})
    wanderer._try("page.supply", {"id": "lazy1", "request": 2, "page": "lazy4"})


def record(pager: Pager, seed: int, before: int | None) -> dict[str, Any]:
    """Records and returns a stream of the daemon's next events."""
    wanderer = Wanderer(pager, seed)
    if before is not None:
        wanderer.furnish()
        wanderer.walk(before)
    snapshot = pager.call("state.snapshot", limit=10_000)
    if before is None:
        wanderer.furnish()
    missing = {(event["category"], event["event"]) for event in TABLE}
    events: list[dict[str, Any]] = []
    seq = snapshot["seq"]
    modes = itertools.cycle(("secondaryOnly", "oneBesideSecondary", "oneOverSecondary"))
    hide_bars(wanderer)
    cover_and_move(wanderer)
    transform_and_resize(wanderer)
    ask_for_pages(wanderer)
    while missing:
        wanderer.walk(10)
        # `walk` does not change the display mode, and rarely finds controllers for the columns.
        wanderer._try("split.setDisplayMode", {"id": "split0", "mode": next(modes)})
        primary, secondary, supplementary, *_ = FAMILIES["split0"]
        columns = {"primary": primary, "secondary": secondary}
        wanderer._try(
            "split.setColumns", {"id": "split0", **columns, "supplementary": supplementary})
        wanderer._try("split.setColumns", {"id": "split0", **columns})
        # `walk` also rarely selects another tab of a tab bar that records the selection.
        wanderer._try("controller.update", {"id": "tabs0", "backBehavior": "order"})
        tabs = FAMILIES["tabs0"][:2]
        wanderer._try("tabBar.setControllers", {"id": "tabs0", "controllers": tabs})
        for index in (0, 1):
            wanderer._try("tabBar.select", {"id": "tabs0", "index": index})
        more = pager.call("events.replay", since=seq, limit=100_000)["events"]
        missing -= {(event["category"], event["event"]) for event in more}
        seq = more[-1]["seq"] if more else seq
        events += map(without_cause, more)
    expected = pager.call("state.snapshot", limit=10_000)
    return {
        "changes": "built in",
        "snapshot": {name: snapshot[name] for name in ("seq", *RECORDS)},
        "events": events,
        "expected": told(expected),
    }


def record_again(pager: Pager, stream: dict[str, Any]) -> dict[str, Any]:
    """Sends the commands of a stream again and returns the new stream."""
    for method, params in stream["before"]:
        pager.call(method, **params)
    snapshot = only_page(pager.call("state.snapshot", limit=10_000))
    for method, params in stream["commands"]:
        pager.call(method, **params)
    replay = only_page(pager.call("events.replay", since=snapshot["seq"], limit=100_000))
    expected = only_page(pager.call("state.snapshot", limit=10_000))
    names = ("category", "event", "changes")
    table = [
        {name: event[name] for name in names}
        for event in pager.call("server.describe")["events"]
        if event["changes"]
    ]
    return {
        "before": stream["before"],
        "commands": stream["commands"],
        "changes": table,
        "snapshot": {name: snapshot[name] for name in ("seq", *RECORDS)},
        "events": [without_cause(event) for event in replay["events"]],
        "expected": told(expected),
    }


def only_page(result: dict[str, Any]) -> dict[str, Any]:
    """Returns a result. It must have no further pages, as the tests of mirrors use one page."""
    assert result.get("next") is None, "the result has more than one page; record fewer commands"
    return result


def without_cause(event: dict[str, Any]) -> dict[str, Any]:
    """Returns an event without its cause, whose id differs in each run."""
    return {name: event[name] for name in event if name != "cause"}


def told(page: dict[str, Any]) -> dict[str, Any]:
    """Returns the records without the progress of transitions, which events do not contain."""
    records = {name: page[name] for name in RECORDS}
    records["transitions"] = State([page]).transitions
    return records


def text(stream: dict[str, Any]) -> str:
    """Returns the stream as JSON, with one line for each record and event."""

    def members(value: dict[str, Any]) -> str:
        return "{\n" + ",\n".join(f'"{name}": {lines(value[name])}' for name in value) + "\n}"

    def lines(value: Any) -> str:
        if isinstance(value, list) and value:
            return "[\n" + ",\n".join(map(plain, value)) + "\n]"
        return members(value) if isinstance(value, dict) else plain(value)

    def plain(value: Any) -> str:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

    return members(stream) + "\n"


def write(path: Path, recorder: Callable[[Pager], dict[str, Any]]) -> None:
    """Starts a daemon, records a stream and writes it."""
    with tempfile.TemporaryDirectory(prefix="pgr", dir="/tmp") as runtime:
        os.environ["PAGERD_RUNTIME_DIR"] = runtime
        daemon = conftest.Daemon("record").start()
        try:
            with Pager("record") as pager:
                stream = recorder(pager)
        finally:
            daemon.stop()
    path.write_text(text(stream))
    print(f"{path}: {len(stream['events'])} events")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("program", help="the path of a pagerd")
    parser.add_argument("place", type=Path, help="a folder, or a stream to record again")
    options = parser.parse_args()
    conftest.PROGRAM = options.program
    if not options.place.is_dir():
        stream = json.loads(options.place.read_text())
        write(options.place, partial(record_again, stream=stream))
        return
    for name, (seed, before) in STREAMS.items():
        write(options.place / f"{name}.json", partial(record, seed=seed, before=before))


if __name__ == "__main__":
    main()
