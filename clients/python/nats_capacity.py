"""Measures the cost of a subscriber for a NATS server: `python nats_capacity.py PAGERD [--json]`.

A real daemon turns pages, `pagerd-nats` publishes its events, and one process holds many
connections that subscribe to them. The program reads the processor time and the memory of the
server for several numbers of connections, and fits straight lines.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from pagerd_client.testing import PrivateDaemon

# The tests start the same programs.
sys.path.insert(0, str(Path(__file__).resolve().parent / "tests"))

from machines import slides  # noqa: E402
from nats_server import Server  # noqa: E402
from program import Program  # noqa: E402

_PATIENCE = 120.0
_TICKS = os.sysconf("SC_CLK_TCK")
_CONNECT = b'CONNECT {"verbose":false,"headers":true,"lang":"capacity","version":"1"}\r\n'
#: Page turns a second, which are about 50 events a second.
_TURNS = 2.0


@dataclass(frozen=True)
class Load:
    """The time and memory that the server needed for one number of subscribers."""

    subscribers: int
    events: int
    turns: int
    #: Processor time of the server, in seconds.
    cpu: float
    #: Bytes of one event on the connection of a subscriber, without the headers of TCP and IP.
    bytes_per_event: float
    #: Memory of the server after the events, in bytes.
    resident: int


@dataclass(frozen=True)
class Costs:
    """The lines through the loads of one round."""

    #: Seconds of the server for each delivered message.
    per_delivery: float
    #: Seconds of the server to publish and store an event. It is small beside the
    #: other costs, so the fitted value may even be negative.
    per_event: float
    #: Bytes of memory for each connection.
    per_connection: float


class Subscriber(asyncio.Protocol):
    """A connection that reads the messages of one subscription and counts them."""

    def __init__(self, subject: str, changed: asyncio.Event) -> None:
        self.messages = 0
        self.bytes = 0
        self.is_subscribed = False
        self._subject = subject
        self._changed = changed
        self._rest = b""
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(_CONNECT + f"SUB {self._subject} 1\r\nPING\r\n".encode())

    def data_received(self, data: bytes) -> None:
        data = self._rest + data
        start = 0
        while (end := data.find(b"\r\n", start)) >= 0:
            line, after = data[start:end], end + 2
            if line.startswith((b"HMSG ", b"MSG ")):
                after += int(line.rpartition(b" ")[2]) + 2
                if len(data) < after:
                    break
                self.messages += 1
                self.bytes += after - start
            else:
                self._control(line)
            start = after
        self._rest = data[start:]
        self._changed.set()

    def _control(self, line: bytes) -> None:
        if line == b"PONG":
            self.is_subscribed = True
        elif line == b"PING" and self._transport is not None:
            self._transport.write(b"PONG\r\n")
        elif line.startswith(b"-ERR"):
            raise RuntimeError(f"the NATS server returned {line.decode()}")

    def close(self) -> None:
        """Closes the connection."""
        if self._transport is not None:
            self._transport.close()


class SubscriberGroup:
    """Many subscribers in this process."""

    def __init__(self, port: int, subject: str) -> None:
        self._port = port
        self._subject = subject
        self._changed = asyncio.Event()
        self.members: list[Subscriber] = []

    async def grow(self, count: int) -> None:
        """Returns when so many are subscribed."""
        loop = asyncio.get_running_loop()
        for _ in range(count):
            _, member = await loop.create_connection(
                lambda: Subscriber(self._subject, self._changed), "127.0.0.1", self._port
            )
            self.members.append(member)
        await self._until(lambda: all(one.is_subscribed for one in self.members))

    async def until_each_has(self, count: int) -> None:
        """Returns when each has received so many messages."""
        await self._until(lambda: all(one.messages >= count for one in self.members))

    async def _until(self, holds: Callable[[], bool]) -> None:
        async def wait() -> None:
            while not holds():
                self._changed.clear()
                await self._changed.wait()

        await asyncio.wait_for(wait(), _PATIENCE)

    def close(self) -> None:
        """Closes the connections."""
        for one in self.members:
            one.close()


def processor_seconds(process: int) -> float:
    """The time that a process has taken from all processors."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def resident(process: int) -> int:
    """The memory of a process in bytes."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def turn_pages(daemon: PrivateDaemon, seconds: float) -> tuple[int, int]:
    """Turns pages back and forth at a steady rate; returns the turns and their events."""
    with daemon.pager() as wall:
        wall.timeout = _PATIENCE
        first = wall.call("server.ping")["seq"]
        began = time.monotonic()
        turns = max(2, round(seconds * _TURNS))
        for number in range(turns):
            time.sleep(max(0.0, began + number / _TURNS - time.monotonic()))
            wall["book"].show("ab"[(number + 1) % 2], animated=False)
        return turns, wall.call("server.ping")["seq"] - first


async def measure(
    folder: Path, daemon: PrivateDaemon, subscribers: int, seconds: float
) -> Load:
    """Measures one number of subscribers with a server of its own."""
    folder.mkdir()
    server = Server(folder).start()
    assert server.process is not None
    process = server.process.pid
    bridge = Program("bridges.nats", "--server", server.url, **daemon.environment)
    group = SubscriberGroup(server.port, "pagerd.test.>")
    try:
        await asyncio.to_thread(bridge.until, "publishing events to the stream")
        await group.grow(subscribers)
        # The first turn fills the buffers.
        _, events = await asyncio.to_thread(turn_pages, daemon, 0)
        await group.until_each_has(events)
        bytes_before = sum(one.bytes for one in group.members)
        before = processor_seconds(process)
        turns, more = await asyncio.to_thread(turn_pages, daemon, seconds)
        await group.until_each_has(events + more)
        taken = processor_seconds(process) - before
        received = sum(one.bytes for one in group.members) - bytes_before
        return Load(
            subscribers, more, turns, taken, received / more / subscribers, resident(process)
        )
    finally:
        group.close()
        bridge.stop()
        server.stop()


def line(points: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Returns the slope and the height at 0 of the line of least squares."""
    middle_x = sum(x for x, _ in points) / len(points)
    middle_y = sum(y for _, y in points) / len(points)
    spread = sum((x - middle_x) ** 2 for x, _ in points)
    slope = sum((x - middle_x) * (y - middle_y) for x, y in points) / spread
    return slope, middle_y - slope * middle_x


