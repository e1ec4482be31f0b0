"""A page that shows what a program prints; the program runs only while it is looked at."""

from __future__ import annotations

import argparse
import logging
import os
import re
import signal
import subprocess
from collections.abc import Sequence

from ..plugin import Content, Event, Page, Plugin
from .options import Parser, seconds

log = logging.getLogger("pagerd.plugin")
#: Bytes of a program's output that are kept, the last ones.
KEPT = 262_144
#: Seconds between two contents while a program writes.
PACE = 0.2
#: Seconds that a program has to end after SIGTERM; the plugin waits for it.
GRACE = 0.5
_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[()][A-Za-z0-9]|\r(?=\n)")


class Run:
    """One run of a program, its output and errors together in one pipe."""

    def __init__(self, words: Sequence[str]) -> None:
        """Raises OSError where it cannot be run."""
        # A session of its own: what the program starts can be ended with it.
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
        """Takes what has come; False at the end of the output."""
        try:
            more = os.read(self.output, 65_536)
        except BlockingIOError:
            return True
        self.text = (self.text + more)[-KEPT:]
        return bool(more)

    def signal(self, number: int) -> None:
        """To the program and what it started."""
        try:
            os.killpg(self.process.pid, number)
        except ProcessLookupError:
            pass

    def finish(self) -> None:
        """Waits for its own end after that of its output; at most for the grace."""
        try:
            self.process.wait(GRACE)
        except subprocess.TimeoutExpired:
            log.info("process %d goes on without output and is ended", self.process.pid)

    def close(self) -> None:
        """Ends it and waits for its end, at most for the grace."""
        if self.process.poll() is None:
            self.signal(signal.SIGTERM)
            try:
                self.process.wait(GRACE)
            except subprocess.TimeoutExpired:
                log.info("process %d does not end by itself and is killed", self.process.pid)
        # Also what it has left behind; a group without members is no error.
        self.signal(signal.SIGKILL)
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()


class Command(Page):
    """Runs the program from viewWillAppear to viewDidDisappear."""

    words: Sequence[str] = ()
    #: Seconds from one start to the next; None runs it once each time the page appears.
    interval: float | None = None
    #: Lines shown, the last ones; 0 for all.
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
        """Ends the program; its last output stays."""
        self.close()

    def content(self) -> Content:
        """The output up to now."""
        return {"type": "text/plain", "body": self._text}

    def close(self) -> None:
        """Ends the program."""
        run, self._run = self._run, None
        if run is not None:
            self.unwatch(run.output)
            run.close()

    def _start(self) -> None:
        if self._run is not None:
            # It takes longer than the interval: the next one waits for its end.
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
        # What runs again and again replaces its output as a whole, once it is complete.
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
    """The options."""
    it = Parser(
        "command",
        "Pages show what a program prints. It runs only while its page is shown: it is started\n"
        "when the page appears, and ended with all it started when the page has disappeared.",
        "examples:\n  --kind disks --interval 60 -- df -h\n  --kind top --lines 30 -- top -b -d 2\n"
        "  --kind log --interval 10 -- git log --oneline -20\nneeds no grant.",
    )
    it.add_argument("--kind", default="command", help="the kind of its pages (default command)")
    it.add_argument(
        "--interval",
        type=seconds,
        metavar="SECONDS",
        help="run it anew so often and show each output whole; else its output as it comes",
    )
    it.add_argument("--lines", type=int, default=0, metavar="N", help="show only the last N lines")
    it.add_argument("program", nargs="+", metavar="PROGRAM", help="and its arguments, after --")
    return it


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs it."""
    reader = parser()
    options: argparse.Namespace = reader.parse_args(arguments)
    if options.lines < 0:
        reader.error("--lines wants 0 or more")
    plugin = reader.plugin(options)
    add(plugin, options.kind, options.program, options.interval, options.lines)
    plugin.main()


if __name__ == "__main__":
    main()
