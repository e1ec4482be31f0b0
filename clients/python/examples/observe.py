"""Prints appearance callbacks while a page is turned: `python observe.py [INSTANCE]`."""

# %% Choose the daemon's instance
import asyncio
import sys

from pagerd_client import AsyncPager
from pagerd_client.events import LifecycleViewDidAppear, PagerDidSettle

NAME = sys.argv[1] if len(sys.argv) > 1 else None


# %% Show two pages, one after the other
async def act(wall: AsyncPager) -> None:
    window = await wall.windows.create("observe")
    album = await wall.controllers.create("pager", "album", duration=0.2)
    # A client may send many requests at once; the daemon carries them out in this order.
    pages = await asyncio.gather(*(wall.controllers.create("view", id) for id in ("one", "two")))
    await wall["album"].set_pages(pages)
    await window.set_root(album)
    await wall["album"].next()


async def put_away(wall: AsyncPager) -> None:
    await wall.window("observe").destroy()
    await wall["album"].set_pages([])
    for id in ("album", "one", "two"):
        await wall.controller(id).destroy()


# %% Follow a category and the events of a pager, without a gap
async def main() -> None:
    async with AsyncPager(NAME) as wall, wall.events("lifecycle.", "pager.album.") as events:
        acting = asyncio.ensure_future(act(wall))
        async for event in events:
            print(f"{event.time:9.3f}  {event.topic}")
            if isinstance(event, LifecycleViewDidAppear) and event.is_moving_to_parent:
                print(f"{'':9}  {event.subject} was added to its parent")
            if isinstance(event, PagerDidSettle):
                print(f"{'':9}  settled on {event.page}, page {event.index}")
                if event.page == "two":
                    break
        await acting
        await put_away(wall)


asyncio.run(main())
