"""The longest requests at the daemon's limits, during which all other clients wait."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from ..daemon import Daemon, daemon, request
from ..figures import Row, Rows
from ..processes import BenchFailure, running
from ..scale.scene import create, run_all
from ..workplace import Workplace

COMMANDS = 300
"""The number of requests during which the journal is compacted."""

Case = Callable[[Workplace, Daemon, dict[str, int]], list[float]]


def measure(place: Workplace, rows: Rows) -> None:
    """Measures each request in a new daemon with a subscriber to everything."""
    for key, (name, case) in CASES.items():
        for _ in range(min(3, place.effort.runs)):
            with _daemon(place, key) as ours:
                limits = {
                    limit: min(int(value), max(20, int(value) // place.effort.share))
                    for limit, value in ours.ask("server.hello")["limits"].items()
                }
                rows.add(Row(f"hold.{key}", f"longest hold: {name}", "ms", case(place, ours, limits)))


@contextmanager
def _daemon(place: Workplace, key: str) -> Iterator[Daemon]:
    flags = ["--clock", "manual"] if key in ("clock", "waiting") else []
    journal = str(place.folder / place.new_name()) if key == "compaction" else "none"
    with daemon(place, *flags, journal=journal) as ours:
        with running(place.driver("frames"), ours.events):
            yield ours


def _time(ours: Daemon, method: str, **params: Any) -> float:
    message = request(method, **params)
    began = time.monotonic()
    ours.send(message)
    return (time.monotonic() - began) * 1e3


def _batch(ours: Daemon, commands: list[dict[str, Any]], error: str) -> float:
    """Runs a batch, some of whose commands may fail with this error. Returns the milliseconds."""
    message = request("batch", commands=commands)
    began = time.monotonic()
    reply = ours.answer(message)
    took = (time.monotonic() - began) * 1e3
    results = json.loads(reply)["result"]["results"]
    names = {result["error"]["data"]["name"] for result in results if "error" in result}
    if not names <= {error}:
        raise BenchFailure(f"{message[:200]} was refused: {names}")
    return took


def _names(count: int) -> list[str]:
    return [f"c{number}" for number in range(count)]


def _list(ours: Daemon, kind: str, count: int, method: str, member: str) -> list[float]:
    """Sets, reverses and shortens a list. Returns the milliseconds of each."""
    names = _names(count)
    run_all(ours, create(iter(names)))
    ours.ask("controller.create", id="list", kind=kind)
    return [
        _time(ours, method, id="list", **{member: names}),
        _time(ours, method, id="list", **{member: names[::-1]}),
        _time(ours, method, id="list", **{member: names[:1]}),
    ]


def _tabs(place: Workplace, ours: Daemon, limits: dict[str, int]) -> list[float]:
    return [max(_list(ours, "tabBar", limits["children"], "tabBar.setControllers", "controllers"))]


def _stack(place: Workplace, ours: Daemon, limits: dict[str, int]) -> list[float]:
    times = _list(ours, "navigation", limits["children"], "navigation.setStack", "controllers")
    return [max(times)]


def _pages(place: Workplace, ours: Daemon, limits: dict[str, int]) -> list[float]:
    return [max(_list(ours, "pager", limits["members"], "pager.setPages", "pages"))]


def _places(place: Workplace, ours: Daemon, limits: dict[str, int]) -> list[float]:
    """Measures moves in a list whose order differs from the order of creation."""
    names = _names(limits["members"])
    run_all(ours, create(iter(names)))
    ours.ask("controller.create", id="list", kind="pager")
    pages = random.Random(1).sample(names, len(names))
    ours.ask("pager.setPages", id="list", pages=pages)
    moves = [
        {"method": "pager.move", "params": {"id": "list", "page": pages[0], "to": 1 - number % 2}}
        for number in range(100)
    ]
    return [_batch(ours, moves, "limitExceeded")]


def _waiting(place: Workplace, ours: Daemon, limits: dict[str, int]) -> list[float]:
    """Measures queued commands. Commands over the limit are refused when they are sent."""
    count = limits["queuedCommandValues"] // 2 - 10
    names = _names(2 * count)
    run_all(ours, create(iter(names + ["top"])))
    ours.ask("controller.create", id="list", kind="navigation")
    ours.ask("window.create", id="w")
    ours.ask("window.setRoot", id="w", controller="list")
    ours.ask("navigation.setStack", id="list", controllers=names[:1])
    ours.ask("navigation.push", id="list", controller="top")
    for number in range(limits["queuedCommands"]):
        stack = names[:count] if number % 2 else names[count:]
        ours.answer(request(
            "navigation.setStack", id="list", controllers=stack, interruption="queue"
        ))  # fmt: skip
    return [_time(ours, "clock.advance", seconds=1)]


def _neighbours(place: Workplace, ours: Daemon, limits: dict[str, int]) -> list[float]:
    near = limits["offscreenPages"]
    names = _names(3 * near)
    run_all(ours, create(iter(names)))
    ours.ask("controller.create", id="list", kind="pager", wrap=True, offscreenLimit=near)
    ours.ask("pager.setPages", id="list", pages=names)
    ours.ask("window.create", id="w")
    first = _time(ours, "window.setRoot", id="w", controller="list")
    return [max(first, _time(ours, "pager.next", id="list", animated=False))]


def _family(ours: Daemon, count: int) -> None:
    """Creates a controller `p` with children, whose views are subviews of its view."""
    names = _names(count)
    run_all(ours, create(iter(["p", *names])))
    run_all(ours, (
        {"method": method, "params": params}
        for name in names
        for method, params in (
            ("controller.addChild", {"parent": "p", "child": name}),
            ("view.addSubview", {"view": name, "to": "p"}),
        )
    ))  # fmt: skip
    ours.ask("window.create", id="w")


def _moves(place: Workplace, ours: Daemon, limits: dict[str, int]) -> list[float]:
    _family(ours, limits["children"])
    run_all(ours, create(iter(["a", "b"])))
    moves = [
        {"method": "controller.addChild", "params": {"parent": "ab"[number % 2], "child": "p"}}
        for number in range(limits["batchCommands"])
    ]
    return [_batch(ours, moves, "limitExceeded")]


def _root(place: Workplace, ours: Daemon, limits: dict[str, int]) -> list[float]:
    _family(ours, limits["children"])
    return [max(
        _time(ours, "window.setRoot", id="w", controller="p"),
        _time(ours, "window.setRoot", id="w", controller=None),
    )]  # fmt: skip


def _resize(place: Workplace, ours: Daemon, limits: dict[str, int]) -> list[float]:
    _family(ours, limits["children"])
    ours.ask("window.setRoot", id="w", controller="p")
    return [_time(ours, "window.resize", id="w", size={"width": 900, "height": 400})]


def _turns(place: Workplace, ours: Daemon, limits: dict[str, int]) -> list[float]:
    ours.show_book()
    turn = {"method": "pager.next", "params": {"id": "book", "animated": False}}
    return [_time(ours, "batch", commands=[turn] * (limits["batchEvents"] // 25))]


def _creates(place: Workplace, ours: Daemon, limits: dict[str, int]) -> list[float]:
    return [_time(ours, "batch", commands=list(create(iter(_names(limits["batchCommands"])))))]


def _atomic(place: Workplace, ours: Daemon, limits: dict[str, int]) -> list[float]:
    run_all(ours, create(iter(_names(limits["nodes"] - 1))))
    update = {"method": "controller.update", "params": {"id": "c0", "title": "a"}}
    return [_time(ours, "batch", atomic=True, commands=[update])]


def _clock(place: Workplace, ours: Daemon, limits: dict[str, int]) -> list[float]:
    ours.ask("window.create", id="w")
    ours.ask("controller.create", id="book", kind="pager", wrap=True, autoAdvance=1, duration=0)
    run_all(ours, create(iter(["a", "b"])))
    ours.ask("pager.setPages", id="book", pages=["a", "b"])
    ours.ask("window.setRoot", id="w", controller="book")
    return [_time(ours, "clock.advance", seconds=limits["batchEvents"] // 25)]


def _snapshot(place: Workplace, ours: Daemon, limits: dict[str, int]) -> list[float]:
    run_all(ours, create(iter(_names(limits["nodes"]))))
    longest = 0.0
    began = time.monotonic()
    for _ in ours.snapshot(limit=limits["nodes"]):
        longest = max(longest, (time.monotonic() - began) * 1e3)
        began = time.monotonic()
    return [longest]


def _replay(place: Workplace, ours: Daemon, limits: dict[str, int]) -> list[float]:
    run_all(ours, create(iter(_names(limits["retainedEvents"]))))
    return [_time(ours, "events.replay", since=0, limit=limits["retainedEvents"])]


def _parse(place: Workplace, ours: Daemon, limits: dict[str, int]) -> list[float]:
    numbers = [1] * (min(limits["messageBytes"] // 2, limits["contentBytes"] // 8) - 200)
    return [_time(ours, "controller.create", kind="view", content=numbers)]


def _compaction(place: Workplace, ours: Daemon, limits: dict[str, int]) -> list[float]:
    """Measures commands whose titles fill the journal, so that it is compacted repeatedly."""
    run_all(ours, create(iter(_names(limits["nodes"]))))
    title = "x" * limits["textBytes"]
    return [max(
        _time(ours, "controller.update", id="c0", title=title[number:])
        for number in range(max(10, COMMANDS // place.effort.share))
    )]  # fmt: skip


def _with_rest(ours: Daemon, method: str, **params: Any) -> list[float]:
    """Measures a request, or the next one if what follows the reply delays that for longer."""
    took = _time(ours, method, **params)
    return [max(took, _time(ours, "server.ping"))]


def _playlist(ours: Daemon, schedules: list[dict[str, Any]]) -> list[float]:
    """Creates a pager with a page for each schedule."""
    entries = [
        {"page": f"c{number}", "schedule": schedule} for number, schedule in enumerate(schedules)
    ]
    return _with_rest(
        ours, "controller.create", id="list", kind="pager", content={"playlist": entries}
    )


def _schedules(place: Workplace, ours: Daemon, limits: dict[str, int]) -> list[float]:
    """Measures schedules that never happen: 24 December 2026 is no Monday."""
    schedule = {"days": ["mon"], "dates": ["2026-12-24"], "hours": ["08:00-18:00"]}
    return _playlist(ours, [schedule] * limits["playlistEntries"])


def _dates(place: Workplace, ours: Daemon, limits: dict[str, int]) -> list[float]:
    """Measures as many dates as a content can have, in schedules with the most dates."""
    dates = [f"{2000 + n % 50}-{n % 12 + 1:02}-{n // 50 % 28 + 1:02}"
             for n in range(limits["scheduleTexts"])]  # fmt: skip
    return _playlist(ours, [{"dates": dates}] * (limits["contentBytes"] // 18 // len(dates) - 1))


def _zones(place: Workplace, ours: Daemon, limits: dict[str, int]) -> list[float]:
    """Measures names of time zones that no machine has, so each is looked for."""
    names = (f"Europe/City{number}" for number in range(limits["playlistEntries"]))
    return _playlist(ours, [{"timeZone": name} for name in names])


def _containers(place: Workplace, ours: Daemon, limits: dict[str, int]) -> list[float]:
    """Measures pagers whose pages are all due, created by one batch."""
    pages = _names(limits["batchCommands"])
    run_all(ours, create(iter(pages)))
    commands = [
        {"method": "controller.create", "params": {
            "id": f"p{page}", "kind": "pager", "content": {"playlist": [{"page": page}]}}}
        for page in pages
    ]  # fmt: skip
    return _with_rest(ours, "batch", commands=commands)


def _refusals(place: Workplace, ours: Daemon, limits: dict[str, int]) -> list[float]:
    """Measures lists of which only the first few fit into the reply."""
    run_all(ours, create(iter(_names(limits["nodes"]))))
    lists = [{"method": "controller.list", "params": {"limit": 1_000}}]
    return [_batch(ours, lists * limits["batchCommands"], "tooLarge")]


def _bad_cursors(place: Workplace, ours: Daemon, limits: dict[str, int]) -> list[float]:
    """Measures parameters that are refused after they have been parsed."""
    run_all(ours, create(iter(_names(limits["nodes"]))))
    text = "9-" * (limits["messageBytes"] // limits["batchCommands"] // 2 - 50)
    lists = [{"method": "controller.list", "params": {"after": text}}]
    return [_batch(ours, lists * limits["batchCommands"], "invalidArgument")]


CASES: dict[str, tuple[str, Case]] = {
    "tabs": ("setting, reversing and removing the most tabs", _tabs),
    "stack": ("setting, reversing and removing the most members of a stack", _stack),
    "pages": ("setting, reversing and removing the most pages", _pages),
    "places": ("a batch of moves in a pager with the most pages", _places),
    "waiting": ("the end of a transition, which runs the most queued commands", _waiting),
    "neighbours": ("pager.next with the most offscreen pages", _neighbours),
    "moves": ("a batch that moves a parent with the most children", _moves),
    "root": ("the most children appear or disappear", _root),
    "resize": ("the most children get another size", _resize),
    "turns": ("a batch of pager.next with the most events", _turns),
    "creates": ("a batch of the most commands", _creates),
    "atomic": ("an atomic batch while there are the most controllers", _atomic),
    "clock": ("clock.advance with the most events", _clock),
    "snapshot": ("a page of state.snapshot with the most controllers", _snapshot),
    "replay": ("a page of events.replay with the most events", _replay),
    "parse": ("content with the most numbers", _parse),
    "playlist": ("a playlist with the most schedules, which never happen", _schedules),
    "dates": ("a playlist with the most dates", _dates),
    "zones": ("a playlist with the most time zones, which do not exist", _zones),
    "containers": ("a batch of the most containers with a playlist", _containers),
    "refusals": ("a batch of the most lists, most of which are refused", _refusals),
    "cursors": ("a batch of the most lists, with long texts that are refused", _bad_cursors),
    "compaction": ("a command while the journal of the most controllers is compacted", _compaction),
}
