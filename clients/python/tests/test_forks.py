"""Clients notice that a journal was restored from a copy, even after many new events."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from conftest import Daemon
from fake import FakeDaemon, record, running

from pagerd_client import HistoryForked, Pager, Renewed, State
from pagerd_client.core.gapless_events import GaplessEvents
from pagerd_client.plugin import Page, Plugin

#: The number of starts between the restoring of the copy and the client's next connection, and the
#: number of windows created after each start, which is less or more than the number of lost ones.
WAYS = [(1, 0), (1, 9), (2, 9)]


class Fork:
    """A daemon whose journal is restored from a copy."""

    def __init__(self, daemon: Daemon, runtime: Path) -> None:
        self.daemon = daemon
        self.path = runtime / "journal"
        self.copy = runtime / "copy"
        daemon.stop()
        daemon.start("--journal", str(self.path))
        self._windows = 0

    def make(self, count: int) -> int:
        """Creates `count` windows with new ids. Returns the seq after them."""
        with Pager(self.daemon.name) as pager:
            for _ in range(count):
                self._windows += 1
                pager.call("window.create", id=f"w{self._windows}")
            return int(pager.call("server.ping")["seq"])

    def save(self) -> None:
        """Copies the journal while the daemon runs, as a backup does."""
        shutil.copy(self.path, self.copy)

    def kill(self) -> None:
        """Kills the daemon, as a power cut does."""
        assert self.daemon.process is not None
        self.daemon.process.kill()
        self.daemon.stop()

    def put_back(self, restarts: int, later: int) -> None:
        """Restores the copy, then starts the daemon and creates windows, `restarts` times."""
        self.kill()
        shutil.copy(self.copy, self.path)
        for restart in range(restarts):
            # Except for the last time, clients do not see the daemon: its events are elsewhere.
            hidden = () if restart + 1 == restarts else ("--events", f"ipc://{self.copy}.events")
            self.daemon.start("--journal", str(self.path), *hidden)
            self.make(later)
            if hidden:
                self.kill()


def names(state: State) -> set[str]:
    """Returns the ids of the windows."""
    return {window.id for window in state.windows}


@pytest.fixture
def fork(daemon: Daemon, runtime: Path) -> Fork:
    """A daemon with a journal, and a copy of the journal that has two windows."""
    it = Fork(daemon, runtime)
    it.make(2)
    it.save()
    return it


@pytest.mark.parametrize(("restarts", "later"), WAYS)
def test_a_mirror_is_renewed_after_a_fork(fork: Fork, restarts: int, later: int) -> None:
    with Pager("test") as pager, pager.mirror() as mirror:
        fork.make(3)
        mirror.wait_until(lambda state: "w5" in names(state), 60)
        fork.put_back(restarts, later)
        news = mirror.get(60)
        while not isinstance(news, Renewed):
            assert news is not None
            news = mirror.get(60)
        assert "restored from a copy" in news.reason
        fork.make(1)
        mirror.sync()
        assert names(mirror.state) == {w["id"] for w in pager.call("window.list")["windows"]}
        assert "w5" not in names(mirror.state)


@pytest.mark.parametrize("restarts", [1, 2])
def test_sync_detects_a_restored_journal_before_a_heartbeat(fork: Fork, restarts: int) -> None:
    with Pager("test") as pager, pager.mirror() as mirror:
        fork.make(3)
        mirror.sync()
        fork.put_back(restarts, 1)
        assert names(mirror.sync()) == {w["id"] for w in pager.call("window.list")["windows"]}


@pytest.mark.parametrize("prefix", ["", "window.", "window.w1."])
@pytest.mark.parametrize(("restarts", "later"), WAYS)
def test_stream_detects_the_fork(fork: Fork, restarts: int, later: int, prefix: str) -> None:
    with Pager("test") as pager:
        stream = pager.events(*([prefix] if prefix else []), since=0)
        fork.make(3)
        seq = pager.call("window.create", id="last")["seq"]
        # A heartbeat proves that no event up to here is missing.
        while not stream._reading.source.has(seq):  # type: ignore[attr-defined]
            stream.get(1.5)
        boot = stream.boot
        fork.put_back(restarts, later)
        with pytest.raises(HistoryForked) as caught:
            while True:
                stream.get(60)
        assert (caught.value.boot, caught.value.since) == (boot, seq)
        assert caught.value.known == caught.value.current == stream.history


def test_a_stream_continues_only_after_an_event_of_the_same_log(fork: Fork) -> None:
    with Pager("test") as pager:
        with pager.events(since=0) as stream:
            seq = fork.make(3)
            while (event := stream.get(60)) is not None and event.seq < seq:
                pass
            history, boot = stream.history, stream.boot
        fork.put_back(1, 9)
        with pytest.raises(HistoryForked):
            pager.events(since=seq, history=history, boot=boot)
        # The events in the copy are in both histories.
        with pager.events(since=2, history=history, boot=boot) as stream:
            assert stream.get(60).seq == 3  # type: ignore[union-attr]


def test_a_mirror_continues_over_restarts_with_the_same_log(fork: Fork) -> None:
    with Pager("test") as pager, pager.mirror() as mirror:
        for _ in range(3):
            seq = fork.make(3)
            while mirror.state.seq < seq:
                assert not isinstance(mirror.get(60), Renewed)
            fork.kill()
            fork.daemon.start("--journal", str(fork.path))
        seq = fork.make(1)
        while mirror.state.seq < seq:
            assert not isinstance(mirror.get(60), Renewed)


def said(event: str, boot: str, seq: int) -> dict[str, Any]:
    more: dict[str, Any] = {"prefix": ""} if event == "welcome" else {"latest": {}}
    return {"event": event, "boot": boot, "bootSeq": 0, "history": "h", "seq": seq, **more}


def created(subject: str, seq: int = 3) -> dict[str, Any]:
    stamp = {"seq": seq, "prev": [seq - 1 if seq > 3 else 0, 0], "revision": seq, "time": 0.0}
    return {**stamp, "category": "window", "subject": subject, "event": "created"}


@pytest.mark.parametrize("is_same", [True, False])
def test_events_of_an_unannounced_process_are_compared_with_the_log(is_same: bool) -> None:
    """Without sockets: an event arrives before the daemon has announced its new boot."""
    events = GaplessEvents(())
    for _ in events.take(b"", said("welcome", "b1", 2)) or ():
        raise AssertionError("nothing is to be asked")
    assert events.take(b"window.w3.created", created("w3")) is None
    steps = events.take(b"server.test.heartbeat", said("heartbeat", "b2", 3))
    assert steps is not None
    reply = {"history": "h", "boot": "b2", "oldest": 1, "latest": 3}
    assert next(steps).params == {"since": 3, "limit": 1, "boot": "b1"}
    forked = {**reply, "complete": False, "reason": "forked", "events": []}
    assert steps.send(forked).params == {"since": 2, "boot": "b1"}
    answer = {**reply, "complete": True, "events": [created("w3" if is_same else "other")]}
    with pytest.raises(StopIteration if is_same else HistoryForked):
        steps.send(answer)
    assert events.boot == ("b2" if is_same else "b1")


def test_events_of_an_unannounced_process_may_have_a_gap() -> None:
    """An event after the gap is not verified yet, and is not compared with the others."""
    events = GaplessEvents(())
    for _ in events.take(b"", said("welcome", "b1", 2)) or ():
        raise AssertionError("nothing is to be asked")
    assert events.take(b"window.w3.created", created("w3")) is None
    steps = events.take(b"window.w5.created", created("w5", 5))
    assert steps is not None
    reply = {"history": "h", "boot": "b2", "oldest": 1, "latest": 5}
    forked = {**reply, "complete": False, "reason": "forked", "events": []}
    assert next(steps).params["since"] == 3
    assert steps.send(forked).params == {"since": 3, "limit": 1, "boot": "b1"}
    assert steps.send(forked).params == {"since": 2, "boot": "b1"}
    stored = [created(f"w{seq}", seq) for seq in (3, 4, 5)]
    again = steps.send({**reply, "complete": True, "events": stored}).params
    assert (again["since"], again["boot"]) == (3, "b2")
    with pytest.raises(StopIteration):
        steps.send({**reply, "complete": True, "events": stored[1:2]})
    # The event after the gap is requested with the next message, as its process was uncertain.
    assert [event.seq for event in events.ready] == [3, 4]


def test_a_plugin_sends_the_boot_of_its_last_seq(fake: FakeDaemon) -> None:
    plugin = Plugin("maps")
    plugin.page("map")(Page)
    with running(plugin):
        fake.attach(record("m", "map"))
        assert fake.ask("contentFor", "m") is None
        fake.close()
        fake.open()
        # A daemon that does not send `bootSeq` does not accept `boot`.
        assert "boot" not in fake.attach(record("m", "map"), boot="b2", boot_seq=40)
        assert fake.ask("contentFor", "m") is None
        fake.close()
        fake.open()
        params = fake.attach(record("m", "map"), boot="b3", boot_seq=90)
        assert (params["since"], params["boot"]) == (100, "b2")


def test_events_that_a_snapshot_contains_are_not_delivered_after_it() -> None:
    events = GaplessEvents(())
    for _ in events.take(b"", said("welcome", "b1", 2)) or ():
        raise AssertionError("nothing is to be asked")
    for seq in (3, 4, 5):
        assert events.take(f"window.w{seq}.created".encode(), created(f"w{seq}", seq)) is None
    events.restart("h", "b1", 4)
    assert [event.seq for event in events.ready] == [5]
