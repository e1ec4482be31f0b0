"""Proxies between the daemon and a client that lose, delay, repeat and reorder messages."""

from __future__ import annotations

import json
import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Callable, TypeVar

import zmq

Loses = Callable[[bytes], bool]
Frames = list[bytes]


class Proxy:
    """A proxy that loses messages by their topic, and counts the lost and the passed ones."""

    #: Whether there are delayed messages, which `release` returns if no more messages arrive.
    is_holding = False

    def __init__(self, loses: Loses) -> None:
        self.loses = loses
        self.passed = 0
        self.lost = 0

    def take(self, frames: Frames) -> list[Frames]:
        """Counts a message. Returns the messages to pass to the subscriber now."""
        if self.loses(frames[0]):
            self.lost += 1
            return []
        self.passed += 1
        return [frames]

    def release(self) -> list[Frames]:
        """Returns the delayed messages."""
        return []


@dataclass(frozen=True)
class Faults:
    """The probability of each fault for a message, from 0 to 1."""

    #: The message is lost. In a tenth of these cases, up to 40 messages after it are lost, too.
    drop: float = 0.0
    #: The message arrives after some later messages.
    delay: float = 0.0
    #: The message arrives twice, at once or later.
    duplicate: float = 0.0
    #: The message changes places with the next message.
    reorder: float = 0.0


class FaultyWay(Proxy):
    """A proxy with random faults, which also affect welcome messages and heartbeats.

    The same seed has the same faults for the same messages.
    """

    def __init__(self, faults: Faults, seed: int) -> None:
        super().__init__(self._is_lost)
        self.faults = faults
        self.delayed = 0
        self.doubled = 0
        self.swapped = 0
        self._random = random.Random(seed)
        # The delayed messages, each with the number of the message after which it is passed.
        self._held: list[tuple[int, Frames]] = []
        self._place = 0
        self._losing = 0
        self._boot: str | None = None

    @property
    def is_holding(self) -> bool:  # type: ignore[override]
        """Whether there are delayed messages."""
        return bool(self._held)

    def _is_lost(self, topic: bytes) -> bool:
        # A heartbeat ends the loss, so it lasts at most a second.
        if self._losing and not topic.startswith(b"server."):
            self._losing -= 1
            return True
        self._losing = 0
        if self._random.random() >= self.faults.drop:
            return False
        if self._random.random() < 0.1:
            self._losing = self._random.randint(1, 40)
        return True

    def take(self, frames: Frames) -> list[Frames]:
        """Returns the messages to pass to the subscriber now."""
        self._forget_if_of_another(frames)
        self._place += 1
        passing = super().take(frames)
        if passing:
            passing = self._hurt(frames)
        passing += [held for place, held in self._held if place <= self._place]
        self._held = [(place, held) for place, held in self._held if place > self._place]
        return passing

    def _hurt(self, frames: Frames) -> list[Frames]:
        if self._random.random() < self.faults.delay:
            self.delayed += 1
            self._hold(frames, self._random.randint(2, 30))
            return []
        if self._random.random() < self.faults.reorder:
            self.swapped += 1
            self._hold(frames, 1)
            return []
        if self._random.random() < self.faults.duplicate:
            self.doubled += 1
            self._hold(frames, self._random.randint(0, 20))
        return [frames]

    def _hold(self, frames: Frames, count: int) -> None:
        self._held.append((self._place + count, frames))

    def release(self) -> list[Frames]:
        """Returns the delayed messages."""
        held, self._held = self._held, []
        return [frames for _, frames in held]

    def _forget_if_of_another(self, frames: Frames) -> None:
        """Drops the delayed messages of an earlier daemon process.

        They are lost with its connection, so they cannot arrive after messages of the next one.
        """
        topic, payload = frames
        if not topic.startswith(b"server.") and not payload.startswith(b'{"event":"welcome"'):
            return
        boot = json.loads(payload).get("boot", self._boot)
        if boot != self._boot:
            self.lost += len(self._held)
            self._held = []
        self._boot = boot


