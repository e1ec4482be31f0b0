"""Brings pages to the state of their controllers, at the start and after a reconnection."""

from __future__ import annotations

from typing import Any, Callable

from .page import Page
from .words import BEFORE, Event

Record = dict[str, Any]


class States:
    """The state of one plugin's pages, which follows the events of their controllers.

    Each page gets its callbacks in order, and none is left out. A page that is new in this process
    first gets the callbacks that lead to its controller's state, then missed events, then new ones.
    """

    def __init__(self, pages: dict[str, Page], make: Callable[[Record], Page | None]) -> None:
        #: The seq of the last event given to the pages; None before the first registration.
        self.since: int | None = None
        #: The `boot` that `since` belongs to; None if the daemon does not support it.
        self.boot: str | None = None
        self._history: str | None = None
        self._pages = pages
        self._make = make

    def attached(self, reply: dict[str, Any]) -> None:
        """Applies the result of `plugin.register`: the records and the missed events."""
        records: list[Record] = list(reply.get("controllers") or ())
        missed: dict[str, Any] = reply.get("missed") or {}
        events: list[Event] = list(missed.get("events") or ())
        history = reply.get("history")
        if self._history not in (None, history) or missed.get("complete") is False:
            # In another history or after a gap, only the records count, not the events.
            events = []
            if self._history != history:
                self.since = None
        self._history = history
        born = {event["subject"] for event in events if _is(event, "created")}
        for record in records:
            if record["id"] not in self._pages and record["id"] not in born:
                self._welcome(record, *before(record, events))
        for event in events:
            self.take(event)
        self._settle({record["id"]: record for record in records})
        self.since = int(reply["seq"])
        self.boot = reply["boot"] if "bootSeq" in reply else None

    def take(self, event: Event) -> None:
        """Passes an event to its page, unless that was done before."""
        seq = int(event["seq"])
        if self.since is not None and seq <= self.since:
            return
        subject = str(event["subject"])
        if _is(event, "created") and subject not in self._pages:
            self._add({"id": subject, **event})
        page = self._pages.get(subject)
        if page is not None:
            page._take(event)
            if _is(event, "destroyed"):
                del self._pages[subject]
        # Set last: the event must not count as old while its handler calls the daemon.
        self.since = seq

    def _settle(self, records: dict[str, Record]) -> None:
        """Calls the callbacks that are missing to lead each page to the state in its record."""
        for id, page in list(self._pages.items()):
            if id not in records:
                page._become(page.is_loaded, "disappeared")
                page._take({**page._restored("destroyed"), "category": "controller"})
                del self._pages[id]
        for id, record in records.items():
            page_or_none = self._pages.get(id)
            if page_or_none is None:
                self._welcome(record, bool(record.get("isViewLoaded")), _appearance(record))
            else:
                page_or_none.record.update(record)
                page_or_none._become(bool(record.get("isViewLoaded")), _appearance(record))

    def _welcome(self, record: Record, is_loaded: bool, appearance: str) -> None:
        page = self._add(record)
        if page is not None:
            page._become(is_loaded, appearance)

    def _add(self, record: Record) -> Page | None:
        page = self._make(record)
        if page is not None:
            self._pages[page.id] = page
        return page


def before(record: Record, missed: list[Event]) -> tuple[bool, str]:
    """Returns whether the view was loaded, and the appearance, before the missed events."""
    own = [str(event["event"]) for event in missed if event["subject"] == record["id"]]
    is_loaded = bool(record.get("isViewLoaded")) and "viewDidLoad" not in own
    first = next((name for name in own if name in BEFORE), None)
    return is_loaded, _appearance(record) if first is None else BEFORE[first]


def _appearance(record: Record) -> str:
    return str(record.get("appearance") or "disappeared")


def _is(event: Event, name: str) -> bool:
    return bool(event["category"] == "controller" and event["event"] == name)
