"""Reads what was written in a channel lately, as Discord tells it.

discord.py makes an object of every message, and reads no further after one that it cannot read: then nobody
could find out what else is there.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import discord

from bot.client.failures import unreadable

_A_PAGE = 100
"""Messages that Discord tells at once."""


async def latest_messages(client: discord.Client, channel: int, most: int) -> AsyncIterator[dict[str, Any]]:
    """Yield the latest messages of a channel, from the last one; skip what has no id."""
    before = None
    for _ in range(0, most, _A_PAGE):
        told = await _page(client, channel, before)
        for message in told:
            match message:
                case {"id": str(number)} if number.isdecimal():
                    before = int(number)
                    yield message
        if len(told) < _A_PAGE:
            return


async def _page(client: discord.Client, channel: int, before: int | None) -> list[Any]:
    told: object = await client.http.logs_from(channel, _A_PAGE, before)
    if not isinstance(told, list):
        raise unreadable(TypeError("This is no list of messages."))
    return told
