"""Guards the requests that the bot sends to Discord: against a pause that never ends, and against long pages.

At a global rate limit, discord.py keeps back all requests until the one that met it has slept. If that one
is cancelled in its sleep, as by a limit of time, all others wait for ever. What somebody on the way, such as
Cloudflare, answers in Discord's place is a page, which goes into the error, and so into the log, as a whole.
"""

from __future__ import annotations

import asyncio
from typing import Any

import aiohttp
import discord.http
import discord.webhook.async_

_MOST = 200
"""Characters that are kept of a page; its title is among them."""
_read = discord.http.json_or_text


class _NoPause(asyncio.Event):
    """Cleared for as long as Discord wants no requests, by the task whose request was told so."""

    def __init__(self) -> None:
        super().__init__()
        self.set()

    def set(self) -> None:
        """Let requests go."""
        super().set()
        self._told: asyncio.Task[Any] | None = None

    def clear(self) -> None:
        """Keep all requests back until the one that is being told has slept."""
        super().clear()
        self._told = asyncio.current_task()

    def leave(self) -> None:
        """Let requests go if the one that keeps them back is this task's: it has ended."""
        if self._told is asyncio.current_task():
            self.set()


def outlive_pauses(http: discord.http.HTTPClient) -> None:
    """Have no request wait for one that was cancelled; call this once the bot has logged in."""
    no_pause = http._global_over = _NoPause()  # noqa: SLF001  the reason is this module's
    send = http.request

    async def send_and_leave(*args: Any, **options: Any) -> Any:
        try:
            return await send(*args, **options)
        finally:
            no_pause.leave()

    http.request = send_and_leave  # type: ignore[method-assign]


def cut_pages() -> None:
    """Have discord.py keep the beginning of a page only, on one line."""
    discord.http.json_or_text = _json_or_line
    discord.webhook.async_.json_or_text = _json_or_line  # type: ignore[attr-defined]  # imported there


async def _json_or_line(response: aiohttp.ClientResponse) -> dict[str, Any] | str:
    told = await _read(response)
    return " ".join(told[:_MOST].split()) if isinstance(told, str) else told