@contextmanager
def proxy(events: str, address: str, loses: Loses) -> Iterator[Proxy]:
    """Starts a proxy at `address` for the endpoint `events` that loses messages by topic."""
    with between(events, address, Proxy(loses)) as it:
        yield it


Place = TypeVar("Place", bound=Proxy)


@contextmanager
def between(events: str, address: str, it: Place) -> Iterator[Place]:
    """Runs the proxy `it` at `address`, between the endpoint `events` and its subscribers."""
    context = zmq.Context()
    front, back = context.socket(zmq.XPUB), context.socket(zmq.XSUB)
    # The daemon answers each repeated subscription with a welcome message.
    front.setsockopt(zmq.XPUB_VERBOSER, 1)
    for socket in (front, back):
        socket.setsockopt(zmq.SNDHWM, 0)
        socket.setsockopt(zmq.RCVHWM, 0)
    front.bind(address)
    back.connect(events)
    with passing(context, front, back, lambda frames: None, it):
        yield it


class LossyReplies(Proxy):
    """A proxy that loses replies to one of the client's requests, however often it is repeated."""

    def __init__(self, lose: int, after: int) -> None:
        super().__init__(lambda reply: json.loads(reply)["id"] == self._lost_id and self.lost < lose)
        self.requests: Frames = []
        self._after = after
        self._lost_id: object = None

    def note(self, frames: Frames) -> None:
        """Keeps a request. The one after the first `after` different ones is the one to lose."""
        self.requests.append(frames[-1])
        if self._lost_id is None and repeated(self.requests) > self._after:
            self._lost_id = json.loads(frames[-1])["id"]

    def take(self, frames: Frames) -> list[Frames]:
        """Returns the reply if it is not lost."""
        return [frames] if super().take(frames[-1:]) else []


@contextmanager
def lossy(command: str, address: str, lose: int, after: int = 0) -> Iterator[Frames]:
    """Starts a proxy for commands that loses the first `lose` replies to one request.

    It is the request after the first `after` different ones. Yields all requests.
    """
    context = zmq.Context()
    front, back = context.socket(zmq.ROUTER), context.socket(zmq.DEALER)
    front.bind(address)
    back.connect(command)
    it = LossyReplies(lose, after)
    with passing(context, front, back, it.note, it):
        yield it.requests


def repeated(requests: Frames) -> int:
    """Returns how many different requests there are. Each may have been sent several times in a row.

    How often depends on the speed of the machine: a client repeats a request without a reply.
    """
    different = [one for place, one in enumerate(requests) if one not in requests[max(place - 1, 0) : place]]
    assert len(different) == len(set(different)), "an earlier request was repeated after a later one"
    return len(different)


@contextmanager
def passing(
    context: zmq.Context[zmq.Socket[bytes]],
    front: zmq.Socket[bytes],
    back: zmq.Socket[bytes],
    note: Callable[[Frames], None],
    it: Proxy,
) -> Iterator[None]:
    """Passes messages between the sockets in a thread.

    Messages from `front` all pass, after a call of `note`. Messages from `back` go through `it`.
    """
    stop, stopped = context.socket(zmq.PAIR), context.socket(zmq.PAIR)
    stop.bind("inproc://stop")
    stopped.connect("inproc://stop")

    def run() -> None:
        poller = zmq.Poller()
        for socket in (front, back, stopped):
            poller.register(socket, zmq.POLLIN)
        while True:
            ready = dict(poller.poll(20 if it.is_holding else None))
            if stopped in ready:
                return
            if front in ready:
                frames = front.recv_multipart()
                note(frames)
                back.send_multipart(frames)
            if back in ready:
                frames = back.recv_multipart()
                for passed in it.take(frames):
                    front.send_multipart(passed)
            if not ready:
                for passed in it.release():
                    front.send_multipart(passed)

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield
    finally:
        stop.send(b"")
        thread.join()
        context.destroy(linger=0)
