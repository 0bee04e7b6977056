"""Servers that remove the bot, fail and come back; channels that are deleted; threads."""

from typing import Any

import aiohttp
import discord
import pytest

from small_discord import Person, Refused, SmallDiscord, rough
from tiny_bot import TinyBot, running
from told import code_of, hears

PARLOUR, ROOM = "The Parlour", "The Parlour/#patience"
OTHER_ROOM = "Rainy Sundays/#tea"


def parlour_of(bot: TinyBot, ada: Person) -> discord.Guild:
    """Return The Parlour as the bot knows it."""
    guild = bot.get_guild(int(ada.settings_of(PARLOUR).guild.id))
    assert guild is not None
    return guild


async def test_the_bot_is_thrown_out_and_invited_again(ada: Person, bot: TinyBot) -> None:
    """A bot that is thrown out loses its commands in that server only, until it is invited again."""
    await bot.wait_until_ready()
    guild, channel = parlour_of(bot, ada), bot.get_channel(int(ada.channel(ROOM).id))
    assert isinstance(channel, discord.TextChannel)
    async with hears(bot, "guild_remove"):
        ada.settings_of(PARLOUR).throw_out_bot()
    assert bot.get_guild(guild.id) is None
    assert await code_of(channel.send("anybody?")) == (403, 50001)
    assert await code_of(bot.fetch_guild(guild.id)) == (404, 10004)
    with pytest.raises(Refused, match="no command"):
        await ada.slash(ROOM, "hello")
    assert (await ada.slash(OTHER_ROOM, "hello")).kind == "message"
    async with hears(bot, "guild_join"):
        ada.settings_of(PARLOUR).invite_bot()
    assert (await ada.slash(ROOM, "hello")).kind == "message"


async def test_the_bot_leaves(ada: Person, bot: TinyBot) -> None:
    """A bot can leave a server by itself, once, and come back when it is invited."""
    await bot.wait_until_ready()
    guild = parlour_of(bot, ada)
    async with hears(bot, "guild_remove"):
        await guild.leave()
    assert await code_of(guild.leave()) == (404, 10004)
    async with hears(bot, "guild_join"):
        ada.settings_of(PARLOUR).invite_bot()


async def test_buttons_are_dead_where_the_bot_is_not(ada: Person) -> None:
    """Buttons of the bot's messages get no answer in a server that it was thrown out of."""
    board = (await ada.slash(ROOM, "deal accordion", hidden=False)).message
    assert board
    ada.settings_of(PARLOUR).throw_out_bot()
    with pytest.raises(Refused, match="not in this server any more"):
        await ada.press(board, "Count 0")


async def test_a_bot_that_starts_hears_only_of_its_servers(local: SmallDiscord) -> None:
    """A bot that starts hears only of servers that it is in."""
    local.person("Ada").settings_of(PARLOUR).throw_out_bot()
    async with running(local) as bot:
        await bot.wait_until_ready()
        assert [guild.name for guild in bot.guilds] == ["Rainy Sundays"]


async def test_an_outage(ada: Person, bot: TinyBot, local: SmallDiscord) -> None:
    """During an outage a server is unavailable but not left, and it comes back as it was."""
    await bot.wait_until_ready()
    guild, servers = parlour_of(bot, ada), local.world.servers
    async with hears(bot, "guild_unavailable"):
        servers.begin_outage(str(guild.id))
    assert guild.unavailable
    with pytest.raises(Refused, match="outage"):
        await ada.slash(ROOM, "hello")
    assert await code_of(bot.fetch_channel(guild.text_channels[0].id)) == (403, 50001)
    async with hears(bot, "guild_available"):
        servers.end_outage(str(guild.id))
    assert (await ada.slash(ROOM, "hello")).kind == "message"


async def test_a_bot_starts_during_an_outage(local: SmallDiscord) -> None:
    """A bot that starts during an outage is told that the server exists, and gets it when it is back."""
    ada = local.person("Ada")
    guild_id = ada.settings_of(PARLOUR).guild.id
    local.world.servers.begin_outage(guild_id)
    async with running(local) as bot:
        await bot.wait_until_ready()
        assert parlour_of(bot, ada).unavailable
        async with hears(bot, "guild_available"):
            local.world.servers.end_outage(guild_id)
        assert len(parlour_of(bot, ada).text_channels) == 2


async def test_a_channel_is_deleted(ada: Person, bot: TinyBot) -> None:
    """Whatever is sent to a deleted channel is refused, as are late answers."""
    await bot.wait_until_ready()
    channel = bot.get_channel(int(ada.channel(ROOM).id))
    assert isinstance(channel, discord.TextChannel)
    message = await channel.send("soon gone")
    token = (await ada.slash(ROOM, "hello"))._interaction.token
    async with hears(bot, "guild_channel_delete"):
        ada.settings_of(PARLOUR).delete_channel("patience")
    assert await code_of(channel.send("too late")) == (404, 10003)
    assert await code_of(message.edit(content="too late")) == (404, 10003)
    with pytest.raises(Refused, match="there is no channel"):
        ada.sees(ROOM)
    async with aiohttp.ClientSession() as session:
        hook = discord.Webhook.partial(int(str(bot.application_id)), token, session=session)
        assert await code_of(hook.send("too late")) == (404, 10003)


