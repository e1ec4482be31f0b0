"""Keeps a state exact: through holes, and through the daemon's end and return."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Any, Union

from ..errors import Discontinued, EndlessPages, HistoryChanged, Refused
from ..event import Event
from .proof import Message, Proof
from .record_changes import BUILT_IN, RecordChanges
from .replies import RECORDS
from .state import State
from .steps import Result, Asks, ask


#: A daemon has at most 250,000 controllers and views, and no more transitions run than there are
#: containers and presenters.
_MOST_RECORDS = 500_000


@dataclass(frozen=True)
class Renewed:
    """The whole state was read anew; what happened in between is not told."""

    seq: int
    history: str
    #: Why the events did not lead there.
    reason: str


News = Union[Event, Renewed]


class Follow:
    """A state, the proof that it misses nothing, and the news that it has not taken in yet."""

    #: Snapshots begun before it is said that the state never holds still.
    patience = 10

    def __init__(self) -> None:
        self.state = State()
        #: The history that the state belongs to.
        self.history: str | None = None
        #: Reading it moves the state.
        self.ready = _News(self)
        self._proof = Proof(())
        # What the events of kinds change, and the boots of which that is known; none at first.
        self._changes = BUILT_IN
        self._described: set[str | None] = set()
        # The latest event since the last snapshot that changed more than can be carried out.
        self._inexact: str | None = None

    @property
    def unwelcomed(self) -> set[str]:
        """The prefixes to subscribe to whose welcome has not come."""
        return self._proof.unwelcomed

    @property
    def boot(self) -> str | None:
        """The process whose log has what is known."""
        return self._proof.boot

    @property
    def is_shut_down(self) -> bool:
        """Whether the daemon said that it ends."""
        return self._proof.is_shut_down

    def take(self, topic: bytes, message: Message) -> Asks[None] | None:
        """Takes a message; returns the steps that are needed before more can be taken."""
        try:
            steps = self._proof.take(topic, message)
        except HistoryChanged as reason:
            return self._renew(reason)
        if steps is not None or self._may_have_other_changes:
            return self._settle(steps)
        self._collect()
        return self._reread() if self._inexact else None

    def begin(self) -> Asks[None]:
        """Reads the state, once the subscription is welcomed."""
        yield from self._read_changes((yield from ask("server.hello")))
        pages = yield from self._snapshot()
        self.load(pages, self._changes)
        self._restart(pages)

    def has(self, hello: Result) -> bool:
        """Whether everything has come that had happened when the daemon said hello."""
        known = (self._proof.history, self._proof.boot)
        return known == (hello["history"], hello["boot"]) and self._proof.has(hello["seq"])

    def sync(self, hello: Result) -> Asks[None]:
        """Makes the state that of the moment at which the daemon said hello, or a later one."""
        if self._proof.history != hello["history"]:
            yield from self._renew(HistoryChanged(self._proof.history or "", hello["history"]))
        else:
            yield from self._settle(self._proof.reach(hello))
        while self.ready:
            self.ready.popleft()

    def load(self, pages: list[Result], changes: RecordChanges) -> None:
        """The state is that of a snapshot."""
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
        """Reads the whole state, since an event changed more than this package can carry out."""
        reason = f"the daemon is newer: {self._inexact} changes records in a way not known here"
        yield from self._read((yield from ask("server.hello")), reason)

    def _renew(self, reason: Discontinued) -> Asks[None]:
        # What was proved before the hole has happened all the same.
        self._collect()
        yield from self._read((yield from ask("server.hello")), str(reason))

    def _read(self, hello: Result, reason: str) -> Asks[None]:
        """Reads the table and the whole state."""
        yield from self._read_changes(hello)
        pages = yield from self._snapshot()
        self.ready.append(pages, self._changes, reason)
        self._restart(pages)

    @property
    def _may_have_other_changes(self) -> bool:
        """Whether the daemon was started again since it was asked for its table."""
        return bool(self._described) and self._proof.boot not in self._described

    def _compare_changes(self) -> Asks[None]:
        """Reads the whole state where the daemon that was started again has another table.

        Events of the new boot are not collected before: the old table would misread them.
        """
        hello = yield from ask("server.hello")
        if _digest(hello) != self._changes.digest:
            reason = "the daemon was started again, and its events change records differently"
            yield from self._read(hello, reason)
        else:
            # Where a third process has answered, its table is known, and the second one is gone.
            self._described = {self._proof.boot, hello["boot"]}

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
        self._proof.restart(last["history"], last["boot"], last["seq"])
        self._collect()

    def _collect(self) -> None:
        proved = self._proof.ready
        while proved:
            event = proved.popleft()
            self.ready.add(event)
            if not self._changes.is_exact(event):
                self._inexact = f"{event.category}.{event.event}"

    def _snapshot(self) -> Asks[list[Result]]:
        """All pages of one snapshot; begun again when the state moves on between two."""
        reason = HistoryChanged(self.history or "", self.history or "")
        for attempt in range(self.patience):
            try:
                pages = yield from self._pages()
            except Refused as refused:
                if refused.name != "staleRevision" or attempt + 1 == self.patience:
                    raise
                continue
            first, last = pages[0], pages[-1]
            # One that was started again between two pages may stand at the same revision.
            if first["boot"] == last["boot"]:
                return pages
            reason = HistoryChanged(first["history"], last["history"])
        raise reason

    def _pages(self) -> Asks[list[Result]]:
        pages: list[Result] = []
        records = 0
        more: dict[str, Any] = {}
        while True:
            page = yield from ask("state.snapshot", **more)
            pages.append(page)
            if page.get("next") is None:
                return pages
            records += sum(len(page.get(list) or ()) for list in RECORDS)
            if records > _MOST_RECORDS:
                raise EndlessPages("state.snapshot")
            more = {"after": page["next"]}


def _digest(hello: Result) -> str | None:
    """The digest of a daemon's table; an older daemon does not tell it, and has the built-in one."""
    digest: str | None = hello.get("changes", BUILT_IN.digest)
    return digest


class _News:
    """What has come; the state moves when it is read."""

    def __init__(self, follow: Follow) -> None:
        self._follow = follow
        self._waiting: deque[Event | tuple[list[Result], RecordChanges, str]] = deque()

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, event: Event) -> None:
        """An event, proved."""
        self._waiting.append(event)

    def append(self, pages: list[Result], changes: RecordChanges, reason: str) -> None:
        """A snapshot, what the events after it change, and why it was needed."""
        self._waiting.append((pages, changes, reason))

    def popleft(self) -> News:
        """The next, with the state moved to it."""
        first = self._waiting.popleft()
        if isinstance(first, Event):
            self._follow.state.apply(first)
            return first
        pages, changes, reason = first
        self._follow.load(pages, changes)
        return Renewed(self._follow.state.seq, pages[0]["history"], reason)
