"""What goes wrong between the bot and Discord: for good, too late, or just worth a line in the log."""

from __future__ import annotations

import logging
import re

import aiohttp
import discord

from bot.client.answers import ANSWERED_ALREADY
from bot.service.background import reason
from bot.store import StoreClosed, StoreFailing
from bot.store.troubles import OnceAMinute

log = logging.getLogger(__name__)

FAILURES = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError)
"""What a request may raise because of Discord, or of the network on the way there."""
_TOO_MANY_EDITS = 30046
"""Of a message older than an hour; Discord reports it as if it were a rate limit."""
_CLOSED = {
    10013,  # there is no such person any more
    50007,  # they take no direct messages from the bot
    50278,  # they share no server with it
}
"""Discord's codes; others that forbid a message are about the bot, not about who gets it."""
_NOBODY_REFUSED = {401, 408, 429}
"""Statuses that are about the bot or the moment, not about what was sent."""
_SHUT_OUT = {403, 429}
"""Statuses with which what stands before Discord lets nothing through; Discord gives them with a code."""
_GONE = {
    401,  # the interaction's token has expired
    404,  # Discord has given up on the interaction, or the message was deleted
    500,
    502,
    503,
    504,
}
_NO_PLACE = {
    50001,  # the bot no longer sees the channel
    50013,  # nor may it answer there
    50083,  # the thread is archived
    160005,  # or locked
}
"""Discord's codes where an answer has no place any more; another one would be refused as well."""
_SLOW_TO_CLOSE = re.compile(r"_terminate_graceful_close\(\) done.* exception=TimeoutError\(\)")
_LOST_BY_ASYNCPG = "connection_lost()"
_POOL = "sqlalchemy.pool."
_OUTAGES = (*FAILURES, discord.ConnectionClosed, discord.GatewayNotFound)


def is_refusal(error: BaseException) -> bool:
    """Whether Discord would refuse the same request again: retrying is pointless.

    An answer without one of its codes is not its own, but that of somebody on the way, such as Cloudflare.
    """
    if not isinstance(error, discord.HTTPException) or not error.code:
        return False
    return error.code == _TOO_MANY_EDITS or (
        400 <= error.status < 500 and error.status not in _NOBODY_REFUSED
    )


def is_closed(error: BaseException) -> bool:
    """Whether the person who was written to can't be reached by the bot, and not just for the moment."""
    return isinstance(error, discord.HTTPException) and error.code in _CLOSED


def is_too_late(error: BaseException | None) -> bool:
    """Whether an answer failed because nobody waits for it, it has no way, or the bot or Discord ends."""
    match error:
        case discord.HTTPException(status=status, code=code):
            is_shut_out = status in _SHUT_OUT and not code
            return is_shut_out or status in _GONE or code in _NO_PLACE or code == ANSWERED_ALREADY
        case discord.InteractionResponded() | StoreClosed() | aiohttp.ClientError():
            return True
        case RuntimeError():
            return str(error) == "Session is closed"
    return False


def warn(lines: OnceAMinute, kind: str, line: str, *values: object) -> None:
    """Log a line, once a minute of each kind: Discord may send thousands of what cannot be read."""
    held_back = lines.held_back(kind)
    if held_back:
        line, values = f"{line} Not logged since the last such line: %d.", (*values, held_back)
    if held_back is not None:
        log.warning(line, *values)


def late_in_one_line(record: logging.LogRecord) -> bool:
    """Shorten the record of an answer that came too late to one line; for use as a logging filter."""
    error = _error_of(record)
    if is_too_late(error):
        _shorten(record, f"An answer came too late: {error}")
    return True


def outage_in_one_line(record: logging.LogRecord) -> bool:
    """Shorten the record of a lost connection, which is re-established; for use as a logging filter."""
    error = _error_of(record)
    if isinstance(error, _OUTAGES):
        _shorten(record, f"{record.getMessage()}: {reason(error)}")
    return True


def failing_database_in_one_line(record: logging.LogRecord) -> bool:
    """Shorten the record of what failed for the database only; for use as a logging filter."""
    error = _error_of(record)
    while isinstance(error, BaseExceptionGroup) and error.split(StoreFailing)[1] is None:
        error = error.exceptions[0]
    if isinstance(error, StoreFailing):
        _shorten(record, f"{record.getMessage()} {error}")
    return True


def bad_close_in_one_line(record: logging.LogRecord) -> bool:
    """Shorten the record of a PostgreSQL connection that does not close well; for use as a logging filter.

    SQLAlchemy closes what was cancelled in a task that nobody awaits. After two seconds it lets go of the
    connection, and asyncio reports the task with a traceback. What PostgreSQL has cut off, as when it
    restarts, may break once more as it is closed, or while nobody waits for it any more.
    """
    if record.name == "asyncio" and _SLOW_TO_CLOSE.search(record.getMessage()):
        _shorten(record, "A connection to the database was slow to close, and was dropped.")
    elif _breaks_unheard(record):
        _shorten(record, "A connection to the database was broken, and was dropped.")
    return True


def _breaks_unheard(record: logging.LogRecord) -> bool:
    error = _error_of(record)
    if record.name == "asyncio":
        return isinstance(error, ConnectionError) and _LOST_BY_ASYNCPG in str(error)
    return record.name.startswith(_POOL) and isinstance(error, OSError)


def _error_of(record: logging.LogRecord) -> BaseException | None:
    return record.exc_info[1] if record.exc_info else None


def _shorten(record: logging.LogRecord, line: str) -> None:
    record.msg, record.args, record.exc_info = "%s", (line,), None
    record.levelno, record.levelname = logging.WARNING, "WARNING"
