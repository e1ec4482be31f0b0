"""Measures the client's speed against bare pyzmq: `python bench.py PAGERD [--json]`.

Prints the results of one run: the events decoded per second, the events that a stream and a mirror
read from a daemon per second, and the time of a command compared with that of an echo between two
bare pyzmq sockets. With --json it prints the samples. With --tiny the run is very short and only
tests the script.
"""

from __future__ import annotations

import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, Callable

import zmq

from pagerd_client import AsyncPager, Event, Pager
from pagerd_client.core.decoding import event_of
from pagerd_client.core.message import decode
from pagerd_client.endpoints import Endpoint
from pagerd_client.stream import Stream

TINY = "--tiny" in sys.argv
EVENTS = 500 if TINY else 50_000
PIECE = 100 if TINY else 1_000
ROUNDS = 2 if TINY else 40
ECHO = """
import sys, zmq
socket = zmq.Context().socket(zmq.REP)
socket.bind(sys.argv[1])
reply = bytes(int(sys.argv[2]))
print("ready", file=sys.stderr, flush=True)
while True:
    socket.recv()
    socket.send(reply)
"""


@contextmanager
def running(*program: str) -> Iterator[None]:
    """Starts a program, waits until it is ready, and kills it at the end of the block."""
    with subprocess.Popen(program, stderr=subprocess.PIPE) as process:
        try:
            assert process.stderr is not None
            while not (line := process.stderr.readline()).startswith(b"ready"):
                assert line, f"{program[0]} has ended"
            yield
        finally:
            process.kill()


def turned(pager: Pager, count: int) -> list[dict[str, object]]:
    """Turns pages until `count` events are published; returns the payloads of these events."""
    pager.call("window.create", id="w")
    pager.call("controller.create", id="book", kind="pager", wrap=True)
    pages = [f"p{number}" for number in range(10)]
    for page in pages:
        pager.call("controller.create", id=page, kind="view")
    pager.call("pager.setPages", id="book", pages=pages)
    pager.call("window.setRoot", id="w", controller="book")
    next_page = {"method": "pager.next", "params": {"id": "book", "animated": False}}
    while pager.call("server.ping")["seq"] < count:
        pager.call("batch", commands=[next_page] * 100)
    found: list[dict[str, object]] = []
    while len(found) < count:
        found += pager.call("events.replay", since=len(found))["events"]
    return found[:count]


def decoding(payloads: list[bytes]) -> list[float]:
    """Returns the events decoded per second, one value for each short piece."""
    nowhere = Endpoint("ipc://nowhere")
    rates = []
    for start in range(0, len(payloads), PIECE):
        piece = payloads[start : start + PIECE]
        began = time.perf_counter()
        for payload in piece:
            event_of(decode(payload, nowhere))
        rates.append(len(piece) / (time.perf_counter() - began))
    return rates


def publish(pager: Pager) -> int:
    """Publishes about 2,300 events, which wait for the subscriber; returns the last seq."""
    next_page = {"method": "pager.next", "params": {"id": "book", "animated": False}}
    return int(pager.call("batch", commands=[next_page] * 100)["seq"])


def streaming(pager: Pager, open: Callable[[], Stream[Any]]) -> list[float]:
    """Returns the events read and checked for gaps per second, one value for each round.

    All events of a round are published before its time is measured.
    """
    rates = []
    for _ in range(ROUNDS):
        with open() as stream:
            first = pager.call("server.ping")["seq"]
            last = publish(pager)
            began = time.perf_counter()
            for news in stream:
                if isinstance(news, Event) and news.seq >= last:
                    break
            rates.append((last - first) / (time.perf_counter() - began))
    return rates


def streaming_async(name: str, pager: Pager) -> list[float]:
    async def run() -> list[float]:
        rates = []
        async with AsyncPager(name) as other:
            for _ in range(ROUNDS):
                async with other.events() as stream:
                    first = pager.call("server.ping")["seq"]
                    last = publish(pager)
                    began = time.perf_counter()
                    async for event in stream:
                        if event.seq >= last:
                            break
                    rates.append((last - first) / (time.perf_counter() - began))
        return rates

    return asyncio.run(run())


def block(work: Callable[[], object], count: int = 50) -> float:
    """Returns the microseconds of one call of `work`, averaged over a block of calls."""
    began = time.perf_counter()
    for _ in range(count):
        work()
    return (time.perf_counter() - began) / count * 1e6


def commands(pager: Pager, address: str) -> tuple[list[float], list[float], list[float]]:
    """Measures a command, its message on a bare socket, and an echo, in alternating blocks.

    Returns the microseconds of each.
    """
    message = pager._requests.new("server.ping", {}, 1, 1.0).message
    ours: list[float] = []
    same: list[float] = []
    bare: list[float] = []
    with zmq.Context() as context, context.socket(zmq.REQ) as echo, context.socket(zmq.REQ) as raw:
        echo.connect(address)
        raw.connect(pager.command_endpoint.address)

        def exchange(socket: zmq.Socket[bytes]) -> None:
            socket.send(message)
            socket.recv()

        for _ in range(ROUNDS * 5):
            bare.append(block(lambda: exchange(echo)))
            ours.append(block(pager.server.ping))
            same.append(block(lambda: exchange(raw)))
    return ours, same, bare


def measured(name: str, address: str) -> tuple[int, dict[str, list[float]]]:
    """Returns the mean size of an event in bytes, and all samples."""
    with Pager(name) as pager:
        payloads = [json.dumps(one).encode() for one in turned(pager, EVENTS)]
        found = {
            "decoded": decoding(payloads),
            "stream": streaming(pager, pager.events),
            "asyncio": streaming_async(name, pager),
            "mirror": streaming(pager, pager.mirror),
        }
        found["ours"], found["same"], found["echo"] = commands(pager, address)
        return sum(map(len, payloads)) // len(payloads), found


def show(size: int, found: dict[str, list[float]]) -> None:
    """Prints the best value of each measurement, and for commands also the median."""
    print(f"events of {size} bytes decoded: {max(found['decoded']):,.0f} a second")
    print(f"read by a stream, proved: {max(found['stream']):,.0f} a second")
    print(f"read by asyncio, proved: {max(found['asyncio']):,.0f} a second")
    print(f"read by a mirror, applied: {max(found['mirror']):,.0f} a second")
    for name, of in (("best", min), ("median", statistics.median)):
        ours, same, bare = (of(found[key]) for key in ("ours", "same", "echo"))
        print(
            f"server.ping, {name}: {ours:.1f} us, by bare pyzmq {same:.1f} us, "
            f"bare pyzmq echo {bare:.1f} us, ratio to it {ours / bare:.3f}"
        )


def main() -> None:
    """Prints the table, or the samples."""
    program = sys.argv[1]
    # The servers run on one core and the client on another, so the scheduler moves none of them.
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, cores[-1:])
    with tempfile.TemporaryDirectory(prefix="pgr", dir="/tmp") as folder:
        os.environ["PAGERD_RUNTIME_DIR"] = folder
        address = f"ipc://{folder}/echo"
        with ExitStack() as stack:
            stack.enter_context(running(program, "--name", "bench"))
            stack.enter_context(running(sys.executable, "-c", ECHO, address, "120"))
            os.sched_setaffinity(0, cores[:1])
            size, found = measured("bench", address)
    if "--json" in sys.argv:
        print(json.dumps(found))
    else:
        show(size, found)


if __name__ == "__main__":
    main()
