"""Cuts what is answered in Discord's place by somebody on the way, such as Cloudflare: a page, not JSON.

discord.py puts all of it into the error that it raises, and so into the log.
"""

from __future__ import annotations

from typing import Any

import aiohttp
import discord.http
import discord.webhook.async_

_MOST = 200
"""Characters that are kept; the title of a page is among them."""
_read = discord.http.json_or_text


async def _json_or_line(response: aiohttp.ClientResponse) -> dict[str, Any] | str:
    told = await _read(response)
    return " ".join(told[:_MOST].split()) if isinstance(told, str) else told


def cut_pages() -> None:
    """Have discord.py keep the beginning of a page only, on one line."""
    discord.http.json_or_text = _json_or_line
    discord.webhook.async_.json_or_text = _json_or_line  # type: ignore[attr-defined]  # imported there
