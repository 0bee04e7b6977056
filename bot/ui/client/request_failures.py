"""What can go wrong with requests that the bot sends of its own accord."""

from __future__ import annotations

import aiohttp
import discord

FAILURES = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError)
"""What a request may raise because of Discord, or of the network on the way there."""
_TOO_MANY_EDITS = 30046
"""Of a message older than an hour; Discord reports it as if it were a rate limit."""
_NOBODY_REFUSED = {401, 408, 429}
"""Statuses that are about the bot or the moment, not about what was sent."""


def is_refusal(error: BaseException) -> bool:
    """Whether Discord would refuse the same request again: retrying is pointless."""
    if not isinstance(error, discord.HTTPException):
        return False
    return error.code == _TOO_MANY_EDITS or (
        400 <= error.status < 500 and error.status not in _NOBODY_REFUSED
    )
