"""The small Discord in a thread of its own, for a program that has another loop or none."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from threading import Thread

from small_discord.server import SmallDiscord


@contextmanager
def in_background(start: Callable[[], Awaitable[SmallDiscord]]) -> Iterator[SmallDiscord]:
    """Run a small Discord in a thread while the block lasts; only that thread may touch it."""
    loop = asyncio.new_event_loop()
    thread = Thread(target=loop.run_forever, name="small Discord", daemon=True)
    thread.start()
    try:
        local = asyncio.run_coroutine_threadsafe(_started(start), loop).result()
        try:
            yield local
        finally:
            asyncio.run_coroutine_threadsafe(local.close(), loop).result()
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def _started(start: Callable[[], Awaitable[SmallDiscord]]) -> SmallDiscord:
    return await start()
