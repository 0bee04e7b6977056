"""A fresh small Discord for each test, with or without a bot in it."""

import gc
import inspect
import logging
import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import discord
import pytest

from failures import Failures
from small_discord import Person, SmallDiscord
from tiny_bot import TinyBot, running

pytest_plugins = ["small_discord.plugin"]


@pytest.fixture(autouse=True)
def small_discord_failures(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test in which something failed unseen: discord.py and asyncio log what nobody catches.

    `@pytest.mark.logs("…")` declares what a test expects there. It stands for the fixture of the same name
    that comes with the small Discord, by which a test may log what it allows, but need not.
    """
    seen = Failures({"small_discord", "discord", "asyncio", "aiohttp"})
    logging.getLogger().addHandler(seen)
    yield
    if inspect.iscoroutinefunction(request.function):
        gc.collect(1)  # tasks report unretrieved exceptions when they are collected
    logging.getLogger().removeHandler(seen)
    seen.check([mark.args[0] for mark in request.node.iter_markers("logs")])


@pytest.fixture
async def described() -> AsyncIterator[SmallDiscord]:
    """Return one that checks all against Discord's description, if DISCORD_OPENAPI names it."""
    path = os.environ.get("DISCORD_OPENAPI")
    server = SmallDiscord(openapi_path=Path(path) if path else None)
    await server.start()
    yield server
    await server.close()


@pytest.fixture
def local(small_discord: SmallDiscord) -> SmallDiscord:
    """Return the small Discord, with the default world."""
    return small_discord


@pytest.fixture
async def bot(local: SmallDiscord) -> AsyncIterator[TinyBot]:
    """Connect a bot."""
    async with running(local) as tiny:
        yield tiny
    assert local.unknown_routes == []


@pytest.fixture
def ada(local: SmallDiscord, bot: TinyBot) -> Person:
    """Act as Ada, with the bot connected."""
    return local.person("Ada")


@pytest.fixture
def room(bot: TinyBot, ada: Person) -> discord.TextChannel:
    """Return #patience as the bot knows it."""
    channel = bot.get_channel(int(ada.channel("The Parlour/#patience").id))
    assert isinstance(channel, discord.TextChannel)
    return channel
