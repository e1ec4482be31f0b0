"""Turns the messages of a subscription into events without a gap."""

from __future__ import annotations

from collections import deque
from typing import Any

from ..errors import EndlessPages, EventsLost, HistoryChanged, HistoryForked
from ..event import Event
from .chain import Chain, chains
from .decoding import event_of
from .pages import Clock, replayed
from .steps import Asks, ask

Message = dict[str, Any]


class GaplessEvents:
    """Checks that no event of one subscription is missing, and queues its events.

    It fetches missing events, so the queue has no gaps.
    """

    #: The maximum number of events that one request of `events.replay` asks for.
    page = 1000
    #: The maximum number of events that are kept until a message names their boot.
    most_unattributed = 10_000

    def __init__(
        self,
        prefixes: tuple[str, ...],
        since: int | None = None,
        history: str | None = None,
        boot: str | None = None,
        *,
        clock: Clock = None,
        timeout: float = 5.0,
    ) -> None:
        """Takes the wanted prefixes, and the last known seq with its history and boot.

        `timeout` is that of one request, in seconds.
        """
        self._clock = clock
        self._timeout = timeout
        self.history = history
        #: The boot id of the daemon whose log contains the known events.
        self.boot = boot
        self.is_shut_down = False
        self.ready: deque[Event] = deque()
        self._wanted = prefixes or ("",)
        # If the chains contain only events that match the wanted prefixes, every event is wanted.
        self._since = since
        self._chains = {chain.prefix: chain for chain in chains(prefixes)}
        self._is_exact = set(self._chains) == set(self._wanted)
        self._whole = self._chains.get("")
        # The boot that a message of the socket named last. Events are ignored unless it is
        # `self.boot`.
        self._heard: str | None = None
        # The ids of histories and boots that have ended.
        self._past: set[str] = set()
        self._takes_boot = False
        # The seq up to which events are confirmed to belong to `self.boot`. Later events may come
        # from another process, whose welcome was lost.
        self._attributed = 0
        self._unattributed: list[Event] = []

    @property
    def unwelcomed(self) -> set[str]:
        """The prefixes whose subscriptions have not been welcomed yet."""
        return {prefix for prefix, chain in self._chains.items() if chain.proved is None}

    def has(self, seq: int) -> bool:
        """Returns whether all events up to a seq have arrived."""
        return all((chain.proved or 0) >= seq for chain in self._chains.values())

    def restart(self, history: str, boot: str, seq: int) -> None:
        """Marks all events up to a seq of a history as known, for example by a snapshot."""
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
        """Takes a message; returns the steps to run before the next message, if any.

        Raises HistoryChanged. The steps raise EventsLost and the errors of requests; after an error
        the next message reveals the gap again.
        """
        if "prev" in message:
            return self._link(event_of(message))
        if "history" in message:
            return self._hear(topic.decode(errors="replace"), message)
        return None

    def reach(self, hello: Message) -> Asks[None]:
        """Fetches the missing events up to the seq of this reply of `server.hello`."""
        if "bootSeq" in hello and hello["boot"] != self.boot:
            yield from self._continue()
        for chain in self._chains.values():
            yield from self._prove(chain, hello["seq"], None)

    @property
    def _newest(self) -> int:
        """The seq of the last known event."""
        known = [self._since or 0 if chain.proved is None else chain.proved
                 for chain in self._chains.values()]
        return max(known, default=0)

    def _follow(self, boot: str) -> None:
        if self.boot is not None and self.boot != boot:
            self._past.add(self.boot)
        self.boot = boot

    def _continue(self) -> Asks[None]:
        """Checks that the daemon's log has the known events.

        Raises HistoryForked, HistoryChanged.
        """
        newest = self._newest
        reply = yield from ask("events.replay", since=newest, limit=1, **self._known())
        if reply["history"] != self.history:
            raise HistoryChanged(self.history or "", reply["history"])
        if reply.get("reason") == "forked" and not (yield from self._confirm(newest)):
            raise HistoryForked(self.history or "", self.boot or "", newest)
        self._follow(reply["boot"])

    def _confirm(self, newest: int) -> Asks[bool]:
        """Returns whether the events after the last confirmed one are in the daemon's log.

        If so, another process has sent these events, and its welcome was lost.
        """
        # Events after a gap have arrived, but they do not count as known yet.
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
        """Marks the known events as confirmed: they belong to `boot`."""
        self._attributed = max(self._newest, seq)
        self._unattributed.clear()

    def _note(self, event: Event) -> None:
        """Keeps an event until a message confirms that it comes from the process `self.boot`."""
        if len(self._unattributed) < self.most_unattributed:
            self._unattributed.append(event)

    def _known(self) -> dict[str, str]:
        """Returns the parameter `boot` of `events.replay`, if the daemon supports it."""
        return {"boot": self.boot} if self._takes_boot and self.boot else {}

    def _check(self, reply: Message, since: int) -> None:
        if reply.get("reason") == "forked":
            raise HistoryForked(self.history or "", self.boot or "", since)

    def _link(self, event: Event) -> Asks[None] | None:
        chain = self._whole or self._chain(event)
        if chain is None or chain.proved is None or event.seq <= chain.proved:
            return None
        if self._heard != self.boot:
            # The event belongs to a boot that has ended, or to a boot whose welcome was lost.
            return None
        self._note(event)
        if event.seq == chain.proved + 1 or chain.follows(event):
            self._yield(chain, event)
            return None
        return self._mend(chain, event)

    def _mend(self, chain: Chain, event: Event) -> Asks[None]:
        boot = self.boot
        yield from self._fill(chain, event.seq, last=event)
        # If another process has answered, it may have a different event with this seq.
        if self.boot == boot:
            self._yield(chain, event)

    def _chain(self, event: Event) -> Chain | None:
        for prefix in (f"{event.category}.", f"{event.category}.{event.subject}."):
            if prefix in self._chains:
                return self._chains[prefix]
        return None

    def _hear(self, topic: str, message: Message) -> Asks[None] | None:
        """Takes a heartbeat, welcome or shutdown, whose seq reveals missing events."""
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
            # A smaller seq than the known one comes from a late message, or from a machine that
            # was restored with its memory.
            is_behind = self.unwelcomed == set() and message["seq"] < self._newest
            if boot != self.boot or is_behind:
                return self._succeed(boot, topic, message)
        self._follow(boot)
        self._attribute(message["seq"])
        return self._tell(topic, message)

    def _succeed(self, boot: str, topic: str, message: Message) -> Asks[None]:
        """Handles a message of another boot, once the daemon has confirmed the known events."""
        yield from self._continue()
        if self.boot != boot:
            # A third process has answered; the socket will announce it.
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
            # All subscribers of its topic receive a welcome, so this one may answer another client.
            # In the chain of all events, the seq of the welcome reveals a gap; in other chains, the
            # next event or heartbeat does.
            return
        yield from self._prove(chain, seq, None)

    def _prove(self, chain: Chain, seq: int, latest: dict[str, int] | None) -> Asks[None]:
        if chain.proved is None:
            return
        boot = self.boot
        if not chain.reaches(seq, latest):
            yield from self._fill(chain, seq + 1, latest=latest)
        # If another process has answered meanwhile, the seq says nothing about that process's log.
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
        """Fetches the missing events of a chain before the seq `before`.

        Raises EventsLost, HistoryChanged, HistoryForked, EndlessPages.
        """
        since = first = chain.proved or 0
        bound = replayed(self._clock, self._timeout, self.page)
        is_broken = False
        while True:
            # Request no more events than can be missing.
            limit = max(1, min(self.page, before - 1 - since))
            reply = yield from ask(
                "events.replay", since=since, topic=chain.prefix, limit=limit, **self._known()
            )
            if reply["history"] != self.history:
                raise HistoryChanged(self.history or "", reply["history"])
            if self._takes_boot and reply["boot"] != self.boot:
                # The socket has not announced this process yet.
                bound.add(0)
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
            if not reply["events"]:
                raise EndlessPages("events.replay")
            bound.add(len(reply["events"]))
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
