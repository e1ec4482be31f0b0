"""Bounds the pages of a list, snapshot or replay, so that reading them ends."""

from __future__ import annotations

from typing import Callable, Union

from ..errors import EndlessPages

#: The most records. A daemon has at most 250,000 controllers and views, and not more running
#: transitions than containers and presenters.
MOST_RECORDS = 500_000
#: The most events of a replay; a daemon keeps no more.
MOST_EVENTS = 100_000
#: The records of a page that is not the last one, unless it is as long as a page may be.
_PAGE = 10_000
#: The most pages of that length. A page may have 4 MiB, and all of them together 512 MiB.
_LONG_PAGES = 2 * (512 // 4)
#: The most timeouts of one request that all pages may take together.
_TIMEOUTS = 10


#: The current time, in seconds. Without a clock there is no time limit.
Clock = Union[Callable[[], float], None]


class Patience:
    """How long reading starts again while the state changes: as long as one request may take."""

    def __init__(self, clock: Clock, timeout: float) -> None:
        self._clock = clock
        self._end = clock() + timeout if clock else 0.0

    def is_over(self) -> bool:
        """Returns whether the time is over. It never is without a clock."""
        return self._clock is not None and self._clock() >= self._end


class Pages:
    """The number of pages and records of one result so far, and the time they took."""

    def __init__(
        self,
        method: str,
        clock: Clock = None,
        timeout: float = 5.0,
        *,
        most: int = MOST_RECORDS,
        limit: int = _PAGE,
    ) -> None:
        """Takes the timeout of one request, in seconds.

        `most` is the most records, and `limit` the records that each request asks for.
        """
        self._method = method
        self._clock = clock
        self._end = clock() + _TIMEOUTS * timeout if clock else 0.0
        self._pages = 0
        self._records = 0
        self._most_records = most
        self._most_pages = most // limit + _LONG_PAGES

    def add(self, records: int) -> None:
        """Counts a page that is not the last one. Raises EndlessPages if there are too many."""
        self._pages += 1
        self._records += records
        if (
            self._records > self._most_records
            or self._pages >= self._most_pages
            or (self._clock is not None and self._clock() > self._end)
        ):
            raise EndlessPages(self._method)


def replayed(clock: Clock = None, timeout: float = 5.0, limit: int = _PAGE) -> Pages:
    """Returns the bound for a replay whose requests ask for `limit` events each."""
    return Pages("events.replay", clock, timeout, most=MOST_EVENTS, limit=limit)
