"""The lease and the stored state, when a request or a response is late or lost."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest
from aiohttp import web
from cluster import Cluster

from pagerd_client.bridges.etcd import Etcd, Lease

KEY, STATE = "pagerd/wall/leader", "pagerd/wall/state"
SECONDS = 5


class Relay:
    """An endpoint of etcd that can delay requests or lose responses."""

    def __init__(self, etcd: str) -> None:
        self._etcd = etcd
        self.url = ""
        #: Requests reach etcd only while this event is set.
        self.is_open = asyncio.Event()
        self.is_open.set()
        #: Whether responses to transactions are lost.
        self.loses_responses = False
        #: The number of requests that etcd has carried out.
        self.carried_out = asyncio.Semaphore(0)

    async def handle(self, request: web.Request) -> web.Response:
        body = await request.read()
        await self.is_open.wait()
        async with aiohttp.ClientSession() as session:
            async with session.post(f"{self._etcd}{request.path}", data=body) as response:
                text = await response.text()
        self.carried_out.release()
        if self.loses_responses and request.path.endswith("/txn"):
            await asyncio.Event().wait()
        return web.Response(text=text, status=response.status)


@asynccontextmanager
async def relay(etcd: str) -> AsyncIterator[Relay]:
    it = Relay(etcd)
    application = web.Application()
    application.router.add_post("/v3/{path:.*}", it.handle)
    runner = web.AppRunner(application, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    it.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    try:
        yield it
    finally:
        await runner.cleanup()


@pytest.fixture
def etcd(tmp_path: Path) -> Iterator[Cluster]:
    it = Cluster(tmp_path, 1)
    try:
        yield it.start()
    finally:
        it.stop()


def with_relay(etcd: Cluster, steps: Callable[[Relay, Etcd], Awaitable[None]]) -> None:
    """Runs `steps` with a client that tries the relay first, and then etcd itself."""

    async def main() -> None:
        async with relay(etcd.urls[0]) as late:
            client = Etcd([late.url, etcd.urls[0]], timeout=1)
            try:
                await steps(late, client)
            finally:
                await client.close()

    asyncio.run(main())


def test_a_late_put_does_not_replace_a_newer_one(etcd: Cluster) -> None:
    async def steps(late: Relay, client: Etcd) -> None:
        lease = Lease(client, KEY, SECONDS)
        assert await lease.acquire()
        assert await lease.put(STATE, b"first")
        late.carried_out = asyncio.Semaphore(0)
        late.is_open.clear()
        assert await lease.put(STATE, b"second"), "the client did not try the other endpoint"
        assert await lease.put(STATE, b"third")
        late.is_open.set()
        await late.carried_out.acquire()
        assert await client.get(STATE) == b"third"

    with_relay(etcd, steps)


def test_a_put_succeeds_even_if_the_response_is_lost(etcd: Cluster) -> None:
    async def steps(late: Relay, client: Etcd) -> None:
        lease = Lease(client, KEY, SECONDS)
        assert await lease.acquire()
        late.loses_responses = True
        assert await lease.put(STATE, b"state")
        assert await client.get(STATE) == b"state"
        assert lease.is_held

    with_relay(etcd, steps)


def test_a_lease_is_acquired_although_the_first_response_was_lost(etcd: Cluster) -> None:
    async def steps(late: Relay, client: Etcd) -> None:
        lease = Lease(client, KEY, SECONDS)
        late.loses_responses = True
        # The transaction reaches etcd twice, and etcd refuses the second one.
        assert not await lease.acquire()
        assert await client.get(KEY) is not None
        late.loses_responses = False
        assert await lease.acquire()
        assert lease.is_held
        assert not await Lease(client, KEY, SECONDS).acquire()

    with_relay(etcd, steps)


def test_a_put_by_a_process_without_the_key_is_refused(etcd: Cluster) -> None:
    async def steps(_: Relay, client: Etcd) -> None:
        old, new = Lease(client, KEY, SECONDS), Lease(client, KEY, SECONDS)
        assert await old.acquire()
        assert await old.put(STATE, b"old")
        await old.release()
        assert not await old.put(STATE, b"late")
        assert await new.acquire()
        assert not await old.put(STATE, b"late"), "another lease of this process has the key"
        assert await client.get(STATE) == b"old"

    with_relay(etcd, steps)


def test_a_lease_ends_locally_half_a_second_before_it_ends_in_etcd(
    etcd: Cluster,
) -> None:
    async def steps(_: Relay, client: Etcd) -> None:
        lease = Lease(client, KEY, SECONDS)
        assert await lease.acquire()
        assert await lease.keep()
        while not await Lease(client, KEY, SECONDS).acquire():
            await asyncio.sleep(0.01)
        assert lease.left <= -0.5

    with_relay(etcd, steps)
