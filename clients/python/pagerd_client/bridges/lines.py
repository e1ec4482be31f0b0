"""The log of a bridge: one printable line for each record, and a limited number of lines."""

from __future__ import annotations

import asyncio
import logging
import sys

from ..core.printing import MOST_CHARACTERS, line

#: The limit of lines of one kind, so from one place in the program, in a minute.
MOST_LINES = 20
_SECONDS = 60.0
#: The limit of kinds that are counted separately.
_MOST_KINDS = 256
#: The logger for requests with the right token: each of them is logged.
TRUSTED = "pagerd_client.bridges.requests"


class _Format(logging.Formatter):
    """Formats a record as one line. An exception is shown without a traceback."""

    def __init__(self, prog: str) -> None:
        super().__init__()
        self._prog = prog

    def format(self, record: logging.LogRecord) -> str:
        text = record.getMessage()
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            text += f": {type(error).__name__}: {error}"
        return f"{self._prog}: {line(text, MOST_CHARACTERS)}"


class Repetitions(logging.Filter):
    """Drops lines of a kind after the first ones in a minute, and logs how many it has dropped."""

    def __init__(self, seconds: float = _SECONDS) -> None:
        super().__init__()
        self._seconds = seconds
        self._counts: dict[str, int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Returns whether the record is logged."""
        if record.name == TRUSTED:
            return True
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            # Before the event loop runs and after it has ended, nothing comes from outside.
            return True
        kind = str(record.msg)[:MOST_CHARACTERS]
        if kind not in self._counts and len(self._counts) >= _MOST_KINDS:
            kind = "lines of other kinds"
        if kind not in self._counts:
            self._counts[kind] = 0
            loop.call_later(self._seconds, self._end, kind)
        self._counts[kind] += 1
        return self._counts[kind] <= MOST_LINES

    def _end(self, kind: str) -> None:
        """Ends the minute of a kind."""
        dropped = self._counts.pop(kind) - MOST_LINES
        if dropped > 0:
            logging.getLogger(__name__).warning(
                "left out %d more lines in %g s, like: %s", dropped, self._seconds, kind
            )


def begin(prog: str) -> None:
    """Makes all loggers, and Python's warnings, write to standard error in this way."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Format(prog))
    handler.addFilter(Repetitions())
    logging.basicConfig(level=logging.INFO, handlers=[handler])
    logging.captureWarnings(True)
