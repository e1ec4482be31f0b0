"""The state in a browser is correct for the event streams that test all mirrors."""

import json
import os
import subprocess
import sys

from conftest import until
from programs import CAROUSELD, PROGRAMS, ROOT, Daemon, View
from test_together import same_state

STREAMS = sorted((ROOT / "Tests" / "Fixtures" / "mirror").glob("*.json"))
#: Members of records that a browser does not keep, because it needs only what it draws.
NOT_KEPT = {
    "navigationController", "tabBarController", "splitViewController", "presentedViewController",
    "presentingViewController", "isBeingPresented", "isBeingDismissed", "isMovingToParent",
    "isMovingFromParent", "window", "controller",
}
#: Members of a plain view that a browser also keeps for a controller's view.
DRAWN = {"alpha", "backgroundColor", "clipsToBounds", "autoresizing", "transform"}
#: A derived member of a controller's record.
DERIVED = {"safeAreaInsets"}
#: Values pass as JSON texts, because the test protocol drops members named `__proto__`.
RUN = """async (text) => {
    const { State } = await import('/js/state.js');
    const [stream, changes] = JSON.parse(text);
    const state = new State();
    state.load({ ...stream.snapshot, changes });
    for (const event of stream.events) state.apply(event);
    return JSON.stringify(['windows', 'controllers', 'views', 'transitions'].map((name) => [
        name, [...state[name].values()],
    ]));
}"""
MALFORMED = json.loads((ROOT / "Tests" / "Fixtures" / "changes" / "malformed.json").read_text())
READ = """async (text) => {
    const { BadTable, RecordChanges } = await import('/js/record-changes.js');
    return JSON.parse(text).map((table) => {
        try {
            return String(new RecordChanges(table));
        } catch (error) {
            return error instanceof BadTable ? error.message : `another error: ${error}`;
        }
    });
}"""


def kept(name, records):
    """Returns the comparable members of records by id."""
    left_out = NOT_KEPT | (DRAWN | DERIVED if name == "controllers" else set())
    return {
        record.get("id", record.get("transition")): {
            member: record[member] for member in record if member not in left_out}
        for record in records}


def test_a_stream_produces_the_expected_records(page, daemon, tmp_path):
    """The kept streams, and new ones of the daemon's events, which the Python client records."""
    client = ROOT / "clients" / "python"
    subprocess.run(
        [sys.executable, client / "tests" / "record_streams.py", PROGRAMS / "pagerd", tmp_path],
        check=True, env={**os.environ, "PYTHONPATH": str(client)})
    new = [tmp_path / f"{name}.json" for name in ("from-nothing", "from-a-snapshot")]
    for path in STREAMS + new:
        stream = json.loads(path.read_text())
        changes = stream["changes"]
        if changes == "built in":
            changes = daemon("server.describe")["events"]
        for name, records in json.loads(page.evaluate(RUN, json.dumps([stream, changes]))):
            found, expected = kept(name, records), kept(name, stream["expected"][name])
            assert list(found) == list(expected), path
            for id in expected:
                assert found[id] == expected[id], path


def test_a_malformed_table_is_refused_with_the_error_path(page):
    tables = json.dumps([case["table"] for case in MALFORMED])
    for found, case in zip(page.evaluate(READ, tables), MALFORMED, strict=True):
        assert found.startswith(f"changes{case['problem']}, got "), case


def test_an_invalid_snapshot_is_reported_and_the_next_is_shown(page):
    broken = "{ seq: 1, changes: null, transitions: [] }"
    page.evaluate(f"viewer.link.take({{ snapshot: {broken} }})")
    status = "viewer.elements.status.textContent"
    assert page.evaluate(status).startswith(
        "pagerview sent a snapshot that cannot be read: changes: must be a list, got null")
    page.evaluate("viewer.link.resynchronize()")
    until(page, f"viewer.link.seq !== null && {status} === ''")


