"""Large scenes over the socket, and the duration of a request in them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..blocks import calibrate, lone
from ..daemon import Daemon, request
from ..processes import running
from ..workplace import Workplace

PIECE = 1_000
"""The number of commands in a message: so few that parsing them allocates little memory."""

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def short_name(number: int) -> str:
    """Returns a name of four characters."""
    text = ""
    for _ in range(4):
        number, digit = divmod(number, len(DIGITS))
        text = DIGITS[digit] + text
    return text


def pieces(commands: Iterator[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    """Yields batches of the largest size."""
    piece: list[dict[str, Any]] = []
    for command in commands:
        piece.append(command)
        if len(piece) == PIECE:
            yield piece
            piece = []
    if piece:
        yield piece


def run_all(daemon: Daemon, commands: Iterator[dict[str, Any]]) -> None:
    """Runs all commands. Raises an error for the first refused one."""
    for piece in pieces(commands):
        daemon.send(request("batch", commands=piece))


def create(names: Iterator[str]) -> Iterator[dict[str, Any]]:
    """Yields commands that create a plain controller for each name."""
    for name in names:
        yield {"method": "controller.create", "params": {"id": name, "kind": "view"}}


def time_of(place: Workplace, endpoint: str, message: str, core: int | None) -> float:
    """Returns the microseconds of a round trip in the best block, as the machine is shared."""
    with running(place.driver("trip"), endpoint, message, core=core) as trip:
        block = lone(trip)
        count = calibrate(place.effort, block, 1 << 30)
        return min(block(count) / count for _ in range(place.effort.blocks)) * 1e6
