"""A fresh local Discord for each test, with or without a bot in it."""

from collections.abc import AsyncIterator

import pytest

from bot.local import LocalDiscord, Person
from tests.local.tiny_bot import TinyBot, running


@pytest.fixture
async def local() -> AsyncIterator[LocalDiscord]:
    """Start a server with the default world."""
    server = LocalDiscord()
    await server.start()
    yield server
    await server.close()


@pytest.fixture
async def bot(local: LocalDiscord) -> AsyncIterator[TinyBot]:
    """Connect a bot."""
    async with running(local) as tiny:
        yield tiny
    assert local.unknown_routes == []


@pytest.fixture
def ada(local: LocalDiscord, bot: TinyBot) -> Person:
    """Act as Ada, with the bot connected."""
    return local.person("Ada")
