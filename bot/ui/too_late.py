"""Answers that nobody waits for any more: nobody could mend that, so the log has a line and no traceback."""

from __future__ import annotations

import logging

import aiohttp
import discord

from bot.store import StoreClosed
from bot.ui.webhook import ANSWERED_ALREADY

_GONE = {
    401,  # the interaction's token has run out
    404,  # Discord has given up on the interaction, or the message was deleted
    500,
    502,
    503,
    504,
}


def is_too_late(error: BaseException | None) -> bool:
    """Whether an answer failed because nobody waits for it, or because the bot or Discord is about to go."""
    match error:
        case discord.HTTPException(status=status, code=code):
            return status in _GONE or code == ANSWERED_ALREADY
        case discord.InteractionResponded() | StoreClosed() | aiohttp.ClientError():
            return True
        case RuntimeError():
            return str(error) == "Session is closed"
    return False


def in_one_line(record: logging.LogRecord) -> bool:
    """Shorten what discord.py logs of an answer that came too late; a filter of a logger."""
    error = record.exc_info[1] if record.exc_info else None
    if is_too_late(error):
        record.msg, record.args, record.exc_info = "An answer came too late: %s", (error,), None
        record.levelno, record.levelname = logging.WARNING, "WARNING"
    return True
