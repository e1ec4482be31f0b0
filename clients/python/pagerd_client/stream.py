"""Events from a daemon, without a gap."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from types import TracebackType
from typing import TYPE_CHECKING, Callable, TypeVar

import zmq

from .chain import Event, topic
from .errors import EventsLost, HistoryChanged, NoDaemon
from .proof import Proof
from .wire import connect, decode, milliseconds

if TYPE_CHECKING:
    from .pager import Pager

Stream = TypeVar("Stream", bound="EventStream")
_PREFIX = re.compile(r"[A-Za-z0-9_.-]{0,160}")


class EventStream:
    """An iterator of events; holes are filled by events.replay before the events after them.

    Iterating raises HistoryChanged, EventsLost (both end it) and NoDaemon after the pager's
    `timeout` without even a heartbeat. Of two subscriptions each is in order by itself, of one
    all is in order.
    """

    #: Seconds without a welcome after which a subscription is repeated.
    patience = 1.0
    #: Events kept here for a slow reader; what is dropped beyond is fetched by replay.
    high_water_mark = 10_000

    def __init__(
        self,
        pager: Pager,
        prefixes: tuple[str, ...] = (),
        *,
        since: int | None = None,
        history: str | None = None,
        until_shutdown: bool = False,
    ) -> None:
        """Subscribes, and returns when the daemon has welcomed it.

        Raises ValueError for what cannot begin a topic, UnsafeDirectory, and as iterating.
        """
        for prefix in prefixes:
            if not _PREFIX.fullmatch(prefix):
                raise ValueError(f"no topic begins with {prefix!r}")
        self._pager = pager
        self._endpoint = pager.events_endpoint
        self._proof = Proof(pager.call, prefixes, since, history)
        self._until_shutdown = until_shutdown
        self._silent = 0.0
        self._ended = False
        self._endpoint.check()
        self._socket: zmq.Socket[bytes] = zmq.Context.instance().socket(zmq.SUB)
        self._socket.setsockopt(zmq.LINGER, 0)
        self._socket.setsockopt(zmq.RCVHWM, self.high_water_mark)
        connect(self._socket, self._endpoint)
        try:
            self._subscribe()
        except BaseException:
            self.close()
            raise

    def _subscribe(self) -> None:
        # The heartbeat proves the tail of every chain; no event of `server.` is counted.
        waiting = self._proof.unwelcomed
        if "" not in waiting:
            self._socket.setsockopt(zmq.SUBSCRIBE, b"server.")
        for prefix in waiting:
            self._socket.setsockopt(zmq.SUBSCRIBE, prefix.encode())
        end = time.monotonic() + self._pager.timeout
        again = time.monotonic() + self.patience
        while waiting:
            if self._socket.poll(milliseconds(min(again, end))):
                self._take(*self._receive())
                waiting = self._proof.unwelcomed
            elif time.monotonic() >= end:
                raise NoDaemon(
                    self._endpoint.address,
                    f"subscribed to {', '.join(repr(p) for p in sorted(waiting))} and had no "
                    f"welcome in {self._pager.timeout:g} s; {self._endpoint.advice}",
                )
            else:
                for prefix in waiting:
                    self._socket.setsockopt(zmq.UNSUBSCRIBE, prefix.encode())
                    self._socket.setsockopt(zmq.SUBSCRIBE, prefix.encode())
                again = time.monotonic() + self.patience
        self._endpoint.check()

    @property
    def history(self) -> str:
        """The history whose events these are."""
        return self._proof.history or ""

    @property
    def is_ended(self) -> bool:
        """Whether it was closed, failed or ended with the daemon."""
        return self._ended

    def get(self, timeout: float | None = None) -> Event | None:
        """The next event; None after so many seconds or at the end. Raises as the class."""
        end = None if timeout is None else time.monotonic() + timeout
        while not self._proof.ready and not self._ended:
            began = time.monotonic()
            limit = began + max(0.0, self._pager.timeout - self._silent)
            if self._socket.poll(milliseconds(limit if end is None else min(limit, end))):
                self._silent = 0.0
                self._take(*self._receive())
                if not self._proof.ready and end is not None and time.monotonic() >= end:
                    return None
                continue
            self._silent += time.monotonic() - began
            if self._silent >= self._pager.timeout:
                self._silent = 0.0
                raise NoDaemon(
                    self._endpoint.address,
                    f"waited {self._pager.timeout:g} s for a heartbeat; {self._endpoint.advice}",
                )
            if end is not None and time.monotonic() >= end:
                return None
        return self._proof.ready.popleft() if self._proof.ready else None

    def wait_for(self, what: str | Callable[[Event], bool], timeout: float = 5.0) -> Event:
        """The first event with this name, topic or property; those before it are dropped.

        Raises TimeoutError, and as the class.
        """
        end = time.monotonic() + timeout
        passed = 0
        last = "none"
        while True:
            event = self.get(max(0.0, end - time.monotonic()))
            if event is None:
                name = what if isinstance(what, str) else "such event"
                reason = "before the daemon ended" if self._ended else f"within {timeout:g} s"
                raise TimeoutError(f"no {name} {reason}; {passed} others came, the last: {last}")
            if _matches(what, event):
                return event
            passed += 1
            last = topic(event)

    def __iter__(self) -> Iterator[Event]:
        return self

    def __next__(self) -> Event:
        event = self.get()
        if event is None:
            raise StopIteration
        return event

    def close(self) -> None:
        """Ends it; what has been received can still be read."""
        self._ended = True
        self._socket.close(linger=0)

    def __enter__(self: Stream) -> Stream:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _receive(self) -> tuple[str, bytes]:
        frames = self._socket.recv_multipart()
        return frames[0].decode(errors="replace"), frames[-1]

    def _take(self, name: str, payload: bytes) -> None:
        try:
            self._proof.take(name, decode(payload, self._endpoint))
        except (HistoryChanged, EventsLost):
            self.close()
            raise
        if self._until_shutdown and self._proof.is_shut_down:
            self._ended = True


def prefix_of(what: str | Callable[[Event], bool]) -> str:
    """What to subscribe to for the event that is looked for."""
    return what if isinstance(what, str) and "." in what else ""


def _matches(what: str | Callable[[Event], bool], event: Event) -> bool:
    if callable(what):
        return bool(what(event))
    return what == (topic(event) if "." in what else event["event"])
