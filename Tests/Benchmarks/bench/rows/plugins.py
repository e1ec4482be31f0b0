"""Plugins: callbacks compared with a bare ROUTER, and a crash."""

from __future__ import annotations

import json
from typing import Any

from ..daemon import daemon
from ..figures import Row, Rows
from ..processes import Program
from ..workplace import Workplace


def measure(place: Workplace, rows: Rows) -> None:
    """Measures callbacks, and the time until a subscriber knows that a plugin was killed."""
    _callbacks(place, rows)
    with daemon(place) as ours:
        words = ["loss", str(place.folder / ours.name), str(place.effort.kills)]
        driver = Program([place.driver("plugins"), *words], None, False)
        try:
            times = json.loads(driver.line(200))["lost"]
        finally:
            driver.end()
    rows.add(Row("plugins.loss", "SIGKILL of a plugin until a subscriber knows", "ms", times))


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
