"""Writes the generated modules of the client from a daemon's description.

    python generate.py PAGERD            # writes the modules
    python generate.py PAGERD --check    # exits with 1 if a module is not up to date

PAGERD is the path of the program pagerd. The script starts it, and stops it at the end. The modules
are `contract.py`, `records.py`, `methods.py`, `handles.py`, `aio_handles.py`, `events.py`,
`version.py` and `core/table.py`, and the viewer's `omitted.js`.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from generator.events import browser_table, events, table
from generator.handles import Writer
from generator.replies import write_records
from generator.shapes import Shapes, contract, module
from pagerd_client.testing import PrivateDaemon

PACKAGE = Path(__file__).parent / "pagerd_client"
#: The module with the version of pagerd, which is also the version of the client.
VERSION = '''"""The version of this package."""

__version__ = "{}"
'''


def describe(program: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Returns the results of a daemon's `server.describe` and `server.hello`."""
    with PrivateDaemon(program=program) as daemon, daemon.pager() as pager:
        return pager.call("server.describe"), pager.call("server.hello")


def render(description: dict[str, Any], hello: dict[str, Any]) -> dict[str, str]:
    """Returns the texts of the modules by their paths in the package."""
    shapes = Shapes()
    kinds = write_records(description, shapes)
    writer = Writer(description, shapes, kinds)
    written = {
        "methods.py": writer.methods(),
        "handles.py": writer.handles(""),
        "aio_handles.py": writer.handles("Async"),
        "events.py": events(description, shapes),
        "version.py": VERSION.format(hello["version"]),
        "core/table.py": table(description, hello["changes"]),
        "../../web/js/omitted.js": browser_table(description),
    }
    return {"contract.py": contract(shapes), "records.py": module(shapes, kinds), **written}


def main() -> int:
    """Runs the script; returns 1 if `--check` finds a module that is not up to date, else 0."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("pagerd", help="the path of the program pagerd")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if outdated")
    options = parser.parse_args()
    stale = 0
    for name, text in render(*describe(options.pagerd)).items():
        path = PACKAGE / name
        if options.check and (not path.exists() or path.read_text() != text):
            print(f"{path} is not up to date; run generate.py", file=sys.stderr)
            stale = 1
        elif not options.check:
            path.write_text(text)
    return stale


if __name__ == "__main__":
    sys.exit(main())
