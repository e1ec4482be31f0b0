"""Builds a wall of three pages and turns them: `python drive.py [INSTANCE]`."""

# %% A daemon, by its instance's name
import sys

from pagerd_client import Pager, Refused

wall = Pager(sys.argv[1] if len(sys.argv) > 1 else None)
print("pagerd", wall.server.hello()["version"])

# %% A window, a pager in it, and its pages: all of it or nothing
pages = ["news", "trains", "weather"]
commands = [
    {"method": "window.create", "params": {"id": "drive"}},
    {"method": "controller.create", "params": {"id": "book", "kind": "pager", "duration": 0.2}},
    *({"method": "controller.create", "params": {"id": id, "kind": "view"}} for id in pages),
    {"method": "pager.setPages", "params": {"id": "book", "pages": pages}},
    {"method": "window.setRoot", "params": {"id": "drive", "controller": "book"}},
]
wall.batch(commands=commands, atomic=True)

# %% Turn a page, and wait until it is at rest
reply = wall.pager.next(id="book")
settled = wall.wait_for("pager.book.didSettle", since=reply["seq"])
print("shows", settled.payload["page"])

# %% Not animated, a reply is the end of it
wall.pager.select(id="book", page="weather", animated=False)
print("shows", wall.controller.get(id="book")["selected"])

# %% What cannot be done is refused, and has changed nothing
try:
    wall.pager.select(id="book", index=7)
except Refused as refused:
    print(f"{refused.name}: {refused}")

# %% Put everything away
wall.window.destroy(id="drive")
wall.pager.setPages(id="book", pages=[])
for id in ("book", *pages):
    wall.controller.destroy(id=id)
wall.close()
