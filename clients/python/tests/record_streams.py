"""Records the streams of events in Tests/Fixtures/mirror that begin with `recorded`.

    PYTHONPATH=. python tests/record_streams.py PAGERD

Every mirror is run against them. Each has the table of changes or "built in", the records of a
snapshot, the events after it, and the records that these lead to, as the daemon has them. The
commands are random with a fixed seed, and go on until every event of a kind that changes a record
has come. PAGERD is the path of a pagerd, which is started for it and ended.
"""

from __future__ import annotations

import itertools
import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

import conftest
from wanderer import FAMILIES, Wanderer

from pagerd_client import Pager
from pagerd_client.core.table import TABLE

FOLDER = conftest.ROOT / "Tests" / "Fixtures" / "mirror"
RECORDS = ("windows", "controllers", "views", "transitions")
#: The seed, and the commands before the snapshot.
STREAMS = {"recorded-from-nothing": (3, None), "recorded-from-a-snapshot": (1, 60)}


def record(pager: Pager, seed: int, before: int | None) -> dict[str, Any]:
    """A stream of the daemon's next events."""
    wanderer = Wanderer(pager, seed)
    if before is not None:
        wanderer.furnish()
        wanderer.walk(before)
    snapshot = pager.state.snapshot(limit=10_000)
    if before is None:
        wanderer.furnish()
    missing = {(event["category"], event["event"]) for event in TABLE}
    events: list[dict[str, Any]] = []
    seq = snapshot["seq"]
    modes = itertools.cycle(("secondaryOnly", "oneBesideSecondary", "oneOverSecondary"))
    while missing:
        wanderer.walk(10)
        # A walk leaves the mode as it is, and seldom has columns that are free.
        wanderer._try("split.setDisplayMode", {"id": "split0", "mode": next(modes)})
        primary, secondary, *_ = FAMILIES["split0"]
        columns = {"primary": primary, "secondary": secondary}
        wanderer._try("split.setColumns", {"id": "split0", **columns})
        more = pager.events.replay(since=seq, limit=100_000)["events"]
        missing -= {(event["category"], event["event"]) for event in more}
        seq = more[-1]["seq"] if more else seq
        # The id of a request is another one each time.
        events += [{name: event[name] for name in event if name != "cause"} for event in more]
    expected = pager.state.snapshot(limit=10_000)
    return {
        "changes": "built in",
        "snapshot": {name: snapshot[name] for name in ("seq", *RECORDS)},
        "events": events,
        "expected": {name: expected[name] for name in RECORDS},
    }


def text(stream: dict[str, Any]) -> str:
    """A line for each record and event."""

    def members(value: dict[str, Any]) -> str:
        return "{\n" + ",\n".join(f'"{name}": {lines(value[name])}' for name in value) + "\n}"

    def lines(value: Any) -> str:
        if isinstance(value, list) and value:
            return "[\n" + ",\n".join(map(plain, value)) + "\n]"
        return members(value) if isinstance(value, dict) else plain(value)

    def plain(value: Any) -> str:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

    return members(stream) + "\n"


def main() -> None:
    conftest.PROGRAM = sys.argv[1]
    for name, (seed, before) in STREAMS.items():
        with tempfile.TemporaryDirectory(prefix="pgr", dir="/tmp") as runtime:
            os.environ["PAGERD_RUNTIME_DIR"] = runtime
            daemon = conftest.Daemon("record").start()
            try:
                with Pager("record") as pager:
                    stream = record(pager, seed, before)
            finally:
                daemon.stop()
        path = Path(FOLDER, f"{name}.json")
        path.write_text(text(stream))
        print(f"{path}: {len(stream['events'])} events")


if __name__ == "__main__":
    main()
