"""Reads lists that may be too long for one reply."""

from __future__ import annotations

from typing import Any

from ..errors import BadReply, EndlessPages, Refused
from .forms import problem
from .pages import Clock, Pages, Patience
from .steps import Result, Asks, ask

#: The `limit` of a page, more than a list can have. The size limit of replies ends pages earlier.
_LIMIT = 1_000_000


def whole(
    method: str, name: str, clock: Clock = None, timeout: float = 5.0
) -> Asks[list[Any]]:
    """Returns all elements of a list, from several pages if it is too long for one reply.

    `timeout` is that of one request, in seconds. All pages belong to one state; reading starts again if the state changes between two pages.
    """
    patience = Patience(clock, timeout)
    while True:
        try:
            return (yield from _pages(method, name, Pages(method, clock, timeout)))
        except Refused as refused:
            if refused.name != "staleRevision" or patience.is_over():
                raise


def _pages(method: str, name: str, pages: Pages) -> Asks[list[Any]]:
    found: list[Any] = []
    params: dict[str, Any] = {"limit": _LIMIT}
    while True:
        page: Result = yield from ask(method, **params)
        wrong = problem(page, {name: list})
        if wrong is not None:
            raise BadReply("its command socket", f"{method} returned {wrong}")
        found += page[name]
        if page.get("next") is None:
            return found
        if not page[name]:
            raise EndlessPages(method)
        pages.add(len(page[name]))
        params["after"] = page["next"]
