"""Plugins: callbacks compared with a bare ROUTER, a crash, a hang, and a hundred idle pages."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from ..daemon import Daemon, daemon
from ..figures import Row, Rows
from ..processes import BenchFailure, Program
from ..workplace import Workplace

SLICES = 5
"""The number of parts of a long measurement, for its spread."""


def measure(place: Workplace, rows: Rows) -> None:
    """Measures the cost of plugins in each situation."""
    _callbacks(place, rows)
    with daemon(place) as ours:
        times = _plugins(place, ours, "loss", str(place.effort.kills))["lost"]
        rows.add(Row("plugins.loss", "SIGKILL of a plugin until a subscriber knows", "ms", times))
    with daemon(place) as ours:
        _hang(place, rows, ours)
    _idle(place, rows)


def _plugins(place: Workplace, ours: Daemon, *words: str) -> dict[str, list[float]]:
    """Runs the driver and returns the object that it prints."""
    driver = Program(
        [place.driver("plugins"), words[0], str(place.folder / ours.name), *words[1:]], None, False
    )
    try:
        found: dict[str, list[float]] = json.loads(driver.line(200))
        return found
    finally:
        driver.end()


def _callbacks(place: Workplace, rows: Rows) -> None:
    """Measures a plugin that the daemon starts on the same core and that hosts the pages."""
    command = [place.driver("plugins"), "callback", place.driver("router")]
    command.append(str(max(8, place.effort.switches // 10)))
    plugin = {
        "command": command, "kinds": ["bench"], "restart": "never",
        "grants": ["create", "contain", "window", "select"],
    }  # fmt: skip
    path = place.folder / "callback.json"
    path.write_text(json.dumps({"plugins": {"bench": plugin}}))
    words = [place.pagerd, "--name", place.new_name(), "--journal", "none", "--config", str(path)]
    program = Program(words, place.cores[0], ready_on_error=True)
    try:
        line = program.line()
        while not (start := line.find('{"callbacks"')) >= 0:
            line = program.line()
    finally:
        program.end()
    found: dict[str, Any] = json.loads(line[start:])
    ours = zip(found["with"], found["without"])
    bare = zip(found["bareWith"], found["bareWithout"])
    count = found["callbacks"]
    each = [(a - b) / count for a, b in ours]
    bare_each = [(a - b) / count for a, b in bare]
    name = f"page turn with {count} callbacks to a plugin, one core"
    rows.add(Row("plugins.turn", name, "us", found["with"], found["bareWith"], "bare ROUTER"))
    name = "one of the callbacks of a page turn"
    rows.add(Row("plugins.callback", name, "us", each, bare_each, "a bare message"))
    alone = [t + a - b for t, a, b in zip(found["bareWithout"], each, bare_each)]
    name = "a single callback, calculated"
    rows.add(
        Row("plugins.callback.alone", name, "us", alone, found["bareWithout"], "bare round trip")
    )


def _hang(place: Workplace, rows: Rows, ours: Daemon) -> None:
    """Measures a client's commands before and while another plugin hangs."""
    found = _plugins(place, ours, "hang", str(place.effort.plugin_commands))
    if found["queued"][0] <= 0:
        raise BenchFailure("no event is queued for the plugin that hangs")
    for key, name, base in (
        ("hung.others", "command while a plugin hangs, another page", "calm.others"),
        ("hung.own", "command while a plugin hangs, its own page", "calm.own"),
    ):
        rows.add(Row(f"plugins.{key}", name, "us", found[key], found[base], "no plugin hangs"))
        late = _late(found[key]), _late(found[base])
        rows.add(Row(f"plugins.{key}.p99", f"{name}, p99", "us", *late, "no plugin hangs"))


def _late(samples: list[float]) -> list[float]:
    """Returns the 99th percentile in each fifth of the samples."""
    size = len(samples) // SLICES
    parts = [sorted(samples[k * size : (k + 1) * size]) for k in range(SLICES)]
    return [part[size * 99 // 100] for part in parts]


@contextmanager
def _pages(place: Workplace, ours: Daemon) -> Iterator[list[int]]:
    """Starts a process for each page and waits until it is registered."""
    os.environ["PAGERD_NAME"] = ours.name
    with ExitStack() as stack:
        programs = []
        for number in range(place.effort.plugin_pages):
            program = Program([place.driver("page"), f"page-{number}"], None, False)
            stack.callback(program.end)
            programs.append(program)
        deadline = time.monotonic() + 30
        while _attached(ours) < len(programs):
            if time.monotonic() > deadline:
                raise BenchFailure("not all plugins were attached within 30 s")
        yield [program.pid for program in programs]
    del os.environ["PAGERD_NAME"]


def _attached(ours: Daemon) -> int:
    return sum(one["state"] == "attached" for one in ours.ask("plugin.list")["plugins"])


def _idle(place: Workplace, rows: Rows) -> None:
    """Measures the processor time while one of the pages is visible and changes every second."""
    with daemon(place) as ours, _pages(place, ours) as pids:
        ours.ask("controller.create", id="book", kind="pager")
        names = []
        for number in range(len(pids)):
            names.append(f"p{number}")
            ours.ask("controller.create", id=names[-1], kind=f"page-{number}")
        ours.ask("pager.setPages", id="book", pages=names)
        ours.ask("window.create", id="main")
        ours.ask("window.setRoot", id="main", controller="book")
        daemon_shares, plugin_shares = [], []
        for _ in range(SLICES):
            before = _seconds([ours.program.pid]), _seconds(pids)
            began = time.monotonic()
            time.sleep(place.effort.idle_seconds / SLICES)
            passed = time.monotonic() - began
            daemon_shares.append((_seconds([ours.program.pid]) - before[0]) / passed * 100)
            plugin_shares.append((_seconds(pids) - before[1]) / passed * 100)
    name = f"{len(pids)} plugin pages, one on screen: pagerd"
    rows.add(Row("plugins.idle.daemon", name, "% of a core", daemon_shares))
    name = f"{len(pids)} plugin pages, one on screen: their processes together"
    rows.add(Row("plugins.idle.plugins", name, "% of a core", plugin_shares))


def _seconds(pids: list[int]) -> float:
    """Returns the processor time of these processes with all their threads."""
    tasks = (task for pid in pids for task in Path(f"/proc/{pid}/task").iterdir())
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9
