"""What the command lines of all programs of this package share."""

from __future__ import annotations

import argparse
import sys
from typing import NoReturn

from .printing import MOST_CHARACTERS, line

#: The exit status after wrong usage.
USAGE = 64


class Parser(argparse.ArgumentParser):
    """A parser that ends the program with status 64 after wrong usage."""

    def error(self, message: str) -> NoReturn:
        """Prints the usage and one printable line, and ends the program."""
        self.print_usage(sys.stderr)
        self.exit(USAGE, f"{self.prog}: {line(message, MOST_CHARACTERS)}\n")


def seconds(text: str) -> float:
    """Parses a number of seconds on the command line. Raises ArgumentTypeError."""
    value = float(text)
    if not 0.01 <= value <= 86_400:
        raise argparse.ArgumentTypeError(f"{text}: must be between 0.01 and 86400 s")
    return value
