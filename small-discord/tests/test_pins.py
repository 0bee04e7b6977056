"""Pins: who may, who is told, and what is said of them."""

from collections.abc import AsyncIterator

import discord
import pytest
from discord.http import Route

from small_discord import Person, Refused, SmallDiscord
from tiny_bot import TinyBot, running
from told import code_of, heard

PARLOUR, ROOM = "The Parlour", "The Parlour/#patience"


@pytest.fixture
def local(described: SmallDiscord) -> SmallDiscord:
    """Check all against Discord's description."""
    return described


@pytest.fixture
async def bot(local: SmallDiscord) -> AsyncIterator[TinyBot]:
    """Connect a bot that may pin messages."""
    ada = local.person("Ada")
    ada.settings_of(PARLOUR).create_role("Librarians", "pin_messages", members=("Your Bot",))
    async with running(local) as tiny:
        await tiny.wait_until_ready()
        yield tiny
    assert local.unknown_routes == []


async def test_the_bot_pins(bot: TinyBot, ada: Person, room: discord.TextChannel) -> None:
    """A pin is told, said in the channel, and listed until it is removed."""
    message = await room.send("the rules")
    where, when = await heard(bot, "guild_channel_pins_update", message.pin())
    assert (where, when is None) == (room, False)
    said = await anext(room.history())
    assert (said.type, said.author, said.content) == (discord.MessageType.pins_add, room.guild.me, "")
    assert said.reference is not None
    assert said.reference.message_id == message.id
    await message.pin()
    assert len(ada.sees(ROOM)) == 2
    assert [each.pinned for each in ada.sees(ROOM)] == [True, False]
    assert [(each.content, each.pinned) async for each in room.pins()] == [("the rules", True)]
    _, when = await heard(bot, "guild_channel_pins_update", message.unpin())
    assert when is None
    assert [each async for each in room.pins()] == []
    assert not ada.sees(ROOM)[0].edited


async def test_what_people_pin(
    bot: TinyBot, ada: Person, local: SmallDiscord, room: discord.TextChannel
) -> None:
    """People pin where they may, and everywhere in direct messages."""
    message = ada.say(ROOM, "the rules")
    with pytest.raises(Refused, match="Ben may not pin"):
        local.person("Ben").pin(message)

    async def pin() -> None:
        ada.pin(message)

    await heard(bot, "guild_channel_pins_update", pin())
    assert [each.id async for each in room.pins()] == [int(message.id)]
    ada.unpin(message)
    with pytest.raises(Refused, match="system message"):
        ada.pin(ada.sees(ROOM)[1])
    mine = ada.say("dm", "mine")
    await bot.create_dm(discord.Object(int(ada.user.id)))  # or discord.py does not know where that is

    async def pin_mine() -> None:
        ada.pin(mine)

    where, _ = await heard(bot, "private_channel_pins_update", pin_mine())
    assert where.id == int(mine.channel_id)


async def test_many_pins(bot: TinyBot, ada: Person, room: discord.TextChannel) -> None:
    """Pins come by fifties, the last one first; the older route has the first fifty; 250 are the most."""
    said = [ada.say(ROOM, str(number)) for number in range(251)]
    for each in said[:250]:
        ada.pin(each)
    assert [each.content async for each in room.pins(limit=None)] == [
        ""
    ] * 250  # it has no intent to read them
    newest = [each.id async for each in room.pins(limit=60)]
    assert newest == [int(each.id) for each in said[249:189:-1]]
    older = await bot.http.request(Route("GET", "/channels/{c}/pins", c=room.id))
    assert [int(each["id"]) for each in older] == newest[:50]
    with pytest.raises(Refused, match="Maximum number of pins"):
        ada.pin(said[250])
    assert await code_of(room.get_partial_message(int(said[250].id)).pin()) == (400, 30003)


async def test_the_older_routes(bot: TinyBot, ada: Person, room: discord.TextChannel) -> None:
    """The older routes pin and unpin as well."""
    message = await room.send("the rules")
    for method, pinned in (("PUT", True), ("DELETE", False)):
        await bot.http.request(Route(method, "/channels/{c}/pins/{m}", c=room.id, m=message.id))
        assert ada.sees(ROOM)[0].pinned == pinned


async def test_what_may_not_be_pinned(bot: TinyBot, ada: Person, room: discord.TextChannel) -> None:
    """Nothing is pinned without the permission, even by who manages messages, nor what Discord wrote."""
    message = await room.send("the rules")
    await message.pin()
    said = await anext(room.history())
    assert await code_of(said.pin()) == (403, 50021)
    assert await code_of(said.edit(content="rules")) == (403, 50021)
    settings = ada.settings_of(PARLOUR)
    settings.deny("Librarians", "pin_messages", channel="patience")
    settings.create_role("Wardens", "manage_messages", members=("Your Bot",))
    assert await code_of(message.unpin()) == (403, 50013)
    settings.deny("Your Bot", "read_message_history", channel="patience")
    assert [each async for each in room.pins()] == []


async def test_what_is_refused_by_its_fields(small_discord: SmallDiscord) -> None:
    """What Discord wrote takes no reply, and a time that is none is named."""
    async with running(small_discord) as bot:
        ada = small_discord.person("Ada")
        ada.pin(ada.say(ROOM, "the rules"))
        room = await bot.fetch_channel(int(ada.channel(ROOM).id))
        assert isinstance(room, discord.TextChannel)
        said = await anext(room.history())
        assert await code_of(said.reply("rules")) == (400, 50035)
        route = Route("GET", "/channels/{c}/messages/pins", c=room.id)
        assert await code_of(bot.http.request(route, params={"before": "yesterday"})) == (400, 50035)


async def test_pins_are_no_messages(bot: TinyBot, room: discord.TextChannel) -> None:
    """A message that is not there cannot be pinned."""
    assert await code_of(room.get_partial_message(1).pin()) == (404, 10008)
