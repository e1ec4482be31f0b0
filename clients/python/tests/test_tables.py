"""The checks of results that the client itself reads, and the messages for wrong results."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT

from pagerd_client import BadReply, RecordChanges
from pagerd_client.core.follow import Follow
from pagerd_client.core.lists import whole
from pagerd_client.core.message import MOST_BYTES, decode
from pagerd_client.core.pages import MOST_EVENTS
from pagerd_client.core.gapless_events import GaplessEvents
from pagerd_client.core.requests import Exchange, Requests
from pagerd_client.core.steps import run
from pagerd_client.endpoints import resolve
from pagerd_client.plugin.catchup import caught_up

MALFORMED = json.loads((ROOT / "Tests" / "Fixtures" / "changes" / "malformed.json").read_text())
HELLO = {"boot": "b", "history": "h", "seq": 1}


@pytest.fixture
def requests(runtime: Path) -> Requests:
    """The requests of a client that needs no daemon."""
    return Requests(resolve("command"), None)


def result(exchange: Exchange, value: Any) -> Any:
    """Returns the result as the client reads it. Raises its errors."""
    return exchange.result({"id": exchange.id, "result": value})


@pytest.mark.parametrize("case", MALFORMED, ids=lambda case: json.dumps(case["table"])[:60])
def test_a_malformed_table_is_refused_with_the_error_path(case: Any, requests: Requests) -> None:
    problem = re.escape(case["problem"])
    with pytest.raises(ValueError, match=f"^events{problem}, got "):
        RecordChanges(case["table"])
    describe = requests.new("server.describe", {}, 1, 1.0)
    with pytest.raises(BadReply, match=r"server\.describe returned events") as caught:
        result(describe, {"methods": [], "events": case["table"]})
    # A value that is not a list is refused before the table is read.
    assert re.search(f"events{problem}, got ", str(caught.value))


def test_a_table_with_an_unknown_change_is_accepted(requests: Requests) -> None:
    event = {"category": "wheel", "event": "turned", "changes": [{"change": "shuffle"}]}
    described = {"methods": [], "events": [event]}
    assert result(requests.new("server.describe", {}, 1, 1.0), described) == described


@pytest.mark.parametrize("method", ["server.hello", "state.snapshot"])
@pytest.mark.parametrize("member", list(HELLO))
@pytest.mark.parametrize("value", [None, {}, True, 1.5])
def test_a_result_with_an_invalid_boot_history_or_seq_is_refused(
    method: str, member: str, value: Any, requests: Requests
) -> None:
    exchange = requests.new(method, {}, 1, 1.0)
    assert result(exchange, HELLO) == HELLO
    with pytest.raises(BadReply, match=f"{method} returned {member}: must be an? "):
        result(exchange, {**HELLO, member: value})


def test_a_replay_without_events_is_refused(requests: Requests) -> None:
    exchange = requests.new("events.replay", {}, 1, 1.0)
    with pytest.raises(BadReply, match=r"events\.replay returned events: must be a list, got None"):
        result(exchange, {**HELLO, "complete": True})


@pytest.mark.parametrize("following", [0, 5, -1, "6", 6.5])
def test_a_replay_page_without_progress_is_refused(following: Any, requests: Requests) -> None:
    exchange = requests.new("events.replay", {"since": 5}, 1, 1.0)
    page = {**HELLO, "events": [], "complete": True}
    assert result(exchange, {**page, "next": 6})["next"] == 6
    with pytest.raises(BadReply, match="next: must be an integer( above 5)?, got "):
        result(exchange, {**page, "next": following})


@pytest.mark.parametrize("records", [0, 1, 100_000])
def test_an_endless_snapshot_raises_bad_reply(records: int, requests: Requests) -> None:
    pages = 0

    def call(method: str, **params: Any) -> Any:
        nonlocal pages
        pages += 1
        page = {**HELLO, "windows": [], "controllers": [{"id": "a"}] * records, "next": "a"}
        return result(requests.new(method, params, 1, 1.0), page)

    with pytest.raises(BadReply, match="have no end" if records else "page without records"):
        run(Follow().begin(), call)
    assert pages < 1000


#: Far more events than a daemon keeps.
FAR = 2**40


def event(seq: int) -> dict[str, Any]:
    return {"seq": seq, "prev": [seq - 1, 0], "revision": seq, "time": 0.0,
            "category": "window", "subject": "w", "event": "created"}


def replay_without_end(gapless: GaplessEvents, size: int, boots: int = 1) -> None:
    """Reveals a gap, which a program fills with pages of `size` events without end."""
    place = {"history": "h", "boot": "b0", "bootSeq": 0}
    for _ in gapless.take(b"", {**place, "event": "welcome", "seq": 2}) or ():
        raise AssertionError("nothing is to be asked")
    steps = gapless.take(b"", {**place, "event": "heartbeat", "seq": FAR})
    assert steps is not None
    asked = 0

    def call(method: str, **params: Any) -> Any:
        nonlocal asked
        asked += 1
        since = params["since"]
        events = [event(since + 1 + number) for number in range(size)]
        page = {"history": "h", "boot": f"b{asked % boots}", "oldest": 1, "complete": True}
        return {**page, "events": events, "next": since + max(size, 1)}

    run(steps, call)


@pytest.mark.parametrize("size", [0, 1, 1_000], ids=["empty", "with one event", "full"])
def test_a_replay_of_endless_pages_raises_bad_reply(size: int) -> None:
    gapless = GaplessEvents(())
    with pytest.raises(BadReply, match=r"the pages of events\.replay have no end"):
        replay_without_end(gapless, size)
    assert len(gapless.ready) <= MOST_EVENTS + size


def test_a_replay_whose_pages_always_come_from_another_daemon_raises_bad_reply() -> None:
    with pytest.raises(BadReply, match=r"the pages of events\.replay have no end"):
        replay_without_end(GaplessEvents(()), 1, boots=2)


def test_a_replay_has_a_time_limit() -> None:
    times = iter(range(0, 1000, 20))
    gapless = GaplessEvents((), clock=lambda: float(next(times)), timeout=5.0)
    with pytest.raises(BadReply, match=r"the pages of events\.replay have no end"):
        replay_without_end(gapless, 1)
    assert len(gapless.ready) == 3


def test_as_many_events_as_a_daemon_keeps_are_replayed() -> None:
    gapless = GaplessEvents(())
    place = {"history": "h", "boot": "b", "bootSeq": 0}
    for _ in gapless.take(b"", {**place, "event": "welcome", "seq": 0}) or ():
        raise AssertionError("nothing is to be asked")
    heartbeat = {"event": "heartbeat", "seq": MOST_EVENTS}
    steps = gapless.take(b"", {**place, **heartbeat})
    assert steps is not None

    def call(method: str, since: int, limit: int, **params: Any) -> Any:
        last = min(since + limit, MOST_EVENTS)
        events = [event(seq) for seq in range(since + 1, last + 1)]
        page = {"history": "h", "boot": "b", "oldest": 1, "complete": True, "events": events}
        return page if last == MOST_EVENTS else {**page, "next": last}

    run(steps, call)
    assert [one.seq for one in gapless.ready] == list(range(1, MOST_EVENTS + 1))


@pytest.mark.parametrize("missed", [True, False], ids=["events", "controllers"])
def test_a_registration_with_endless_pages_raises_bad_reply(missed: bool) -> None:
    reply: dict[str, Any] = {"name": "p", "seq": FAR}
    if missed:
        reply["missed"] = {"events": [], "complete": True, "next": 1}
    else:
        reply["next"] = "a"

    def call(method: str, **params: Any) -> Any:
        if method == "plugin.controllers":
            return {"controllers": [{"id": "a"}], "next": "a"}
        since = params["since"]
        return {"events": [event(since + 1)], "complete": True, "next": since + 1}

    with pytest.raises(BadReply, match="have no end"):
        caught_up(reply, call, list)


def test_a_message_that_is_too_long_for_a_daemon_is_not_decoded() -> None:
    endpoint = resolve("command", None, "x", None)
    text = b'"' + b"x" * MOST_BYTES + b'"'
    with pytest.raises(BadReply, match=f"a message of {len(text)} bytes, above {MOST_BYTES}"):
        decode(text, endpoint)
    with pytest.raises(BadReply, match="a message with more than 8388608 values"):
        decode(b"[0" + b",0" * (8 << 20) + b",0]", endpoint)


@pytest.mark.parametrize("elements", [0, 300_000], ids=["without elements", "with elements"])
def test_an_endless_list_raises_bad_reply(elements: int) -> None:
    page = {"controllers": ["a"] * elements, "next": "a"}
    with pytest.raises(BadReply, match=r"the pages of controller\.list have no end"):
        run(whole("controller.list", "controllers"), lambda method, **params: page)
