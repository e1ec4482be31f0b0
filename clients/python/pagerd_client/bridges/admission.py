"""Accepts connections, and keeps those of strangers from taking the place of others."""

from __future__ import annotations

import asyncio
import errno
import math
import os
import resource
import socket
from contextlib import suppress
from dataclasses import dataclass
from typing import Callable, Protocol

from .throttle import Repeated

#: Connections accepted in one turn of the event loop, so that each is read before it can be the
#: oldest.
_AT_ONCE = 16
_BACKLOG = 512
_MOST_STRANGERS = 128
#: Seconds without accepting after the kernel has refused a connection.
_PAUSE = 0.2
_EXHAUSTED = {errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM}


class Closable(Protocol):
    """A connection, such as a transport of asyncio."""

    def abort(self) -> None:
        """Closes the connection at once."""


@dataclass(frozen=True)
class Limits:
    """The limits of connections."""

    #: The limit of all connections.
    total: int
    #: The limit of connections that have not authenticated.
    strangers: int
    #: Seconds after which a connection that has not authenticated is closed.
    seconds: float = 10.0
    #: Seconds after which a connection that has not authenticated may be closed for a newer one.
    #: They are for handshakes that take several turns of the event loop.
    handshake: float = 0.0

    @classmethod
    def of_process(
        cls, reserved: int, each: int = 1, most: int = 65_536, handshake: float = 0.0
    ) -> Limits:
        """Returns the limits that RLIMIT_NOFILE permits, for at most `most` connections.

        `reserved` descriptors are for other purposes, at most half of all; a connection needs
        `each`.
        """
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        files = 65_536 if soft == resource.RLIM_INFINITY else min(soft, 65_536)
        total = min(most, max(8, (files - min(reserved, files // 2)) // each))
        strangers = min(total, max(4, min(_MOST_STRANGERS, total // 4)))
        return cls(total, strangers, handshake=handshake)


class Admission:
    """The open connections: strangers, and those that have authenticated.

    A new connection is a stranger until `admit`. If there are too many, the oldest stranger is
    closed first, and then the authenticated connection that has been idle for longest. A stranger
    whose time for the handshake is not over is not closed for a newer one.
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        # Both in the order in which they are closed. The time is the deadline of a stranger.
        self._strangers: dict[Closable, float] = {}
        self._idle: dict[Closable, None] = {}
        self._busy: set[Closable] = set()
        self._timer: asyncio.TimerHandle | None = None

    @property
    def count(self) -> int:
        """The number of open connections."""
        return len(self._strangers) + len(self._idle) + len(self._busy)

    def add(self, connection: Closable) -> None:
        """Adds a new connection as a stranger. Closes another one if there are too many.

        If no other one may be closed, closes the new one.
        """
        deadline = asyncio.get_running_loop().time() + self.limits.seconds
        have_too_many = len(self._strangers) >= self.limits.strangers
        if have_too_many or self.count >= self.limits.total:
            before = deadline - self.limits.handshake
            if not self._close_stranger(before) and (have_too_many or not self._close_idle()):
                connection.abort()
                return
        self._strangers[connection] = deadline
        self._wait()

    def admit(self, connection: Closable) -> None:
        """Marks a connection as authenticated, and busy until `rest`."""
        if self.remove(connection):
            self._busy.add(connection)

    def rest(self, connection: Closable) -> None:
        """Marks an authenticated connection as idle."""
        if connection in self._busy:
            self._busy.discard(connection)
            self._idle[connection] = None

    def touch(self, connection: Closable) -> None:
        """Makes an authenticated connection the one that has been idle for the shortest time."""
        if self.knows(connection):
            self.admit(connection)
            self.rest(connection)

    def demote(self, connection: Closable) -> None:
        """Makes an authenticated connection a stranger again. A stranger keeps its deadline."""
        if connection not in self._strangers and self.remove(connection):
            self.add(connection)

    def knows(self, connection: Closable) -> bool:
        """Returns whether a connection is authenticated."""
        return connection in self._busy or connection in self._idle

    def remove(self, connection: Closable) -> bool:
        """Forgets a connection that is closed. Returns whether it was known."""
        is_known = connection in self._busy
        self._busy.discard(connection)
        for others in (self._strangers, self._idle):
            if connection in others:
                del others[connection]
                is_known = True
        return is_known

    def make_room(self) -> None:
        """Closes the oldest stranger, or else the connection that has been idle for longest."""
        if not self._close_stranger(math.inf):
            self._close_idle()

    def _close_stranger(self, before: float) -> bool:
        """Closes the stranger with the first deadline, unless it is later than `before`."""
        for oldest, deadline in self._strangers.items():
            if deadline > before:
                return False
            self._close(oldest)
            return True
        return False

    def _close_idle(self) -> bool:
        for oldest in self._idle:
            self._close(oldest)
            return True
        return False

    def _close(self, connection: Closable) -> None:
        self.remove(connection)
        connection.abort()

    def _wait(self) -> None:
        """Sets the timer to the first deadline. Deadlines are in the order of the strangers."""
        if self._timer is None and self._strangers:
            first = next(iter(self._strangers.values()))
            self._timer = asyncio.get_running_loop().call_at(first, self._expire)

    def _expire(self) -> None:
        self._timer = None
        now = asyncio.get_running_loop().time()
        while self._close_stranger(now):
            pass
        self._wait()


def at_port(host: str | None, port: int) -> list[socket.socket]:
    """Listens at all addresses of the host; None means all of the machine. Raises OSError."""
    sockets: list[socket.socket] = []
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    try:
        for family, address in dict.fromkeys((one[0], one[4][:2]) for one in found):
            sockets.append(socket.create_server(address, family=family, backlog=_BACKLOG))
    except OSError:
        for one in sockets:
            one.close()
        raise
    return sockets


def at_path(path: str) -> list[socket.socket]:
    """Listens at the path of a local socket, or at an abstract name after `@`. Raises OSError.

    As libzmq does, it replaces a socket that is there.
    """
    one = socket.socket(socket.AF_UNIX)
    try:
        if path.startswith("@"):
            path = "\0" + path[1:]
        else:
            with suppress(FileNotFoundError):
                os.unlink(path)
        one.bind(path)
        one.listen(_BACKLOG)
    except OSError:
        one.close()
        raise
    return [one]


class Listener:
    """Accepts the connections of listening sockets until it is closed.

    Unlike asyncio's server, it logs once if the kernel refuses connections, and makes room.
    """

    def __init__(
        self, sockets: list[socket.socket], admission: Admission,
        take: Callable[[socket.socket], None],
    ) -> None:
        """Passes each connection to `take`, which must not block."""
        self._admission = admission
        self._take = take
        self._loop = asyncio.get_running_loop()
        self._failures = Repeated(
            "cannot accept a connection: %s; closing the oldest one that has not authenticated, "
            f"and trying again every {_PAUSE:g} s",
            "%d more times in %g s, no connection could be accepted: %s",
        )
        self.sockets = sockets
        for one in sockets:
            one.setblocking(False)
            self._loop.add_reader(one, self._accept, one)

    def close(self) -> None:
        """Stops listening. Connections stay open."""
        sockets, self.sockets = self.sockets, []
        for one in sockets:
            self._loop.remove_reader(one)
            path = one.getsockname() if one.family == socket.AF_UNIX else ""
            one.close()
            # An abstract name is bytes, and has no file.
            if isinstance(path, str) and path:
                with suppress(OSError):
                    os.unlink(path)

    def _accept(self, listening: socket.socket) -> None:
        for _ in range(_AT_ONCE):
            try:
                connection, _ = listening.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as error:
                self._fail(listening, error)
                return
            connection.setblocking(False)
            self._take(connection)

    def _fail(self, listening: socket.socket, error: OSError) -> None:
        """Pauses, because the connection that was not accepted stays in the kernel's queue."""
        self._failures.add(error.strerror or str(error))
        if error.errno in _EXHAUSTED:
            self._admission.make_room()
        self._loop.remove_reader(listening)
        self._loop.call_later(_PAUSE, self._resume, listening)

    def _resume(self, listening: socket.socket) -> None:
        if listening in self.sockets:
            self._loop.add_reader(listening, self._accept, listening)
