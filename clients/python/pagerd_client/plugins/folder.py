"""Shows the files of a folder as pages of a pager, and updates them when the folder changes."""

from __future__ import annotations

import argparse
import logging
import mimetypes
import os
import re
import stat
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from ..core.arguments import seconds
from ..core.lists import whole
from ..core.steps import run
from ..errors import PagerError
from ..plugin import Content, Page, Plugin
from .options import Parser

log = logging.getLogger("pagerd.plugin")
#: The maximum number of bytes of a text file to show. The first bytes are shown.
SHOWN = 1_048_576
_TYPES = {".md": "text/markdown", ".markdown": "text/markdown", ".log": "text/plain"}
#: The inode, modification time and size of a file, which show whether it has changed.
Mark = tuple[int, int, int]


def files(place: Path) -> dict[str, Mark]:
    """Returns the files of a folder by name, in order, without hidden files and subfolders.

    `place` may also be one file. If it does not exist, there are no files.
    """
    try:
        names = sorted(os.listdir(place)) if place.is_dir() else [place.name]
    except OSError:
        return {}
    folder = place if place.is_dir() else place.parent
    found: dict[str, Mark] = {}
    for name in names:
        try:
            status = os.stat(folder / name)
        except OSError:
            # The file has been removed meanwhile, or is a broken link.
            continue
        if stat.S_ISREG(status.st_mode) and not name.startswith("."):
            found[name] = (status.st_ino, status.st_mtime_ns, status.st_size)
    return found


def content(path: Path, base: str) -> Content:
    """Returns the text of a text file, or the URL of another file. Raises OSError."""
    kind = _TYPES.get(path.suffix.lower()) or mimetypes.guess_type(path.name)[0] or "text/plain"
    if not kind.startswith("text/") and kind not in ("application/json", "application/xml"):
        return {"type": kind, "url": base + quote(path.name)}
    with open(path, "rb") as file:
        data = file.read(SHOWN)
    return {"type": kind, "body": data.decode(errors="replace")}


def identifier(name: str, taken: set[str]) -> str:
    """Returns an id for a file's name that is not taken, such as `notes-md` for `notes.md`."""
    plain = re.sub(r"[^A-Za-z0-9_-]+", "-", name).strip("-")[:56] or "file"
    found, number = plain, 2
    while found in taken:
        found, number = f"{plain}-{number}", number + 1
    return found


class File(Page):
    """A page that shows one file, whose name is the title of the controller."""

    folder = Path()
    base = ""

    def content(self) -> Content:
        """Returns the content of the file, or a text that says why it cannot be read."""
        try:
            return content(self.folder / (self.title or ""), self.base)
        except OSError as error:
            return {"type": "text/plain", "body": f"{self.title}: {error.strerror}"}


