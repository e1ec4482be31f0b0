"""Builds a wall of three pages and turns them: `python drive.py [INSTANCE]`."""

# %% A daemon, by its instance's name
import sys

from pagerd_client import Command, Pager, Refused
from pagerd_client.events import PagerDidSettle

wall = Pager(sys.argv[1] if len(sys.argv) > 1 else None)
print("pagerd", wall.server.hello().version)

# %% A window, a pager in it, and its pages: all of it or nothing, named as on the wire
pages = ["news", "trains", "weather"]
commands = [
    Command("window.create", id="drive"),
    Command("controller.create", id="book", kind="pager", duration=0.2),
    *(Command("controller.create", id=id, kind="view") for id in pages),
    Command("pager.setPages", id="book", pages=pages),
    Command("window.setRoot", id="drive", controller="book"),
]
wall.batch(commands, atomic=True)
book = wall["book"]

# %% Turn a page, and wait until it is at rest
turn = book.next(wait=True)
print("shows", turn.selected)

# %% Or turn it, do something else, and then wait for the event
turn = book.previous()
settled = wall.wait_for(PagerDidSettle, since=turn.seq)
print("shows", settled.page)

# %% Not animated, a reply is the end of it
book.show("weather", animated=False)
print("shows", book.get().selected)

# %% What cannot be done is refused, and has changed nothing
try:
    book.show(7)
except Refused as refused:
    print(f"{refused.name}: {refused}")

# %% Put everything away
wall.window("drive").destroy()
book.set_pages([])
for id in ("book", *pages):
    wall.controller(id).destroy()
wall.close()
