"""Follows what a command has started to its end, by the events after it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import BadReply, Refused
from ..event import Event
from .forms import problem
from .reading import EventReading
from .records import name as member
from .replies import STARTED
from .steps import Result, Steps, ask

#: What to subscribe to before the command is sent: no end can then come unseen.
PREFIXES = ("transition.", "plugin.")
#: Seconds of a wait without a limit.
FOREVER = 1e9


def seconds(wait: bool | float) -> float:
    """How long `wait=` waits. Raises ValueError for less than nothing."""
    if wait is True:
        return FOREVER
    if wait < 0:
        raise ValueError(f"wait is True or a number of seconds, not {wait!r}")
    return float(wait)


def follow(
    method: str, params: dict[str, Any], wait: bool | float, reading: EventReading
) -> Steps[Result]:
    """The result of a command, with `outcome` and `selected` of the transition that it started.

    `reading` is a stream of PREFIXES that nobody else reads. Raises Refused where a plugin's
    decision ended the command, TimeoutError, BadReply, and what reading and asking raise.
    """
    timeout = seconds(wait)
    try:
        yield from reading.open()
        # A command that may be queued says so only by an event.
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
        ending = _Ending(reading, result, timeout)
        return (yield from ending.find([one for one in events if one["event"] == "queued"]))
    finally:
        reading.close()


class _Ending:
    """The way from a reply to the end of what it names."""

    def __init__(self, reading: EventReading, result: Result, timeout: float) -> None:
        self._reading = reading
        self._result = result
        self._timeout = timeout
        self._end = reading.clock() + timeout

    def find(self, queued: list[Mapping[str, Any]]) -> Steps[Result]:
        """The result with the end; without one where nothing has moved."""
        result = self._result
        transition = result.get("transition")
        decision = result.get("pending")
        if decision is not None:
            made = yield from self._event("decisionMade", "decision", decision)
            if made.get("error") is not None:
                name = made["error"]
                data = {"name": name, "decision": decision}
                raise Refused(-32000, "the plugin decided so", data)
            transition = member(made, "transition")
        elif transition is None and queued:
            transition = yield from self._start(queued[0])
        else:
            return (yield from self._ended(transition))
        result["transition"] = transition
        if transition is not None:
            # It may have ended before this was told.
            record = yield from _record(transition)
            if "outcome" in record:
                return {**result, **record}
        return (yield from self._ended(transition))

    def _ended(self, transition: str | None) -> Steps[Result]:
        if transition is None:
            return self._result
        ended = yield from self._event("ended", "transition", transition)
        record = yield from _record(transition)
        return {**self._result, "outcome": member(ended, "outcome"), **record}

    def _next(self) -> Steps[Event]:
        event = yield from self._reading.get(max(0.0, self._end - self._reading.clock()))
        if event is None:
            raise self._lateness()
        return event

    def _event(self, name: str, field: str, id: str) -> Steps[Mapping[str, Any]]:
        while True:
            event = yield from self._next()
            if event.event == name and event.payload.get(field) == id:
                return event.payload

    def _start(self, queued: Mapping[str, Any]) -> Steps[str | None]:
        """The transition that a queued command starts, None where nothing moves."""
        container = queued["subject"]
        while True:
            event = yield from self._next()
            begun = _begun(event.payload, queued)
            if begun is not None:
                return begun
            # The queue goes on with the end of a transition. Where none follows, nothing moved.
            if event.event != "ended" or event.subject != container:
                continue
            running = yield from ask("transition.list")
            if any(one["container"] == container for one in running["transitions"]):
                continue
            since, last = queued["seq"], running["seq"]
            while since is not None and since < last:
                page = yield from ask("events.replay", since=since, topic="transition.")
                for payload in page["events"]:
                    begun = _begun(payload, queued)
                    if begun is not None:
                        return begun
                since = page.get("next")
            return None

    def _lateness(self) -> TimeoutError:
        """What to raise when the end has not come."""
        decision = self._result.get("pending")
        what = str(self._result.get("transition"))
        if decision is not None:
            what = f"the decision {decision}"
        return TimeoutError(
            f"{what} has not ended within {self._timeout:g} s; the command was carried out"
        )


def _begun(event: Mapping[str, Any], queued: Mapping[str, Any]) -> str | None:
    """The transition that an event says the queued command has started. Raises Refused."""
    if event.get("cause") != queued.get("cause"):
        return None
    if event["event"] == "dropped":
        raise Refused(-32000, "the command waited in vain", {"name": member(event, "error")})
    return member(event, "transition") if event["event"] == "began" else None


def _record(transition: str) -> Steps[Result]:
    """What the daemon knows of its end; nothing while it runs or where it is forgotten."""
    try:
        record = yield from ask("transition.get", id=transition)
    except Refused as refused:
        if refused.name != "transitionNotFound":
            raise
        return {}
    if "outcome" not in record:
        return {}
    return {"outcome": record["outcome"], "selected": record.get("selected")}
