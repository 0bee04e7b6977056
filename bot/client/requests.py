"""Guards the requests that the bot sends to Discord against pauses that never end.

At a global rate limit, discord.py keeps back all requests until the one that met it has slept. If that one
is cancelled in its sleep, as by a limit of time, all others wait for ever.
"""

from __future__ import annotations

import asyncio
from typing import Any

import discord.http


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
