"""Discord's clock: each of its answers says what it shows."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC
from email.utils import parsedate_to_datetime

import aiohttp

from bot.store.clock import DiscordTime


def noting_the_time(clock: DiscordTime) -> aiohttp.TraceConfig:
    """Return what notes the time that comes with each answer, also with that to the login."""

    async def note(_session: object, _context: object, ended: aiohttp.TraceRequestEndParams) -> None:
        with suppress(LookupError, ValueError):  # whoever stands before Discord may say none, or an odd one
            clock.told(parsedate_to_datetime(ended.response.headers["Date"]).astimezone(UTC))

    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(note)
    return trace
