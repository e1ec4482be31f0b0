"""`pagerd-ha` without an etcd: endpoints that do not answer, deadlines, wrong options."""

from __future__ import annotations

import asyncio
import json
import resource
import select
import socket
from contextlib import ExitStack, asynccontextmanager, suppress
from itertools import islice
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from aiohttp import ClientTimeout
from conftest import awaited

from pagerd_client.bridges.etcd import Etcd, Lease, NoEtcd, coded
from pagerd_client.bridges.ha import main
from pagerd_client.bridges.passage import Address, Passage, free_port, limits, reached
from pagerd_client.bridges.program import cancel


_URL = "http://10.0.0.1:2379"
Connected = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


async def listen(connected: Connected) -> tuple[asyncio.Server, str]:
    """Starts an endpoint on loopback and returns it with its URL."""
    server = await asyncio.start_server(connected, "127.0.0.1", 0)
    return server, "http://127.0.0.1:%d" % server.sockets[0].getsockname()[1]


@awaited
async def test_an_endpoint_that_never_answers_is_named_with_its_reason() -> None:
    is_asked = asyncio.Event()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readline()
        is_asked.set()

    server, endpoint = await listen(connected)
    etcd = Etcd([endpoint], timeout=0.5)
    try:
        while not is_asked.is_set():
            with pytest.raises(NoEtcd, match=f"{endpoint}: TimeoutError"):
                await etcd.get("key")
    finally:
        await etcd.close()
        server.close()


