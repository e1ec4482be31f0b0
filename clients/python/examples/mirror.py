"""Keeps a copy of a daemon's state and draws it: `python mirror.py [INSTANCE]`."""

# %% A copy, exact from here on: holes are filled, a restart is noticed
import sys

from pagerd_client import Pager, State

wall = Pager(sys.argv[1] if len(sys.argv) > 1 else None)
mirror = wall.mirror()


# %% Reading it asks nobody
def draw(state: State) -> None:
    print(f"at event {state.seq}: {len(state.windows)} windows")
    for record in state.controllers:
        mark = "●" if record.appearance == "appeared" else "○"
        print(f"  {mark} {record.id} {record.kind} in {record.window}")


draw(mirror.state)

# %% It moves when it is read: `sync` makes it the state of this moment
window = wall.windows.create("mirror")
page = wall.controllers.create("view", "mirrored", title="Mirrored")
window.set_root(page)
draw(mirror.sync())
assert mirror.state.controllers == wall.state.snapshot().controllers

# %% Or wait until something is true; each state in between is looked at
window.destroy()
mirror.wait_until(lambda state: state.window("mirror") is None)

# %% Or one event after the other, each with the state that it leads to
page.destroy()
for news in mirror:
    print(news)
    if mirror.state.controller("mirrored") is None:
        break
wall.close()
