"""One thread that waits for sockets, descriptors and the time together."""

from __future__ import annotations

import math
import signal
import socket
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Callable

import zmq


class Timer:
    """A callback that comes again; it never runs twice for time that has passed."""

    def __init__(self, seconds: float, callback: Callable[[], None], aligned: bool) -> None:
        self.seconds = seconds
        self.callback = callback
        self.aligned = aligned
        self.due = math.inf

    def start(self) -> None:
        """It is due at once."""
        self.due = time.monotonic()

    def stop(self) -> None:
        """It is not due until it is started again."""
        self.due = math.inf

    def run(self) -> None:
        """Calls back; an aligned one is due next at a whole multiple of its seconds."""
        now = time.monotonic()
        if self.aligned:
            # A little later than the multiple, so that rounding does not show the second before.
            self.due = now + self.seconds - time.time() % self.seconds + 0.001
        else:
            self.due = max(self.due + self.seconds, now)
        self.callback()


class Loop:
    """Waits and calls back until it is stopped; `stop` and `wake` may come from other threads."""

    def __init__(self) -> None:
        self.is_stopped = False
        self._poller = zmq.Poller()
        self._readers: dict[Any, Callable[[], None]] = {}
        self._timers: list[Timer] = []
        self._wake, self._woken = socket.socketpair()
        self._wake.setblocking(False)
        self._woken.setblocking(False)
        self.watch(self._woken.fileno(), self._drain)

    def watch(self, source: Any, callback: Callable[[], None], events: int = zmq.POLLIN) -> None:
        """Calls back whenever a ZeroMQ socket or a descriptor is ready, until `unwatch`."""
        self._readers[source] = callback
        self._poller.register(source, events)

    def unwatch(self, source: Any) -> None:
        """What is not watched may be given."""
        if self._readers.pop(source, None) is not None:
            self._poller.unregister(source)

    def add(self, timer: Timer) -> Timer:
        """Takes the timer along, until `remove`."""
        self._timers.append(timer)
        return timer

    def remove(self, timer: Timer) -> None:
        """What is not there may be given."""
        timer.stop()
        if timer in self._timers:
            self._timers.remove(timer)

    def turn(self) -> None:
        """Waits once and calls back whoever is ready or due."""
        due = min((timer.due for timer in self._timers), default=math.inf)
        wait = None if due == math.inf else max(0, math.ceil((due - time.monotonic()) * 1000))
        for source, _ in self._poller.poll(wait):
            # A callback before this one may have ended the watch.
            callback = self._readers.get(source)
            if callback is not None:
                callback()
        now = time.monotonic()
        for timer in list(self._timers):
            if timer.due <= now and timer in self._timers:
                timer.run()

    def stop(self) -> None:
        """The turn that waits ends, and says `is_stopped`. From any thread, or a signal."""
        self.is_stopped = True
        self.wake()

    def wake(self) -> None:
        """The turn that waits, or else the next, returns at once. From any thread."""
        try:
            self._wake.send(b"\0")
        except (BlockingIOError, OSError):
            # It is full of wakes, or closed: either way nobody sleeps.
            pass

    def _drain(self) -> None:
        try:
            while self._woken.recv(256):
                pass
        except BlockingIOError:
            pass

    def _stopped_by(self, number: int, frame: FrameType | None) -> None:
        self.stop()

    @contextmanager
    def ending_by_signals(self) -> Generator[None, None, None]:
        """SIGTERM and SIGINT stop the loop meanwhile; in other threads than the main one not."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        numbers = (signal.SIGTERM, signal.SIGINT)
        before = [signal.signal(number, self._stopped_by) for number in numbers]
        # Python runs handlers between its instructions: a byte makes the poll return.
        descriptor = signal.set_wakeup_fd(self._wake.fileno(), warn_on_full_buffer=False)
        try:
            yield
        finally:
            signal.set_wakeup_fd(descriptor)
            for number, handler in zip(numbers, before):
                signal.signal(number, handler)

    def close(self) -> None:
        """Closes what it made itself."""
        self.unwatch(self._woken.fileno())
        self._wake.close()
        self._woken.close()