class Folder:
    """Keeps the pages of a pager in line with the files of a folder, or with one file."""

    def __init__(
        self, plugin: Plugin, place: Path, pager: str | None, kind: str, follow: bool
    ) -> None:
        self._plugin = plugin
        self._place = place
        self._pager = pager
        self._kind = kind
        self._follow = follow
        #: The files that the pager shows; None if they are unknown.
        self._known: dict[str, Mark] | None = None
        self._problem = ""

    def forget(self) -> None:
        """Makes the next `look` read the pager's pages again, because they may have changed."""
        self._known = None

    def look(self) -> None:
        """Looks for changes and applies them. Logs a problem once and tries again next time."""
        now = files(self._place)
        if not self._plugin.is_attached or now == self._known:
            return
        try:
            self._change(now)
        except (PagerError, LookupError) as error:
            if str(error) != self._problem:
                log.warning("the pages of %s are not up to date: %s", self._place, error)
            self._problem = str(error)
        else:
            self._known, self._problem = now, ""

    def _change(self, now: dict[str, Mark]) -> None:
        daemon = self._plugin.daemon
        reading = whole("controller.list", "controllers", time.monotonic, daemon.timeout)
        listed = run(reading, daemon.call)
        there = {record["id"]: record for record in listed}
        pager = self._find(there)
        own = {record["title"]: id for id, record in there.items() if record["kind"] == self._kind}
        commands = list(self._removals(pager, own, now)) + list(
            self._insertions(pager, own, now, set(there))
        )
        before = self._known
        changed = [name for name in now if before is not None and before.get(name) != now[name]]
        if self._follow and changed:
            newest = max(changed, key=lambda name: now[name][1])
            commands.append(_command("pager.select", id=pager["id"], page=own[newest]))
        if commands:
            self._plugin.daemon.call("batch", commands=commands, atomic=True)
        for page in self._plugin.pages.values():
            if page.is_loaded and page.title in changed:
                self._plugin.guard(page.refresh)

    def _find(self, there: dict[str, Any]) -> dict[str, Any]:
        """Returns the record of the pager. Raises LookupError if there is none or several."""
        found: list[dict[str, Any]] = [
            record
            for id, record in there.items()
            if record["kind"] == "pager" and self._pager in (None, id)
        ]
        if not found:
            raise LookupError(f"there is no pager {self._pager or ''}".rstrip())
        if len(found) > 1:
            raise LookupError(f"there are {len(found)} pagers; name one with --pager ID")
        return found[0]

    def _removals(
        self, pager: dict[str, Any], own: dict[str, str], now: dict[str, Mark]
    ) -> Iterator[dict[str, Any]]:
        for name, id in list(own.items()):
            if name not in now:
                del own[name]
                if id in pager["pages"]:
                    pager["pages"].remove(id)
                    yield _command("pager.remove", id=pager["id"], page=id)
                yield _command("controller.destroy", id=id)

    def _insertions(
        self, pager: dict[str, Any], own: dict[str, str], now: dict[str, Mark], taken: set[str]
    ) -> Iterator[dict[str, Any]]:
        """Yields the commands that insert the new files in order.

        Each page is inserted after the page of the file before it. The page of the first file is
        inserted before the pages of other files, or at the end if there are none.
        """
        pages: list[str] = pager["pages"]
        mine = set(own.values())
        at = next((at for at, page in enumerate(pages) if page in mine), len(pages))
        for name in now:
            if name not in own:
                own[name] = identifier(name, taken)
                taken.add(own[name])
                yield _command("controller.create", id=own[name], kind=self._kind, title=name)
            if own[name] not in pages:
                yield _command("pager.insert", id=pager["id"], page=own[name], at=at)
                pages.insert(at, own[name])
            at = pages.index(own[name]) + 1


def _command(method: str, /, **params: Any) -> dict[str, Any]:
    return {"method": method, "params": params}


def add(
    plugin: Plugin,
    place: Path,
    pager: str | None = None,
    *,
    kind: str = "file",
    interval: float = 1.0,
    follow: bool = False,
    base: str = "",
) -> None:
    """Adds a kind of page for files, and keeps a pager's pages in line with a folder or file."""
    folder = place if place.is_dir() else place.parent
    plugin.page(kind)(type("File", (File,), {"folder": folder, "base": base}))
    it = Folder(plugin, place, pager, kind, follow)
    plugin.attached(it.forget)
    plugin.every(interval, it.look)


def parser() -> Parser:
    """Returns the parser for the command-line options."""
    it = Parser(
        "folder",
        "Shows the files of a folder, or one file, as pages of a pager. New files become pages in\n"
        "the order of their names, changed files are shown again, and the pages of removed files\n"
        "are removed. Other pages of the pager stay where they are. Text is read when its page is\n"
        "loaded; images are shown by URL.",
        "The plugin needs the grant `select` to change the pager. Its own pages need no grant.",
    )
    it.add_argument("place", type=Path, metavar="PLACE", help="the folder or file")
    it.add_argument("--pager", metavar="ID", help="the pager, if there are several")
    it.add_argument("--kind", default="file", help="the kind of its pages (default file)")
    it.add_argument("--follow", action="store_true", help="turn to a file when it changes")
    it.add_argument(
        "--interval", type=seconds, default=1.0, metavar="SECONDS",
        help="time between two checks for changes (default 1)",
    )
    it.add_argument("--base", default="", metavar="URL", help="prefix of the URLs of images")
    return it


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs the plugin."""
    reader = parser()
    options: argparse.Namespace = reader.parse_args(arguments)
    if not options.place.exists():
        reader.error(f"{options.place} does not exist")
    plugin = reader.plugin(options)
    add(
        plugin,
        options.place.resolve(),
        options.pager,
        kind=options.kind,
        interval=options.interval,
        follow=options.follow,
        base=options.base,
    )
    plugin.main()


if __name__ == "__main__":
    main()
