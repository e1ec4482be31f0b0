"""A mirror equals the daemon's snapshot, even if messages are lost."""

from __future__ import annotations

import ast
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import Daemon, show_book
from proxy import Proxy, proxy
from wanderer import Wanderer

import pagerd_client
from pagerd_client import Event, NoDaemon, Pager, Refused, Renewed, State
from pagerd_client.core.follow import Follow
from pagerd_client.core.state import State as Records
from pagerd_client.records import PagerRecord
from pagerd_client.core.record_changes import BUILT_IN
from pagerd_client.core.steps import run
from pagerd_client.endpoints import resolve

SEEDS = [int(seed) for seed in os.environ.get("PAGERD_SEED", "1 2 3").split()]
STEPS = int(os.environ.get("PAGERD_STEPS", "600"))


def snapshot(pager: Pager, limit: int = 10_000) -> list[dict[str, Any]]:
    """Returns all pages of a snapshot. The state must not change meanwhile."""
    pages = [pager.call("state.snapshot", limit=limit)]
    while "next" in pages[-1]:
        pages.append(pager.call("state.snapshot", limit=limit, after=pages[-1]["next"]))
    return pages


def wander(pager: Pager, seed: int, steps: int) -> None:
    """Sends random commands, which cause many events of all kinds."""
    wanderer = Wanderer(pager, seed)
    wanderer.furnish()
    wanderer.walk(steps)


def is_exact(state: State, pager: Pager) -> None:
    """Asserts that a state equals the daemon's, as JSON and as dataclasses."""
    is_exact_as_json(state.records, pager)
    assert state.controllers == pager.state.snapshot().controllers


def is_exact_as_json(state: Records, pager: Pager) -> None:
    (page,) = snapshot(pager)
    assert state.seq == page["seq"]
    for name in ("windows", "controllers", "views", "transitions"):
        ours, theirs = getattr(state, name), getattr(Records([page]), name)
        assert [record.get("id") for record in ours] == [record.get("id") for record in theirs]
        for mine, other in zip(ours, theirs):
            assert mine == other, f"{name} at seq {state.seq}"


def test_a_state_has_the_transitions_of_all_snapshot_pages() -> None:
    def page(*transitions: str) -> dict[str, Any]:
        running = [
            {"transition": id, "container": "c", "from": None, "to": None} for id in transitions
        ]
        return {"seq": 7, "windows": [], "controllers": [], "views": [], "transitions": running}

    state = Records([page("t1", "t2"), page(), page("t10")])
    assert [record["transition"] for record in state.transitions] == ["t1", "t2", "t10"]


def test_a_mirror_follows_the_daemon(pager: Pager) -> None:
    pager.call("window.create", id="w")
    with pager.mirror() as mirror:
        is_exact(mirror.state, pager)
        pager.call("controller.create", id="home", kind="view", title="Home")
        pager.call("window.setRoot", id="w", controller="home")
        assert mirror.state.controller("home") is None
        assert mirror.sync().records is mirror.state.records
        is_exact(mirror.state, pager)
        home = mirror.state.controller("home")
        assert home is not None and home.window == "w" and home.appearance == "appeared"
        assert mirror.state.controller("nobody") is None


def test_a_mirror_has_the_state_after_each_event(pager: Pager) -> None:
    with pager.mirror() as mirror:
        for title in ("A", "B"):
            pager.call("controller.create", id=title, kind="view", title=title)
            pager.call("controller.update", id=title, title="C")
        titles = []
        for _ in range(4):
            event = mirror.get(60)
            assert isinstance(event, Event) and mirror.state.seq == event.seq
            record = mirror.state.controller(event.subject)
            assert record is not None
            titles.append(record.title)
        assert titles == ["A", "C", "B", "C"]


