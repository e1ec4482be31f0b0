"""Alternating blocks of pagerd and the baseline, so that other load slows both down."""

from __future__ import annotations

from collections.abc import Callable

from .processes import BenchFailure, Program
from .workplace import Effort

Block = Callable[[int], float]
"""A function that does its work a number of times and returns the seconds it took."""


def alternate(
    effort: Effort, ours: Block, base: Block, most: int = 1 << 30
) -> tuple[int, list[float], list[float]]:
    """Runs alternating blocks.

    Returns the number of repetitions in a block, and the seconds per repetition in each block.
    """
    count = calibrate(effort, ours, most)
    base(count)
    mine: list[float] = []
    other: list[float] = []
    for _ in range(effort.blocks):
        other.append(base(count) / count)
        mine.append(ours(count) / count)
    return count, mine, other


def calibrate(effort: Effort, block: Block, most: int) -> int:
    """Returns the number of repetitions that fill a block, up to a maximum."""
    count = 1
    while (time := block(count)) < effort.seconds / 4 and count < most:
        count = min(count * 4, most)
    return max(1, min(most, int(count * effort.seconds / max(time, 1e-9))))


def lone(driver: Program, each: int = 0) -> Block:
    """Returns a block for a driver that works alone. A repetition causes `each` events."""

    def block(count: int) -> float:
        answer = driver.numbers(count)
        if each:
            check_run(answer[2], answer[3], count * each)
        return answer[1] - answer[0]

    return block


def heard(driver: Program, subscriber: Program, each: int, all_events: bool = True) -> Block:
    """Returns a block that ends when the subscriber has received all events."""

    def block(count: int) -> float:
        subscriber.tell(str(count * each))
        begin, end = driver.numbers(count)[:2]
        last, first_seq, last_seq = (float(word) for word in subscriber.line().split())
        if all_events:
            check_run(first_seq, last_seq, count * each)
        return max(end, last) - begin

    return block


def check_run(first: float, last: float, count: int) -> None:
    """Raises BenchFailure unless `count` events with consecutive numbers were received."""
    if last - first + 1 != count:
        raise BenchFailure(f"{count} of {last - first + 1:.0f} events arrived: some are missing")
