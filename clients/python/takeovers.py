"""Measures how soon another machine takes over: `python takeovers.py PAGERD [--kills N] [--json]`.

Kills the `pagerd-ha` that leads with SIGKILL, again and again, with a real etcd of three nodes.
Prints the lease, and the seconds from each kill until the successor has the lease and until its
first reply.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import zmq

# The tests start the same programs.
sys.path.insert(0, str(Path(__file__).resolve().parent / "tests"))

from cluster import Cluster  # noqa: E402
from machines import Machine, await_stored, slides  # noqa: E402

#: The shortest lease that etcd grants with its own settings.
LEASE = 2
_PATIENCE = 60_000
_PING = {"jsonrpc": "2.0", "id": 1, "method": "server.ping", "params": {}}


@dataclass(frozen=True)
class Takeover:
    """Seconds after the kill."""

    has_lease: float
    replied: float


def takeovers(folder: Path, etcd: Cluster, pagerd: str, kills: int) -> list[Takeover]:
    """Kills the leader again and again and returns how long each takeover took.

    After each kill the page that was stored last must be on screen, in a new history.
    """
    book = slides(folder)

    def machine(name: str) -> Machine:
        return Machine(folder / name, etcd.urls, book, pagerd, LEASE)

    leader = machine("one")
    successor: Machine | None = None
    times: list[Takeover] = []
    try:
        leader.until_it_serves()
        for number in range(kills):
            successor = machine("two" if number % 2 == 0 else "one")
            successor.until_it_waits()
            page = "abc"[(number + 1) % 3]
            with leader.pager() as wall:
                history = wall.call("server.hello")["history"]
                wall["book"].show(page, animated=False)
                wall.call("controller.update", id=page, title=f"kill {number}.")
            await_stored(etcd, f"kill {number}.")
            times.append(_kill(leader, successor))
            with successor.pager() as wall:
                assert wall["book"].get().selected == page, f"kill {number}: another page"
                title = wall.call("controller.get", id=page)["title"]
                assert title == f"kill {number}.", f"kill {number}: another state"
                assert wall.call("server.hello")["history"] != history, f"kill {number}"
            leader = successor
        return times
    finally:
        for one in (leader, successor):
            if one is not None:
                one.stop()


def _kill(leader: Machine, successor: Machine) -> Takeover:
    """Kills one machine and waits until the other one replies."""
    socket: zmq.Socket[bytes] = zmq.Context.instance().socket(zmq.REQ)
    socket.setsockopt(zmq.LINGER, 0)
    socket.setsockopt(zmq.RECONNECT_IVL, 5)
    try:
        socket.connect(successor.listen)
        socket.send_json(_PING)
        began = time.monotonic()
        leader.program.process.kill()
        assert socket.poll(_PATIENCE), f"the successor does not reply:\n{successor.program.log}"
        replied = time.monotonic()
        has_lease = successor.program.when("this machine has the lease")
        return Takeover(has_lease - began, replied - began)
    finally:
        socket.close()
        leader.program.wait()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pagerd")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--json", action="store_true", help="print the times as JSON")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="pgt", dir="/tmp") as folder:
        etcd = Cluster(Path(folder), 3)
        try:
            times = takeovers(Path(folder), etcd.start(), options.pagerd, options.kills)
        finally:
            etcd.stop()
    if options.json:
        print(json.dumps({"lease": LEASE, "takeovers": [asdict(one) for one in times]}))
        return 0
    replied = sorted(one.replied for one in times)
    print(f"{len(times)} takeovers with a lease of {LEASE} s: "
          f"from {replied[0]:.2f} to {replied[-1]:.2f} s after the kill")
    return 0


if __name__ == "__main__":
    sys.exit(main())
