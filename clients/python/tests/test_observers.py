"""Behind a faulty proxy, each event arrives once and in order, and a mirror is exact.

PAGERD_EVENTS=1000000 makes the long run, and a tenth of that length without a journal.
"""

from __future__ import annotations

import os
import random
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import Daemon
from proxy import Faults, FaultyWay, between
from test_mirror import is_exact
from wanderer import Hasty, Wanderer

from pagerd_client import Event, EventStream, Mirror, Pager, Renewed
from pagerd_client.core.gapless_events import GaplessEvents
from pagerd_client.endpoints import resolve

SEED = int(os.environ.get("PAGERD_SEED", "1").split()[0])
LENGTH = int(os.environ.get("PAGERD_EVENTS", "0"))
#: Each kind of fault alone, and all together.
WAYS = {
    "drop": Faults(drop=0.1),
    "delay": Faults(delay=0.1),
    "duplicate": Faults(duplicate=0.2),
    "reorder": Faults(reorder=0.1),
    "all": Faults(0.05, 0.05, 0.05, 0.05),
}


@pytest.fixture
def way(daemon: Daemon, runtime: Path, request: pytest.FixtureRequest) -> Iterator[FaultyWay]:
    """A faulty proxy between the daemon's events and the pager `far`."""
    print(f"PAGERD_SEED={SEED}")
    events = resolve("events", name=daemon.name).address
    with between(events, f"ipc://{runtime}/faulty", FaultyWay(Faults(), SEED)) as it:
        yield it


@pytest.fixture
def far(way: FaultyWay, daemon: Daemon, runtime: Path) -> Iterator[Counting]:
    """A pager that gets its events through the faulty proxy."""
    pager = Counting(daemon.name, events=f"ipc://{runtime}/faulty")
    with pager:
        yield pager


class Counting(Pager):
    """A client that counts its requests for missing events."""

    replays = 0

    def call(self, method: str, /, **params: Any) -> dict[str, Any]:
        self.replays += method == "events.replay"
        return super().call(method, **params)


@pytest.mark.parametrize("faults", WAYS.values(), ids=WAYS)
def test_each_event_arrives_once_and_in_order(far: Pager, way: FaultyWay, faults: Faults) -> None:
    """Three streams are checked: of all events, of two categories and of two subjects."""
    parts: list[tuple[str, ...]] = [("",), ("lifecycle.", "view."), ("controller.c1.", "view.c2.")]
    wanderer = Wanderer(far, SEED)
    streams = [far.events(*prefixes) for prefixes in parts]
    way.faults = faults
    wanderer.furnish()
    while far.call("server.ping")["seq"] < 1500:
        wanderer.walk(20)
    for prefixes, stream in zip(parts, streams):
        told = follow(stream, far.call("server.ping")["seq"])
        for prefix in prefixes:
            replay = far.call("events.replay", since=0, topic=prefix, limit=100_000)["events"]
            found = [event.payload for event in told if event.topic.startswith(prefix)]
            assert found == replay


def follow(stream: EventStream, seq: int) -> list[Event]:
    """Reads events until the stream has proved that none is missing up to `seq`."""
    found = []
    events = stream._reading.source
    assert isinstance(events, GaplessEvents)
    while not events.has(seq) or events.ready:
        event = stream.get(1)
        if event is not None:
            found.append(event)
    stream.close()
    return found


class Watched:
    """A mirror whose changes are checked one by one."""

    def __init__(self, mirror: Mirror) -> None:
        self.mirror = mirror
        self.last = mirror.state.seq
        self.events = 0
        self.snapshots = 1

    def read(self) -> None:
        """Reads the changes that have arrived."""
        while (news := self.mirror.get(0)) is not None:
            self.note(news)

    def note(self, news: Event | Renewed) -> None:
        if isinstance(news, Event):
            assert news.seq == self.last + 1
            self.events += 1
        else:
            self.snapshots += 1
        self.last = news.seq

    def is_exact(self, pager: Pager) -> None:
        """Reads changes until the mirror has caught up, and compares it with the daemon."""
        hello = pager.call("server.hello")
        while self.mirror.history != hello["history"] or self.last < hello["seq"]:
            news = self.mirror.get(60)
            assert news is not None, f"nothing arrived after {self.last}; the daemon is at {hello}"
            self.note(news)
        is_exact(self.mirror.state, pager)


@pytest.mark.parametrize("faults", WAYS.values(), ids=WAYS)
def test_mirror_behind_a_faulty_proxy_is_exact(far: Pager, way: FaultyWay, faults: Faults) -> None:
    wanderer = Wanderer(far, SEED)
    with far.mirror() as mirror:
        way.faults = faults
        watched = Watched(mirror)
        wanderer.furnish()
        while far.call("server.ping")["seq"] < 3000:
            wanderer.walk(50)
            watched.read()
        watched.is_exact(far)
        assert watched.snapshots == 1
        assert way.lost + way.delayed + way.doubled + way.swapped > 100


@pytest.mark.parametrize("journal", ["journal", "none"])
def test_a_mirror_is_exact_after_three_restarts(
    daemon: Daemon, far: Counting, way: FaultyWay, runtime: Path, journal: str
) -> None:
    began = time.monotonic()
    has_journal = journal == "journal"
    flags = ("--journal", f"{runtime}/journal" if has_journal else "none")
    daemon.stop()
    daemon.start(*flags)
    chance = random.Random(SEED)
    length = (LENGTH if has_journal else LENGTH // 10) or 3000
    with far.mirror() as mirror, Pager(daemon.name) as near:
        way.faults = Faults(*[0.01 if LENGTH else 0.05] * 4)
        watched = Watched(mirror)
        for round in range(4):
            wanderer = (Hasty if LENGTH else Wanderer)(near, SEED + round)
            wanderer.furnish()
            watched.is_exact(far)
            goal = length * (round + 1 if has_journal else 1) // 4
            while far.call("server.ping")["seq"] < goal:
                wanderer.walk(500 if LENGTH else 100)
                watched.read()
            watched.is_exact(far)
            if round == 1:
                daemon.stop()
                daemon.start(*flags)
            elif round != 3:
                killing = threading.Timer(chance.random() / 100, kill, (daemon, flags))
                killing.start()
                while killing.is_alive():
                    wanderer.walk(10)
        assert watched.snapshots == (1 if has_journal else 4)
    if LENGTH:
        print(
            f"Python, {'with' if has_journal else 'without'} a journal: seed {SEED}, "
            f"{watched.events} events told one by one; {way.lost} messages lost, "
            f"{way.delayed} delayed, {way.doubled} doubled, {way.swapped} swapped; "
            f"{far.replays} replays, {watched.snapshots} snapshots, 3 restarts, {time.monotonic() - began:.0f} s"
        )


def kill(daemon: Daemon, flags: tuple[str, ...]) -> None:
    """Kills the daemon, as a power cut does, and starts it again at once."""
    assert daemon.process is not None
    daemon.process.kill()
    daemon.stop()
    daemon.start(*flags)
