"""Turns what a subscription receives into events without a gap."""

from __future__ import annotations

from collections import deque
from typing import Any

from ..errors import EventsLost, HistoryChanged
from ..event import Event
from .chain import Chain, chains
from .decoding import event_of
from .steps import Steps, ask

Message = dict[str, Any]


class Proof:
    """The chains of one subscriber, and the events that are proved and not yet read."""

    #: Events of one request for a replay.
    page = 1000

    def __init__(
        self, prefixes: tuple[str, ...], since: int | None = None, history: str | None = None
    ) -> None:
        """Takes what is wanted and what is known already."""
        self.history = history
        self.is_shut_down = False
        self.ready: deque[Event] = deque()
        self._wanted = prefixes or ("",)
        # Of a chain that is no wider than what is wanted, every event is.
        self._since = since
        self._chains = {chain.prefix: chain for chain in chains(prefixes)}
        self._is_exact = set(self._chains) == set(self._wanted)
        self._whole = self._chains.get("")
        # What the socket itself said last; a message of another history is not looked at.
        self._heard: str | None = None
        self._past: set[str] = set()

    @property
    def unwelcomed(self) -> set[str]:
        """The prefixes to subscribe to whose welcome has not come."""
        return {prefix for prefix, chain in self._chains.items() if chain.proved is None}

    def has(self, seq: int) -> bool:
        """Whether all events up to a seq have come."""
        return all((chain.proved or 0) >= seq for chain in self._chains.values())

    def restart(self, history: str, seq: int) -> None:
        """Everything up to a seq of a history is known from elsewhere, such as a snapshot."""
        if self.history is not None and self.history != history:
            self._past.add(self.history)
            self.ready.clear()
        self.history = history
        for chain in self._chains.values():
            chain.proved = seq
        while self.ready and self.ready[0].seq <= seq:
            self.ready.popleft()

    def take(self, topic: bytes, message: Message) -> Steps[None] | None:
        """Takes a message; returns the steps that are needed before more can be taken.

        Raises HistoryChanged, and in the steps EventsLost and what asking raises; then the hole is
        still known, and found again with the next message.
        """
        if "prev" in message:
            return self._link(event_of(message))
        if "history" in message:
            return self._hear(topic.decode(errors="replace"), message)
        return None

    def reach(self, seq: int) -> Steps[None]:
        """Proves that everything up to a seq of this history is there, or fetches it."""
        for chain in self._chains.values():
            yield from self._prove(chain, seq, None)

    def _link(self, event: Event) -> Steps[None] | None:
        chain = self._whole or self._chain(event)
        if chain is None or chain.proved is None or event.seq <= chain.proved:
            return None
        if self._heard != self.history:
            # It is of a history that has ended, or its welcome was lost and a heartbeat follows.
            return None
        if event.seq == chain.proved + 1 or chain.follows(event):
            self._yield(chain, event)
            return None
        return self._mend(chain, event)

    def _mend(self, chain: Chain, event: Event) -> Steps[None]:
        yield from self._fill(chain, event.seq, last=event)
        self._yield(chain, event)

    def _chain(self, event: Event) -> Chain | None:
        for prefix in (f"{event.category}.", f"{event.category}.{event.subject}."):
            if prefix in self._chains:
                return self._chains[prefix]
        return None

    def _hear(self, topic: str, message: Message) -> Steps[None] | None:
        """A heartbeat, welcome or shutdown tells how far the chains must have come."""
        history = str(message["history"])
        if history in self._past:
            return None
        if self.history is None:
            self.history = history
        if history != self.history:
            raise HistoryChanged(self.history, history)
        self._heard = history
        if message["event"] == "welcome":
            chain = self._chains.get(topic)
            return None if chain is None else self._welcome(chain, message["seq"])
        self.is_shut_down = message["event"] == "shutdown"
        return self._tail(message["seq"], message.get("latest"))

    def _tail(self, seq: int, latest: dict[str, int] | None) -> Steps[None]:
        for chain in self._chains.values():
            yield from self._prove(chain, seq, latest)

    def _welcome(self, chain: Chain, seq: int) -> Steps[None]:
        if chain.proved is None:
            if self._since is not None and self._since > seq:
                raise HistoryChanged(f"one with an event {self._since}", self.history or "")
            chain.proved = seq if self._since is None else self._since
        elif chain.prefix:
            # It may answer another client's subscription: those are heard by all to whom they are
            # topics. Of everything its seq proves what is missing; of a part the next event does,
            # or the next heartbeat.
            return
        yield from self._prove(chain, seq, None)

    def _prove(self, chain: Chain, seq: int, latest: dict[str, int] | None) -> Steps[None]:
        if chain.proved is None:
            return
        if not chain.reaches(seq, latest):
            yield from self._fill(chain, seq + 1, latest=latest)
        chain.extend(seq)

    def _fill(
        self,
        chain: Chain,
        before: int,
        *,
        last: Event | None = None,
        latest: dict[str, int] | None = None,
    ) -> Steps[None]:
        """Fetches the events of a chain below a seq. Raises EventsLost, HistoryChanged."""
        since = first = chain.proved or 0
        is_broken = False
        while True:
            # No more than there can be.
            limit = max(1, min(self.page, before - 1 - since))
            reply = yield from ask("events.replay", since=since, topic=chain.prefix, limit=limit)
            if reply["history"] != self.history:
                raise HistoryChanged(self.history or "", reply["history"])
            is_broken = is_broken or not reply["complete"]
            for payload in reply["events"]:
                event = event_of(payload)
                if event.seq >= before:
                    break
                if is_broken and not chain.follows(event):
                    raise _lost(chain, first, event.seq, reply)
                is_broken = False
                self._yield(chain, event)
            since = reply.get("next") or before
            if since >= before - 1:
                break
        if is_broken and not (
            chain.follows(last) if last is not None else chain.reaches(before - 1, latest)
        ):
            raise _lost(chain, first, before, reply)

    def _yield(self, chain: Chain, event: Event) -> None:
        chain.proved = event.seq
        if self._is_exact or any(event.topic.startswith(prefix) for prefix in self._wanted):
            self.ready.append(event)


def _lost(chain: Chain, since: int, before: int, reply: Message) -> EventsLost:
    return EventsLost(
        chain.prefix, since, before, f"the daemon keeps events from {reply['oldest']} on"
    )
