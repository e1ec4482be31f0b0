"""A client with the addresses of several daemons, one of which runs, tries one at a time."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import Daemon

from pagerd_client import HistoryChanged, NoDaemon, Pager
from pagerd_client.aio import AsyncPager


class Pair:
    """Two daemons with their own sockets. Neither of them runs yet."""

    def __init__(self, runtime: Path) -> None:
        self.daemons = [Daemon("left"), Daemon("right")]
        self.commands = [f"ipc://{runtime}/{daemon.name}/command" for daemon in self.daemons]
        self.events = [f"ipc://{runtime}/{daemon.name}/events" for daemon in self.daemons]

    def pager(self, timeout: float = 60.0) -> Pager:
        return Pager(command=self.commands, events=self.events, timeout=timeout)


@pytest.fixture
def pair(runtime: Path) -> Iterator[Pair]:
    it = Pair(runtime)
    try:
        yield it
    finally:
        for daemon in it.daemons:
            daemon.stop()


def test_a_client_switches_to_the_daemon_that_takes_over(pair: Pair) -> None:
    left, right = pair.daemons
    left.start()
    with pair.pager() as pager:
        assert pager.call("server.hello")["name"] == "left"
        left.stop()
        right.start()
        assert pager.call("server.hello")["name"] == "right"
        right.stop()
        left.start()
        assert pager.call("server.hello")["name"] == "left"


def test_a_client_switches_from_a_daemon_that_hangs(pair: Pair) -> None:
    left, right = pair.daemons
    left.start()
    assert left.process is not None
    with pair.pager() as pager:
        assert pager.call("server.hello")["name"] == "left"
        os.kill(left.process.pid, signal.SIGSTOP)
        try:
            right.start()
            assert pager.call("server.hello")["name"] == "right"
        finally:
            os.kill(left.process.pid, signal.SIGCONT)


def test_waiting_asyncio_requests_go_to_the_daemon_that_takes_over(pair: Pair) -> None:
    left, right = pair.daemons
    left.start()

    async def follow() -> None:
        async with AsyncPager(command=pair.commands, events=pair.events, timeout=60.0) as pager:
            assert (await pager.call("server.hello"))["name"] == "left"
            left.stop()
            calls = [asyncio.ensure_future(pager.call("server.hello")) for _ in range(5)]
            # The requests have been sent or wait for a daemon before the other daemon starts.
            await asyncio.sleep(0)
            await asyncio.to_thread(right.start)
            assert {hello["name"] for hello in await asyncio.gather(*calls)} == {"right"}

    asyncio.run(follow())


def test_a_stream_reports_the_history_of_the_other_daemon(pair: Pair) -> None:
    left, right = pair.daemons
    left.start()
    with pair.pager() as pager, pager.events("window.") as stream:
        pager.call("window.create", id="before")
        assert next(stream).subject == "before"
        left.stop()
        right.start()
        pager.call("window.create", id="after")
        with pytest.raises(HistoryChanged):
            while next(stream).subject != "after":
                pass


def test_failure_names_every_address(pair: Pair) -> None:
    with pair.pager(timeout=0.5) as pager, pytest.raises(NoDaemon) as failure:
        pager.call("server.hello")
    assert all(command in str(failure.value) for command in pair.commands)
