"""The state of a browser, run against the streams of events that every mirror is run against."""

import json

import pytest

from conftest import until
from programs import ROOT

STREAMS = sorted((ROOT / "Tests" / "Fixtures" / "mirror").glob("*.json"))
#: Members of records that a browser does not keep: it has the trees and draws what it needs.
NOT_KEPT = {
    "navigationController", "tabBarController", "splitViewController", "presentedViewController",
    "presentingViewController", "isBeingPresented", "isBeingDismissed", "isMovingToParent",
    "isMovingFromParent", "window", "controller", "subviews",
}
#: Members of a plain view that a browser also keeps for a controller's view, as they are drawn.
DRAWN = {"alpha", "backgroundColor", "clipsToBounds", "autoresizing"}
RUN = """async ([stream, changes]) => {
    const { State } = await import('/js/state.js');
    const state = new State();
    state.load({ ...stream.snapshot, changes });
    for (const event of stream.events) state.apply(event);
    return ['windows', 'controllers', 'views', 'transitions'].map((name) => [
        name, [...state[name].values()],
    ]);
}"""


def kept(name, records):
    """What can be compared of records, by their ids."""
    left_out = NOT_KEPT | (DRAWN if name == "controllers" else set())
    return {
        record.get("id", record.get("transition")): {
            member: record[member] for member in record if member not in left_out}
        for record in records}


@pytest.mark.parametrize("path", STREAMS, ids=[path.stem for path in STREAMS])
def test_a_stream_leads_to_the_records_that_are_expected(page, daemon, path):
    stream = json.loads(path.read_text())
    changes = stream["changes"]
    if changes == "built in":
        changes = daemon("server.describe")["events"]
    for name, records in page.evaluate(RUN, [stream, changes]):
        found, expected = kept(name, records), kept(name, stream["expected"][name])
        assert list(found) == list(expected)
        for id in expected:
            assert found[id] == expected[id]


def test_a_browser_is_handed_the_table_with_each_snapshot(page, daemon):
    described = daemon("server.describe")["events"]
    topics = {f"{one['category']}.{one['event']}" for one in described if one["changes"]}
    asked = "[...viewer.state.changes.changes.keys()].sort()"
    assert page.evaluate(asked) == sorted(topics)
    page.evaluate("viewer.link.resynchronize(), viewer.state.changes = null")
    until(page, "viewer.link.seq !== null")
    assert page.evaluate(asked) == sorted(topics)
