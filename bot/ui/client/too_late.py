"""Answers that come too late: nothing can be done about them, so the log gets a line and no traceback."""

from __future__ import annotations

import aiohttp
import discord

from bot.store import StoreClosed
from bot.ui.client.webhook import ANSWERED_ALREADY

_GONE = {
    401,  # the interaction's token has expired
    404,  # Discord has given up on the interaction, or the message was deleted
    500,
    502,
    503,
    504,
}


def is_too_late(error: BaseException | None) -> bool:
    """Whether an answer failed because nobody waits for it any more, or the bot or Discord is going down."""
    match error:
        case discord.HTTPException(status=status, code=code):
            return status in _GONE or code == ANSWERED_ALREADY
        case discord.InteractionResponded() | StoreClosed() | aiohttp.ClientError():
            return True
        case RuntimeError():
            return str(error) == "Session is closed"
    return False
