"""What a discord.py bot is told: of events, and of refusals."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import discord
import pytest

from tiny_bot import TinyBot


async def code_of(asking: Awaitable[Any]) -> tuple[int, int]:
    """Return the status and code of a request's refusal."""
    with pytest.raises(discord.HTTPException) as refusal:
        await asking
    return refusal.value.status, refusal.value.code


@asynccontextmanager
async def hears(
    bot: discord.Client, event: str, check: Callable[..., bool] | None = None
) -> AsyncIterator[list[Any]]:
    """Wait at the end of the block until the bot has received an event; then its arguments are there."""
    waiting = asyncio.ensure_future(bot.wait_for(event, check=check, timeout=60))
    arguments: list[Any] = []
    await asyncio.sleep(0)
    yield arguments
    heard = await waiting
    arguments.extend(heard if isinstance(heard, tuple) else [heard])


async def heard(bot: TinyBot, event: str, deed: Awaitable[object]) -> Any:
    """Return what the bot is told of an event that a deed causes."""
    waiting = asyncio.ensure_future(bot.wait_for(event, timeout=20))
    await asyncio.sleep(0)
    await deed
    return await waiting
