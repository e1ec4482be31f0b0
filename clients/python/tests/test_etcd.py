"""The client of etcd without an etcd: endpoints that do not answer."""

from __future__ import annotations

import asyncio

import pytest

from pagerd_client.bridges.etcd import Etcd, NoEtcd


def test_an_endpoint_that_never_answers_is_named_with_its_reason() -> None:
    asyncio.run(_ask_a_silent_endpoint())


async def _ask_a_silent_endpoint() -> None:
    is_asked = asyncio.Event()

    async def stay_silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readline()
        is_asked.set()

    server = await asyncio.start_server(stay_silent, "127.0.0.1", 0)
    endpoint = "http://127.0.0.1:%d" % server.sockets[0].getsockname()[1]
    etcd = Etcd([endpoint], timeout=0.5)
    try:
        with pytest.raises(NoEtcd, match=f"{endpoint}: TimeoutError"):
            await etcd.get("key")
        assert is_asked.is_set()
    finally:
        await etcd.close()
        server.close()
