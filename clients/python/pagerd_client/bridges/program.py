"""The parts that all bridge programs share: options, logging, and an orderly shutdown."""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
from collections.abc import Coroutine
from typing import Any

from ..aio import AsyncPager
from ..core import arguments
from ..core.arguments import seconds
from ..errors import PagerError
from . import lines

_UNTIL_REPEATED = 0.5


class Parser(arguments.Parser):
    """A parser with the option that every bridge has."""

    def __init__(self, prog: str, description: str) -> None:
        super().__init__(prog=prog, description=description)
        self._daemon = self.add_argument_group("the daemon")
        self._daemon.add_argument(
            "--name", help='its instance (default PAGERD_NAME, else "default")'
        )


class ClientParser(Parser):
    """A parser for the bridges that are clients of a running daemon."""

    def __init__(self, prog: str, description: str) -> None:
        super().__init__(prog, description)
        self._daemon.add_argument("--command", metavar="ENDPOINT", help="its command socket")
        self._daemon.add_argument("--events", metavar="ENDPOINT", help="its events socket")
        self._daemon.add_argument(
            "--timeout", type=seconds, default=5.0, help="seconds to wait for a reply (default 5)"
        )

    def pager(self, options: argparse.Namespace) -> AsyncPager:
        """Returns a client of the daemon that the options name. Exits if they are wrong."""
        try:
            return AsyncPager(
                options.name, options.command, options.events, timeout=options.timeout
            )
        except (PagerError, ValueError) as error:
            self.error(str(error))


def instance(options: argparse.Namespace) -> str:
    """Returns the name of the daemon's instance."""
    name: str = options.name or os.environ.get("PAGERD_NAME") or "default"
    return name


def run(prog: str, main: Coroutine[Any, Any, int]) -> int:
    """Runs a bridge until it returns its exit status, or until SIGTERM or SIGINT cancels it."""
    lines.begin(prog)
    return asyncio.run(_until_signalled(main))


async def _until_signalled(main: Coroutine[Any, Any, int]) -> int:
    signalled = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, signalled.set)
    task, stop = asyncio.ensure_future(main), asyncio.ensure_future(signalled.wait())
    await asyncio.wait((task, stop), return_when=asyncio.FIRST_COMPLETED)
    await cancel(stop)
    is_ended = task.done()
    await cancel(task)
    return task.result() if is_ended else 0


async def cancel(*tasks: asyncio.Task[Any]) -> None:
    """Cancels tasks and returns when they have ended, whatever they raise.

    Before Python 3.12, `asyncio.wait_for` can lose a cancellation, so tasks are cancelled
    repeatedly.
    """
    while any(not task.done() for task in tasks):
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks, timeout=_UNTIL_REPEATED)
    await asyncio.gather(*tasks, return_exceptions=True)


async def together(*parts: Coroutine[Any, Any, Any]) -> None:
    """Runs coroutines until one ends, then cancels the others. Raises the error of that one."""
    tasks = [asyncio.ensure_future(part) for part in parts]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        await cancel(*tasks)
