"""Keeps a copy of the state exact through gaps and restarts of the daemon."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Any, Union

from ..errors import Discontinued, HistoryChanged, Refused
from ..event import Event
from .pages import Clock, Pages, Patience
from .gapless_events import GaplessEvents, Message
from .record_changes import BUILT_IN, RecordChanges
from .replies import RECORDS
from .state import State
from .steps import Result, Asks, ask


@dataclass(frozen=True)
class Renewed:
    """The whole state was read again. Events between the old and the new state are not reported."""

    seq: int
    history: str
    #: The reason why events could not update the state.
    reason: str


News = Union[Event, Renewed]


class Follow:
    """Follows a daemon: keeps a copy of its state, and the events that are not applied yet.

    It fetches missing events, and reads the whole state again if they can no longer be fetched.
    """

    #: The number of attempts to read a snapshot while daemons take turns.
    patience = 10

    def __init__(self, clock: Clock = None, timeout: float = 5.0) -> None:
        """Takes the timeout of one request, in seconds."""
        self._clock = clock
        self._timeout = timeout
        self.state = State()
        #: The history that the state belongs to.
        self.history: str | None = None
        #: The events that are not applied yet. Reading one applies it to the state.
        self.ready = _News(self)
        self._events = GaplessEvents((), clock=clock, timeout=timeout)
        # The changes that events of kinds make in records, and the boots whose events make them.
        self._changes = BUILT_IN
        self._described: set[str | None] = set()
        # The latest event since the last snapshot with changes that this package does not know.
        self._inexact: str | None = None

    @property
    def unwelcomed(self) -> set[str]:
        """The prefixes whose subscriptions have not been welcomed yet."""
        return self._events.unwelcomed

    @property
    def boot(self) -> str | None:
        """The boot id of the daemon whose log contains the known events."""
        return self._events.boot

    @property
    def is_shut_down(self) -> bool:
        """True if the daemon has announced its shutdown."""
        return self._events.is_shut_down

    def take(self, topic: bytes, message: Message) -> Asks[None] | None:
        """Takes a message; returns the steps to run before the next message, if any."""
        try:
            steps = self._events.take(topic, message)
        except HistoryChanged as reason:
            return self._renew(reason)
        if steps is not None or self._may_have_other_changes:
            return self._settle(steps)
        self._collect()
        return self._reread() if self._inexact else None

    def begin(self) -> Asks[None]:
        """Reads the state. The subscription must have been welcomed before."""
        yield from self._read_changes((yield from ask("server.hello")))
        pages = yield from self._snapshot()
        self.load(pages, self._changes)
        self._restart(pages)

    def has(self, hello: Result) -> bool:
        """Returns whether all events up to this reply of `server.hello` have arrived."""
        known = (self._events.history, self._events.boot)
        return known == (hello["history"], hello["boot"]) and self._events.has(hello["seq"])

    def sync(self, hello: Result) -> Asks[None]:
        """Updates the state at least to the seq of this reply of `server.hello`."""
        if self._events.history != hello["history"]:
            yield from self._renew(HistoryChanged(self._events.history or "", hello["history"]))
        else:
            yield from self._settle(self._events.reach(hello))
        while self.ready:
            self.ready.popleft()

    def load(self, pages: list[Result], changes: RecordChanges) -> None:
        """Replaces the state by a snapshot."""
        self.state = State(pages, changes)
        self.history = pages[0]["history"]

    def _settle(self, steps: Asks[None] | None) -> Asks[None]:
        try:
            if steps is not None:
                yield from steps
        except Discontinued as reason:
            yield from self._renew(reason)
        if self._may_have_other_changes:
            yield from self._compare_changes()
        self._collect()
        if self._inexact:
            yield from self._reread()

    def _reread(self) -> Asks[None]:
        """Reads the whole state, because an event has changes that this package does not know."""
        reason = f"the daemon is newer: {self._inexact} has changes that this client does not know"
        yield from self._read((yield from ask("server.hello")), reason)

    def _renew(self, reason: Discontinued) -> Asks[None]:
        # The events before the gap are valid, so keep them.
        self._collect()
        yield from self._read((yield from ask("server.hello")), str(reason))

    def _read(self, hello: Result, reason: str) -> Asks[None]:
        """Reads the table of record changes and the whole state again, for the given reason."""
        yield from self._read_changes(hello)
        pages = yield from self._snapshot()
        self.ready.append(pages, self._changes, reason)
        self._restart(pages)

    @property
    def _may_have_other_changes(self) -> bool:
        """True if the daemon was restarted since its table of record changes was read."""
        return bool(self._described) and self._events.boot not in self._described

    def _compare_changes(self) -> Asks[None]:
        """Reads the whole state if the restarted daemon has another table of record changes.

        Events of the new boot are collected afterwards, because the old table may misread them.
        """
        hello = yield from ask("server.hello")
        if _digest(hello) != self._changes.digest:
            reason = "the daemon was started again, and its events change records differently"
            yield from self._read(hello, reason)
        else:
            # If a third process has answered, its table is the same, and the second process has
            # ended.
            self._described = {self._events.boot, hello["boot"]}

    def _read_changes(self, hello: Result) -> Asks[None]:
        digest = _digest(hello)
        if digest == BUILT_IN.digest:
            self._changes = BUILT_IN
        elif digest != self._changes.digest:
            description = yield from ask("server.describe")
            self._changes = RecordChanges(description["events"], digest)
        self._described = {hello["boot"]}

    def _restart(self, pages: list[Result]) -> None:
        last = pages[-1]
        self._inexact = None
        self._events.restart(last["history"], last["boot"], last["seq"])
        self._collect()

    def _collect(self) -> None:
        proved = self._events.ready
        while proved:
            event = proved.popleft()
            self.ready.add(event)
            if not self._changes.is_exact(event):
                self._inexact = f"{event.category}.{event.event}"

    def _snapshot(self) -> Asks[list[Result]]:
        """Returns all pages of one snapshot; starts again if the state changes in between."""
        reason = HistoryChanged(self.history or "", self.history or "")
        for _ in range(self.patience):
            pages = yield from self._whole()
            first, last = pages[0], pages[-1]
            # A daemon that was restarted between two pages may have the same revision.
            if first["boot"] == last["boot"]:
                return pages
            reason = HistoryChanged(first["history"], last["history"])
        raise reason

    def _whole(self) -> Asks[list[Result]]:
        patience = Patience(self._clock, self._timeout)
        while True:
            try:
                return (yield from self._pages())
            except Refused as refused:
                if refused.name != "staleRevision" or patience.is_over():
                    raise

    def _pages(self) -> Asks[list[Result]]:
        pages: list[Result] = []
        bound = Pages("state.snapshot", self._clock, self._timeout)
        more: dict[str, Any] = {}
        while True:
            page = yield from ask("state.snapshot", **more)
            pages.append(page)
            if page.get("next") is None:
                return pages
            bound.add(sum(len(page.get(list) or ()) for list in RECORDS))
            more = {"after": page["next"]}


def _digest(hello: Result) -> str | None:
    """Returns the digest of a daemon's table of record changes.

    An older daemon sends none and has the built-in table.
    """
    digest: str | None = hello.get("changes", BUILT_IN.digest)
    return digest


class _News:
    """A queue of received events and snapshots. Reading one applies it to the state."""

    def __init__(self, follow: Follow) -> None:
        self._follow = follow
        self._waiting: deque[Event | tuple[list[Result], RecordChanges, str]] = deque()

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, event: Event) -> None:
        """Adds an event; no event before it is missing."""
        self._waiting.append(event)

    def append(self, pages: list[Result], changes: RecordChanges, reason: str) -> None:
        """Adds a snapshot, the record changes of later events, and the reason for the snapshot."""
        self._waiting.append((pages, changes, reason))

    def popleft(self) -> News:
        """Applies the next event or snapshot to the state and returns it."""
        first = self._waiting.popleft()
        if isinstance(first, Event):
            self._follow.state.apply(first)
            return first
        pages, changes, reason = first
        self._follow.load(pages, changes)
        return Renewed(self._follow.state.seq, pages[0]["history"], reason)
