"""The asyncio client. Its streams and mirrors take the same steps as those of `Pager`, so the tests of
those are for both."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable
from pathlib import Path
from typing import Any, Callable

import pytest
import zmq
from conftest import Daemon
from proxy import lossy, proxy, repeated
from test_mirror import is_exact, wander

from pagerd_client import (
    AsyncPager,
    BadReply,
    Event,
    NoDaemon,
    Pager,
    Refused,
    Renewed,
)
from pagerd_client.endpoints import resolve


def awaited(body: Callable[[AsyncPager], Awaitable[None]], *arguments: Any, **more: Any) -> None:
    """Runs the body with a pager, for at most five minutes."""

    async def main() -> None:
        async with AsyncPager(*arguments, **more) as pager:
            await asyncio.wait_for(body(pager), 300)

    asyncio.run(main())


def test_calls_return_results_and_raise_refusals(daemon: Daemon) -> None:
    async def body(pager: AsyncPager) -> None:
        assert (await pager.call("controller.create", id="home", kind="view"))["id"] == "home"
        assert (await pager.call("controller.get", id="home"))["kind"] == "view"
        with pytest.raises(Refused) as caught:
            await pager.call("controller.get", id="nobody")
        assert (caught.value.name, caught.value.path) == ("controllerNotFound", "id")
        with pytest.raises(ValueError):
            await pager.call("clock.advance", seconds=float("nan"))
        with pytest.raises(Refused) as caught:
            await pager.call("controller.create", kind="view", content="x" * 9_000_000)
        assert caught.value.name == "tooLarge"

    awaited(body, daemon.name)


def test_concurrent_calls_get_their_own_replies(daemon: Daemon) -> None:
    async def body(pager: AsyncPager) -> None:
        names = [f"c{number}" for number in range(200)]
        replies = await asyncio.gather(
            *(pager.call("controller.create", id=name, kind="view") for name in names)
        )
        assert [reply["id"] for reply in replies] == names
        assert [reply["seq"] for reply in replies] == list(range(1, 201))

    awaited(body, daemon.name)


def test_calls_and_streams_without_a_daemon_raise_no_daemon() -> None:
    async def body(pager: AsyncPager) -> None:
        with pytest.raises(NoDaemon, match="could not connect for server.ping within 0.1 s, "):
            await pager.call("server.ping")
        with pytest.raises(NoDaemon, match="subscribed to 'view.' and had no welcome in 0.1 s"):
            async for _ in pager.events("view."):
                pass

    awaited(body, "nobody", timeout=0.1)


@pytest.mark.parametrize("lose", [2, 1000])
def test_a_retried_command_runs_once(daemon: Daemon, runtime: Path, lose: int) -> None:
    address = f"ipc://{runtime}/lossy"

    async def body(pager: AsyncPager) -> None:
        await pager.call("server.ping")
        if lose == 1000:
            pager.timeout, pager.tries = 0.6, 3
            with pytest.raises(NoDaemon, match="sent .* without a reply in 0.6 s; it may or"):
                await pager.call("controller.create", kind="view")
        else:
            pager.timeout, pager.tries = 20, 10
            await pager.call("controller.create", kind="view")
        pager.timeout = 60
        assert (await pager.call("controller.create", kind="view"))["seq"] == 2

    with lossy(resolve("command", name=daemon.name).address, address, lose, after=1) as requests:
        awaited(body, command=address, timeout=60)
    assert repeated(requests) == 3


def test_a_reply_that_is_not_json_raises_bad_reply(runtime: Path) -> None:
    address = f"ipc://{runtime}/else"

    async def body(pager: AsyncPager) -> None:
        with zmq.Context() as context, context.socket(zmq.ROUTER) as other:
            other.bind(address)
            asking = asyncio.ensure_future(pager.call("server.ping"))
            while not other.poll(0):
                await asyncio.sleep(0)
            *route, _ = other.recv_multipart()
            other.send_multipart([*route, b"HELLO"])
            with pytest.raises(BadReply, match="HELLO"):
                await asking

    awaited(body, command=address)


def test_a_stream_yields_events_in_order_until_it_is_closed(daemon: Daemon) -> None:
    async def body(pager: AsyncPager) -> None:
        async def act() -> None:
            for name in "abc":
                await pager.call("controller.create", id=name, kind="view")

        async with pager.events("controller.") as events:
            acting = asyncio.ensure_future(act())
            seen = []
            async for event in events:
                seen.append((event.seq, event.subject))
                if len(seen) == 3:
                    break
            await acting
            assert seen == [(1, "a"), (2, "b"), (3, "c")]
            assert await events.get(0.05) is None
        assert [event async for event in events] == []
        with pytest.raises(ValueError):
            pager.events("what ever")

    awaited(body, daemon.name)


def test_async_for_subscribes(daemon: Daemon) -> None:
    async def body(pager: AsyncPager) -> None:
        async def act() -> None:
            while not (await pager.call("server.stats"))["subscriptions"]:
                await asyncio.sleep(0)
            await pager.call("controller.create", id="home", kind="view")

        acting = asyncio.ensure_future(act())
        async for event in pager.events("controller."):
            assert event.topic == "controller.home.created"
            break
        await acting

    awaited(body, daemon.name)


def test_wait_for_returns_the_matching_event_or_times_out(daemon: Daemon) -> None:
    async def body(pager: AsyncPager) -> None:
        seq = (await pager.call("controller.create", id="a", kind="view"))["seq"]
        await pager.call("controller.update", id="a", title="A")
        assert (await pager.wait_for("updated", since=seq)).payload["changes"] == {"title": "A"}
        found = await pager.wait_for(lambda event: event.seq == 1, since=0)
        assert found.subject == "a"
        with pytest.raises(TimeoutError, match="no destroyed within 0.05 s at ipc://.*; 0 other"):
            await pager.wait_for("destroyed", 0.05)

    awaited(body, daemon.name)


def test_a_cancelled_reader_misses_nothing(daemon: Daemon) -> None:
    async def body(pager: AsyncPager) -> None:
        async with pager.events() as events:
            for number in range(30):
                with pytest.raises(asyncio.TimeoutError):
                    await asyncio.wait_for(events.get(), 0.001)
                await pager.call("controller.create", id=f"c{number}", kind="view")
                event = await events.get(60)
                assert event is not None and event.seq == number + 1

    awaited(body, daemon.name)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_mirror_recovers_from_loss_and_restarts(daemon: Daemon, runtime: Path, seed: int) -> None:
    address = f"ipc://{runtime}/lossy"
    chance = random.Random(seed)

    def act(seed: int) -> None:
        with Pager(daemon.name) as own:
            wander(own, seed, 100)

    async def body(pager: AsyncPager) -> None:
        loop = asyncio.get_running_loop()
        async with pager.mirror() as mirror:
            for round in range(4):
                # Commands are sent while the mirror is read.
                acting = loop.run_in_executor(None, act, seed * 100 + round)
                while not acting.done():
                    await mirror.get(0.01)
                await acting
                if chance.random() < 0.5:
                    await mirror.sync()
                else:
                    latest = (await pager.call("server.ping"))["seq"]
                    await mirror.wait_until(lambda state: state.seq == latest, 60)  # noqa: B023
                is_exact(mirror.state, plain)
                before = mirror.history
                daemon.stop()
                daemon.start()
                while not isinstance(await mirror.get(60), Renewed):
                    pass
                assert mirror.history != before

    events = resolve("events", name=daemon.name).address
    with Pager(daemon.name) as plain:
        with proxy(events, address, lambda topic: chance.random() < 0.1) as it:
            awaited(body, daemon.name, events=address)
        assert it.lost > 50


def test_a_mirror_waits_for_a_state_or_times_out(daemon: Daemon) -> None:
    async def body(pager: AsyncPager) -> None:
        async with pager.mirror() as mirror:
            await pager.call("controller.create", id="home", kind="view")
            state = await mirror.wait_until(lambda state: state.controller("home") is not None, 60)
            assert state.seq == 1
            with pytest.raises(TimeoutError, match="within 0.05 s; the last event at ipc://"):
                await mirror.wait_until(lambda state: state.window("w") is not None, 0.05)
            await pager.call("controller.destroy", id="home")
            news = await mirror.__anext__()
            assert isinstance(news, Event) and news.event == "destroyed"

    awaited(body, daemon.name)