def test_names_of_built_in_javascript_members_are_ordinary_names(page):
    """Curves, outcomes, types and parameters with such a name count as unknown."""
    for name in ("__proto__", "constructor", "toString", "hasOwnProperty"):
        found = page.evaluate("""async (name) => {
            const { CURVES } = await import('/js/tracks.js');
            const { fieldFor } = await import('/js/field.js');
            const { put } = await import('/js/records.js');
            const field = fieldFor({ name, type: name, presence: 'optional', doc: '' }, []);
            field.input.value = '[1]';
            const params = {};
            put(params, field.param.name, field.read());
            return [CURVES[name] ?? 'linear', JSON.stringify(params)];
        }""", name)
        assert found == ["linear", f'{{"{name}":[1]}}']


def test_views_in_a_cycle_are_each_found_once(page):
    """Each id belongs to both a controller and a view, which must not double the work a level."""
    found = page.evaluate("""async () => {
        const { State } = await import('/js/state.js');
        const state = new State();
        const ids = Array.from({ length: 60 }, (_, index) => `v${index}`);
        const records = ids.map((id, index) => ({
            id, parent: null, children: [], subviews: ids.slice(index + 1, index + 2),
            superview: index ? ids[index - 1] : 'w',
        }));
        const twins = records.map((record) => ({ ...record }));
        state.load({
            seq: 1, windows: [{ id: 'w', subviews: ['v0'] }], controllers: records, views: twins, transitions: [],
            changes: [],
        });
        state.move('v1', 'v59', 0);
        return [[...state.frontToBack('v1')].length, [...state.frontToBack('w')].length];
    }""")
    assert found == [58, 1]


def test_categories_of_kinds_differ_from_core_categories(page, daemon):
    categories = {event["category"] for event in daemon("server.describe")["events"]}
    found = page.evaluate("""async (names) => {
        const { isOfKind } = await import('/js/state-events.js');
        return names.filter(isOfKind);
    }""", sorted(categories))
    # The kind `view` has no events; the category of that name belongs to the engine.
    kinds = set(daemon("server.hello")["kinds"]) - {"view"}
    assert set(found) == categories & kinds and "pager" in found


TABLE = "[...viewer.state.changes.changes.keys()].sort()"


def topics(daemon):
    """Returns the topics of the events that change records, from the daemon's description."""
    described = daemon("server.describe")["events"]
    return sorted(f"{one['category']}.{one['event']}" for one in described if one["changes"])


def test_a_browser_receives_the_change_table_with_each_snapshot(page, daemon):
    assert page.evaluate(TABLE) == topics(daemon)
    page.evaluate("viewer.link.resynchronize(), viewer.state.changes = null")
    until(page, "viewer.link.seq !== null")
    assert page.evaluate(TABLE) == topics(daemon)


def test_a_browser_receives_the_change_table_of_the_next_daemon(browse, tmp_path):
    """Replaces pagerd with a daemon that has another kind and the same journal."""
    assert CAROUSELD.exists(), "carouseld is missing: make test-viewer builds it"
    daemon = Daemon("--journal", str(tmp_path / "journal"))
    view = View(daemon)
    try:
        daemon("window.create", id="w")
        for id in ("a", "b", "c", "d"):
            daemon("controller.create", id=id, kind="view")
        daemon("window.setRoot", id="w", controller="a")
        page = browse(view.address)
        before = topics(daemon)
        assert page.evaluate(TABLE) == before
        daemon.kill()
        daemon.start(CAROUSELD)
        daemon("controller.create", id="wheel", kind="carousel")
        daemon("window.setRoot", id="w", controller="wheel")
        until(page, "viewer.state.controllers.has('wheel')")
        assert page.evaluate(TABLE) == topics(daemon) != before
        daemon("carousel.setPages", pages=["a", "b", "c", "d"])
        daemon("carousel.next", animated=False)
        same_state(daemon, page)
        wheel = page.evaluate("viewer.state.controllers.get('wheel')")
        assert (wheel["pages"], wheel["index"]) == (["a", "b", "c", "d"], 1)
    finally:
        view.stop()
        daemon.stop()
