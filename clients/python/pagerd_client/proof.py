"""Turns what a subscription receives into events without a gap."""

from __future__ import annotations

from collections import deque
from typing import Any, Callable

from .chain import Chain, Event, chains, topic
from .errors import EventsLost, HistoryChanged


class Proof:
    """The chains of one subscriber, and the events that are proved and not yet read."""

    #: Events of one request for a replay.
    page = 1000

    def __init__(
        self,
        call: Callable[..., dict[str, Any]],
        prefixes: tuple[str, ...],
        since: int | None,
        history: str | None,
    ) -> None:
        """Takes how to ask the daemon, what is wanted, and what is known already."""
        self.history = history
        self.is_shut_down = False
        self.ready: deque[Event] = deque()
        self._call = call
        self._wanted = prefixes or ("",)
        self._since = since
        self._chains = {chain.prefix: chain for chain in chains(prefixes)}

    @property
    def unwelcomed(self) -> set[str]:
        """The prefixes to subscribe to whose welcome has not come."""
        return {prefix for prefix, chain in self._chains.items() if chain.proved is None}

    def take(self, name: str, message: dict[str, Any]) -> None:
        """Takes a message with its topic.

        Raises HistoryChanged, EventsLost, and as a call where a hole is to be filled; then the
        hole is still known, and found again with the next message.
        """
        if "prev" in message:
            self._link(message)
        elif "history" in message:
            self._hear(name, message)

    def _link(self, event: Event) -> None:
        chain = self._chain(event)
        if chain is None or chain.proved is None or event["seq"] <= chain.proved:
            return
        if not chain.follows(event):
            self._fill(chain, event["seq"], last=event)
        self._yield(chain, event)

    def _chain(self, event: Event) -> Chain | None:
        category, subject = event["category"], event["subject"]
        for prefix in ("", f"{category}.", f"{category}.{subject}."):
            if prefix in self._chains:
                return self._chains[prefix]
        return None

    def _hear(self, name: str, message: Event) -> None:
        """A heartbeat, welcome or shutdown tells how far the chains must have come."""
        if self.history is None:
            self.history = message["history"]
        if message["history"] != self.history:
            raise HistoryChanged(self.history, message["history"])
        if message["event"] == "welcome":
            chain = self._chains.get(name)
            if chain is not None:
                self._welcome(chain, message["seq"])
            return
        for chain in self._chains.values():
            self._prove(chain, message["seq"], message.get("latest"))
        self.is_shut_down = message["event"] == "shutdown"

    def _welcome(self, chain: Chain, seq: int) -> None:
        if chain.proved is None:
            if self._since is not None and self._since > seq:
                raise HistoryChanged(f"one with an event {self._since}", self.history or "")
            chain.proved = seq if self._since is None else self._since
        self._prove(chain, seq, None)

    def _prove(self, chain: Chain, seq: int, latest: dict[str, int] | None) -> None:
        if chain.proved is None:
            return
        if not chain.reaches(seq, latest):
            self._fill(chain, seq + 1, latest=latest)
        chain.extend(seq)

    def _fill(
        self,
        chain: Chain,
        before: int,
        *,
        last: Event | None = None,
        latest: dict[str, int] | None = None,
    ) -> None:
        """Fetches the events of a chain below a seq. Raises EventsLost, HistoryChanged."""
        since = first = chain.proved or 0
        is_broken = False
        while True:
            reply = self._call("events.replay", since=since, topic=chain.prefix, limit=self.page)
            self._check_history()
            is_broken = is_broken or not reply["complete"]
            for event in reply["events"]:
                if event["seq"] >= before:
                    break
                if is_broken and not chain.follows(event):
                    raise _lost(chain, first, event["seq"], reply)
                is_broken = False
                self._yield(chain, event)
            since = reply.get("next") or before
            if since >= before - 1:
                break
        if is_broken and not (
            chain.follows(last) if last is not None else chain.reaches(before - 1, latest)
        ):
            raise _lost(chain, first, before, reply)

    def _check_history(self) -> None:
        """Histories only move on: if it is still the same now, it was when a reply was made."""
        current = self._call("server.hello")["history"]
        if current != self.history:
            raise HistoryChanged(self.history or "", current)

    def _yield(self, chain: Chain, event: Event) -> None:
        chain.extend(event["seq"])
        name = topic(event)
        if any(name.startswith(prefix) for prefix in self._wanted):
            self.ready.append(event)


def _lost(chain: Chain, since: int, before: int, reply: dict[str, Any]) -> EventsLost:
    return EventsLost(
        chain.prefix, since, before, f"the daemon keeps events from {reply['oldest']} on"
    )
