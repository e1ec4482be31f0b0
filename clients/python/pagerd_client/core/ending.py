"""Follows what a reply has started to its end, by the events after it."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, Union

from ..errors import BadReply, Refused
from ..event import Event
from .forms import problem
from .records import name as member
from .replies import STARTED
from .steps import Ask, Result

#: What to subscribe to before the command is sent: no end can then come unseen.
PREFIXES = ("transition.", "plugin.")
#: Seconds of a wait without a limit.
FOREVER = 1e9

#: Yields requests, and None for the next event; is sent what came of it.
Ending = Generator[Union[Ask, None], Any, Result]


def seconds(wait: bool | float) -> float:
    """How long `wait=` waits. Raises ValueError for less than nothing."""
    if wait is True:
        return FOREVER
    if wait < 0:
        raise ValueError(f"wait is True or a number of seconds, not {wait!r}")
    return float(wait)


def traced(said: dict[str, Any]) -> dict[str, Any]:
    """What is sent: a command that may be queued says so only by an event."""
    return {**said, "trace": True} if said.get("interruption") == "queue" else said


def ending(result: Result, said: dict[str, Any]) -> Ending:
    """The result with `outcome` and `selected` of the transition that it names.

    Raises Refused where a plugin's decision ended the command, BadReply for a result that is none.
    """
    wrong = problem(result, STARTED)
    if wrong is not None:
        raise BadReply("its command socket", f"a command returned {wrong}")
    result = dict(result)
    events = result.get("events") or []
    if not said.get("trace"):
        result.pop("events", None)
    transition = result.get("transition")
    decision = result.get("pending")
    if decision is not None:
        made = yield from _event("decisionMade", "decision", decision)
        if made.get("error") is not None:
            name = made["error"]
            raise Refused(-32000, "the plugin decided so", {"name": name, "decision": decision})
        transition = result["transition"] = member(made, "transition")
        # It may have ended before the decision was told.
        if transition is not None:
            record = yield from _record(transition)
            if "outcome" in record:
                return {**result, **record}
    queued = [event for event in events if event["event"] == "queued"]
    if transition is None and queued:
        transition = result["transition"] = yield from _start(queued[0])
        if transition is not None:
            record = yield from _record(transition)
            if "outcome" in record:
                return {**result, **record}
    if transition is None:
        return result
    ended = yield from _event("ended", "transition", transition)
    record = yield from _record(transition)
    return {**result, "outcome": member(ended, "outcome"), **record}


def lateness(result: Result, timeout: float) -> TimeoutError:
    """What to raise when the end has not come."""
    decision = result.get("pending")
    what = f"the decision {decision}" if decision is not None else str(result.get("transition"))
    return TimeoutError(f"{what} has not ended within {timeout:g} s; the command was carried out")


def _start(queued: dict[str, Any]) -> Generator[Ask | None, Any, str | None]:
    """The transition that a queued command starts, None where nothing moves."""
    container = queued["subject"]
    while True:
        event = yield None
        begun = _begun(event.payload, queued)
        if begun is not None:
            return begun
        # The queue goes on with the end of a transition. Where none follows, nothing moved.
        if event.event != "ended" or event.subject != container:
            continue
        running = yield Ask("transition.list", {})
        if any(one["container"] == container for one in running["transitions"]):
            continue
        since, last = queued["seq"], running["seq"]
        while since is not None and since < last:
            page = yield Ask("events.replay", {"since": since, "topic": "transition."})
            for payload in page["events"]:
                begun = _begun(payload, queued)
                if begun is not None:
                    return begun
            since = page.get("next")
        return None


def _begun(event: dict[str, Any], queued: dict[str, Any]) -> str | None:
    """The transition that an event says the queued command has started. Raises Refused."""
    if event.get("cause") != queued.get("cause"):
        return None
    if event["event"] == "dropped":
        raise Refused(-32000, "the command waited in vain", {"name": member(event, "error")})
    return member(event, "transition") if event["event"] == "began" else None


def _event(name: str, member: str, id: str) -> Generator[None, Event, dict[str, Any]]:
    while True:
        event = yield None
        if event.event == name and event.payload.get(member) == id:
            return event.payload


def _record(transition: str) -> Generator[Ask, Result, Result]:
    """What the daemon knows of its end; nothing while it runs or where it is forgotten."""
    try:
        record = yield Ask("transition.get", {"id": transition})
    except Refused as refused:
        if refused.name != "transitionNotFound":
            raise
        return {}
    if "outcome" not in record:
        return {}
    return {"outcome": record["outcome"], "selected": record.get("selected")}