def test_wait_until_returns_a_matching_state_or_times_out(pager: Pager) -> None:
    with pager.mirror() as mirror:
        seq = pager.call("controller.create", id="home", kind="view")["seq"]
        pager.call("controller.destroy", id="home")
        state = mirror.wait_until(lambda state: state.controller("home") is not None, 60)
        assert state.seq == seq
        with pytest.raises(TimeoutError, match="within 0.05 s; the last event at ipc://"):
            mirror.wait_until(lambda state: state.window("w") is not None, 0.05)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_mirror_is_exact_although_messages_are_lost(far: Pager, lossy: Proxy, seed: int) -> None:
    """A tenth of all messages is lost, including welcome messages and heartbeats."""
    print(f"PAGERD_SEED={seed} PAGERD_STEPS={STEPS}")
    chance = random.Random(seed)
    wanderer = Wanderer(far, seed)
    wanderer.furnish()
    wanderer.walk(60)
    with far.mirror() as mirror:
        lossy.loses = lambda topic: chance.random() < 0.1
        for _ in range(STEPS // 20):
            wanderer.walk(20)
            if chance.random() < 0.5:
                # Uses only received messages. A heartbeat shows a gap at the end.
                latest = far.call("server.ping")["seq"]
                mirror.wait_until(lambda state: state.seq >= latest, 60)  # noqa: B023
            else:
                mirror.sync()
            is_exact(mirror.state, far)
        assert wanderer.done > STEPS / 4, "too few commands were carried out"
        assert lossy.lost > STEPS / 20, "too few messages were lost"


def test_a_snapshot_in_many_pages_is_exact(pager: Pager, monkeypatch: pytest.MonkeyPatch) -> None:
    wander(pager, 3, 300)
    state = Records(snapshot(pager, limit=2))
    is_exact_as_json(state, pager)


def test_the_mirror_follows_a_restart(daemon: Daemon, pager: Pager) -> None:
    with pager.mirror() as mirror:
        wander(pager, 5, 100)
        before = mirror.history
        daemon.stop()
        daemon.start()
        wander(pager, 6, 100)
        renewed = next(news for news in mirror if isinstance(news, Renewed))
        assert renewed.history == mirror.history != before
        assert f"it was {before}" in renewed.reason
        mirror.sync()
        is_exact(mirror.state, pager)
        wander(pager, 8, 100)
        daemon.stop()
        daemon.start()
        wander(pager, 9, 100)
        mirror.sync()
        is_exact(mirror.state, pager)


def test_a_mirror_ignores_unread_events_of_the_old_daemon(daemon: Daemon, pager: Pager) -> None:
    """Unread events of the old daemon do not count as events of the new one."""
    with pager.mirror() as mirror:
        mirror._reading.batch = 1
        wander(pager, 5, 200)
        daemon.stop()
        daemon.start()
        pager.call("controller.create", id="home", kind="view")
        hello = pager.call("server.hello")
        # A mirror does this when it notices the restart by a reply.
        run(mirror._reading._follow.sync(hello), pager.call)
        is_exact(mirror.state, pager)
        wander(pager, 9, 100)
        latest = pager.call("server.ping")["seq"]
        # The old daemon's shutdown message, which has another history, must be ignored, too.
        while mirror.state.seq < latest:
            assert isinstance(mirror.get(60), Event)
        is_exact(mirror.state, pager)


def test_a_mirror_keeps_its_state_while_no_daemon_runs(daemon: Daemon, pager: Pager) -> None:
    with pager.mirror() as mirror:
        pager.call("controller.create", id="home", kind="view")
        mirror.sync()
        pager.timeout = mirror._reading.subscription._timeout = 1.5
        assert daemon.process is not None
        daemon.process.kill()
        daemon.stop()
        # Whether the request is still sent depends on when libzmq notices the daemon's end.
        with pytest.raises(NoDaemon, match=r"server\.hello.* 1\.5 s"):
            mirror.sync()
        with pytest.raises(NoDaemon, match="waited 1.5 s for a heartbeat"):
            next(mirror)
        # The mirror still has the last known state.
        assert mirror.state.controller("home") is not None
        daemon.start()
        pager.timeout = mirror._reading.subscription._timeout = 60
        pager.call("controller.create", id="other", kind="view")
        mirror.wait_until(lambda state: state.controller("other") is not None, 60)
        assert mirror.state.controller("home") is None
        is_exact(mirror.state, pager)


def test_a_mirror_is_renewed_if_missed_events_are_lost(daemon: Daemon, runtime: Path) -> None:
    daemon.stop()
    daemon.start("--retain", "5")
    address = f"ipc://{runtime}/lossy"
    with proxy(resolve("events", name=daemon.name).address, address, lambda topic: False) as lossy:
        with Pager(daemon.name, events=address) as pager, pager.mirror() as mirror:
            lossy.loses = lambda topic: topic.startswith(b"controller.c")
            for number in range(20):
                pager.call("controller.create", id=f"c{number}", kind="view")
            renewed = next(mirror)
            assert isinstance(renewed, Renewed)
            assert "the daemon keeps events from" in renewed.reason
            is_exact(mirror.state, pager)


def test_a_mirror_fetches_missed_events_after_a_reconnection(daemon: Daemon, runtime: Path) -> None:
    """The daemon runs on. The mirror fetches the missed events when it has reconnected."""
    address = f"ipc://{runtime}/lossy"
    events = resolve("events", name=daemon.name).address
    with Pager(daemon.name, events=address) as pager:
        with proxy(events, address, lambda topic: False):
            mirror = pager.mirror()
        before = mirror.history
        for name in "abc":
            pager.call("controller.create", id=name, kind="view")
        with proxy(events, address, lambda topic: False):
            news = [next(mirror) for _ in range(3)]
            assert [one.subject for one in news if isinstance(one, Event)] == ["a", "b", "c"]
        assert mirror.history == before
        is_exact(mirror.state, pager)


def test_a_snapshot_restarts_if_the_state_changes() -> None:
    """Without sockets: a snapshot starts again if the state changes between two pages."""
    follow = Follow()
    page = {"seq": 3, "boot": "b", "history": "h", "windows": [], "controllers": [], "views": []}
    steps = follow.begin()
    assert next(steps).method == "server.hello"
    assert steps.send({"boot": "b"}).params == {}
    assert steps.send({**page, "next": "x"}).params == {"after": "x"}
    assert steps.throw(Refused(-32001, "moved", {"name": "staleRevision"})).params == {}
    with pytest.raises(StopIteration):
        steps.send({**page, "seq": 4})
    assert (follow.state.seq, follow.history) == (4, "h")


class Described(Pager):
    """A client of a daemon whose table of changes has the test's changes for an event."""

    digest: str | None = BUILT_IN.digest
    changes: list[dict[str, Any]] = []
    descriptions = 0

    def call(self, method: str, /, **params: Any) -> dict[str, Any]:
        result = super().call(method, **params)
        if method == "server.hello":
            del result["changes"]
            if self.digest is not None:
                result["changes"] = self.digest
        if method == "server.describe":
            self.descriptions += 1
            for event in result["events"]:
                if (event["category"], event["event"]) == ("pager", "didSettle"):
                    event["changes"] = self.changes
        return result

    def settle(self, index: int) -> None:
        """Selects a page of the pager `book`."""
        self.pager("book").show(index, animated=False)


@pytest.fixture
def described(daemon: Daemon, runtime: Path) -> Iterator[Described]:
    """A client of a daemon with a journal that shows a pager."""
    daemon.stop()
    daemon.start("--journal", str(runtime / "journal"))
    pager = Described(daemon.name)
    with pager:
        show_book(pager, "abc")
        yield pager


def again(daemon: Daemon, runtime: Path) -> None:
    """Starts the daemon again, with its journal."""
    daemon.stop()
    daemon.start("--journal", str(runtime / "journal"))


SETTLED = {"change": "set", "member": "settled", "field": "index"}


def settled(state: State) -> Any:
    """Returns a member that the built-in table never sets."""
    book = state.controller("book")
    assert book is not None
    return book.more.get("settled")


def test_the_table_of_the_daemon_is_used(described: Described) -> None:
    described.digest = "more"
    described.changes = [SETTLED]
    with described.mirror() as mirror:
        described.settle(2)
        assert settled(mirror.sync()) == 2
    assert described.descriptions == 1


@pytest.mark.parametrize("reads", [True, False], ids=["by reading", "by sync"])
def test_an_unknown_change_makes_the_mirror_read_a_snapshot(
    described: Described, reads: bool
) -> None:
    """The daemon is newer. For changes that it does not know, the client reads a snapshot."""
    described.digest = "newer"
    described.changes = [{"change": "shuffle", "list": "pages"}]
    with described.mirror() as mirror:
        for index in (2, 1):
            described.settle(index)
            if reads:
                renewed = next(news for news in mirror if isinstance(news, Renewed))
                assert "pager.didSettle has changes that this client does not" in renewed.reason
            else:
                mirror.sync()
            is_exact(mirror.state, described)
            book = mirror.state.controller("book")
            assert isinstance(book, PagerRecord) and book.index == index
    assert described.descriptions == 1


@pytest.mark.parametrize("digest", [BUILT_IN.digest, None], ids=["same", "older daemon"])
def test_the_built_in_table_needs_no_description(described: Described, digest: str | None) -> None:
    described.digest = digest
    with described.mirror() as mirror:
        described.settle(2)
        book = mirror.sync().controller("book")
        assert isinstance(book, PagerRecord) and (book.index, book.selected) == (2, "c")
    assert described.descriptions == 0


@pytest.mark.parametrize("reads", [True, False], ids=["by reading", "by sync"])
def test_a_mirror_uses_another_table_after_a_restart(
    described: Described, daemon: Daemon, runtime: Path, reads: bool
) -> None:
    """The history continues. The state is read again, as its records may differ."""
    with described.mirror() as mirror:
        history = mirror.history
        described.digest, described.changes = "other", [SETTLED]
        again(daemon, runtime)
        described.settle(1)
        if reads:
            renewed = next(news for news in mirror if isinstance(news, Renewed))
            assert renewed.history == history
            assert "change records differently" in renewed.reason
        mirror.sync()
        is_exact(mirror.state, described)
        described.settle(2)
        assert settled(mirror.sync()) == 2
        # Returns to the earlier daemon.
        described.digest = BUILT_IN.digest
        again(daemon, runtime)
        described.settle(0)
        assert settled(mirror.sync()) is None
        is_exact(mirror.state, described)
    assert described.descriptions == 1


def test_a_mirror_reads_no_snapshot_if_the_table_is_unchanged(
    described: Described, daemon: Daemon, runtime: Path
) -> None:
    """The state is not read again."""
    with described.mirror() as mirror:
        again(daemon, runtime)
        described.settle(1)
        latest = described.call("server.ping")["seq"]
        while mirror.state.seq < latest:
            assert isinstance(mirror.get(60), Event)
        is_exact(mirror.state, described)


def test_core_imports_no_sockets_threads_or_clocks() -> None:
    for path in (Path(pagerd_client.__file__).parent / "core").glob("*.py"):
        imported = set[str]()
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                imported.update(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                imported.add(node.module or "")
        assert not imported & {"zmq", "asyncio", "socket", "threading", "time"}, path
