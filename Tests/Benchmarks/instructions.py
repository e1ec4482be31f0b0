"""Compares the instructions of the hot commands with the saved counts.

Usage: `python instructions.py PAGERD ENGINE CLASSES`. The exit status is 1 if a command takes over 3 % more
instructions than saved. With ACCEPT=1 in the environment, the new counts are saved instead. Without
programs, nothing is counted. The exit status is 3 if the counts of this machine cannot be compared.
"""

from __future__ import annotations

import os
import platform
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from counting import HERE, Counting
from hot_commands import HOT_COMMANDS, HotCommand
from limits import Counts, foreign, table, verdicts

SAVED = HERE / "instructions.json"
ROUNDS = 50
ENGINE = "the engine alone: pager.next, previous"
CLASSES = {
    "tabs": "UIKit's classes: a change of tabs",
    "tests": "UIKit's classes: a test with a push and a pop",
}


def compiler() -> str:
    """Returns the version and the target of the Swift compiler."""
    swift = os.environ.get("SWIFT", "swift")
    said = subprocess.run([swift, "--version"], capture_output=True, text=True, check=True).stdout
    version = re.search(r"Swift version \S+ \([^)]*\)", said)
    return f"{version.group() if version else said.strip()} for {platform.machine()}"


def counted(pagerd: Path, engine: Path, classes: Path) -> dict[str, int]:
    """Returns the number of instructions by command."""
    # A folder with a short path, which has the same length on every machine.
    with tempfile.TemporaryDirectory(prefix="pgr", dir="/tmp") as folder:
        counting = Counting(Path(folder))
        daemon = counting.stripped(pagerd)
        alone, with_classes = counting.stripped(engine), counting.stripped(classes)

        def of(command: HotCommand) -> int:
            return counting.daemon(daemon, command, ROUNDS) // (ROUNDS * len(command.round))

        # libzmq and the client use few threads, so one daemon runs on each core.
        with ThreadPoolExecutor(os.cpu_count()) as workers:
            switch = workers.submit(counting.engine, alone)
            blocks = {
                name: workers.submit(counting.classes, with_classes, block)
                for block, name in CLASSES.items()
            }
            found = list(workers.map(of, HOT_COMMANDS))
        counts = {command.name: count for command, count in zip(HOT_COMMANDS, found)}
        of_classes = {name: block.result() for name, block in blocks.items()}
        return {**counts, ENGINE: switch.result(), **of_classes}


def main() -> int:
    """Prints the table and returns the exit status."""
    accepts = os.environ.get("ACCEPT") == "1"
    now = Counts(compiler(), " ".join(platform.libc_ver()), {})
    saved = Counts.read(SAVED)
    if not accepts and (reason := foreign(now, saved)):
        print(f"instructions: {reason}")
        return 3
    if not sys.argv[1:]:
        return 0
    pagerd, engine, classes = map(Path, sys.argv[1:])
    now = replace(now, instructions=counted(pagerd, engine, classes))
    found = verdicts(now, saved)
    print(table(found))
    if accepts:
        now.write(SAVED)
        print(f"instructions: saved in {SAVED.name}")
        return 0
    for verdict in found:
        if verdict.sentence:
            print(f"instructions: {verdict.sentence}")
    return 1 if any(verdict.fails for verdict in found) else 0


if __name__ == "__main__":
    sys.exit(main())
