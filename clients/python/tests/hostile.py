"""Hostile peers: slow, many, huge, malformed and stalled clients and servers."""

from __future__ import annotations

import os
import random
import socket
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Union

from program import Program

#: A port of loopback, or the path of a local socket.
Port = Union[int, str]
#: What a server does with a client.
Treat = Callable[[socket.socket], None]
#: Opens a connection that is closed with the stack.
Open = Callable[[Port, ExitStack], socket.socket]
#: Starts an attack, which lasts until the stack is closed.
Attack = Callable[[Port, ExitStack], None]

#: The limits for what an attack may make a bridge take and say, in bytes.
MEMORY = 96 << 20
LOG = 32 << 10
SEED = int(os.environ.get("PAGERD_SEED", "1"))


def connect(port: Port, stack: ExitStack) -> socket.socket:
    """Opens a connection that is closed with the stack."""
    if isinstance(port, str):
        one = stack.enter_context(socket.socket(socket.AF_UNIX))
        # With a timeout, the kernel would refuse to connect while its queue is full.
        one.connect(port)
    else:
        one = stack.enter_context(socket.create_connection(("127.0.0.1", port), 60))
    one.setblocking(False)
    return one


def push(one: socket.socket, data: bytes) -> None:
    """Sends what the peer takes at once."""
    with suppress(OSError):
        one.send(data)


def send_all(one: socket.socket, data: bytes) -> None:
    """Sends all bytes, or less if the peer closes the connection."""
    with suppress(OSError):
        one.settimeout(10)
        one.sendall(data)


def many(count: int, data: bytes, open: Open = connect) -> Attack:
    """Returns an attack by `count` connections that begin with `data`, and then say nothing."""

    def attack(port: Port, stack: ExitStack) -> None:
        for _ in range(count):
            push(open(port, stack), data)

    return attack


def endless_connections(data: bytes) -> Attack:
    """Returns an attack by 100 connections, which end one after the other as new ones begin."""

    def attack(port: Port, stack: ExitStack) -> None:
        is_over = threading.Event()

        def visit() -> None:
            open: deque[ExitStack] = deque()
            while not is_over.is_set():
                open.append(ExitStack())
                with suppress(OSError):
                    push(connect(port, open[-1]), data)
                if len(open) > 100:
                    open.popleft().close()
            for one in open:
                one.close()

        thread = threading.Thread(target=visit)
        thread.start()
        stack.callback(thread.join)
        stack.callback(is_over.set)

    return attack


def huge(count: int, data: bytes, open: Open = connect) -> Attack:
    """Returns an attack by `count` connections that send large data at a time."""

    def attack(port: Port, stack: ExitStack) -> None:
        threads = [
            threading.Thread(target=send_all, args=(open(port, stack), data)) for _ in range(count)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)

    return attack


def slow(count: int, data: bytes) -> Attack:
    """Returns an attack by `count` connections that send one byte at a time, without end."""

    def attack(port: Port, stack: ExitStack) -> None:
        is_over = threading.Event()

        def drip(ones: list[socket.socket]) -> None:
            place = 0
            while not is_over.wait(0.005):
                for one in ones:
                    push(one, data[place : place + 1] or b"x")
                place += 1

        thread = threading.Thread(target=drip, args=([connect(port, stack) for _ in range(count)],))
        thread.start()
        stack.callback(thread.join)
        stack.callback(is_over.set)

    return attack


def malformed(count: int, *beginnings: bytes) -> Attack:
    """Returns an attack by `count` connections with random bytes after one of the beginnings."""

    def attack(port: Port, stack: ExitStack) -> None:
        rng = random.Random(SEED)
        print(f"PAGERD_SEED={SEED}")
        for _ in range(count):
            push(connect(port, stack), rng.choice(beginnings) + rng.randbytes(rng.randrange(2000)))

    return attack


