"""Keeps a state exact: through holes, and through the daemon's end and return."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Any, Union

from ..errors import EventsLost, HistoryChanged, Refused
from ..event import Event
from .proof import Message, Proof
from .state import State
from .steps import Result, Steps, ask


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

    def take(self, topic: bytes, message: Message) -> Steps[None] | None:
        """Takes a message; returns the steps that are needed before more can be taken."""
        try:
            steps = self._proof.take(topic, message)
        except HistoryChanged as reason:
            return self._renew(reason)
        if steps is not None:
            return self._settle(steps)
        self._collect()
        return None

    def begin(self) -> Steps[None]:
        """Reads the state, once the subscription is welcomed."""
        pages = yield from self._snapshot()
        self.load(pages)
        self._restart(pages)

    def has(self, hello: Result) -> bool:
        """Whether everything has come that had happened when the daemon said hello."""
        known = (self._proof.history, self._proof.boot)
        return known == (hello["history"], hello["boot"]) and self._proof.has(hello["seq"])

    def sync(self, hello: Result) -> Steps[None]:
        """Makes the state that of the moment at which the daemon said hello, or a later one."""
        if self._proof.history != hello["history"]:
            yield from self._renew(HistoryChanged(self._proof.history or "", hello["history"]))
        else:
            yield from self._settle(self._proof.reach(hello))
        while self.ready:
            self.ready.popleft()

    def load(self, pages: list[Result]) -> None:
        """The state is that of a snapshot."""
        self.state = State(pages)
        self.history = pages[0]["history"]

    def _settle(self, steps: Steps[None]) -> Steps[None]:
        try:
            yield from steps
        except (HistoryChanged, EventsLost) as reason:
            yield from self._renew(reason)
        self._collect()

    def _renew(self, reason: HistoryChanged | EventsLost) -> Steps[None]:
        # What was proved before the hole has happened all the same.
        self._collect()
        pages = yield from self._snapshot()
        self.ready.append(pages, str(reason))
        self._restart(pages)

    def _restart(self, pages: list[Result]) -> None:
        last = pages[-1]
        self._proof.restart(last["history"], last["boot"], last["seq"])
        self._collect()

    def _collect(self) -> None:
        proved = self._proof.ready
        while proved:
            self.ready.add(proved.popleft())

    def _snapshot(self) -> Steps[list[Result]]:
        """All pages of one snapshot; begun again when the state moves on between two."""
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
        raise HistoryChanged(first["history"], last["history"])

    def _pages(self) -> Steps[list[Result]]:
        pages: list[Result] = []
        more: dict[str, Any] = {}
        while True:
            page = yield from ask("state.snapshot", **more)
            pages.append(page)
            if page.get("next") is None:
                return pages
            more = {"after": page["next"]}


class _News:
    """What has come; the state moves when it is read."""

    def __init__(self, follow: Follow) -> None:
        self._follow = follow
        self._waiting: deque[Event | tuple[list[Result], str]] = deque()

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, event: Event) -> None:
        """An event, proved."""
        self._waiting.append(event)

    def append(self, pages: list[Result], reason: str) -> None:
        """A snapshot, and why it was needed."""
        self._waiting.append((pages, reason))

    def popleft(self) -> News:
        """The next, with the state moved to it."""
        first = self._waiting.popleft()
        if isinstance(first, Event):
            self._follow.state.apply(first)
            return first
        pages, reason = first
        self._follow.load(pages)
        return Renewed(self._follow.state.seq, pages[0]["history"], reason)
