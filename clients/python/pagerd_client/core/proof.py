"""Turns what a subscription receives into events without a gap."""

from __future__ import annotations

from collections import deque
from typing import Any

from ..errors import EventsLost, HistoryChanged, HistoryForked
from ..event import Event
from .chain import Chain, chains
from .decoding import event_of
from .steps import Asks, ask

Message = dict[str, Any]


class Proof:
    """The chains of one subscriber, and the events that are proved and not yet read."""

    #: Events of one request for a replay.
    page = 1000
    #: Events that have come since the boot was last told, of which no more are kept.
    most_unattributed = 10_000

    def __init__(
        self,
        prefixes: tuple[str, ...],
        since: int | None = None,
        history: str | None = None,
        boot: str | None = None,
    ) -> None:
        """Takes what is wanted and what is known already."""
        self.history = history
        #: The process whose log has what is proved.
        self.boot = boot
        self.is_shut_down = False
        self.ready: deque[Event] = deque()
        self._wanted = prefixes or ("",)
        # Of a chain that is no wider than what is wanted, every event is.
        self._since = since
        self._chains = {chain.prefix: chain for chain in chains(prefixes)}
        self._is_exact = set(self._chains) == set(self._wanted)
        self._whole = self._chains.get("")
        # The boot that the socket itself said last; an event of another one is not looked at.
        self._heard: str | None = None
        # Histories and boots that are over.
        self._past: set[str] = set()
        self._takes_boot = False
        # Up to here the boot has told itself that it is its own. What is known beyond are the
        # events that have come since; those of a process whose welcome was lost are among them.
        self._attributed = 0
        self._unattributed: list[Event] = []

    @property
    def unwelcomed(self) -> set[str]:
        """The prefixes to subscribe to whose welcome has not come."""
        return {prefix for prefix, chain in self._chains.items() if chain.proved is None}

    def has(self, seq: int) -> bool:
        """Whether all events up to a seq have come."""
        return all((chain.proved or 0) >= seq for chain in self._chains.values())

    def restart(self, history: str, boot: str, seq: int) -> None:
        """Everything up to a seq of a history is known from elsewhere, such as a snapshot."""
        self._follow(boot)
        if self.history is not None and self.history != history:
            self._past.add(self.history)
            self.ready.clear()
        self.history = history
        for chain in self._chains.values():
            chain.proved = seq
        self._attribute(seq)
        while self.ready and self.ready[0].seq <= seq:
            self.ready.popleft()

    def take(self, topic: bytes, message: Message) -> Asks[None] | None:
        """Takes a message; returns the steps that are needed before more can be taken.

        Raises HistoryChanged, and in the steps EventsLost and what asking raises; then the hole is
        still known, and found again with the next message.
        """
        if "prev" in message:
            return self._link(event_of(message))
        if "history" in message:
            return self._hear(topic.decode(errors="replace"), message)
        return None

    def reach(self, hello: Message) -> Asks[None]:
        """Proves that everything up to the seq of a hello is there, or fetches it."""
        if "bootSeq" in hello and hello["boot"] != self.boot:
            yield from self._continue()
        for chain in self._chains.values():
            yield from self._prove(chain, hello["seq"], None)

    @property
    def _newest(self) -> int:
        """The last seq that is known."""
        known = [self._since or 0 if chain.proved is None else chain.proved
                 for chain in self._chains.values()]
        return max(known, default=0)

    def _follow(self, boot: str) -> None:
        if self.boot is not None and self.boot != boot:
            self._past.add(self.boot)
        self.boot = boot

    def _continue(self) -> Asks[None]:
        """Asks whether the daemon's log has what is known. Raises HistoryForked, HistoryChanged."""
        newest = self._newest
        reply = yield from ask("events.replay", since=newest, limit=1, **self._known())
        if reply["history"] != self.history:
            raise HistoryChanged(self.history or "", reply["history"])
        if reply.get("reason") == "forked" and not (yield from self._confirm(newest)):
            raise HistoryForked(self.history or "", self.boot or "", newest)
        self._follow(reply["boot"])

    def _confirm(self, newest: int) -> Asks[bool]:
        """Whether the events that came since the boot was last told are those of this log.

        Then another process has sent them, whose welcome was lost on the way.
        """
        # One behind a hole has come, and is not known yet.
        events = [
            event for event in self._unattributed if self._attributed < event.seq <= newest
        ]
        if not events or events[-1].seq != newest:
            return False
        reply = yield from ask("events.replay", since=self._attributed, **self._known())
        present = {payload["seq"]: payload for payload in reply["events"]}
        return bool(reply["complete"]) and all(
            present.get(event.seq) == event.payload for event in events
        )

    def _attribute(self, seq: int) -> None:
        """What is known up to here is the boot's own."""
        self._attributed = max(self._newest, seq)
        self._unattributed.clear()

    def _note(self, event: Event) -> None:
        """An event has come, and nothing tells of which boot."""
        if len(self._unattributed) < self.most_unattributed:
            self._unattributed.append(event)

    def _known(self) -> dict[str, str]:
        """The boot of what is known, for a daemon that takes it."""
        return {"boot": self.boot} if self._takes_boot and self.boot else {}

    def _check(self, reply: Message, since: int) -> None:
        if reply.get("reason") == "forked":
            raise HistoryForked(self.history or "", self.boot or "", since)

    def _link(self, event: Event) -> Asks[None] | None:
        chain = self._whole or self._chain(event)
        if chain is None or chain.proved is None or event.seq <= chain.proved:
            return None
        if self._heard != self.boot:
            # It is of a boot that has ended, or its welcome was lost and a heartbeat follows.
            return None
        self._note(event)
        if event.seq == chain.proved + 1 or chain.follows(event):
            self._yield(chain, event)
            return None
        return self._mend(chain, event)

    def _mend(self, chain: Chain, event: Event) -> Asks[None]:
        boot = self.boot
        yield from self._fill(chain, event.seq, last=event)
        # Another process that has answered meanwhile may have another event with this seq.
        if self.boot == boot:
            self._yield(chain, event)

    def _chain(self, event: Event) -> Chain | None:
        for prefix in (f"{event.category}.", f"{event.category}.{event.subject}."):
            if prefix in self._chains:
                return self._chains[prefix]
        return None

    def _hear(self, topic: str, message: Message) -> Asks[None] | None:
        """A heartbeat, welcome or shutdown tells how far the chains must have come."""
        history, boot = str(message["history"]), str(message["boot"])
        if history in self._past or boot in self._past:
            return None
        if self.history is None:
            self.history = history
        if history != self.history:
            raise HistoryChanged(self.history, history)
        self._takes_boot = "bootSeq" in message
        self._heard = boot
        if self._takes_boot and self.boot is not None:
            # Behind what is known is a message that comes late, or a machine that was set back
            # with its memory.
            is_behind = self.unwelcomed == set() and message["seq"] < self._newest
            if boot != self.boot or is_behind:
                return self._succeed(boot, topic, message)
        self._follow(boot)
        self._attribute(message["seq"])
        return self._tell(topic, message)

    def _succeed(self, boot: str, topic: str, message: Message) -> Asks[None]:
        """Takes a message once the daemon has said that what is known is in its log."""
        yield from self._continue()
        if self.boot != boot:
            # A third process has answered, and the socket will tell of it.
            self._past.add(boot)
            return
        self._attribute(message["seq"])
        steps = self._tell(topic, message)
        if steps is not None:
            yield from steps

    def _tell(self, topic: str, message: Message) -> Asks[None] | None:
        if message["event"] == "welcome":
            chain = self._chains.get(topic)
            return None if chain is None else self._welcome(chain, message["seq"])
        self.is_shut_down = message["event"] == "shutdown"
        return self._tail(message["seq"], message.get("latest"))

    def _tail(self, seq: int, latest: dict[str, int] | None) -> Asks[None]:
        for chain in self._chains.values():
            yield from self._prove(chain, seq, latest)

    def _welcome(self, chain: Chain, seq: int) -> Asks[None]:
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

    def _prove(self, chain: Chain, seq: int, latest: dict[str, int] | None) -> Asks[None]:
        if chain.proved is None:
            return
        boot = self.boot
        if not chain.reaches(seq, latest):
            yield from self._fill(chain, seq + 1, latest=latest)
        # Of another process that has answered meanwhile the seq says nothing.
        if self.boot == boot:
            chain.extend(seq)

    def _fill(
        self,
        chain: Chain,
        before: int,
        *,
        last: Event | None = None,
        latest: dict[str, int] | None = None,
    ) -> Asks[None]:
        """Fetches the events of a chain below a seq.

        Raises EventsLost, HistoryChanged, HistoryForked.
        """
        since = first = chain.proved or 0
        is_broken = False
        while True:
            # No more than there can be.
            limit = max(1, min(self.page, before - 1 - since))
            reply = yield from ask(
                "events.replay", since=since, topic=chain.prefix, limit=limit, **self._known()
            )
            if reply["history"] != self.history:
                raise HistoryChanged(self.history or "", reply["history"])
            if self._takes_boot and reply["boot"] != self.boot:
                # A process that the socket has not told of.
                yield from self._continue()
                continue
            self._check(reply, since)
            is_broken = is_broken or not reply["complete"]
            for payload in reply["events"]:
                event = event_of(payload)
                if event.seq >= before:
                    break
                if is_broken and not chain.follows(event):
                    raise _lost(chain, first, event.seq, reply)
                is_broken = False
                self._yield(chain, event)
                self._attributed = max(self._attributed, event.seq)
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
