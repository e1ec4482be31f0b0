"""`pagerd-ha` survives a hostile etcd, and works with a right one afterwards."""

from __future__ import annotations

import socket
from pathlib import Path

from broker import free_port
from conftest import PROGRAM
from fake_etcd import FakeEtcd
from hostile import Attacked, Treat, attacked, endless, one_byte_a_time, random_bytes, stalled


def http(body: bytes, head: bytes = b"HTTP/1.1 200 OK\r\n") -> Treat:
    """Answers each request in the same way."""

    def treat(one: socket.socket) -> None:
        while one.recv(1 << 16):
            one.sendall(head + b"Content-Length: %d\r\n\r\n" % len(body) + body)

    return treat


OK = b"HTTP/1.1 200 OK\r\n"
ETCD: dict[str, Treat] = {
    "stalled": stalled,
    "random bytes": random_bytes(),
    "random bytes of a body": random_bytes(OK + b"Content-Length: 4000\r\n\r\n"),
    "one byte a time": one_byte_a_time(OK),
    "an endless header": endless(OK + b"X: ", b"a" * (1 << 20)),
    "an endless body": endless(OK + b"Content-Length: 1000000000000\r\n\r\n", b"a" * (1 << 20)),
    "a deep body": http(b'{"a":' * 5000),
    "a list": http(b"[]"),
    "nothing that is expected": http(b"{}"),
    "keys of another type": http(b'{"kvs": 7}'),
    "a value that is no base64": http(b'{"kvs": [{"value": "~"}]}'),
    "a lease without an end": http(b'{"ID": "1", "succeeded": true, "result": {"TTL": "x"}}'),
    "an error with control characters": http(b"\x1b[31m\n", b"HTTP/1.1 500 \x1b[31m\r\n"),
    "bad UTF-8": http(b"\xff\xfe"),
}


def test_ha_survives_hostile_servers_of_etcd(runtime: Path) -> None:
    def attack(number: int, treat: Treat) -> Attacked:
        port = free_port()
        return Attacked(
            port, treat, 1, "bridges.ha", "--name", f"ha{number}", "--etcd",
            f"http://127.0.0.1:{port}", "--lease", "10", "--listen",
            f"ipc://{runtime}/wall{number}", "--", PROGRAM,
        )

    made = {name: attack(number, treat) for number, (name, treat) in enumerate(ETCD.items())}
    with attacked(made) as attacks:
        for name, one in attacks.items():
            server = FakeEtcd(one.port)
            try:
                # A daemon takes seconds to start, so only one of them must get ready.
                is_last = name == list(attacks)[-1]
                one.program.until("the daemon serves at" if is_last else "starts the daemon")
                one.stop()
            finally:
                server.close()
