"""The options that all these plugins have."""

from __future__ import annotations

import argparse
import sys
from typing import NoReturn

from ..errors import PagerError
from ..plugin import Plugin

USAGE = 64


class Parser(argparse.ArgumentParser):
    """Knows which daemon, and under which name; wrong usage is status 64."""

    def __init__(self, name: str, description: str, epilog: str | None = None) -> None:
        super().__init__(
            prog=f"python -m pagerd_client.plugins.{name}",
            description=description,
            epilog=epilog,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        daemon = self.add_argument_group("the daemon; one that starts the plugin says it itself")
        daemon.add_argument(
            "--plugin", default=name, metavar="NAME", help=f"name of the plugin (default {name})"
        )
        daemon.add_argument("--name", help="the instance (PAGERD_NAME, else default)")
        daemon.add_argument("--plugins", metavar="ENDPOINT", help="its socket (PAGERD_PLUGINS)")

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(USAGE, f"{self.prog}: {message}\n")

    def plugin(self, options: argparse.Namespace) -> Plugin:
        """The plugin that the options say; ends the program where they make no sense."""
        try:
            return Plugin(options.plugin, instance=options.name, plugins=options.plugins)
        except ValueError as error:
            self.error(str(error))
        except PagerError as error:
            sys.exit(f"{self.prog}: {error}")


def seconds(text: str) -> float:
    """An interval of the command line."""
    value = float(text)
    if not 0.01 <= value <= 86_400:
        raise argparse.ArgumentTypeError(f"{text} is no interval of 0.01 to 86400 seconds")
    return value
