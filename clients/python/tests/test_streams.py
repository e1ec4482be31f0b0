"""The recorded streams of events, which test every mirror, lead to the expected records."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import record_streams
from conftest import ROOT
from record_streams import RECORDS

from pagerd_client import Pager, RecordChanges
from pagerd_client.core.decoding import event_of
from pagerd_client.core.record_changes import BUILT_IN
from pagerd_client.core.state import State

STREAMS = sorted((ROOT / "Tests" / "Fixtures" / "mirror").glob("*.json"))


@pytest.mark.parametrize("path", STREAMS, ids=[path.stem for path in STREAMS])
def test_a_recorded_stream_produces_the_expected_records(path: Path) -> None:
    stream = json.loads(path.read_text())
    table = stream["changes"]
    changes = BUILT_IN if table == "built in" else RecordChanges(table)
    state = State([stream["snapshot"]], changes)
    for event in stream["events"]:
        state.apply(event_of(event))
    for name in RECORDS:
        assert by_id(getattr(state, name)) == by_id(stream["expected"][name])


def by_id(records: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Returns the records by id, so that a failure shows the record that differs."""
    return {str(record.get("id", record.get("transition"))): record for record in records}


def test_all_recorded_streams_are_present() -> None:
    names = {"wheel", "hostile", "recorded-carousel", *record_streams.STREAMS}
    assert names == {path.stem for path in STREAMS}


@pytest.mark.parametrize("name", record_streams.STREAMS)
def test_a_recorded_stream_matches_the_events_of_the_daemon(pager: Pager, name: str) -> None:
    """Streams of other packages have such a test in their package."""
    stream = record_streams.record(pager, *record_streams.STREAMS[name])
    written = Path(record_streams.FOLDER, f"{name}.json").read_text()
    assert record_streams.text(stream) == written, "run record_streams.py; TESTING.md says how"
