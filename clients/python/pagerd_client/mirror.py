"""A daemon's state, kept here by its events, as one thread reads it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Callable

from .core.follow import Follow, News, Renewed
from .core.state import State
from .core.steps import run
from .stream import Stream

if TYPE_CHECKING:
    from .pager import Pager

__all__ = ["Mirror", "Renewed"]


class Mirror(Stream[News]):
    """A copy of the daemon's state; exact through holes, reconnections and restarts.

    It moves when it is read: by `sync`, `wait_until`, `get`, or iterating. Iterating gives each
    event when it has been applied, and a Renewed when the whole state had to be read anew, as
    after a restart. NoDaemon is raised after the pager's `timeout` without a sign of the daemon;
    the copy then is what was known last, and goes on when the daemon is back.
    """

    def __init__(self, pager: Pager) -> None:
        """Subscribes and reads the state. Raises NoDaemon, UnsafeDirectory."""
        self._follow = Follow()
        super().__init__(pager, self._follow)
        try:
            run(self._follow.begin(), pager.call)
        except BaseException:
            self.close()
            raise

    @property
    def state(self) -> State:
        """What is known. Its records are to be read only."""
        return self._follow.state

    def sync(self) -> State:
        """The state of this moment. What it takes in is not told as news. Raises NoDaemon."""
        hello = self._pager.call("server.hello")
        while not self._follow.has(hello) and self._socket.poll(0):
            self._drain()
            self._core.raise_failure()
        run(self._follow.sync(hello), self._pager.call)
        return self.state

    def wait_until(self, holds: Callable[[State], bool], timeout: float = 5.0) -> State:
        """The first state of which it is true, now or later. Raises TimeoutError, NoDaemon."""
        end = time.monotonic() + timeout
        while not holds(self.state):
            if self.get(max(0.0, end - time.monotonic())) is None:
                raise self._core.lateness(timeout, self.state.seq)
        return self.state
