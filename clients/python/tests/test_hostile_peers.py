"""`pagerd-http` and `pagerd-ha` survive hostile clients, and serve the others meanwhile."""

from __future__ import annotations

import asyncio
import base64
import errno
import http.client
import os
import resource
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from broker import free_port
from conftest import PROGRAM, Daemon, awaited
from fake_etcd import FakeEtcd
from hostile import (
    LOG, MEMORY, Attack, Port, connect, endless_connections, huge, malformed, many, slow,
)
from program import Program, until

from pagerd_client import Pager
from pagerd_client.bridges.admission import Admission, Limits, Listener, at_port

TOKEN = "a-token-of-at-least-twenty-characters"
#: The limit of open files with which the bridges run here: an attack reaches it soon.
FILES = 400


@pytest.fixture(autouse=True)
def files() -> Iterator[None]:
    """Permits this process the connections of an attack."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


# Connections are admitted.


class Peer:
    """A connection that notes whether it was closed."""

    is_closed = False

    def abort(self) -> None:
        self.is_closed = True


def closed(peers: list[Peer]) -> list[int]:
    return [number for number, peer in enumerate(peers) if peer.is_closed]


@awaited
async def test_the_oldest_stranger_is_closed_first_and_nobody_else() -> None:
    admission = Admission(Limits(total=10, strangers=3))
    peers = [Peer() for _ in range(8)]
    for peer in peers[:3]:
        admission.add(peer)
    admission.admit(peers[0])
    for peer in peers[3:]:
        admission.add(peer)
    assert closed(peers) == [1, 2, 3, 4]
    assert admission.count == 4


@awaited
async def test_an_idle_connection_is_closed_before_a_busy_one() -> None:
    admission = Admission(Limits(total=4, strangers=2))
    peers = [Peer() for _ in range(4)]
    for peer in peers:
        admission.add(peer)
        admission.admit(peer)
    for number in (2, 1):
        admission.rest(peers[number])
    new = [Peer() for _ in range(3)]
    for peer in new:
        admission.add(peer)
        admission.admit(peer)
    assert closed(peers) == [1, 2]
    assert closed(new) == [2], "all others are busy"
    assert admission.count == 4


@awaited
async def test_a_stranger_has_time_for_its_handshake_while_newer_ones_come() -> None:
    admission = Admission(Limits(total=4, strangers=2, handshake=0.05))
    idle = [Peer() for _ in range(3)]
    for peer in idle:
        admission.add(peer)
        admission.admit(peer)
        admission.rest(peer)
    peers = [Peer() for _ in range(4)]
    for peer in peers:
        admission.add(peer)
    assert closed(idle) == [0], "the second stranger takes the place of an idle one"
    assert closed(peers) == [2, 3]
    while not peers[0].is_closed:
        await asyncio.sleep(0.01)
        newest = Peer()
        admission.add(newest)
    assert not newest.is_closed
    assert admission.count == 4


@awaited
async def test_a_stranger_is_closed_at_its_deadline_and_others_stay() -> None:
    admission = Admission(Limits(total=10, strangers=5, seconds=0.05))
    peers = [Peer() for _ in range(4)]
    for peer in peers:
        admission.add(peer)
    admission.admit(peers[1])
    admission.admit(peers[2])
    admission.demote(peers[2])
    while len(closed(peers)) < 3:
        await asyncio.sleep(0.01)
    assert closed(peers) == [0, 2, 3]
    assert admission.count == 1


@pytest.mark.parametrize("files", [16, 64, 256, 1024, 1 << 20])
def test_strangers_have_a_small_part_of_the_files(files: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _: (files, files))
    limits = Limits.of_process(reserved=320)
    assert 4 <= limits.strangers <= limits.total // 2
    assert limits.total <= files * 0.75 or limits.total == 8


@awaited
async def test_connections_that_the_kernel_refuses_are_logged_once_and_make_room(
    caplog: pytest.LogCaptureFixture,
) -> None:
    class Refusing:
        """A listening socket for which the process has no descriptor left."""

        def __init__(self, inner: socket.socket) -> None:
            self._inner = inner

        def fileno(self) -> int:
            return self._inner.fileno()

        def accept(self) -> tuple[socket.socket, Any]:
            raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    admission = Admission(Limits(total=10, strangers=5))
    oldest = Peer()
    admission.add(oldest)
    taken: asyncio.Queue[socket.socket] = asyncio.Queue()
    listener = Listener(at_port("127.0.0.1", 0), admission, taken.put_nowait)
    listening = listener.sockets[0]
    refusing = Refusing(listening)
    listener._accept(refusing)  # type: ignore[arg-type]
    listener._accept(refusing)  # type: ignore[arg-type]
    assert oldest.is_closed
    with socket.create_connection(listening.getsockname()):
        listener._resume(listening)
        (await taken.get()).close()
    listener.close()
    assert caplog.text.count("cannot accept a connection: Too many open files") == 1


# pagerd-http


class Site:
    """A running `pagerd-http` with few open files."""

    def __init__(self, folder: Path) -> None:
        token = folder / "token"
        token.write_text(TOKEN)
        token.chmod(0o600)
        self.program = Program(
            "bridges.http", "--name", "test", "--token-file", str(token),
            "--listen", "127.0.0.1:0", inside=["prlimit", f"--nofile={FILES}"],
        )
        self.program.until("ready http://127.0.0.1:")
        self.port = int(self.program.log.split("ready http://127.0.0.1:")[1].split()[0])

    def serve(self) -> None:
        """Serves clients with the right token, and those that need none."""
        for verb, path in (("POST", "/v1/server.ping"), ("GET", "/metrics"), ("GET", "/openapi.json")):
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
            connection.request(verb, path, headers={"Authorization": f"Bearer {TOKEN}"})
            response = connection.getresponse()
            text = response.read()
            connection.close()
            assert response.status == 200, (path, text)


@pytest.fixture
def site(daemon: Daemon, tmp_path: Path) -> Iterator[Site]:
    it = Site(tmp_path)
    try:
        it.serve()
        yield it
    finally:
        assert it.program.stop() == 0, it.program.log


REQUEST = b"POST /v1/pager.next HTTP/1.1\r\nHost: wall\r\nAuthorization: Bearer guess\r\n"
HTTP: dict[str, Attack] = {
    "connections without a request": many(1100, b""),
    "unfinished headers": many(1100, REQUEST),
    "unfinished bodies": many(1100, REQUEST + b"Content-Length: 5\r\n\r\n{"),
    "wrong tokens": many(300, (REQUEST + b"Content-Length: 0\r\n\r\n") * 30),
    "unread descriptions": many(300, b"GET /openapi.json HTTP/1.1\r\nHost: wall\r\n\r\n" * 30),
    "one byte a time": slow(200, REQUEST),
    "one byte of a body a time": slow(200, REQUEST + b"Content-Length: 100000\r\n\r\n"),
    "an endless line": huge(20, b"GET /" + b"a" * (4 << 20)),
    "an endless header": huge(20, REQUEST + b"X: " + b"a" * (4 << 20)),
    "endless headers": huge(20, REQUEST + b"X-Name: value\r\n" * 200_000),
    "an endless body": huge(20, REQUEST + b"Content-Length: 1000000000000\r\n\r\n" + b"a" * (4 << 20)),
    "an endless chunk": huge(
        20, REQUEST + b"Transfer-Encoding: chunked\r\n\r\nffffffff\r\n" + b"a" * (4 << 20)
    ),
    "pipelined requests": huge(20, (REQUEST + b"X: " + b"a" * 4000 + b"\r\n\r\n") * 1000),
    "random bytes": malformed(
        300, b"", b"GET /", REQUEST, REQUEST + b"Content-Length: -1\r\n\r\n",
        REQUEST + b"Transfer-Encoding: chunked\r\n\r\n", b"GET http://[::1 HTTP/1.1\r\n\r\n",
        b"POST /v1/%0a%1b%ff HTTP/1.1\r\nHost: \xff\r\n\r\n", b"\x16\x03\x01",
    ),
}


def test_http_serves_the_right_token_during_attacks(site: Site) -> None:
    for name, attack in HTTP.items():
        before, said = site.program.memory, len(site.program.log)
        with ExitStack() as stack:
            attack(site.port, stack)
            site.serve()
            assert site.program.memory - before < MEMORY, name
        site.serve()
        assert site.program.process.poll() is None, name
        assert len(site.program.log) - said < LOG, name
        assert "Traceback" not in site.program.log, name


# pagerd-ha, for clients without keys


class Wall:
    """A running `pagerd-ha` with few open files."""

    def __init__(self, runtime: Path, endpoint: str) -> None:
        self.endpoint = endpoint
        self.etcd = FakeEtcd(free_port())
        self.program = Program(
            "bridges.ha", "--name", "wall", "--etcd", f"http://127.0.0.1:{self.etcd.port}",
            "--lease", "600", "--listen", endpoint, "--", PROGRAM,
            inside=["prlimit", f"--nofile={FILES}"],
        )
        self.program.until("the daemon serves at")

    @property
    def port(self) -> int | str:
        """Where an attack connects to."""
        place = self.endpoint.removeprefix("ipc://")
        return int(place.rpartition(":")[2]) if place.startswith("tcp://") else place

    def serve(self, id: str) -> None:
        """Carries out a command of a new client, and stores the new state in etcd."""
        with Pager(command=self.endpoint, timeout=120) as pager:
            pager.call("controller.create", id=id, kind="view")
        until(lambda: any(id.encode() in base64.b64decode(one) for one in self.stored), 120)

    @property
    def stored(self) -> list[str]:
        return list(self.etcd.values.values())

    @property
    def refused(self) -> int:
        """How many connections the daemon closed because too many were open."""
        with Pager(command=self.endpoint, timeout=120) as pager:
            return int(pager.call("server.stats")["refusedConnections"])


@pytest.fixture(params=["ipc", "tcp"])
def wall(runtime: Path, request: pytest.FixtureRequest) -> Iterator[Wall]:
    is_local = request.param == "ipc"
    it = Wall(runtime, f"ipc://{runtime}/ha" if is_local else f"tcp://127.0.0.1:{free_port()}")
    try:
        yield it
    finally:
        assert it.program.stop() == 0, it.program.log
        it.etcd.close()


GREETING = b"\xff" + bytes(8) + b"\x7f\x03\x00" + b"NULL".ljust(20, b"\0") + bytes(32)
TYPE = b"\x05READY\x0bSocket-Type\x00\x00\x00\x06DEALER"
HANDSHAKE = GREETING + b"\x04" + bytes([len(TYPE)]) + TYPE


def shaken(port: Port, stack: ExitStack) -> socket.socket:
    """Opens a connection and shakes hands with the daemon, which accepts messages only then."""
    one = connect(port, stack)
    one.settimeout(60)
    one.sendall(HANDSHAKE)
    said = b""
    while b"READY" not in said:
        more = one.recv(1000)
        assert more, f"the connection was closed after {said!r}"
        said += more
    one.setblocking(False)
    return one


def message(method: str) -> bytes:
    text = f'{{"jsonrpc":"2.0","id":1,"method":"{method}"}}'.encode()
    return b"\x01\x00\x00" + bytes([len(text)]) + text


HA: dict[str, Attack] = {
    "connections without a greeting": many(1100, b""),
    "connections without a request": many(1100, HANDSHAKE),
    "unfinished requests": many(1100, b"\x01\x00\x02" + (1 << 20).to_bytes(8, "big") + b"x", shaken),
    "requests before the handshake": many(300, HANDSHAKE + message("server.ping")),
    "pipelined requests": huge(20, message("server.ping") * 2000, shaken),
    "unread replies": many(300, message("server.describe") * 3, shaken),
    "endless connections": endless_connections(b""),
    "endless handshakes": endless_connections(HANDSHAKE),
    "random bytes": malformed(300, b"", GREETING, HANDSHAKE),
}  # fmt: skip


def test_ha_serves_and_stores_during_attacks_without_keys(wall: Wall) -> None:
    wall.serve("first")
    for number, (name, attack) in enumerate(HA.items()):
        before, said = wall.program.memory, len(wall.program.log)
        with ExitStack() as stack:
            attack(wall.port, stack)
            wall.serve(f"during-{number}")
            assert wall.program.memory - before < MEMORY, name
        wall.serve(f"after-{number}")
        assert wall.refused == 0, name
        assert wall.program.process.poll() is None, name
        assert len(wall.program.log) - said < LOG, name
        assert "Traceback" not in wall.program.log, name


def test_ha_keeps_no_more_idle_connections_than_the_daemon_accepts(wall: Wall) -> None:
    wall.serve("before")
    with ExitStack() as stack:
        # Each of them is accepted: it takes the place of the one that is idle for longest.
        for _ in range(FILES):
            shaken(wall.port, stack)
        wall.serve("during")
    assert wall.refused == 0
