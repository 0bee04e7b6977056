"""Waiting for what nothing announces."""

import asyncio
from collections.abc import Callable


async def until(condition: Callable[[], object], seconds: float = 20) -> None:
    """Return as soon as a condition holds; TimeoutError if it does not come to that."""
    async with asyncio.timeout(seconds):
        while not condition():  # noqa: ASYNC110  it is about what others hold, who tell nobody
            await asyncio.sleep(0.02)