def costs(loads: Sequence[Load]) -> Costs:
    """Fits the loads of one round."""
    per_delivery, per_event = line([(one.subscribers, one.cpu / one.events) for one in loads])
    per_connection, _ = line([(one.subscribers, one.resident) for one in loads])
    return Costs(per_delivery, per_event, per_connection)


def rounds(
    pagerd: str, counts: Sequence[int], seconds: float, number: int
) -> list[list[Load]]:
    """Measures each number of subscribers so many times."""
    with tempfile.TemporaryDirectory(prefix="pgn", dir="/tmp") as name:
        folder = Path(name)
        book = str(slides(folder))
        with PrivateDaemon("--clock", "real", "--book", book, program=pagerd) as daemon:
            return [
                [
                    asyncio.run(measure(folder / f"{round_}-{count}", daemon, count, seconds))
                    for count in counts
                ]
                for round_ in range(number)
            ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pagerd")
    parser.add_argument("--subscribers", default="50,100,200,400", help="comma-separated numbers")
    parser.add_argument("--seconds", type=float, default=15, help="of page turns, for each number")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    options = parser.parse_args()
    counts = [int(word) for word in options.subscribers.split(",")]
    found = rounds(options.pagerd, counts, options.seconds, options.rounds)
    fitted = [costs(loads) for loads in found]
    if options.json:
        print(json.dumps(as_json(found, fitted)))
        return 0
    for load in (load for loads in found for load in loads):
        print(f"{load.subscribers} subscribers: {load.cpu:.2f} s for {load.events} events of "
              f"{load.turns} turns, {load.bytes_per_event:.0f} bytes each, "
              f"{load.resident / 1e6:.1f} MB")
    for one in fitted:
        print(f"{one.per_delivery * 1e6:.2f} us a delivery, {one.per_event * 1e6:.0f} us an event, "
              f"{one.per_connection / 1e3:.1f} kB a connection")
    return 0


def as_json(found: Sequence[Sequence[Load]], fitted: Sequence[Costs]) -> dict[str, Any]:
    """Returns all figures."""
    return {
        "loads": [asdict(load) for loads in found for load in loads],
        "costs": [asdict(one) for one in fitted],
    }


if __name__ == "__main__":
    sys.exit(main())
