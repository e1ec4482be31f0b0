"""An event loop for one thread: it waits for sockets, descriptors and timers."""

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

from ..wire import Origin


class Timer:
    """A timer that calls a callback repeatedly. It does not make up for missed calls."""

    def __init__(self, seconds: float, callback: Callable[[], None], aligned: bool) -> None:
        self.seconds = seconds
        self.callback = callback
        self.aligned = aligned
        self.due = math.inf

    def start(self) -> None:
        """Makes the timer due at once."""
        self.due = time.monotonic()

    def stop(self) -> None:
        """Stops the timer until `start` is called again."""
        self.due = math.inf

    def run(self) -> None:
        """Calls the callback. An aligned timer is due next at a multiple of its interval."""
        now = time.monotonic()
        if self.aligned:
            # 1 ms after the multiple, so that a rounding error does not show the previous second.
            self.due = now + self.seconds - time.time() % self.seconds + 0.001
        else:
            self.due = max(self.due + self.seconds, now)
        self.callback()


class Loop:
    """An event loop. Only `stop` and `wake` may be called from other threads."""

    def __init__(self) -> None:
        self.is_stopped = False
        self._poller = zmq.Poller()
        self._readers: dict[Any, Callable[[], None]] = {}
        self._timers: list[Timer] = []
        self._origin = Origin()
        self._is_begun = False
        self._open()

    def _open(self) -> None:
        self._wake, self._woken = socket.socketpair()
        self._wake.setblocking(False)
        self._woken.setblocking(False)
        self.watch(self._woken.fileno(), self._drain)

    @property
    def is_here(self) -> bool:
        """Whether this process is the one that runs the loop, and not a forked child of it."""
        return self._origin.is_here

    def begin(self) -> None:
        """Begins to run. If this is a forked child of the process that created the loop, it is now
        the child's own. Raises WrongThread if the parent runs it.
        """
        if self._is_begun:
            self._origin.check("the daemon", "a Plugin")
        if not self._origin.is_here:
            # The parent and the child must not wake each other.
            self.close()
            self._open()
        self._origin = Origin()
        self._is_begun = True

    def watch(self, source: Any, callback: Callable[[], None], events: int = zmq.POLLIN) -> None:
        """Calls `callback` whenever a ZeroMQ socket or descriptor is ready, until `unwatch`."""
        self._readers[source] = callback
        self._poller.register(source, events)

    def unwatch(self, source: Any) -> None:
        """Stops watching a source. Does nothing if the source is not watched."""
        if self._readers.pop(source, None) is not None:
            self._poller.unregister(source)

    def add(self, timer: Timer) -> Timer:
        """Adds a timer, which runs until `remove`, and returns it."""
        self._timers.append(timer)
        return timer

    def remove(self, timer: Timer) -> None:
        """Stops a timer, and removes it if the loop has it."""
        timer.stop()
        if timer in self._timers:
            self._timers.remove(timer)

    def turn(self) -> None:
        """Waits once, then calls the callbacks of ready sources and due timers.

        Raises WrongThread in a forked child of the process that runs the loop.
        """
        self._origin.check("the daemon", "a Plugin")
        due = min((timer.due for timer in self._timers), default=math.inf)
        wait = None if due == math.inf else max(0, math.ceil((due - time.monotonic()) * 1000))
        for source, _ in self._poller.poll(wait):
            # An earlier callback may have ended this watch.
            callback = self._readers.get(source)
            if callback is not None:
                callback()
        now = time.monotonic()
        for timer in list(self._timers):
            if timer.due <= now and timer in self._timers:
                timer.run()

    def stop(self) -> None:
        """Sets `is_stopped` and ends the wait. May be called from any thread or signal handler."""
        self.is_stopped = True
        self.wake()

    def wake(self) -> None:
        """Ends the current wait, or else the next one. May be called from any thread."""
        try:
            self._wake.send(b"\0")
        except (BlockingIOError, OSError):
            # The socket is full, so the loop wakes anyway, or it is closed.
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
        """Makes SIGTERM and SIGINT stop the loop. Does nothing outside the main thread."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        numbers = (signal.SIGTERM, signal.SIGINT)
        before = [signal.signal(number, self._stopped_by) for number in numbers]
        # Python runs signal handlers only after a poll has returned. A byte in this socket ends the
        # poll.
        descriptor = signal.set_wakeup_fd(self._wake.fileno(), warn_on_full_buffer=False)
        try:
            yield
        finally:
            signal.set_wakeup_fd(descriptor)
            for number, handler in zip(numbers, before):
                signal.signal(number, handler)

    def close(self) -> None:
        """Closes the loop's own sockets."""
        self.unwatch(self._woken.fileno())
        self._wake.close()
        self._woken.close()
