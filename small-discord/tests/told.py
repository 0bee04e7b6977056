"""What a discord.py bot is told: of events, and of refusals."""

import asyncio
from collections.abc import Awaitable
from typing import Any

import discord
import pytest

from tiny_bot import TinyBot


async def code_of(asking: Awaitable[Any]) -> tuple[int, int]:
    """Return the status and code of a request's refusal."""
    with pytest.raises(discord.HTTPException) as refusal:
        await asking
    return refusal.value.status, refusal.value.code


async def heard(bot: TinyBot, event: str, deed: Awaitable[object]) -> Any:
    """Return what the bot is told of an event that a deed causes."""
    waiting = asyncio.ensure_future(bot.wait_for(event, timeout=20))
    await asyncio.sleep(0)
    await deed
    return await waiting
