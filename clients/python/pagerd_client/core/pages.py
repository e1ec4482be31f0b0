"""Bounds the pages of a list or snapshot, so that reading them ends."""

from __future__ import annotations

from typing import Callable, Union

from ..errors import EndlessPages

#: The most records. A daemon has at most 250,000 controllers and views, and not more running
#: transitions than containers and presenters.
MOST_RECORDS = 500_000
#: The most pages. Each but the last has 10,000 records, or 4 MiB, of at most 512 MiB in all.
MOST_PAGES = MOST_RECORDS // 10_000 + 2 * (512 // 4)
#: The most timeouts of one request that all pages may take together.
_TIMEOUTS = 10


#: The current time, in seconds. Without a clock there is no time limit.
Clock = Union[Callable[[], float], None]


class Pages:
    """The number of pages and records of one list or snapshot so far, and the time they took."""

    def __init__(self, method: str, clock: Clock = None, timeout: float = 5.0) -> None:
        """Takes the timeout of one request, in seconds."""
        self._method = method
        self._clock = clock
        self._end = clock() + _TIMEOUTS * timeout if clock else 0.0
        self._pages = 0
        self._records = 0

    def add(self, records: int) -> None:
        """Counts a page that is not the last one. Raises EndlessPages if there are too many."""
        self._pages += 1
        self._records += records
        if (
            self._records > MOST_RECORDS
            or self._pages >= MOST_PAGES
            or (self._clock is not None and self._clock() > self._end)
        ):
            raise EndlessPages(self._method)
