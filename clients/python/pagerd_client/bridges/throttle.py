"""Counts requests with a wrong token, slows them down, and logs them at most once a minute."""

from __future__ import annotations

import asyncio
import logging

log = logging.getLogger(__name__)
#: How many requests with a wrong token get the status 401 in one second. Further ones get 429.
_MOST_A_SECOND = 10
_SECONDS_OF_LOG = 60.0


class WrongTokens:
    """A counter of requests with a wrong token. It never slows requests with the right one."""

    def __init__(self, seconds_of_log: float = _SECONDS_OF_LOG) -> None:
        self._seconds_of_log = seconds_of_log
        #: The number of requests with a wrong token since the start.
        self.count = 0
        self._second = 0
        self._in_second = 0
        self._unlogged = 0
        self._last_peer = ""
        self._timer: asyncio.TimerHandle | None = None

    def add(self, peer: str) -> bool:
        """Counts a request. Returns whether there are too many of them in this second."""
        self.count += 1
        self._last_peer = peer
        loop = asyncio.get_running_loop()
        if self._timer is None:
            log.warning(
                "a request from %s has a wrong token; the log counts further ones every %g s",
                peer, self._seconds_of_log,
            )
            self._timer = loop.call_later(self._seconds_of_log, self._log)
        else:
            self._unlogged += 1
        second = int(loop.time())
        self._in_second = self._in_second + 1 if second == self._second else 1
        self._second = second
        return self._in_second > _MOST_A_SECOND

    def _log(self) -> None:
        self._timer = None
        if self._unlogged:
            log.warning(
                "%d more requests had a wrong token in %g s, the last one from %s",
                self._unlogged, self._seconds_of_log, self._last_peer,
            )
            self._unlogged = 0
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(self._seconds_of_log, self._log)
