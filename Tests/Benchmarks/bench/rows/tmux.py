"""tmux in control mode: `next-window` with its notification, compared with `pager.next`."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

from ..blocks import Block, alternate, heard
from ..daemon import NEXT, PAGES, Daemon, daemon
from ..figures import Rows
from ..processes import BenchFailure, Program, running
from ..workplace import Workplace
from .pipelined import WIDTH
from .round_trips import PLACES

NEWS = "pager."


def measure(place: Workplace, rows: Rows) -> None:
    """Measures concurrent commands. Does nothing if tmux is not installed."""
    if not shutil.which("tmux"):
        return
    for key, where in PLACES:
        core = place.cores[0] if key == "one-core" else None
        for _ in range(place.effort.runs):
            with daemon(place, core=core) as ours, _server(place, core) as server:
                ours.show_book()
                ours.turn_pages(place.effort.warm_up)
                _pipelined(place, rows, ours, server, key, where, core)


@contextmanager
def _server(place: Workplace, core: int | None) -> Iterator[str]:
    """Starts a tmux server with as many windows as the book has pages, and ends it afterwards."""
    # A server that has just ended may still hold its name.
    name = f"bench-{os.getpid()}-{place.new_name()}"
    tmux = ["tmux", "-L", name, "-f", "/dev/null"]
    pinned = ["taskset", "-c", str(core)] if core is not None else []
    _run(*pinned, *tmux, "new-session", "-d", "cat")
    try:
        for _ in range(PAGES - 1):
            _run(*tmux, "new-window", "cat")
        yield name
    finally:
        _run(*tmux, "kill-server")


def _run(*words: str) -> None:
    done = subprocess.run(words, capture_output=True, text=True, timeout=10)
    if done.returncode:
        raise BenchFailure(f"{' '.join(words)}: {done.stderr.strip()}")


def _control(driver: Program) -> Block:
    def block(count: int) -> float:
        begin, end, notified = driver.numbers(count)
        if notified != count:
            raise BenchFailure(f"tmux sent {notified:.0f} notifications of {count}")
        return end - begin

    return block


def _pipelined(
    place: Workplace, rows: Rows, ours: Daemon, server: str, key: str, where: str,
    core: int | None,
) -> None:  # fmt: skip
    each = ours.note(NEXT).count(NEWS)
    with running(
        place.driver("subscriber"), "1", ours.events, NEWS, "welcomed", core=core
    ) as news:
        with running(place.driver("pipeline"), ours.command, str(WIDTH), NEXT, core=core) as mine:
            with running(place.driver("control"), server, str(WIDTH), core=core) as other:
                most = ours.high_water_mark // 2 // each
                _, a, b = alternate(
                    place.effort, heard(mine, news, each, all_events=False), _control(other), most
                )
    rows.add_rates(
        f"tmux.pipelined.{WIDTH}.{key}", f"pager.next, {WIDTH} in flight, pager. events, {where}",
        "commands/s", "tmux next-window, as many in flight", a, b,
    )  # fmt: skip
