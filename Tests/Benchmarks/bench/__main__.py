"""Runs the benchmarks: `python3 -m bench`, with PYTHONPATH=Tests/Benchmarks."""

from __future__ import annotations

import argparse
import resource
import signal
import sys
from collections.abc import Collection
from pathlib import Path

from . import compare, machine, saved, table
from .figures import Rows
from .goals import unmet
from .processes import BenchFailure
from .rows import GROUPS
from .scale import PARTS
from .scale.curves import Curves
from .workplace import TINY, Effort, workplace

PROGRAMS = machine.ROOT / ".build-install" / "release"
ENGINE = machine.ROOT / ".build-bench" / "release" / "engine"


def main() -> int:
    """Runs the command. Returns 1 if a row is worse or not valid, else 0."""
    options = _options()
    if options.what == "compare":
        return _compare(options)
    # On SIGTERM, all started programs are ended too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return _measure(options)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    commands = parser.add_subparsers(dest="what")
    for name in ("measure", "scale"):
        command = commands.add_parser(name)
        command.add_argument("--programs", type=Path, default=PROGRAMS)
        command.add_argument("--engine", type=Path, default=ENGINE)
        command.add_argument("--json", type=Path, help="the file in which to save the run")
        command.add_argument("--tiny", action="store_true", help="a short run that tests the code")
        command.add_argument("--only", help="the groups or curves to measure, with commas between")
    command = commands.add_parser("compare")
    command.add_argument("before", type=Path)
    command.add_argument("after", type=Path, nargs="?")
    options = parser.parse_args(sys.argv[1:] or ["measure"])
    if options.what != "compare":
        options.only = _chosen(options.only, PARTS if options.what == "scale" else GROUPS)
    return options


def _chosen(only: str | None, known: Collection[str]) -> list[str]:
    """Returns the names of the groups to measure. Ends with 64 if one is unknown."""
    names = only.split(",") if only else list(known)
    unknown = [name for name in names if name not in known]
    if unknown:
        print(f"bench: --only {unknown[0]}: the groups are {', '.join(known)}", file=sys.stderr)
        sys.exit(64)
    return names


def _compare(options: argparse.Namespace) -> int:
    after = options.after or saved.default_path(machine.commit())
    old, before = saved.read(options.before)
    new, now = saved.read(after)
    print(f"before: commit {old['commit']} on {old['machine']}")
    print(f"now:    commit {new['commit']} on {new['machine']}\n")
    found = compare.verdicts(before, now)
    print("\n".join(compare.lines(found)))
    worse = [one.name for one in found if one.word == "worse"]
    missing = {row.key for row in before} - {row.key for row in now}
    print(f"\n{len(found)} rows, {len(worse)} worse", end="")
    print(f"; not in the newer run: {', '.join(sorted(missing))}" if missing else "")
    return 1 if worse else 0


def _measure(options: argparse.Namespace) -> int:
    """Measures the groups of the table, or the curves."""
    head = machine.describe()
    rows, curves = Rows(), Curves()
    with workplace(options.programs, options.engine, TINY if options.tiny else Effort()) as place:
        for name in options.only:
            print(f"measuring {name}", file=sys.stderr, flush=True)
            try:
                if options.what == "scale":
                    PARTS[name](place, curves, rows)
                else:
                    GROUPS[name](place, rows)
            except BenchFailure as failure:
                rows.fail(name, str(failure))
    _print(head, rows, curves)
    path = options.json or saved.default_path(head["commit"], options.what)
    saved.write(path, head, rows.all, curves.all)
    print(f"saved in {path}")
    for key, why in rows.failures.items():
        print(f"not valid: {key}: {why}", file=sys.stderr)
    return 1 if rows.failures else 0


def _print(head: dict[str, str], rows: Rows, curves: Curves) -> None:
    for name, text in head.items():
        print(f"{name}: {text}")
    print()
    print("\n".join(table.lines(rows.all)))
    for curve in curves.all:
        print("", *table.points(curve), sep="\n")
    print(f"\n{len(unmet(rows.all))} goals are not met")


if __name__ == "__main__":
    sys.exit(main())
