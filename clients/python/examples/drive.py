"""Builds a wall of three pages and turns them: `python drive.py [INSTANCE]`."""

# %% Connect to a daemon by the name of its instance
import sys

from pagerd_client import Command, Pager, Refused
from pagerd_client.events import PagerDidSettle

wall = Pager(sys.argv[1] if len(sys.argv) > 1 else None)
print("pagerd", wall.server.hello().version)

# %% Create a window, a pager in it, and its pages. The batch is atomic: all commands or none.
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

# %% Turn a page, and wait until the transition has ended
turn = book.next(wait=True)
print("shows", turn.selected)

# %% Or turn a page, do something else, and then wait for the event
turn = book.previous()
settled = wall.wait_for(PagerDidSettle, since=turn.seq)
print("shows", settled.page)

# %% Without animation, the page turn is complete when the reply arrives
book.show("weather", animated=False)
print("shows", book.get().selected)

# %% The daemon refuses a command that it cannot carry out; nothing has changed then
try:
    book.show(7)
except Refused as refused:
    print(f"{refused.name}: {refused}")

# %% Remove everything
wall.window("drive").destroy()
book.set_pages([])
for id in ("book", *pages):
    wall.controller(id).destroy()
wall.close()
