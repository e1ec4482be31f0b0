"""`pagerd-ha` with a real etcd: two machines, each with its own runtime directory."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
import zmq
from broker import free_port
from cluster import Cluster
from conftest import PROGRAM
from machines import LEADER, STATE, Machine, await_stored, slides
from takeovers import LEASE as SHORTEST_LEASE
from takeovers import takeovers

from pagerd_client import Pager

#: Seconds. An election of etcd is shorter, so the leader keeps its lease during one.
LEASE = 5


@pytest.fixture
def etcd(tmp_path: Path) -> Iterator[Cluster]:
    """Three nodes of etcd."""
    it = Cluster(tmp_path, 3)
    try:
        yield it.start()
    finally:
        it.stop()


@pytest.fixture
def book(tmp_path: Path) -> Path:
    return slides(tmp_path)


@pytest.fixture
def machines(runtime: Path, etcd: Cluster, book: Path) -> Iterator[tuple[Machine, Machine]]:
    """A machine that leads, and a machine that waits to take over."""
    one = Machine(runtime / "one", etcd.urls, book, PROGRAM, LEASE)
    one.until_it_serves()
    two = Machine(runtime / "two", etcd.urls, book, PROGRAM, LEASE)
    two.until_it_waits()
    try:
        yield one, two
    finally:
        one.stop()
        two.stop()


def show(machine: Machine, page: str) -> str:
    """Shows a page and returns the history."""
    with machine.pager() as wall:
        wall["book"].show(page, animated=False)
        history: str = wall.call("server.hello")["history"]
        return history


def assert_continues(machine: Machine, page: str, history: str) -> None:
    """Asserts that the page is selected, in another history."""
    with machine.pager() as wall:
        assert wall["book"].get().selected == page
        assert wall.call("server.hello")["history"] != history


def test_a_takeover_after_kill_9_takes_at_most_the_lease_and_a_second(
    runtime: Path, etcd: Cluster
) -> None:
    times = [one.replied for one in takeovers(runtime, etcd, PROGRAM, kills=4)]
    print(f"takeovers with a lease of {SHORTEST_LEASE} s: {[f'{time:.2f}' for time in times]}")
    assert max(times) <= SHORTEST_LEASE + 1


def test_the_daemon_ends_when_pagerd_ha_is_killed(
    machines: tuple[Machine, Machine],
) -> None:
    one, two = machines
    daemon = one.daemon()
    one.program.process.kill()
    ended = daemon.wait()
    two.until_it_serves()
    assert ended < two.program.when("this machine has the lease")


def test_another_machine_takes_over_at_once_when_the_daemon_crashes(
    machines: tuple[Machine, Machine], etcd: Cluster
) -> None:
    one, two = machines
    history = show(one, "b")
    await_stored(etcd, "selected: b")
    daemon = one.daemon()
    os.kill(one.child(), signal.SIGKILL)
    crashed = daemon.wait()
    # A lease that is not released would end later.
    assert two.program.when("this machine has the lease") - crashed < LEASE * 3 / 4 - 1
    two.until_it_serves()
    assert_continues(two, "b", history)


def test_the_daemon_continues_when_the_leader_of_etcd_is_killed(
    machines: tuple[Machine, Machine], etcd: Cluster
) -> None:
    one, two = machines
    before = etcd.get(LEADER)
    history = show(one, "b")
    killed = etcd.leader()
    killed.kill()
    assert etcd.leader() is not killed
    show(one, "c")
    # The successor sees the page only if two of three nodes still store it.
    await_stored(etcd, "selected: c")
    assert etcd.get(LEADER)["create_revision"] == before["create_revision"]
    one.program.process.kill()
    two.until_it_serves()
    assert_continues(two, "c", history)


def test_the_state_is_stored_while_pages_change_continuously(
    machines: tuple[Machine, Machine], etcd: Cluster
) -> None:
    one, _ = machines
    daemon = one.child()
    with one.pager() as wall:
        for _ in range(3):
            before = etcd.get(STATE)["mod_revision"]
            while etcd.get(STATE)["mod_revision"] == before:
                for page in "abc" * 30:
                    wall["book"].show(page, animated=False)
    assert one.child() == daemon, one.program.log
    assert "older state" not in one.program.log


def test_a_leader_that_was_stopped_carries_out_nothing_after_its_lease(
    machines: tuple[Machine, Machine],
) -> None:
    one, two = machines
    with Pager(command=one.listen, events=one.events) as wall, wall.events() as events:
        one.program.process.send_signal(signal.SIGSTOP)
        two.until_it_serves()
        socket: zmq.Socket[bytes] = zmq.Context.instance().socket(zmq.REQ)
        socket.setsockopt(zmq.LINGER, 0)
        socket.connect(one.listen)
        socket.send_json({"jsonrpc": "2.0", "id": 1, "method": "pager.next", "params": {}})
        one.program.process.send_signal(signal.SIGCONT)
        one.program.until("the daemon of this machine has ended")
        one.until_it_waits()
        assert socket.poll(1000) == 0, "a request was answered after the end of the lease"
        socket.close()
        assert events.get(0) is None, "a request was carried out after the end of the lease"


def test_a_state_that_is_too_large_is_refused_at_the_start(
    runtime: Path, etcd: Cluster, book: Path
) -> None:
    for number in range(20):
        (book / f"large{number}.md").write_text("x" * 60_000)
    machine = Machine(runtime / "one", etcd.urls, book, PROGRAM, LEASE)
    machine.program.until("bytes; the limit is 1048576 bytes")
    assert machine.program.wait() == 1


def test_pagerd_ha_waits_for_etcd(runtime: Path, book: Path) -> None:
    machine = Machine(runtime / "one", [f"http://127.0.0.1:{free_port()}"], book, PROGRAM, LEASE)
    machine.program.until("no etcd answers: http://127.0.0.1")
    assert machine.program.stop() == 0