class Impostor:
    """A server that treats each of its clients in the same way."""

    def __init__(self, port: int, treat: Treat) -> None:
        self._treat = treat
        self._server = socket.create_server(("127.0.0.1", port))
        self.port: int = self._server.getsockname()[1]
        #: How often a client has connected.
        self.visits = 0
        self._changed = threading.Condition()
        self._clients: list[socket.socket] = []
        self._threads = [threading.Thread(target=self._accept)]
        self._threads[0].start()

    def _accept(self) -> None:
        while True:
            try:
                one, _ = self._server.accept()
            except OSError:
                return
            with self._changed:
                self.visits += 1
                self._clients.append(one)
                self._changed.notify_all()
            thread = threading.Thread(target=self._visit, args=(one,))
            self._threads.append(thread)
            thread.start()

    def _visit(self, one: socket.socket) -> None:
        with suppress(OSError):
            self._treat(one)

    def until(self, visits: int) -> None:
        """Waits until clients have connected this often."""
        with self._changed:
            assert self._changed.wait_for(lambda: self.visits >= visits, 60), self.visits

    def close(self) -> None:
        """Ends the server and all connections."""
        with suppress(OSError):
            self._server.shutdown(socket.SHUT_RDWR)
        self._server.close()
        for one in self._clients:
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()
        for thread in self._threads:
            thread.join(60)


def stalled(one: socket.socket) -> None:
    """Reads all and never answers."""
    while one.recv(1 << 16):
        pass


def random_bytes(beginning: bytes = b"") -> Treat:
    rng = random.Random(SEED)
    print(f"PAGERD_SEED={SEED}")

    def treat(one: socket.socket) -> None:
        one.sendall(beginning + rng.randbytes(4000))
        stalled(one)

    return treat


def one_byte_a_time(data: bytes) -> Treat:
    def treat(one: socket.socket) -> None:
        one.settimeout(0.005)
        for place in range(len(data) * 1000):
            one.send(data[place : place + 1] or b"x")
            with suppress(TimeoutError):
                if not one.recv(1 << 16):
                    return

    return treat


def endless(beginning: bytes, piece: bytes) -> Treat:
    """Sends a beginning and then 200 MB."""

    def treat(one: socket.socket) -> None:
        one.sendall(beginning)
        for _ in range((200 << 20) // len(piece)):
            one.sendall(piece)

    return treat


def said(*data: bytes) -> Treat:
    """Sends data, and then reads all."""

    def treat(one: socket.socket) -> None:
        for piece in data:
            one.sendall(piece)
        stalled(one)

    return treat


class Attacked:
    """A bridge whose broker or server is an impostor."""

    def __init__(self, port: int, treat: Treat, visits: int, *arguments: str) -> None:
        """Takes how often the bridge must connect before it is checked."""
        self._fake = Impostor(port, treat)
        self._visits = visits
        self.port = port
        self.program = Program(*arguments)
        self._before = 0

    def begin(self) -> None:
        """Waits until the bridge has connected for the first time."""
        self._fake.until(1)
        self._before = self.program.memory

    def settle(self, name: str) -> None:
        """Waits until the bridge has connected again, checks it, and ends the impostor."""
        self._fake.until(self._visits)
        assert self.program.process.poll() is None, (name, self.program.log)
        assert self.program.memory - self._before < MEMORY, name
        assert len(self.program.log) < LOG, name
        assert "Traceback" not in self.program.log, name
        assert "\x1b" not in self.program.log, name
        self._fake.close()

    def stop(self) -> None:
        """Ends the bridge and its impostor."""
        self._fake.close()
        assert self.program.stop() == 0, self.program.log


@contextmanager
def attacked(attacks: dict[str, Attacked]) -> Iterator[dict[str, Attacked]]:
    """All attacks at the same time, as most of their time is that of timeouts."""
    with ExitStack() as stack:
        for one in attacks.values():
            stack.callback(one.stop)
        for one in attacks.values():
            one.begin()
        for name, one in attacks.items():
            one.settle(name)
        yield attacks
