"""The command-line options that all ready-made plugins have."""

from __future__ import annotations

import argparse
import sys

from ..core import arguments
from ..errors import PagerError
from ..plugin import Plugin


class Parser(arguments.Parser):
    """A parser with the options that name the daemon and the plugin."""

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

    def plugin(self, options: argparse.Namespace) -> Plugin:
        """Returns the plugin that the options describe. Exits if they are wrong."""
        try:
            return Plugin(options.plugin, instance=options.name, plugins=options.plugins)
        except ValueError as error:
            self.error(str(error))
        except PagerError as error:
            sys.exit(f"{self.prog}: {error}")

