"""A plugin whose pages show the output of a program, which runs only while they are visible."""

from __future__ import annotations

import argparse
import logging
import os
import re
import signal
import subprocess
from collections.abc import Sequence

from ..core.arguments import seconds
from ..plugin import Content, Event, Page, Plugin
from .options import Parser

log = logging.getLogger("pagerd.plugin")
#: The maximum number of bytes of a program's output to keep. The last bytes are kept.
KEPT = 262_144
#: Seconds between two updates of a page while its program prints.
PACE = 0.2
#: The time for a program to exit after SIGTERM, in seconds. The plugin waits for it.
GRACE = 0.5
_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[()][A-Za-z0-9]|\r(?=\n)")


class Run:
    """One run of a program, with standard output and standard error in one pipe."""

    def __init__(self, words: Sequence[str]) -> None:
        """Starts the program. Raises OSError if that fails."""
        # In its own session, the program can be ended with all processes that it starts.
        self.process = subprocess.Popen(
            words,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        assert self.process.stdout is not None
        self.output = self.process.stdout.fileno()
        os.set_blocking(self.output, False)
        self.text = b""

    def read(self) -> bool:
        """Reads the output that is available. Returns False at the end of the output."""
        try:
            more = os.read(self.output, 65_536)
        except BlockingIOError:
            return True
        self.text = (self.text + more)[-KEPT:]
        return bool(more)

    def signal(self, number: int) -> None:
        """Sends a signal to the program and to the processes that it started."""
        try:
            os.killpg(self.process.pid, number)
        except ProcessLookupError:
            pass

    def finish(self) -> None:
        """Waits until the program exits after its output has ended, for at most GRACE seconds."""
        try:
            self.process.wait(GRACE)
        except subprocess.TimeoutExpired:
            log.info("process %d has closed its output but runs on; ending it", self.process.pid)

    def close(self) -> None:
        """Ends the program: with SIGTERM, and with SIGKILL if it runs on after GRACE seconds."""
        if self.process.poll() is None:
            self.signal(signal.SIGTERM)
            try:
                self.process.wait(GRACE)
            except subprocess.TimeoutExpired:
                log.info("process %d runs on after SIGTERM; killing it", self.process.pid)
        # Also kills processes that the program has left behind, if there are any.
        self.signal(signal.SIGKILL)
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()


class Command(Page):
    """A page that runs a program from viewWillAppear to viewDidDisappear."""

    words: Sequence[str] = ()
    #: Seconds from one start to the next. None runs the program once each time the page appears.
    interval: float | None = None
    #: The number of lines to show, from the end; 0 shows all.
    lines = 0

    def __init__(self) -> None:
        self._run: Run | None = None
        self._text = ""
        self._fresh = False
        self.every(PACE, self._show)

    def viewWillAppear(self, event: Event) -> None:
        """Starts the program."""
        if self.interval is None:
            self._start()
        else:
            self.every(self.interval, self._start)

    def viewDidDisappear(self, event: Event) -> None:
        """Ends the program. The page keeps the last output."""
        self.close()

    def content(self) -> Content:
        """Returns the output up to now."""
        return {"type": "text/plain", "body": self._text}

    def close(self) -> None:
        """Ends the program."""
        run, self._run = self._run, None
        if run is not None:
            self.unwatch(run.output)
            run.close()

    def _start(self) -> None:
        if self._run is not None:
            # The program takes longer than the interval, so the next run waits for its end.
            return
        try:
            self._run = Run(self.words)
        except OSError as error:
            self._text = f"{self.words[0]} cannot be run: {error.strerror}"
            self._fresh = True
            return
        self.watch(self._run.output, self._read)

    def _read(self) -> None:
        run = self._run
        if run is None:
            return
        goes_on = run.read()
        # With an interval, each run replaces the output of the run before when it is complete.
        if self.interval is None or not goes_on:
            self._text = self._shown(run.text)
            self._fresh = True
        if not goes_on:
            run.finish()
            self.close()
            code = run.process.returncode
            if code:
                self._text += f"\n{self.words[0]} ended with status {code}"
            self._show()

    def _show(self) -> None:
        if self._fresh and self.is_on_show:
            self._fresh = False
            self.refresh()

    def _shown(self, output: bytes) -> str:
        text = _ESCAPES.sub("", output.decode(errors="replace")).rstrip("\n")
        return "\n".join(text.split("\n")[-self.lines :]) if self.lines else text


def add(
    plugin: Plugin, kind: str, words: Sequence[str], interval: float | None = None, lines: int = 0
) -> None:
    """Adds a kind of page that shows a program's output."""
    fields = {"words": list(words), "interval": interval, "lines": lines}
    plugin.page(kind)(type("Command", (Command,), fields))


def parser() -> Parser:
    """Returns the parser for the command-line options."""
    it = Parser(
        "command",
        "Pages show the output of a program. The program runs only while its page is visible: it\n"
        "starts when the page appears. It is ended, with all its child processes, when the page\n"
        "has disappeared.\nWith --interval, it is started again while the page is visible.",
        "examples:\n  --kind disks --interval 60 -- df -h\n  --kind top --lines 30 -- top -b -d 2\n"
        "  --kind log --interval 10 -- git log --oneline -20\nThe plugin needs no grant.",
    )
    it.add_argument("--kind", default="command", help="the kind of its pages (default command)")
    it.add_argument(
        "--interval",
        type=seconds,
        metavar="SECONDS",
        help="run the program again after so many seconds and show each output when it is complete "
        "(default: run it once and show its output as it comes)",
    )
    it.add_argument("--lines", type=int, default=0, metavar="N", help="show only the last N lines")
    it.add_argument("program", nargs="+", metavar="PROGRAM",
                    help="the program and its arguments, after --")
    return it


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs the plugin."""
    reader = parser()
    options: argparse.Namespace = reader.parse_args(arguments)
    if options.lines < 0:
        reader.error(f"--lines: must be 0 or more, got {options.lines}")
    plugin = reader.plugin(options)
    add(plugin, options.kind, options.program, options.interval, options.lines)
    plugin.main()


if __name__ == "__main__":
    main()