@awaited
async def test_endpoints_are_tried_in_order_and_a_responding_one_is_kept() -> None:
    asked: list[str] = []

    async def never(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.append("silent")
        # The next endpoint may be slow on a busy machine.
        etcd._timeout = ClientTimeout(60)
        await reader.read()

    async def always(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        length = int(head.split(b"content-length:")[1].split()[0])
        await reader.readexactly(length)
        asked.append("other")
        body = json.dumps({"kvs": [{"value": coded("value")}]}).encode()
        writer.write(b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s"
                     % (len(body), body))
        await writer.drain()
        writer.close()

    (silent, first), (other, second) = await listen(never), await listen(always)
    etcd = Etcd([first, second], timeout=1)
    try:
        assert await etcd.get("key") == b"value"
        assert await etcd.get("key") == b"value"
        assert asked == ["silent", "other", "other"]
    finally:
        await etcd.close()
        silent.close()
        other.close()


@pytest.mark.parametrize("is_local", [False, True], ids=["tcp", "ipc"])
@awaited
async def test_a_connection_is_passed_on_before_the_deadline_and_ends_after_it(
    is_local: bool, tmp_path: Path
) -> None:
    async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(100):
            received.append(data)
            writer.write(data)

    received: list[bytes] = []
    lease = long_lease()
    is_open = asyncio.Event()
    address: Address | str
    if is_local:
        daemon = await asyncio.start_unix_server(echo, tmp_path / "daemon")
        passage = Passage(str(tmp_path / "daemon"), lease, is_open, limits(4096))
        address = str(tmp_path / "clients")
        # A killed program has left its socket.
        with socket.socket(socket.AF_UNIX) as left:
            left.bind(address)
    else:
        daemon, url = await listen(echo)
        passage = Passage(int(url.rpartition(":")[2]), lease, is_open, limits(4096))
        address = Address("127.0.0.1", free_port())
    serving = asyncio.ensure_future(passage.serve(address))
    try:
        reader, writer = await connected(address)
        writer.write(b"before")
        # The daemon's state is being read.
        assert received == []
        is_open.set()
        assert await reader.readexactly(6) == b"before"
        lease.deadline = 0.0
        writer.write(b"after")
        assert await reader.read() == b""
        assert received == [b"before"]
        writer.close()
    finally:
        await cancel(serving)
        daemon.close()
    assert not (tmp_path / "clients").exists()


def long_lease() -> Lease:
    """Returns a lease that ends in a minute."""
    lease = Lease(Etcd([], timeout=1), "key", 5)
    lease.deadline += 60 - lease.left
    return lease


async def connected(
    address: Address | str,
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Connects as soon as a program listens at the address."""
    while True:
        try:
            if isinstance(address, str):
                return await asyncio.open_unix_connection(address)
            return await asyncio.open_connection(*address)
        except (ConnectionRefusedError, FileNotFoundError):
            await asyncio.sleep(0.01)


@awaited
async def test_strangers_at_a_passage_do_not_displace_a_client_with_a_key(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _: (300, 300))

    async def daemon(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Sends greeting and WELCOME, and READY to those that say `key`, as in CURVE."""
        writer.write(b"g" * 64 + b"\x04\xa8\x07WELCOME" + b"w" * 160)
        if await reader.read(3) == b"key":
            writer.write(b"\x04\x0e\x05READY" + b"r" * 8)
            while data := await reader.read(100):
                writer.write(data)
        writer.close()

    server, url = await listen(daemon)
    lease = long_lease()
    is_open = asyncio.Event()
    is_open.set()
    address = Address("127.0.0.1", free_port())
    serving = asyncio.ensure_future(
        Passage(int(url.rpartition(":")[2]), lease, is_open, limits(4096)).serve(address)
    )

    async def admitted() -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Connects, again if there are too many new strangers, as libzmq does."""
        while True:
            reader, writer = await connected(address)
            writer.write(b"key")
            with suppress(asyncio.IncompleteReadError, ConnectionResetError):
                await reader.readexactly(64 + 170 + 16)
                return reader, writer
            await asyncio.sleep(0.01)

    async def ended(reader: asyncio.StreamReader) -> None:
        with suppress(ConnectionResetError):
            await reader.read()

    try:
        clients = [await admitted() for _ in range(5)]
        strangers = [await connected(address) for _ in range(200)]
        clients.append(await admitted())
        for reader, writer in clients:
            writer.write(b"question")
            assert await reader.readexactly(8) == b"question"
        # Most strangers were closed, some of them after what the daemon has said to them.
        for end in islice(asyncio.as_completed([ended(reader) for reader, _ in strangers]), 150):
            await end
        for _, writer in clients + strangers:
            writer.close()
    finally:
        await cancel(serving)
        server.close()


@awaited
async def test_a_connection_waits_while_the_daemons_queue_of_new_ones_is_full(
    tmp_path: Path,
) -> None:
    path = str(tmp_path / "daemon")
    with ExitStack() as stack:
        daemon = stack.enter_context(socket.socket(socket.AF_UNIX))
        daemon.bind(path)
        daemon.listen(1)
        count = 0
        with suppress(BlockingIOError):
            while True:
                one = stack.enter_context(socket.socket(socket.AF_UNIX))
                one.setblocking(False)
                one.connect(path)
                count += 1
        reaching = asyncio.ensure_future(reached(path))
        for _ in range(20):
            await asyncio.sleep(0)
        assert not reaching.done()
        for _ in range(count):
            daemon.accept()[0].close()
        reader, writer = await reaching
        accepted, _ = daemon.accept()
        accepted.sendall(b"question")
        accepted.close()
        assert await reader.read() == b"question"
        writer.close()


#: A greeting and READY, as a daemon without keys sends them.
_HELLO = b"g" * 64 + b"\x04\x0e\x05READY" + b"r" * 8


@asynccontextmanager
async def _open_passage(folder: Path, daemon: Connected) -> AsyncIterator[None]:
    """Passes connections to the socket `clients` on to a daemon."""
    server = await asyncio.start_unix_server(daemon, folder / "daemon")
    is_open = asyncio.Event()
    is_open.set()
    passage = Passage(str(folder / "daemon"), long_lease(), is_open, limits(4096))
    serving = asyncio.ensure_future(passage.serve(str(folder / "clients")))
    try:
        yield
    finally:
        await cancel(serving)
        server.close()


@awaited
async def test_a_client_that_reads_nothing_gives_up_its_place_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _: (32, 32))

    async def daemon(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            writer.write(_HELLO + bytes(4 << 20))
            await reader.read()
        writer.transport.abort()

    ended = select.poll()
    clients = str(tmp_path / "clients")
    async with _open_passage(tmp_path, daemon):
        await connected(clients)
        with ExitStack() as stack:
            for _ in range(20):
                one = stack.enter_context(socket.socket(socket.AF_UNIX))
                one.setblocking(False)
                await asyncio.get_running_loop().sock_connect(one, clients)
                await asyncio.get_running_loop().sock_recv(one, len(_HELLO))
                ended.register(one, 0)
            # With 32 files, there is room for 8 clients.
            while len(ended.poll(0)) < 12:
                await asyncio.sleep(0.01)


@awaited
async def test_without_keys_a_new_client_takes_the_place_of_the_one_that_was_idle_for_longest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _: (32, 32))

    async def daemon(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Sends greeting and READY, as without keys, and answers."""
        writer.write(_HELLO)
        while data := await reader.read(100):
            writer.write(data)
        writer.close()

    clients: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []

    async def add() -> None:
        reader, writer = await connected(str(tmp_path / "clients"))
        assert await reader.readexactly(len(_HELLO)) == _HELLO
        clients.append((reader, writer))

    async def is_served(number: int) -> bool:
        reader, writer = clients[number]
        writer.write(b"question")
        return await reader.read(100) == b"question"

    async with _open_passage(tmp_path, daemon):
        # With 32 files, there is room for 8 clients.
        for _ in range(8):
            await add()
        assert await is_served(0)
        for _ in range(3):
            await add()
        assert [await is_served(number) for number in range(11)] == [True] + [False] * 3 + [True] * 7
        for _, writer in clients:
            writer.close()


@pytest.mark.parametrize(
    ("etcd", "options", "sentence"),
    [
        ("10.0.0.1:2379", "--listen ipc:///tmp/w", "--etcd: must be a URL such as http://10.0.0.1:2379"),
        (_URL, "--listen ipc:///tmp/w --lease 1", "--lease: must be between 2 and 600 s, got 1"),
        (_URL, "--listen tcp://0.0.0.0:7401", "--listen: tcp://0.0.0.0:7401 has no authentication"),
        (_URL, "--listen tcp://*:7401", "--listen: tcp://*:7401 has no authentication"),
        (_URL, "--listen tcp://wall.example:7401", "--listen: 'wall.example' does not appear to be"),
        (_URL, "--listen http://127.0.0.1:7401", "is not tcp://ADDRESS:PORT"),
        # This option is for clients of a running daemon.
        (_URL, "--listen ipc:///tmp/w --events ipc:///tmp/e", "unrecognized arguments: --events"),
    ],
)
def test_a_wrong_option_is_refused_with_the_reason(
    etcd: str, options: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(["--etcd", etcd, *options.split(), "--", "pagerd"])
    assert end.value.code == 64
    assert sentence in capsys.readouterr().err
