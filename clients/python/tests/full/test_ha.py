"""`pagerd-ha` with a real etcd: two machines, each with a runtime directory of its own."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import zmq
from broker import await_port, free_port
from conftest import PROGRAM
from program import Program

from pagerd_client import Pager
from pagerd_client.bridges.etcd import Etcd, coded

LEASE = 3


@pytest.fixture
def etcd(tmp_path: Path) -> Iterator[str]:
    """The address of an etcd."""
    port, peers = free_port(), free_port()
    url = f"http://127.0.0.1:{port}"
    process = subprocess.Popen(
        [shutil.which("etcd") or "/usr/bin/etcd", "--data-dir", str(tmp_path / "etcd"),
         "--listen-client-urls", url, "--advertise-client-urls", url,
         "--listen-peer-urls", f"http://127.0.0.1:{peers}",
         "--initial-advertise-peer-urls", f"http://127.0.0.1:{peers}",
         "--initial-cluster", f"default=http://127.0.0.1:{peers}", "--unsafe-no-fsync"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )
    await_port(port, process)
    try:
        yield url
    finally:
        process.kill()
        process.wait()


class Machine:
    """A pagerd-ha, with a runtime directory of its own."""

    def __init__(self, folder: Path, name: str, etcd: str, book: Path) -> None:
        run = folder / name
        run.mkdir(mode=0o700)
        self.listen = f"ipc://{run}/ha"
        before = os.environ["PAGERD_RUNTIME_DIR"]
        os.environ["PAGERD_RUNTIME_DIR"] = str(run)
        try:
            self.program = Program(
                "bridges.ha", "--etcd", etcd, "--name", "wall", "--listen", self.listen,
                "--lease", str(LEASE), "--", PROGRAM, "--book", str(book),
            )
        finally:
            os.environ["PAGERD_RUNTIME_DIR"] = before
        self.events = f"ipc://{run}/wall/events"

    def pager(self) -> Pager:
        return Pager(command=self.listen, events=self.events)

    def child(self) -> int:
        """The process of its daemon."""
        found = subprocess.run(["pgrep", "-P", str(self.program.process.pid), "-x", "pagerd"],
                               capture_output=True, text=True, check=True)
        return int(found.stdout.split()[0])


@pytest.fixture
def book(tmp_path: Path) -> Path:
    folder = tmp_path / "slides"
    folder.mkdir()
    for name in ("a", "b", "c"):
        (folder / f"{name}.md").write_text(f"# {name}")
    return folder


@pytest.fixture
def machines(runtime: Path, etcd: str, book: Path) -> Iterator[tuple[Machine, Machine]]:
    """A leader, and a successor that waits."""
    one = Machine(runtime, "one", etcd, book)
    one.program.until("the daemon serves at")
    two = Machine(runtime, "two", etcd, book)
    two.program.until("another machine has the lease")
    try:
        yield one, two
    finally:
        for machine in (one, two):
            if machine.program.process.poll() is None:
                machine.program.process.send_signal(signal.SIGCONT)
                assert machine.program.stop() == 0, machine.program.log


def await_stored(etcd: str) -> None:
    """Returns when the state has been stored once more after the start."""

    async def version() -> int:
        client = Etcd([etcd], 10)
        found = await client.call("kv/range", {"key": coded("pagerd/wall/state")})
        await client.close()
        return int(found["kvs"][0]["version"])

    end = time.monotonic() + 60
    while asyncio.run(version()) < 2:
        assert time.monotonic() < end, "the state is not stored"
        time.sleep(0.1)


def test_the_successor_has_the_page_after_kill_9(
    machines: tuple[Machine, Machine], etcd: str
) -> None:
    one, two = machines
    with one.pager() as wall:
        history = wall.call("server.hello")["history"]
        wall["book"].show("c", animated=False)
        await_stored(etcd)
    child = one.child()
    one.program.process.kill()
    began = time.monotonic()
    while Path(f"/proc/{child}").exists():
        assert time.monotonic() < began + 20, "its daemon outlives it"
        time.sleep(0.02)
    two.program.until("the daemon serves at")
    print(f"takeover after {time.monotonic() - began:.1f} s with a lease of {LEASE} s")
    with two.pager() as wall:
        assert wall["book"].get().selected == "c"
        assert wall.call("server.hello")["history"] != history


def test_a_leader_that_was_stopped_carries_out_nothing_after_its_lease(
    machines: tuple[Machine, Machine],
) -> None:
    one, two = machines
    with Pager(command=one.listen, events=one.events) as wall, wall.events() as events:
        one.program.process.send_signal(signal.SIGSTOP)
        two.program.until("the daemon serves at")
        socket: zmq.Socket[bytes] = zmq.Context.instance().socket(zmq.REQ)
        socket.setsockopt(zmq.LINGER, 0)
        socket.connect(one.listen)
        socket.send_json({"jsonrpc": "2.0", "id": 1, "method": "pager.next", "params": {}})
        one.program.process.send_signal(signal.SIGCONT)
        one.program.until("the daemon of this machine has ended")
        one.program.until("another machine has the lease")
        assert socket.poll(1000) == 0, "a request is answered after the lease"
        socket.close()
        assert events.get(0) is None, "a request was carried out after the lease"


def test_a_state_that_is_too_large_is_refused_at_the_start(
    runtime: Path, etcd: str, book: Path
) -> None:
    for number in range(20):
        (book / f"large{number}.md").write_text("x" * 60_000)
    machine = Machine(runtime, "one", etcd, book)
    machine.program.until("bytes, and 1048576 are the limit")
    assert machine.program.wait() == 1


def test_it_waits_for_etcd(runtime: Path, book: Path) -> None:
    machine = Machine(runtime, "one", f"http://127.0.0.1:{free_port()}", book)
    machine.program.until("no etcd answers: http://127.0.0.1")
    assert machine.program.stop() == 0
