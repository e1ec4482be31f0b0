"""Prints callbacks as they happen, while a page is turned: `python observe.py [INSTANCE]`."""

# %% A daemon, for asyncio
import asyncio
import sys

from pagerd_client import AsyncPager
from pagerd_client.events import LifecycleViewDidAppear, PagerDidSettle

NAME = sys.argv[1] if len(sys.argv) > 1 else None


# %% Something to look at: two pages, the second shown after the first
async def act(wall: AsyncPager) -> None:
    await wall.window.create(id="observe")
    await wall.controller.create(id="album", kind="pager", duration=0.2)
    # Many requests may be under way; the daemon takes them in this order.
    await asyncio.gather(*(wall.controller.create(id=id, kind="view") for id in ("one", "two")))
    await wall.pager.setPages(id="album", pages=["one", "two"])
    await wall.window.setRoot(id="observe", controller="album")
    await wall.pager.next(id="album")


async def put_away(wall: AsyncPager) -> None:
    await wall.window.destroy(id="observe")
    await wall.pager.setPages(id="album", pages=[])
    for id in ("album", "one", "two"):
        await wall.controller.destroy(id=id)


# %% Follow two categories; none of their events can be missing
async def main() -> None:
    async with AsyncPager(NAME) as wall, wall.events("lifecycle.", "pager.album.") as events:
        acting = asyncio.ensure_future(act(wall))
        async for event in events:
            print(f"{event.time:9.3f}  {event.topic}")
            if isinstance(event, LifecycleViewDidAppear) and event.isMovingToParent:
                print(f"{'':9}  {event.subject} has come to stay")
            if isinstance(event, PagerDidSettle):
                print(f"{'':9}  at rest on {event.page}, page {event.index}")
                if event.page == "two":
                    break
        await acting
        await put_away(wall)


asyncio.run(main())
