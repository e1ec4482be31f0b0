"""Counts repeated problems and requests with a wrong token, and logs them at most once a minute."""

from __future__ import annotations

import asyncio
import logging

log = logging.getLogger(__name__)
#: How many requests with a wrong token get the status 401 in one second. Further ones get 429.
_MOST_A_SECOND = 10
_SECONDS_OF_LOG = 60.0


class Repeated:
    """Logs the first of repeated problems, and then once a minute how many more there were."""

    def __init__(self, first: str, more: str, seconds: float = _SECONDS_OF_LOG) -> None:
        """Takes the text for the first problem and the one for more, as in `%s` and `%d, %g s`."""
        self._first = first
        self._more = more
        self._seconds = seconds
        self._unlogged = 0
        self._detail = ""
        self._timer: asyncio.TimerHandle | None = None

    def add(self, detail: str) -> None:
        """Logs or counts a problem. `detail` is inserted into the texts."""
        self._detail = detail
        if self._timer is None:
            log.warning(self._first, detail)
            self._wait()
        else:
            self._unlogged += 1

    def _wait(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(self._seconds, self._log)

    def _log(self) -> None:
        self._timer = None
        if self._unlogged:
            log.warning(self._more, self._unlogged, self._seconds, self._detail)
            self._unlogged = 0
            self._wait()


class WrongTokens:
    """A counter of requests with a wrong token. It never slows requests with the right one."""

    def __init__(self, seconds_of_log: float = _SECONDS_OF_LOG) -> None:
        self._log = Repeated(
            "a request from %s has a wrong token; the log counts further ones every "
            f"{seconds_of_log:g} s",
            "%d more requests had a wrong token in %g s, the last one from %s", seconds_of_log,
        )
        #: The number of requests with a wrong token since the start.
        self.count = 0
        self._second = 0
        self._in_second = 0

    def add(self, peer: str) -> bool:
        """Counts a request. Returns whether there are too many of them in this second."""
        self.count += 1
        self._log.add(peer)
        second = int(asyncio.get_running_loop().time())
        self._in_second = self._in_second + 1 if second == self._second else 1
        self._second = second
        return self._in_second > _MOST_A_SECOND
