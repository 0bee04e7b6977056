"""A small Discord as somebody has set it up, here or in a thread, and the sentence that says why not."""

from __future__ import annotations

import asyncio
import errno
import os
import re
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import Self

from small_discord.rest.spec import SpecMissing
from small_discord.server import LOOPBACK, SmallDiscord
from small_discord.weather import Weather
from small_discord.world.world import BOT

_HOST = re.compile(r"(?!0\.)[\w-]+(\.[\w-]+)*")
"""A name, or an address, but not that of all networks, which is nobody's name."""


class CannotOpen(Exception):
    """There can be no small Discord as it is set up; the message is one sentence for the operator."""


@dataclass(frozen=True)
class Place:
    """A port (0: any free one), a world's file, Discord's OpenAPI description, the bot's name, the host's."""

    port: int = 8787
    world: Path = Path("var/local-discord.sqlite3")
    openapi: Path | None = None
    bot: str = BOT
    host: str = LOOPBACK

    @classmethod
    def of_environment(cls) -> Self:
        """Return what the environment says; raise CannotOpen for what is no port, or no host."""
        keys = ("LOCAL_HOST", "LOCAL_PORT", "LOCAL_WORLD", "DISCORD_OPENAPI")
        told = {key: os.environ.get(key, "") for key in keys}
        return cls(
            _port(told["LOCAL_PORT"]) if told["LOCAL_PORT"] else cls.port,
            Path(told["LOCAL_WORLD"] or cls.world),
            Path(told["DISCORD_OPENAPI"]) if told["DISCORD_OPENAPI"] else None,
            host=_host(told["LOCAL_HOST"]) if told["LOCAL_HOST"] else cls.host,
        )


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise CannotOpen("LOCAL_PORT is not usable: it is a number from 0 to 65535.")
    return int(text)


def _host(text: str) -> str:
    if not _HOST.fullmatch(text):
        raise CannotOpen(
            "LOCAL_HOST is not usable: it is the name, or the address, by which bots reach this machine."
        )
    return text


async def opened(place: Place, weather: Weather | None = None, granted_intents: int = 0) -> SmallDiscord:
    """Return a small Discord that listens; raise CannotOpen if its port or a file is no good."""
    local = _created(place, weather, granted_intents)
    try:
        await local.start()
    except OSError as error:
        await local.close()
        if error.errno == errno.EADDRNOTAVAIL:
            raise CannotOpen(f"LOCAL_HOST, {place.host}, is not an address of this machine.") from None
        raise CannotOpen(
            f"Port {place.port} is not free ({error.strerror}): LOCAL_PORT names another."
        ) from None
    return local


def _created(place: Place, weather: Weather | None, granted_intents: int) -> SmallDiscord:
    try:
        return SmallDiscord(
            world_path=place.world,
            openapi_path=place.openapi,
            port=place.port,
            host=place.host,
            weather=weather,
            granted_intents=granted_intents,
            bot=place.bot,
        )
    except (OSError, sqlite3.Error) as error:
        raise CannotOpen(f"LOCAL_WORLD, {place.world}, cannot be opened: {error}.") from None
    except SpecMissing as error:
        raise CannotOpen(f"DISCORD_OPENAPI is of no use: {error}.") from None


@contextmanager
def in_background(start: Callable[[], Awaitable[SmallDiscord]]) -> Iterator[SmallDiscord]:
    """Run a small Discord in a thread while the block lasts; only that thread may touch it."""
    loop = asyncio.new_event_loop()
    thread = Thread(target=loop.run_forever, name="small Discord", daemon=True)
    thread.start()
    try:
        local = asyncio.run_coroutine_threadsafe(_started(start), loop).result()
        try:
            yield local
        finally:
            asyncio.run_coroutine_threadsafe(local.close(), loop).result()
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def _started(start: Callable[[], Awaitable[SmallDiscord]]) -> SmallDiscord:
    return await start()
