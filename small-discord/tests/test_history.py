"""Which of a channel's messages a bot reads."""

import asyncio

import discord
import pytest

from small_discord import SmallDiscord
from small_discord.gateway.intents import MESSAGE_CONTENT
from tiny_bot import TinyBot, running

ROOM = "The Parlour/#patience"


@pytest.fixture
async def channel(bot: TinyBot, local: SmallDiscord) -> discord.TextChannel:
    """Create a channel with nine messages, 1 to 9."""
    found = bot.get_channel(int(local.person("Ada").channel(ROOM).id))
    if found is None:
        found = await bot.fetch_channel(int(local.person("Ada").channel(ROOM).id))
    assert isinstance(found, discord.TextChannel)
    for number in range(1, 10):
        await found.send(str(number))
    return found


async def read(channel: discord.TextChannel, **which: object) -> str:
    """Return the contents of the messages that discord.py is given, oldest first."""
    found = [message async for message in channel.history(**which)]  # type: ignore[arg-type]  # each test's own
    return "".join(sorted(message.content for message in found))


async def test_messages_around_one(channel: discord.TextChannel) -> None:
    """Messages around one are as many before it as after it, and itself."""
    fifth = [message async for message in channel.history()][4]
    assert await read(channel, around=fifth, limit=5) == "34567"
    assert await read(channel, around=fifth, limit=101) == "123456789"


async def test_messages_before_and_after_one(channel: discord.TextChannel) -> None:
    """Messages before or after one are those next to it; without one they are the newest."""
    fifth = [message async for message in channel.history()][4]
    assert await read(channel, before=fifth, limit=2) == "34"
    assert await read(channel, after=fifth, limit=2) == "67"
    assert await read(channel, limit=2) == "89"


async def test_what_is_no_message_is_refused(bot: TinyBot, channel: discord.TextChannel) -> None:
    """A number of a message that cannot be read is reported as the client's mistake."""
    with pytest.raises(discord.HTTPException, match="snowflake"):
        await bot.http.logs_from(channel.id, 5, before="yesterday")


async def test_what_people_write_to_others(bot: TinyBot, local: SmallDiscord) -> None:
    """Without the intent, a bot sees that something was written, and reads it only where it is mentioned."""
    ada, found = local.person("Ada"), await bot.fetch_channel(int(local.person("Ada").channel(ROOM).id))
    assert isinstance(found, discord.TextChannel)
    ada.say(ROOM, "secret")
    ada.say(ROOM, f"<@{local.world.app.bot.id}>")
    assert [message.content async for message in found.history()] == [f"<@{local.world.app.bot.id}>", ""]


@pytest.mark.parametrize("asks", [True, False])
async def test_the_message_content_intent(asks: bool) -> None:
    """With the intent granted, REST shows all messages, and the gateway if the bot has asked for it."""
    local, told = SmallDiscord(granted_intents=MESSAGE_CONTENT), asyncio.Queue[discord.Message]()
    await local.start()
    intents = discord.Intents(guilds=True, guild_messages=True, message_content=asks)
    async with running(local, intents=intents) as bot:
        bot.add_listener(told.put, "on_message")
        said = local.person("Ada").say(ROOM, "secret")
        heard = await asyncio.wait_for(told.get(), 10)
        assert heard.content == ("secret" if asks else "")
        assert (await heard.fetch()).content == said.content
    await local.close()
