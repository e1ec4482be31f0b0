"""`pagerd-ha` with clients on other machines. Clients and machines have keys."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from broker import free_port
from cluster import Cluster
from conftest import PROGRAM, new_key
from machines import Machine, await_stored, slides

from pagerd_client import HistoryChanged, Keys, NoDaemon, Pager, Refused

LEASE = 3


class Wall:
    """Two machines with the same access list. One of them leads."""

    def __init__(self, folder: Path, runtime: Path, etcd: Cluster, has_one_key: bool) -> None:
        self.folder = folder
        listed = [f"{role} key {new_key(folder / role)} a note\n" for role in ("drive", "observe")]
        access = folder / "access"
        access.write_text("".join(listed))
        access.chmod(0o600)
        new_key(folder / "stranger")
        self.server_keys: list[str] = []
        self.machines: list[Machine] = []
        book = slides(folder)
        for name in ("one", "two"):
            key = folder / ("shared" if has_one_key else name)
            if not key.exists():
                self.server_keys.append(new_key(key))
            listen, events = (f"tcp://127.0.0.1:{free_port()}" for _ in range(2))
            options = ("--events", events, "--key", str(key), "--access", str(access))
            self.machines.append(Machine(
                runtime / name, etcd.urls, book, PROGRAM, LEASE,
                listen=listen, events=events, options=options,
            ))
            if name == "one":
                self.machines[0].until_it_serves()

    def keys(self, who: str) -> list[Keys]:
        """Returns a client's keys: one for each machine, or one for both."""
        return [Keys.read(str(self.folder / who), server) for server in self.server_keys]

    def pager(self, who: str, timeout: float = 60.0) -> Pager:
        return Pager(
            command=[machine.listen for machine in self.machines],
            events=[machine.events for machine in self.machines],
            keys=self.keys(who), timeout=timeout,
        )

    def stop(self) -> None:
        for machine in self.machines:
            machine.stop()


@pytest.fixture
def etcd(tmp_path: Path) -> Iterator[Cluster]:
    it = Cluster(tmp_path, 1)
    try:
        yield it.start()
    finally:
        it.stop()


@pytest.fixture
def wall(
    tmp_path: Path, runtime: Path, etcd: Cluster, request: pytest.FixtureRequest
) -> Iterator[Wall]:
    """Two machines with different keys, or with the same key if the test's parameter is true."""
    it = Wall(tmp_path, runtime, etcd, getattr(request, "param", False))
    try:
        it.machines[1].until_it_waits()
        yield it
    finally:
        it.stop()


@pytest.mark.parametrize("wall", [False, True], ids=["a key each", "one key"], indirect=True)
def test_a_client_with_both_addresses_and_keys_follows_a_takeover(
    wall: Wall, etcd: Cluster
) -> None:
    one, two = wall.machines
    with wall.pager("drive") as pager, pager.events("pager.") as events:
        history = pager.call("server.hello")["history"]
        pager["book"].show("b", animated=False)
        while next(events).topic != "pager.book.didSettle":
            pass
        await_stored(etcd, "selected: b")
        one.program.process.kill()
        two.until_it_serves()
        assert pager["book"].get().selected == "b"
        successor = pager.call("server.hello")["history"]
        assert successor != history
        with pytest.raises(HistoryChanged) as changed:
            next(events)
        assert (changed.value.known, changed.value.current) == (history, successor)


def test_the_daemon_knows_each_client_by_its_key(wall: Wall) -> None:
    with wall.pager("observe") as pager:
        assert pager["book"].get().selected == "a"
        with pytest.raises(Refused) as refused:
            pager["book"].show("b", animated=False)
        assert refused.value.name == "notPermitted"
    with wall.pager("stranger", timeout=0.5) as pager, pytest.raises(NoDaemon):
        pager.call("server.ping")


def test_a_leader_that_was_stopped_passes_no_connection_on_after_its_lease(wall: Wall) -> None:
    one, two = wall.machines
    with Pager(command=one.listen, events=one.events, keys=wall.keys("drive")[0]) as pager:
        pager.call("server.ping")
        with pager.events() as events:
            one.program.process.send_signal(signal.SIGSTOP)
            two.until_it_serves()
            pager.timeout = 1
            with pytest.raises(NoDaemon):
                pager["book"].show("c", animated=False)
            one.program.process.send_signal(signal.SIGCONT)
            one.program.until("the daemon of this machine has ended")
            one.until_it_waits()
            assert events.get(0) is None, "a request was carried out after the end of the lease"
