"""A plugin whose pages show the time. It updates them only while they are visible."""

from __future__ import annotations

import argparse
import html
import time
from collections.abc import Sequence

from ..plugin import Content, Event, Page, Plugin
from .options import Parser

#: The strftime directives whose text changes every second.
_SECONDS = ("%S", "%T", "%X", "%c", "%s", "%r", "%+")


def add(plugin: Plugin, kind: str, shape: str, type: str, date: str = "") -> None:
    """Adds a kind of page that shows the time, and the date below it unless `date` is empty.

    `shape` and `date` are formats of strftime. `type` is `text/plain` or `text/html`.
    """
    ticks = any(directive in shape + date for directive in _SECONDS)

    @plugin.page(kind)
    class Clock(Page):
        def viewDidLoad(self, event: Event) -> None:
            self.every(1 if ticks else 60, self.refresh, aligned=True)

        def content(self) -> Content:
            now = time.localtime()
            lines = [time.strftime(text, now) for text in (shape, date) if text]
            if type == "text/plain":
                return {"type": type, "body": "\n".join(lines)}
            large, *small = (html.escape(line) for line in lines)
            body = f'<p style="font-size:20vmin;margin:0"><time>{large}</time></p>'
            body += "".join(f'<p style="font-size:6vmin">{line}</p>' for line in small)
            page = '<div style="text-align:center;font-family:sans-serif">'
            return {"type": type, "body": f"{page}{body}</div>"}


def parser() -> Parser:
    """Returns the parser for the command-line options."""
    it = Parser(
        "clock",
        "Pages of the kind `clock` show the time. They change at whole seconds or minutes, and\n"
        "only while they are visible. The environment variable TZ sets the time zone.",
        "The plugin needs no grant. Add a page while the plugin runs:\n"
        "  pagerctl create clock --id now; pagerctl pager.insert now 0",
    )
    it.add_argument("--kind", default="clock", help="the kind of its pages (default clock)")
    it.add_argument("--time", default="%H:%M", metavar="SHAPE",
                    help="the time as a format of strftime (default %%H:%%M)")
    it.add_argument("--seconds", action="store_true", help="the same as --time %%H:%%M:%%S")
    it.add_argument("--date", default="", metavar="SHAPE",
                    help="a second line, as a format of strftime")
    it.add_argument("--html", action="store_true", help="show text/html instead of text/plain")
    return it


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs the plugin."""
    reader = parser()
    options: argparse.Namespace = reader.parse_args(arguments)
    plugin = reader.plugin(options)
    shape = "%H:%M:%S" if options.seconds else options.time
    add(plugin, options.kind, shape, "text/html" if options.html else "text/plain", options.date)
    plugin.main()


if __name__ == "__main__":
    main()
