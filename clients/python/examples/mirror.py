"""Keeps a copy of a daemon's state and draws it: `python mirror.py [INSTANCE]`."""

# %% Create a copy that stays exact: it fills gaps and notices a restart
import sys

from pagerd_client import Pager, State

wall = Pager(sys.argv[1] if len(sys.argv) > 1 else None)
mirror = wall.mirror()


# %% Read the copy; this sends no request
def draw(state: State) -> None:
    print(f"at event {state.seq}: {len(state.windows)} windows")
    for record in state.controllers:
        mark = "●" if record.appearance == "appeared" else "○"
        print(f"  {mark} {record.id} {record.kind} in {record.window}")


draw(mirror.state)

# %% Update the copy: `sync` brings it to the daemon's current state
window = wall.windows.create("mirror")
page = wall.controllers.create("view", "mirrored", title="Mirrored")
window.set_root(page)
draw(mirror.sync())
assert mirror.state.controllers == wall.state.snapshot().controllers

# %% Or wait until a condition is true; it is checked for each state in between
window.destroy()
mirror.wait_until(lambda state: state.window("mirror") is None)

# %% Or read one event after the other, each with the state after it
page.destroy()
for news in mirror:
    print(news)
    if mirror.state.controller("mirrored") is None:
        break
wall.close()
