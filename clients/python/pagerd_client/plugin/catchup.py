"""Fetches the rest of a registration's result if it does not fit into one reply."""

from __future__ import annotations

from typing import Any, Callable, Iterable

from ..core.pages import Pages, replayed
from .state import Record, before
from .words import Event

#: Calls a method of the daemon and returns its result.
Call = Callable[..., dict[str, Any]]


def caught_up(
    reply: dict[str, Any], call: Call, news: Callable[[], Iterable[Event]]
) -> dict[str, Any]:
    """Returns the reply with all missed events and all records, as of the registration.

    `news` returns the events that have arrived since then. Raises the errors of `call`, and EndlessPages.
    """
    name, missed = reply["name"], dict(reply.get("missed") or {})
    if missed.get("next") is not None and "reason" not in missed:
        missed = _all_missed(missed, name, int(reply["seq"]), call)
    controllers = list(reply.get("controllers") or ())
    after = reply.get("next")
    later: list[Record] = []
    bound = Pages("plugin.controllers")
    while after is not None:
        page = call("plugin.controllers", name=name, after=after)
        later += page["controllers"]
        after = page.get("next")
        if after is not None:
            bound.add(len(page["controllers"]))
    since = list(news()) if later else []
    born = {event["subject"] for event in since if event["event"] == "created"}
    controllers += [_rewound(record, since) for record in later if record["id"] not in born]
    return {**reply, "missed": missed, "controllers": controllers}


def _all_missed(
    missed: dict[str, Any], name: str, last: int, call: Call
) -> dict[str, Any]:
    """Returns the missed events up to `last`. The daemon sends later events without a request."""
    events, since, complete = list(missed["events"]), missed["next"], True
    bound = replayed()
    while since is not None and since < last and complete:
        page = call("events.replay", since=since, plugin=name)
        # If `next` did not grow from page to page, the requests would never end.
        complete = bool(page["complete"]) and (page.get("next") or last) > since
        events += [event for event in page["events"] if int(event["seq"]) <= last]
        since = page.get("next")
        if since is not None:
            bound.add(len(page["events"]))
    return {**missed, "events": events, "complete": complete}


def _rewound(record: Record, news: list[Event]) -> Record:
    """Returns a record as it was before the events that came after the registration."""
    is_loaded, appearance = before(record, news)
    return {**record, "isViewLoaded": is_loaded, "appearance": appearance}
