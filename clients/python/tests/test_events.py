"""Event streams: no event is missing, or the stream reports it."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import Daemon
from proxy import Proxy

from pagerd_client import EventsLost, EventStream, HistoryChanged, NoDaemon, Pager
from pagerd_client.core.chain import chains
from pagerd_client.core.gapless_events import GaplessEvents
from pagerd_client.wire import EventsChannel


def create(pager: Pager, *ids: str) -> dict[str, Any]:
    for id in ids:
        result = pager.call("controller.create", id=id, kind="view")
    return result


def take(stream: EventStream, count: int) -> list[tuple[int, str]]:
    taken: list[tuple[int, str]] = []
    for _ in range(count):
        event = stream.get(60)
        assert event is not None, f"only {taken} arrived within 60 s"
        taken.append((event.seq, event.subject))
    return taken


def test_events_arrive_in_order(pager: Pager) -> None:
    create(pager, "before")
    with pager.events() as stream:
        create(pager, "a", "b", "c")
        assert take(stream, 3) == [(2, "a"), (3, "b"), (4, "c")]
        assert stream.history == pager.call("server.hello")["history"]


def test_a_stream_yields_only_events_with_its_prefixes(pager: Pager) -> None:
    with pager.events("window.", "controller.b.created") as stream:
        create(pager, "a", "b")
        pager.call("controller.update", id="b", title="B")
        pager.call("window.create", id="w")
        assert take(stream, 2) == [(2, "b"), (4, "w")]
    with pytest.raises(ValueError):
        pager.events("what ever")


def test_prefixes_map_to_category_and_subject_chains() -> None:
    def of(*prefixes: str) -> list[str]:
        return [chain.prefix for chain in chains(prefixes)]

    assert of() == of("") == of("life") == of("", "view.") == [""]
    assert of("view.") == of("view.a") == of("view.", "view.a.") == ["view."]
    assert of("view.a.created", "view.a.", "window.w") == ["view.a.", "window."]


@pytest.mark.parametrize("prefix", ["", "controller."])
def test_a_gap_is_filled(far: Pager, lossy: Proxy, prefix: str) -> None:
    with far.events(prefix) as stream:
        lossy.loses = lambda topic: topic[11:12] in (b"b", b"c")
        create(far, "a", "b", "c", "d")
        assert take(stream, 4) == [(1, "a"), (2, "b"), (3, "c"), (4, "d")]
        assert lossy.lost == 2


@pytest.mark.parametrize("prefix", ["", "controller.", "controller.b."])
def test_a_gap_at_the_end_is_filled(far: Pager, lossy: Proxy, prefix: str) -> None:
    with far.events(prefix) as stream:
        lossy.loses = lambda topic: topic == b"controller.b.created"
        create(far, "b")
        assert take(stream, 1) == [(1, "b")]
        assert lossy.lost == 1


def test_a_gap_in_the_chain_of_a_reused_id_is_filled(far: Pager, lossy: Proxy) -> None:
    """A reused id starts its chain again. Events that were lost before that are found."""
    lost = iter([False, True, True, True, False])
    with far.events("controller.a.") as stream:
        lossy.loses = lambda topic: topic.startswith(b"controller.a.") and next(lost)
        for _ in range(2):
            create(far, "a")
            far.call("controller.destroy", id="a")
        create(far, "a")
        assert take(stream, 5) == [(seq, "a") for seq in range(1, 6)]
        assert lossy.lost == 3


def test_a_large_gap_is_filled_in_pages(
    far: Pager, lossy: Proxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    with far.events() as stream:
        lossy.loses = lambda topic: b"last" not in topic
        monkeypatch.setattr(GaplessEvents, "page", 3)
        create(far, *(f"c{number}" for number in range(10)), "last")
        assert [seq for seq, _ in take(stream, 11)] == list(range(1, 12))


def test_a_stream_raises_events_lost_if_events_were_dropped(
    daemon: Daemon, far: Pager, lossy: Proxy
) -> None:
    daemon.stop()
    daemon.start("--retain", "5")
    with far.events() as stream:
        lossy.loses = lambda topic: topic[11:12] != b"z"
        create(far, *"abcdefghz")
        with pytest.raises(EventsLost) as caught:
            next(stream)
        assert (caught.value.since, caught.value.prefix) == (0, "")
        assert "the daemon keeps events from 5 on" in str(caught.value)
        assert list(stream) == []


def test_dropped_events_of_other_topics_cause_no_gap(
    daemon: Daemon, far: Pager, lossy: Proxy
) -> None:
    daemon.stop()
    daemon.start("--retain", "5")
    with far.events("window.") as stream:
        lossy.loses = lambda topic: b"w1" in topic
        create(far, *"abcdefgh")
        far.call("window.create", id="w1")
        far.call("window.create", id="w2")
        assert take(stream, 2) == [(9, "w1"), (10, "w2")]


@pytest.mark.parametrize("prefix", ["controller.", "controller.a."])
def test_the_welcome_message_of_another_client_is_ignored(pager: Pager, prefix: str) -> None:
    """All subscribers get a welcome message, but only the new subscriber uses it."""
    asked: list[str] = []

    class Asking(Pager):
        def call(self, method: str, /, **params: Any) -> dict[str, Any]:
            asked.append(method)
            return super().call(method, **params)

    with Asking("test") as asking, asking.events(prefix) as stream:
        create(pager, "a")
        assert take(stream, 1) == [(1, "a")]
        # The welcome message of the second stream has a seq that the first one never receives.
        pager.call("window.create", id="w")
        with pager.events(prefix):
            pager.call("controller.update", id="a", title="A")
            assert take(stream, 1) == [(3, "a")]
    assert asked == []


def test_since_continues_a_stream(pager: Pager) -> None:
    seq = create(pager, "a")["seq"]
    history = pager.call("server.hello")["history"]
    create(pager, "b")
    with pager.events("controller.", since=seq, history=history) as stream:
        create(pager, "c")
        assert take(stream, 2) == [(2, "b"), (3, "c")]
    with pytest.raises(HistoryChanged):
        pager.events(since=1000)
    with pytest.raises(HistoryChanged):
        pager.events(history="another")


def test_a_restart_begins_another_history(daemon: Daemon, pager: Pager) -> None:
    with pager.events("controller.") as stream:
        create(pager, "a")
        assert take(stream, 1) == [(1, "a")]
        assert daemon.stop() == 0
        daemon.start()
        with pytest.raises(HistoryChanged) as caught:
            next(stream)
        assert caught.value.known == stream.history
        assert caught.value.current == pager.call("server.hello")["history"]
        assert list(stream) == []


def test_a_restart_during_a_replay_raises_history_changed(
    daemon: Daemon, far: Pager, lossy: Proxy
) -> None:
    """New events with the same seqs do not replace the lost events of the earlier daemon."""
    with far.events() as stream:
        stream._reading.batch = 1
        lossy.loses = lambda topic: b"controller.b" in topic
        create(far, "a", "b", "c")
        assert take(stream, 1) == [(1, "a")]
        daemon.stop()
        daemon.start()
        create(far, "x", "y", "z")
        with pytest.raises(HistoryChanged):
            next(stream)


def test_a_shutdown_ends_a_stream_with_until_shutdown(pager: Pager) -> None:
    with pager.events(until_shutdown=True) as stream:
        create(pager, "a", "b")
        pager.call("server.shutdown")
        assert [event.subject for event in stream] == ["a", "b"]
        assert stream.is_ended


def test_a_missing_heartbeat_raises_an_error(daemon: Daemon) -> None:
    with Pager(daemon.name) as pager, pager.events() as stream:
        stream._reading.subscription._timeout = 1.5
        daemon.stop()
        with pytest.raises(NoDaemon, match="waited 1.5 s for a heartbeat"):
            next(stream)


def test_a_missing_welcome_raises_no_daemon(daemon: Daemon) -> None:
    with Pager("nobody", timeout=0.2) as pager, pytest.raises(NoDaemon) as caught:
        pager.events("view.")
    assert caught.value.endpoint.endswith("/nobody/events")
    assert "subscribed to 'view.' and had no welcome in 0.2 s" in str(caught.value)


def test_a_stream_subscribes_again_if_the_welcome_is_lost(pager: Pager) -> None:
    class Deaf(EventsChannel):
        lost = 0

        def receive(self) -> tuple[bytes, bytes] | None:
            message = super().receive()
            if message is not None and message[0] == b"view." and not self.lost:
                self.lost += 1
                return None
            return message

    with Pager(pager._name, channel=Deaf) as deaf:
        deaf.patience = 0.1
        with deaf.events("view.") as stream:
            channel = stream._reading._channel
            assert isinstance(channel, Deaf) and channel.lost == 1
            pager.call("view.create", id="v")
            assert next(stream).subject == "v"


def test_wait_for_returns_the_matching_event_or_times_out(pager: Pager) -> None:
    seq = create(pager, "a", "b")["seq"]
    pager.call("controller.update", id="b", title="B")
    assert pager.wait_for("updated", since=seq).payload["changes"] == {"title": "B"}
    assert pager.wait_for("controller.b.created", since=0).seq == 2
    assert pager.wait_for(lambda event: event.seq == 1, since=0).subject == "a"
    with pytest.raises(TimeoutError) as caught:
        pager.wait_for("destroyed", 0.05, since=0)
    assert str(caught.value) == (
        f"no destroyed within 0.05 s at {pager.events_endpoint.address}; "
        "3 other events arrived, the last: controller.b.updated"
    )
    with pager.events() as stream:
        pager.call("controller.destroy", id="a")
        assert stream.wait_for("controller.a.destroyed").seq == 4
