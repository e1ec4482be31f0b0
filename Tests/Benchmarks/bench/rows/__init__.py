"""The groups of rows, each in a file of its own."""

from __future__ import annotations

from collections.abc import Callable

from ..figures import Rows
from ..workplace import Workplace
from . import (
    classes,
    engine,
    fan_out,
    holds,
    journal,
    memory,
    nats,
    pipelined,
    plugins,
    python_client,
    round_trips,
    starts,
    takeovers,
    tmux,
)

Group = Callable[[Workplace, Rows], None]

GROUPS: dict[str, Group] = {
    "round-trips": round_trips.measure,
    "pipelined": pipelined.measure,
    "fan-out": fan_out.measure,
    "tmux": tmux.measure,
    "engine": engine.measure,
    "classes": classes.measure,
    "starts": starts.measure,
    "memory": memory.measure,
    "journal": journal.measure,
    "holds": holds.measure,
    "plugins": plugins.measure,
    "python": python_client.measure,
    "takeovers": takeovers.measure,
    "nats": nats.measure,
}
