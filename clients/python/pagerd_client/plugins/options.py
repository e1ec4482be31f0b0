"""The command-line options that all ready-made plugins have."""

from __future__ import annotations

import argparse
import sys
from typing import NoReturn

from ..errors import PagerError
from ..plugin import Plugin

USAGE = 64


class Parser(argparse.ArgumentParser):
    """A parser with the options that name the daemon and the plugin.

    Wrong usage ends the program with status 64.
    """

    def __init__(self, name: str, description: str, epilog: str | None = None) -> None:
        super().__init__(
            prog=f"python -m pagerd_client.plugins.{name}",
            description=description,
            epilog=epilog,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        daemon = self.add_argument_group("the daemon (not needed if it starts the plugin)")
        daemon.add_argument(
            "--plugin", default=name, metavar="NAME", help=f"name of the plugin (default {name})"
        )
        daemon.add_argument("--name", help='its instance (default PAGERD_NAME, else "default")')
        daemon.add_argument(
            "--plugins", metavar="ENDPOINT", help="its plugins socket (default PAGERD_PLUGINS)"
        )

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(USAGE, f"{self.prog}: {message}\n")

    def plugin(self, options: argparse.Namespace) -> Plugin:
        """Returns the plugin that the options describe. Exits if they are wrong."""
        try:
            return Plugin(options.plugin, instance=options.name, plugins=options.plugins)
        except ValueError as error:
            self.error(str(error))
        except PagerError as error:
            sys.exit(f"{self.prog}: {error}")


def seconds(text: str) -> float:
    """Parses a number of seconds on the command line. Raises ArgumentTypeError."""
    value = float(text)
    if not 0.01 <= value <= 86_400:
        raise argparse.ArgumentTypeError(f"{text}: must be between 0.01 and 86400 s")
    return value
