"""Waiting for conditions that nothing announces."""

import asyncio
from collections.abc import Callable


async def until(condition: Callable[[], object], seconds: float = 20) -> None:
    """Return as soon as a condition holds; raise TimeoutError if it never does."""
    async with asyncio.timeout(seconds):
        while not condition():  # noqa: ASYNC110  others hold the state, and announce nothing
            await asyncio.sleep(0.02)
