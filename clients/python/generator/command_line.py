"""Generates docs/reference/CLI.md from the help of the programs.

    python -m generator.command_line FOLDER > ../../docs/reference/CLI.md

FOLDER contains the programs pagerd, pagerctl and pagerview.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

#: The programs whose help has the form of swift-argument-parser.
PROGRAMS = ("pagerd", "pagerview")
INTRODUCTION = """\
# Command line

`make docs` generates this page from the help of the programs; do not edit it. A test compares the two. [CONFIGURATION.md](CONFIGURATION.md) has the environment variables, files and exit statuses in one place. The Python package has programs of its own: [bridges](../how-to/bridges.md), each with `--help`.
"""
PAGERCTL = """\
## pagerctl

Each method of the [protocol](PROTOCOL.md) is a subcommand of pagerctl. pagerctl also has subcommands that are not methods. `pagerctl help SUBCOMMAND` describes the fields of a method with their defaults, and the errors that the method can return.
"""
METHODS = """\
### Methods

Square brackets enclose optional arguments. Further fields are options, `--NAME VALUE`; [PROTOCOL.md](PROTOCOL.md) lists the fields of each method.

| method | usage | short form |
|---|---|---|
"""


def help_of(folder: Path, *words: str) -> str:
    """Runs a program with arguments; returns its output for a terminal of 80 columns."""
    program, *arguments = words
    environment = {**os.environ, "COLUMNS": "80"}
    done = subprocess.run(
        [str(folder / program), *arguments],
        capture_output=True, text=True, check=True, timeout=60, env=environment,
    )  # fmt: skip
    return done.stdout.rstrip().removeprefix("OVERVIEW: ")


def fenced(text: str) -> str:
    return "```text\n" + "\n".join(line.rstrip() for line in text.splitlines()) + "\n```\n"


def pages(folder: Path, program: str) -> Iterator[tuple[str, str]]:
    """Yields the name and the help of a program, and of each subcommand in its examples."""
    text = help_of(folder, program, "--help")
    yield program, text
    examples = text.partition("\nUSAGE:")[0]
    names = re.findall(rf"^ +{program} ([a-z][a-z-]+)", examples, re.MULTILINE)
    for name in dict.fromkeys(names):
        yield f"{program} {name}", help_of(folder, program, name, "--help")


def verbs_and_methods(overview: str) -> tuple[list[str], list[str]]:
    """Returns the verbs and the methods that pagerctl's overview lists."""
    body = overview.split("WORDS OF OTHER PROGRAMS", 1)[0]
    words = [line.split()[0] for line in body.splitlines() if line.startswith("  ")]
    methods = [word for word in words if "." in word or word == "batch"]
    return [word for word in words if word not in methods], methods


def method_row(folder: Path, method: str) -> str:
    text = help_of(folder, "pagerctl", "help", method)
    usage = re.search(r"^usage: pagerctl (.*)$", text, re.MULTILINE)
    short = re.search(r"^short form: pagerctl (\S+)", text, re.MULTILINE)
    assert usage is not None, text
    cell = usage[1].replace("|", "\\|")
    return f"| `{method}` | `{cell}` | {f'`{short[1]}`' if short else ''} |\n"


def document(folder: Path) -> str:
    """Returns the whole page. Runs each program once for each subcommand."""
    parts = [INTRODUCTION]
    for program in PROGRAMS:
        for name, text in pages(folder, program):
            parts.append(f"## {name}\n\n" + fenced(text))
    overview = help_of(folder, "pagerctl", "--help")
    verbs, methods = verbs_and_methods(overview)
    parts.append(PAGERCTL + "\n" + fenced(overview))
    for verb in verbs:
        text = help_of(folder, "pagerctl", "help", verb)
        parts.append(f"### pagerctl {verb}\n\n" + fenced(text))
    parts.append(METHODS + "".join(method_row(folder, method) for method in methods))
    for topic in ("styles", "format"):
        text = help_of(folder, "pagerctl", "help", topic)
        parts.append(f"### pagerctl help {topic}\n\n" + fenced(text))
    return "\n".join(parts)


if __name__ == "__main__":
    sys.stdout.write(document(Path(sys.argv[1])))
