"""Alternating blocks: ours and the baseline, so that whatever else happens slows both."""

from __future__ import annotations

from collections.abc import Callable

from .processes import BenchFailure, Program
from .workplace import Effort

Block = Callable[[int], float]
"""Does its work so many times; the seconds that it took."""


def alternate(
    effort: Effort, ours: Block, base: Block, most: int = 1 << 30
) -> tuple[int, list[float], list[float]]:
    """How often the work was done in each block, and the blocks' seconds for one of it."""
    count = calibrate(effort, ours, most)
    base(count)
    mine: list[float] = []
    other: list[float] = []
    for _ in range(effort.blocks):
        other.append(base(count) / count)
        mine.append(ours(count) / count)
    return count, mine, other


def calibrate(effort: Effort, block: Block, most: int) -> int:
    """As many as fill a block, at most so many."""
    count = 1
    while (time := block(count)) < effort.seconds / 4 and count < most:
        count = min(count * 4, most)
    return max(1, min(most, int(count * effort.seconds / max(time, 1e-9))))


def lone(driver: Program, each: int = 0, all_events: bool = True) -> Block:
    """Blocks of a driver that works by itself, and of which each work brings so many events."""

    def block(count: int) -> float:
        answer = driver.numbers(count)
        if each and all_events:
            check_run(answer[2], answer[3], count * each)
        return answer[1] - answer[0]

    return block


def heard(driver: Program, subscriber: Program, each: int, all_events: bool = True) -> Block:
    """Blocks that end when the subscriber has all events, too."""

    def block(count: int) -> float:
        subscriber.tell(str(count * each))
        begin, end = driver.numbers(count)[:2]
        last, first_seq, last_seq = (float(word) for word in subscriber.line().split())
        if all_events:
            check_run(first_seq, last_seq, count * each)
        return max(end, last) - begin

    return block


def check_run(first: float, last: float, count: int) -> None:
    """Who hears everything must have had every number."""
    if last - first + 1 != count:
        raise BenchFailure(f"of {last - first + 1:.0f} events {count} came: some are missing")
