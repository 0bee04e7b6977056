"""Which messages a bot reads of a channel."""

import discord
import pytest

from bot.local import LocalDiscord
from tests.local.tiny_bot import TinyBot

ROOM = "The Parlour/#patience"


@pytest.fixture
async def channel(bot: TinyBot, local: LocalDiscord) -> discord.TextChannel:
    """Have a channel with nine messages, 1 to 9."""
    found = bot.get_channel(int(local.person("Ada").channel(ROOM).id))
    if found is None:
        found = await bot.fetch_channel(int(local.person("Ada").channel(ROOM).id))
    assert isinstance(found, discord.TextChannel)
    for number in range(1, 10):
        await found.send(str(number))
    return found


async def read(channel: discord.TextChannel, **which: object) -> str:
    """Return what stands in the messages that discord.py is given, oldest first."""
    found = [message async for message in channel.history(**which)]  # type: ignore[arg-type]  # as each test has it
    return "".join(sorted(message.content for message in found))


async def test_messages_around_one(channel: discord.TextChannel) -> None:
    """As many before it as after it, and itself."""
    fifth = [message async for message in channel.history()][4]
    assert await read(channel, around=fifth, limit=5) == "34567"
    assert await read(channel, around=fifth, limit=101) == "123456789"


async def test_messages_before_and_after_one(channel: discord.TextChannel) -> None:
    """Those next to it; without one, the newest."""
    fifth = [message async for message in channel.history()][4]
    assert await read(channel, before=fifth, limit=2) == "34"
    assert await read(channel, after=fifth, limit=2) == "67"
    assert await read(channel, limit=2) == "89"


async def test_what_is_no_message_is_refused(bot: TinyBot, channel: discord.TextChannel) -> None:
    """A number that cannot be read is said to be the client's mistake."""
    with pytest.raises(discord.HTTPException, match="snowflake"):
        await bot.http.logs_from(channel.id, 5, before="yesterday")
