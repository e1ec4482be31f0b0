"""Lists that one reply may not hold."""

from __future__ import annotations

from typing import Any

from ..errors import BadReply, EndlessPages, Refused
from .forms import problem
from .steps import Result, Asks, ask

#: More than there can be: a page ends by its bytes.
_LIMIT = 1_000_000
#: Lists begun before it is said that the state never holds still.
_PATIENCE = 10


def whole(method: str, name: str) -> Asks[list[Any]]:
    """All elements of a list, by `limit` and `after` where one reply cannot hold them.

    It comes from one state, and is begun again when the state moves on between two pages.
    """
    for attempt in range(_PATIENCE):
        try:
            return (yield from _pages(method, name))
        except Refused as refused:
            if refused.name != "staleRevision" or attempt + 1 == _PATIENCE:
                raise
    raise AssertionError("the last attempt returns or raises")


def _pages(method: str, name: str) -> Asks[list[Any]]:
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
        if not page[name] or len(found) > _LIMIT:
            raise EndlessPages(method)
        params["after"] = page["next"]
