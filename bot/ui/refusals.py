"""What went wrong with something that the bot sends by itself."""

from __future__ import annotations

import aiohttp
import discord

FAILURES = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError)
"""Whatever Discord, or the way there, may do to a request."""
_TOO_MANY_EDITS = 30046
"""Of a message older than an hour; Discord says it as if it were a rate limit."""
_NOBODY_REFUSED = {401, 408, 429}
"""Answers that are about the bot or the moment, and not about what was sent."""


def is_refusal(error: BaseException) -> bool:
    """Whether Discord would give the same answer again: what was sent cannot be had there."""
    if not isinstance(error, discord.HTTPException):
        return False
    return error.code == _TOO_MANY_EDITS or (
        400 <= error.status < 500 and error.status not in _NOBODY_REFUSED
    )
