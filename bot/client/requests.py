"""Guards the requests that the bot sends to Discord: against pauses that never end, and against odd answers.

At a global rate limit, discord.py keeps back all requests until the one that met it has slept. If that one
is cancelled in its sleep, as by a limit of time, all others wait for ever. What somebody on the way, such as
Cloudflare, answers in Discord's place is a page, which goes into the error, and so into the log, as a whole;
or, with a status that is no error, to whoever expects an object. discord.py assumes that a rate limit says
how long it lasts.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http import HTTPStatus
from typing import Any

import aiohttp
import discord
import discord.http
import discord.webhook.async_

MISREAD = (LookupError, TypeError, AttributeError, ValueError)
"""What discord.py raises where an answer is of another kind, or a part of it is missing, null or odd."""
_MOST = 200
"""Characters that are kept of a page; its title is among them."""
_LONGEST = 3600
"""Seconds that a request may be kept back by a limit; what says more, such as all day, fails at once."""
_read = discord.http.json_or_text


def unreadable(error: BaseException) -> aiohttp.ClientError:
    """Return what an answer that nobody can read counts as: a request that failed."""
    return aiohttp.ClientPayloadError(f"an answer that nobody can read: {type(error).__name__}")


@contextmanager
def reading_an_answer() -> Iterator[None]:
    """Have a request fail whose answer discord.py cannot read."""
    try:
        yield
    except MISREAD as error:
        raise unreadable(error) from error


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


def doubt_answers() -> None:
    """Have requests fail whose answer or limit nobody can read; of a page, keep only one line."""
    discord.http.json_or_text = json_or_line
    discord.webhook.async_.json_or_text = json_or_line  # type: ignore[attr-defined]  # imported there


async def json_or_line(response: aiohttp.ClientResponse) -> dict[str, Any] | str:
    """Return what Discord answers, or the beginning of a page; raise ClientError if nobody can read that."""
    with reading_an_answer():
        told = await _read(response)
        _read_limit(response.headers)
    if isinstance(told, str):
        told = " ".join(told[:_MOST].split())
    if response.ok and told and isinstance(told, str):
        raise aiohttp.ClientPayloadError(f"a page in the place of Discord's answer: {told}")
    if response.status == HTTPStatus.TOO_MANY_REQUESTS and not _says_how_long(told):
        raise discord.HTTPException(response, told if isinstance(told, dict) else str(told))
    return told


def _read_limit(headers: Mapping[str, str]) -> None:
    """Raise what discord.py would raise as it reads how many requests are left, and until when."""
    if "X-RateLimit-Remaining" in headers:
        left, most = headers["X-RateLimit-Remaining"], headers.get("X-RateLimit-Limit", "1")
        until = headers.get("X-RateLimit-Reset-After") or headers["X-RateLimit-Reset"]
        *_, seconds = int(left), int(most), float(until)
        if not math.isfinite(seconds):
            raise ValueError


def _says_how_long(told: object) -> bool:
    match told:
        case {"retry_after": int() | float() as seconds}:
            return 0 <= seconds <= _LONGEST
    return False
