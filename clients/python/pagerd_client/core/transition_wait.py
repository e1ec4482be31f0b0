"""Waits for the end of the transition that a command started."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import BadReply, PagerError, Refused
from ..event import Event
from .forms import problem
from .pages import replayed
from .reading import EventReading
from .records import name as member
from .replies import STARTED
from .steps import Result, Steps, ask

#: The prefixes to subscribe to before the command is sent, so that none of its events is missed.
PREFIXES = ("transition.", "plugin.")
#: The timeout, in seconds, of a wait without a limit.
FOREVER = 1e9
#: What to do if a transition does not end because of a manual clock.
_ADVICE = "advance it with clock.advance, or start the daemon with --clock real"


def seconds(wait: object) -> float:
    """Returns the timeout of `wait=` in seconds.

    Raises TypeError if it is no number, ValueError if it is negative.
    """
    if wait is True:
        return FOREVER
    if not isinstance(wait, (int, float)):
        raise TypeError(f"wait: must be True or a number of seconds, got {wait!r}")
    if wait < 0:
        raise ValueError(f"wait: must be True or at least 0 seconds, got {wait!r}")
    return float(wait)


def follow(
    method: str, params: dict[str, Any], wait: bool | float, reading: EventReading, patience: float
) -> Steps[Result]:
    """Sends a command; returns its result with `outcome` and `selected` of its transition.

    `reading` is a stream of PREFIXES that nothing else reads. `patience` is the time in seconds
    after which a wait without a limit ends if a manual clock does not advance.
    Raises Refused if a plugin's decision ended the command, TimeoutError, BadReply, and the errors
    of reading and of requests.
    """
    timeout = seconds(wait)
    try:
        yield from reading.open()
        # Only an event reports that the command was queued.
        is_traced = params.get("interruption") == "queue"
        sent = {**params, "trace": True} if is_traced else params
        result = yield from ask(method, **sent)
        wrong = problem(result, STARTED)
        if wrong is not None:
            raise BadReply("its command socket", f"a command returned {wrong}")
        events: list[dict[str, Any]] = result.get("events") or []
        result = dict(result)
        if not params.get("trace"):
            result.pop("events", None)
        ending = _Ending(reading, result, timeout, patience if wait is True else float("inf"))
        return (yield from ending.find([one for one in events if one["event"] == "queued"]))
    finally:
        reading.close()


class _Ending:
    """Waits for the end of the decision or transition that a reply names."""

    def __init__(
        self, reading: EventReading, result: Result, timeout: float, patience: float
    ) -> None:
        self._reading = reading
        self._result = result
        self._timeout = timeout
        self._end = reading.clock() + timeout
        self._pause = patience / 2
        # The time of the next check of the daemon's clock, and the result of the last check.
        self._look = float("inf")
        self._seen: Result | None = None

    def find(self, queued: list[Mapping[str, Any]]) -> Steps[Result]:
        """Waits for the decision or transition in the reply; returns the result with its outcome.

        Returns the result unchanged if no transition started.
        """
        result = self._result
        transition = result.get("transition")
        decision = result.get("pending")
        if decision is not None:
            made = yield from self._event("decisionMade", "decision", decision)
            if made.get("error") is not None:
                name = made["error"]
                data = {"name": name, "decision": decision}
                raise Refused(-32000, "a plugin's decision ended the command", data)
            transition = member(made, "transition")
        elif transition is None and queued:
            transition = yield from self._start(queued[0])
        else:
            return (yield from self._ended(transition))
        result["transition"] = transition
        if transition is not None:
            # The transition may have ended already.
            record = yield from _record(transition)
            if "outcome" in record:
                return {**result, **record}
        return (yield from self._ended(transition))

    def _ended(self, transition: str | None) -> Steps[Result]:
        if transition is None:
            return self._result
        self._look = self._reading.clock() + self._pause
        ended = yield from self._event("ended", "transition", transition)
        record = yield from _record(transition)
        return {**self._result, "outcome": member(ended, "outcome"), **record}

    def _next(self) -> Steps[Event]:
        while True:
            limit = min(self._end, self._look)
            event = yield from self._reading.get(max(0.0, limit - self._reading.clock()))
            if event is not None:
                self._seen = None
                return event
            if self._reading.is_ended or self._look >= self._end:
                raise (yield from self._lateness())
            yield from self._check_clock()

    def _check_clock(self) -> Steps[None]:
        """Raises TimeoutError if the daemon's clock is manual and does not advance.

        The clock does not advance if its time is the same as at the last check and no event has
        arrived since. The transition then ends only if a client advances the clock.
        """
        self._look = self._reading.clock() + self._pause
        clock = yield from _manual_clock()
        if clock is not None and clock == self._seen:
            raise TimeoutError(
                f"{self._subject} has not ended; the command was carried out; the daemon's clock "
                f"is manual and has not moved for {self._pause:g} s: {_ADVICE}"
            )
        self._seen = clock

    def _event(self, name: str, field: str, id: str) -> Steps[Mapping[str, Any]]:
        while True:
            event = yield from self._next()
            if event.event == name and event.payload.get(field) == id:
                return event.payload

    def _start(self, queued: Mapping[str, Any]) -> Steps[str | None]:
        """Waits for the transition of a queued command; returns None if it starts none."""
        container = queued["subject"]
        self._look = self._reading.clock() + self._pause
        while True:
            event = yield from self._next()
            begun = _begun(event.payload, queued)
            if begun is not None:
                return begun
            # The end of a transition starts the next queued command. If no transition runs now,
            # the log shows whether the command has started one.
            if event.event != "ended" or event.subject != container:
                continue
            running = yield from ask("transition.list")
            if any(one["container"] == container for one in running["transitions"]):
                continue
            since, last = queued["seq"], running["seq"]
            bound = replayed(self._reading.clock, self._timeout)
            while since is not None and since < last:
                page = yield from ask("events.replay", since=since, topic="transition.")
                for payload in page["events"]:
                    begun = _begun(payload, queued)
                    if begun is not None:
                        return begun
                since = page.get("next")
                if since is not None:
                    bound.add(len(page["events"]))
            return None

    @property
    def _subject(self) -> str:
        """The words for the transition or decision in error messages."""
        transition, decision = self._result.get("transition"), self._result.get("pending")
        if transition is None and decision is None:
            return "the queued command"
        return f"the decision {decision}" if transition is None else str(transition)

    def _lateness(self) -> Steps[TimeoutError]:
        """Returns the error to raise if the transition did not end in time."""
        is_manual = (yield from _manual_clock()) is not None
        reason = f"; the daemon's clock is manual: {_ADVICE}" if is_manual else ""
        return TimeoutError(
            f"{self._subject} has not ended within {self._timeout:g} s; "
            f"the command was carried out{reason}"
        )


def _manual_clock() -> Steps[Result | None]:
    """Returns the time of a manual clock; None if the clock is real or unknown."""
    try:
        hello = yield from ask("server.hello")
    except PagerError:
        return None
    return {"time": hello.get("time")} if hello.get("clock") == "manual" else None


def _begun(event: Mapping[str, Any], queued: Mapping[str, Any]) -> str | None:
    """Returns the transition if the event reports that the queued command started one.

    Raises Refused if the command was dropped.
    """
    if event.get("cause") != queued.get("cause"):
        return None
    if event["event"] == "dropped":
        raise Refused(-32000, "the queued command was dropped", {"name": member(event, "error")})
    return member(event, "transition") if event["event"] == "began" else None


def _record(transition: str) -> Steps[Result]:
    """Returns `outcome` and `selected` of an ended transition; otherwise an empty dictionary."""
    try:
        record = yield from ask("transition.get", id=transition)
    except Refused as refused:
        if refused.name != "transitionNotFound":
            raise
        return {}
    if "outcome" not in record:
        return {}
    return {"outcome": record["outcome"], "selected": record.get("selected")}
