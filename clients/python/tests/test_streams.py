"""Streams of events lead to the expected records."""

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
def test_a_kept_stream_produces_the_expected_records(path: Path) -> None:
    check(json.loads(path.read_text()))


@pytest.mark.parametrize("name", record_streams.STREAMS)
def test_a_new_stream_produces_the_expected_records(pager: Pager, name: str) -> None:
    stream = record_streams.record(pager, *record_streams.STREAMS[name])
    check(json.loads(record_streams.text(stream)))


def check(stream: dict[str, Any]) -> None:
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


def test_all_kept_streams_are_present() -> None:
    assert {path.stem for path in STREAMS} == {"wheel", "hostile", "recorded-carousel"}