async def test_a_new_channel_can_be_used(ada: Person, bot: TinyBot) -> None:
    """The bot is told of a new channel, and answers there."""
    await bot.wait_until_ready()
    async with hears(bot, "guild_channel_create"):
        ada.settings_of(PARLOUR).create_channel("attic")
    assert (await ada.slash("The Parlour/#attic", "hello")).kind == "message"


async def test_a_thread_is_played_in(ada: Person, bot: TinyBot) -> None:
    """A thread can be played in as a place of its own under its channel."""
    await bot.wait_until_ready()
    async with hears(bot, "thread_create"):
        thread = ada.open_thread(ROOM, "a long game")
    assert (await ada.slash(thread, "hello")).kind == "message"
    known = bot.get_channel(int(thread.id))
    assert isinstance(known, discord.Thread)
    assert known.parent_id == int(ada.channel(ROOM).id)
    await known.send("from the bot")
    assert [message.text for message in ada.sees(thread)] == ["hello", "from the bot"]
    assert [message.text for message in ada.sees(ROOM)] == ["a long game"]  # by which Discord announces it


async def test_an_archived_thread_takes_no_edits(ada: Person, bot: TinyBot) -> None:
    """An archived thread takes no edits until somebody posts there."""
    await bot.wait_until_ready()
    async with hears(bot, "thread_create"):
        thread = ada.open_thread(ROOM, "asleep")
    known = bot.get_channel(int(thread.id))
    assert isinstance(known, discord.Thread)
    message = await known.send("before")
    async with hears(bot, "thread_update"):
        ada.settings_of(PARLOUR).archive("asleep")
    assert await code_of(message.edit(content="after")) == (400, 50083)
    await known.send("good morning")
    assert not ada.channel(thread).archived
    await message.edit(content="after")
    assert [each.text for each in ada.sees(thread)] == ["after", "good morning"]


async def test_a_press_brings_a_thread_back(ada: Person, local: SmallDiscord, bot: TinyBot) -> None:
    """A press brings an archived thread back; if it is locked, only those who manage threads can do so."""
    thread = ada.open_thread(ROOM, "asleep")
    board = (await ada.slash(thread, "deal accordion", hidden=False)).message
    assert board
    ada.settings_of(PARLOUR).archive("asleep")
    assert (await ada.press(board, "Count 0")).kind == "update"
    ada.settings_of(PARLOUR).archive("asleep", locked=True)
    known = bot.get_channel(int(thread.id))
    assert isinstance(known, discord.Thread)
    assert await code_of(known.send("hello?")) == (400, 50083)
    with pytest.raises(Refused, match="locked"):
        await local.person("Ben").press(board, "Count 1")
    assert (await ada.press(board, "Count 1")).kind == "update"


async def test_old_messages_take_few_edits(ada: Person, bot: TinyBot, local: SmallDiscord) -> None:
    """In rough weather a channel takes a few edits of messages older than an hour; of others, any number."""
    await bot.wait_until_ready()
    channel = bot.get_channel(int(ada.channel(ROOM).id))
    assert isinstance(channel, discord.TextChannel)
    message = await channel.send("0")
    local.weather.old_edits = rough(1).old_edits
    for n in range(5):
        await message.edit(content=str(n))
    now = local.clock.now()
    local.clock.now = lambda: now + 3601
    for n in range(3):
        await message.edit(content=str(n))
    assert await code_of(message.edit(content="3")) == (400, 30046)
    local.clock.now = lambda: now + 3611
    await message.edit(content="4")
    assert ada.sees(ROOM)[-1].text == "4"


async def test_what_changed_is_still_so_after_a_restart(tmp_path: Any) -> None:
    """Threads, roles and memberships are kept."""
    path = tmp_path / "world.sqlite3"
    first = SmallDiscord(world_path=path)
    ada = first.person("Ada")
    ada.open_thread(ROOM, "asleep")
    ada.settings_of(PARLOUR).archive("asleep")
    ada.settings_of(PARLOUR).create_role("Dealers", "manage_guild", members=("Ben",))
    ada.settings_of(PARLOUR).deny("Ben", "send_messages", channel="lounge")
    ada.settings_of(PARLOUR).throw_out_bot()
    ada.add_app()
    before = first.world.guilds
    first.world.close()
    second = SmallDiscord(world_path=path)
    assert second.world.guilds == before
    assert ada.user.id in second.world.installs
    second.world.close()
