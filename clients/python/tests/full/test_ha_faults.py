"""`pagerd-ha` when the network, etcd's disk or the clock fails."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import needs
import pytest
from cluster import Cluster
from conftest import PROGRAM
from machines import LEADER, Machine, await_stored, slides, stored
from network import Network, network

from pagerd_client import Pager
from pagerd_client.bridges.etcd import FullEtcd, coded

#: Seconds. An election of etcd is shorter, so the leader keeps its lease during one.
LEASE = 5
_DAY = 86_400
_FULL = "database space exceeded"


@pytest.fixture
def book(tmp_path: Path) -> Path:
    return slides(tmp_path)


def show(machine: Machine, page: str) -> None:
    with machine.pager() as wall:
        wall["book"].show(page, animated=False)


def assert_shows(machine: Machine, page: str) -> None:
    with machine.pager() as wall:
        assert wall["book"].get().selected == page


def turn_pages(machine: Machine, seconds: float) -> None:
    """Turns pages for some seconds. The daemon must carry out each page turn."""
    end = time.monotonic() + seconds
    with machine.pager() as wall:
        while time.monotonic() < end:
            for page in ("a", "b"):
                wall["book"].show(page, animated=False)
                assert wall["book"].get().selected == page


def test_a_leader_that_is_cut_off_stops_its_daemon_before_another_machine_has_the_lease(
    runtime: Path, tmp_path: Path, book: Path
) -> None:
    with network() as cable:
        near, far = cable.inside("near"), cable.inside("far")
        etcd = Cluster(tmp_path, 3, host=Network.ADDRESSES["near"], inside=near)
        machines: list[Machine] = []
        try:
            etcd.start()
            old = Machine(runtime / "one", etcd.urls, book, PROGRAM, LEASE, inside=far)
            machines.append(old)
            old.until_it_serves()
            new = Machine(runtime / "two", etcd.urls, book, PROGRAM, LEASE, inside=near)
            machines.append(new)
            new.until_it_waits()
            with Pager(command=[old.listen, new.listen], events=[old.events, new.events]) as wall:
                wall["book"].show("b", animated=False)
                history = wall.call("server.hello")["history"]
                await_stored(etcd, "selected: b")
                daemon = old.daemon()
                cable.set_link("down")
                cut = time.monotonic()
                ended = daemon.wait()
                taken = new.program.when("this machine has the lease")
                print(f"cut off: stopped after {ended - cut:.2f} s, "
                      f"the lease of {LEASE} s was taken after {taken - cut:.2f} s")
                assert ended < taken
                assert ended - cut < LEASE
                old.program.until("no etcd answers")
                old.program.until("this machine kills its daemon")
                new.until_it_serves()
                assert wall["book"].get().selected == "b"
                successor = wall.call("server.hello")["history"]
                assert successor != history
                cable.set_link("up")
                old.until_it_waits()
                assert wall.call("server.hello")["history"] == successor
        finally:
            for machine in machines:
                machine.stop()
            etcd.stop()


def test_a_leader_stops_its_daemon_until_etcd_has_a_majority_again(
    runtime: Path, tmp_path: Path, book: Path
) -> None:
    etcd = Cluster(tmp_path, 3)
    machine = None
    try:
        etcd.start()
        machine = Machine(runtime / "one", etcd.urls, book, PROGRAM, LEASE)
        machine.until_it_serves()
        show(machine, "b")
        await_stored(etcd, "selected: b")
        daemon = machine.daemon()
        # A leader that remains alone extends leases for the time of an election.
        leader = etcd.leader()
        other = next(node for node in etcd.nodes if node is not leader)
        began = time.monotonic()
        for node in (leader, other):
            node.kill()
        assert daemon.wait() - began < LEASE
        machine.program.until("no etcd answers")
        machine.program.until("this machine kills its daemon")
        etcd.restart(leader)
        machine.until_it_serves(2)
        assert_shows(machine, "b")
        machine.program.until("etcd answers again")
    finally:
        if machine is not None:
            machine.stop()
        etcd.stop()


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Cluster]:
    """A cluster whose nodes store at most 2 MB."""
    it = Cluster(tmp_path, 3, "--quota-backend-bytes", "2000000")
    try:
        yield it.start()
    finally:
        it.stop()


def fill(etcd: Cluster) -> None:
    """Puts values until etcd refuses them."""
    with pytest.raises(FullEtcd, match=_FULL):
        while True:
            etcd.call("kv/put", {"key": coded("filling"), "value": coded("x" * 200_000)})


def free(etcd: Cluster) -> None:
    """Frees space in a full etcd, as an operator does."""
    deleted = etcd.call("kv/deleterange", {"key": coded("filling")})
    etcd.call("kv/compaction", {"revision": deleted["header"]["revision"], "physical": True})
    for node in etcd.nodes:
        etcd.call("maintenance/defragment", {}, node.url)
    for alarm in etcd.call("maintenance/alarm", {"action": "GET"})["alarms"]:
        etcd.call("maintenance/alarm", {"action": "DEACTIVATE", **alarm})


def test_a_leader_runs_while_etcd_is_full_and_stores_its_state_later(
    runtime: Path, small: Cluster, book: Path
) -> None:
    machine = Machine(runtime / "one", small.urls, book, PROGRAM, LEASE)
    try:
        machine.until_it_serves()
        before = small.get(LEADER)["create_revision"]
        fill(small)
        show(machine, "c")
        machine.program.until("a successor would start from an older state")
        assert _FULL in machine.program.log
        turn_pages(machine, LEASE + 1)
        assert small.get(LEADER)["create_revision"] == before
        show(machine, "c")
        assert "selected: c" not in stored(small)
        free(small)
        await_stored(small, "selected: c")
        machine.program.until("the state is stored again")
    finally:
        machine.stop()


def test_no_machine_takes_over_while_etcd_is_full(
    runtime: Path, small: Cluster, book: Path
) -> None:
    one = Machine(runtime / "one", small.urls, book, PROGRAM, LEASE)
    one.until_it_serves()
    two = Machine(runtime / "two", small.urls, book, PROGRAM, LEASE)
    try:
        two.until_it_waits()
        show(one, "b")
        await_stored(small, "selected: b")
        fill(small)
        show(one, "c")
        one.program.until("a successor would start from an older state")
        one.program.process.kill()
        two.program.until(_FULL)
        free(small)
        two.until_it_serves()
        assert_shows(two, "b")
    finally:
        one.stop()
        two.stop()


def test_the_daemon_continues_when_the_disk_of_one_etcd_node_is_full(
    runtime: Path, tmp_path: Path, book: Path
) -> None:
    if needs.MOUNTS.reason:
        pytest.skip(needs.MOUNTS.reason)
    etcd = Cluster(tmp_path, 3)
    full = etcd.nodes[0]
    full.folder.mkdir()
    mount(full.folder, megabytes=200)
    machine = None
    try:
        etcd.start()
        machine = Machine(runtime / "one", etcd.urls, book, PROGRAM, LEASE)
        machine.until_it_serves()
        before = etcd.get(LEADER)["create_revision"]
        with (full.folder / "filling").open("wb") as file, pytest.raises(OSError, match="space"):
            while True:
                file.write(bytes(1 << 16))
                file.flush()
        assert full.process is not None
        for _ in range(200):
            others = [node.url for node in etcd.nodes[1:]]
            etcd.call("kv/put", {"key": coded("more"), "value": coded("x" * 500_000)}, *others)
            if full.process.poll() is not None:
                break
        assert full.process.poll() is not None, "the node still runs although its disk is full"
        show(machine, "c")
        await_stored(etcd, "selected: c")
        assert etcd.get(LEADER)["create_revision"] == before
    finally:
        if machine is not None:
            machine.stop()
        etcd.stop()
        subprocess.run(["umount", full.folder], check=True)


def mount(folder: Path, megabytes: int) -> None:
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", folder],
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


class Clock:
    """The wall clock of the programs that are started with `environment`."""

    def __init__(self, folder: Path) -> None:
        library = folder / "jump.so"
        source = Path(__file__).with_name("jump.c")
        subprocess.run(["cc", "-shared", "-fPIC", "-Wall", "-Wextra", "-Werror",
                        "-o", library, source], check=True)
        self._file = folder / "offset"
        self.environment = {"LD_PRELOAD": str(library), "CLOCK_OFFSET": str(self._file)}
        self._file.write_bytes(bytes(8))
        self._offset = 0

    def jump(self, seconds: int) -> None:
        before = self._read()
        self._offset += seconds
        with self._file.open("r+b") as file:
            file.write(self._offset.to_bytes(8, sys.byteorder, signed=True))
        assert abs(self._read() - before - seconds) < 60, "the clock does not jump"

    def _read(self) -> float:
        read = subprocess.run([sys.executable, "-c", "import time; print(time.time())"],
                              env={**os.environ, **self.environment},
                              capture_output=True, text=True, check=True)
        return float(read.stdout)


@pytest.mark.parametrize("days", [365, -365])
def test_a_jump_of_the_wall_clock_does_not_affect_the_lease(
    runtime: Path, tmp_path: Path, book: Path, days: int
) -> None:
    clock = Clock(tmp_path)
    etcd = Cluster(tmp_path, 1)
    machine = None
    try:
        etcd.start()
        machine = Machine(
            runtime / "one", etcd.urls, book, PROGRAM, LEASE, **clock.environment
        )
        machine.until_it_serves()
        before = etcd.get(LEADER)["create_revision"]
        daemon = machine.daemon()
        clock.jump(days * _DAY)
        turn_pages(machine, LEASE + 1)
        assert etcd.get(LEADER)["create_revision"] == before
        # etcd is stopped at once, so the lease is not extended after this jump.
        clock.jump(-2 * 365 * _DAY)
        began = time.monotonic()
        etcd.stop()
        assert daemon.wait() - began < LEASE
        machine.program.until("this machine kills its daemon")
    finally:
        if machine is not None:
            machine.stop()
        etcd.stop()
