"""Reactions and typing: who may, who is told, and what is kept."""

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import discord
import pytest
from discord.ext import commands

from small_discord import Person, Refused, SmallDiscord
from tiny_bot import PNG, TinyBot, running
from told import code_of, heard

PARLOUR, ROOM, THUMB, HEART = "The Parlour", "The Parlour/#patience", "👍", "❤️"
INTENTS = discord.Intents(guilds=True, messages=True, reactions=True, typing=True)


@pytest.fixture
def local(described: SmallDiscord) -> SmallDiscord:
    """Check all against Discord's description."""
    return described


@pytest.fixture
async def bot(local: SmallDiscord) -> AsyncIterator[TinyBot]:
    """Connect a bot that hears of reactions and typing."""
    async with running(local, intents=INTENTS) as tiny:
        await tiny.wait_until_ready()
        yield tiny
    assert local.unknown_routes == []


@pytest.fixture
def lounge(bot: TinyBot, ada: Person) -> discord.TextChannel:
    """Return a channel as the bot knows it."""
    channel = bot.get_channel(int(ada.channel(ROOM).id))
    assert isinstance(channel, discord.TextChannel)
    return channel


async def test_a_reaction_menu(small_discord: SmallDiscord) -> None:
    """A bot offers choices as reactions, and hears which one somebody presses."""
    bot = commands.Bot("!", intents=INTENTS)

    @bot.listen()
    async def on_message(message: discord.Message) -> None:
        if message.author == bot.user:
            return
        menu = await message.channel.send("Which game?")
        for emoji in "♠️", "♥️":
            await menu.add_reaction(emoji)

        def fits(reaction: discord.Reaction, user: discord.abc.User) -> bool:
            return user == message.author and reaction.message.id == menu.id

        reaction, user = await bot.wait_for("reaction_add", check=fits, timeout=20)
        await message.channel.send(f"{user.display_name} plays {reaction.emoji}, with {reaction.count}")

    async with small_discord.running(bot):
        ada, ben = small_discord.person("Ada"), small_discord.person("Ben")
        ada.say(ROOM, "Anybody?")
        menu = await ben.waits_for(ROOM, "Which game?", reaction="♥️")
        await ben.react(menu, "♠️")
        await ada.react(menu, "♥️")
        await ada.waits_for(ROOM, "Ada plays ♥️, with 2")


async def test_the_bot_reacts(bot: TinyBot, ada: Person, lounge: discord.TextChannel) -> None:
    """The bot adds reactions, reads them in the message and lists who has them; it hears of its own, too."""
    message = await lounge.send("here")
    reaction, user = await heard(bot, "reaction_add", message.add_reaction(THUMB))
    assert (reaction.emoji, reaction.me, user) == (THUMB, True, lounge.guild.me)
    await message.add_reaction(THUMB)
    await ada.react(ada.sees(ROOM)[0], THUMB)
    await ada.react(ada.sees(ROOM)[0], HEART)
    (thumbs, hearts) = (await message.fetch()).reactions
    assert [(each.emoji, each.count, each.me) for each in (thumbs, hearts)] == [
        (THUMB, 2, True),
        (HEART, 1, False),
    ]
    assert {who.id async for who in thumbs.users()} == {int(ada.user.id), lounge.guild.me.id}
    assert [who.id async for who in thumbs.users(limit=1, after=ada_of(ada))] == [lounge.guild.me.id]
    assert ada.sees(ROOM)[0].reactions == {THUMB: 2, HEART: 1}
    assert not ada.sees(ROOM)[0].edited


def ada_of(ada: Person) -> discord.Object:
    """Return Ada as an object of discord.py."""
    return discord.Object(int(ada.user.id))


async def test_what_is_told_of_a_reaction(bot: TinyBot, ada: Person, lounge: discord.TextChannel) -> None:
    """An event tells who reacts to whose message with what; one that is taken back tells who did."""
    await lounge.send("here")
    message = ada.sees(ROOM)[0]
    added = await heard(bot, "raw_reaction_add", ada.react(message, THUMB))
    assert (added.user_id, added.message_id, added.guild_id) == (
        int(ada.user.id),
        int(message.id),
        lounge.guild.id,
    )
    assert (str(added.emoji), added.member.display_name) == (THUMB, "Ada")
    assert added.message_author_id == lounge.guild.me.id
    gone = await heard(bot, "raw_reaction_remove", ada.unreact(message, THUMB))
    assert (gone.user_id, str(gone.emoji), gone.member) == (int(ada.user.id), THUMB, None)
    assert ada.sees(ROOM)[0].reactions == {}


async def test_reactions_in_direct_messages(bot: TinyBot, ada: Person) -> None:
    """In direct messages everybody may react, and nobody may remove what others have done."""
    me = await bot.fetch_user(int(ada.user.id))
    message = await me.send("here")
    await message.add_reaction(THUMB)
    added = await heard(bot, "raw_reaction_add", ada.react(ada.sees("dm")[0], HEART))
    assert (added.guild_id, added.member) == (None, None)
    assert await code_of(message.remove_reaction(HEART, ada_of(ada))) == (403, 50003)
    assert await code_of(message.clear_reactions()) == (403, 50003)


async def test_reactions_of_others_are_removed(
    bot: TinyBot, ada: Person, local: SmallDiscord, lounge: discord.TextChannel
) -> None:
    """The bot removes one person's, an emoji's or all reactions if it may manage messages."""
    message, ben = await lounge.send("here"), local.person("Ben")
    for emoji in (THUMB, HEART, "🔥"):
        await ada.react(ada.sees(ROOM)[0], emoji)
        await ben.react(ada.sees(ROOM)[0], emoji)
    deeds: tuple[tuple[str, Callable[[], Awaitable[None]]], ...] = (
        ("raw_reaction_remove", lambda: message.remove_reaction(THUMB, ada_of(ada))),
        ("raw_reaction_clear_emoji", lambda: message.clear_reaction(HEART)),
        ("raw_reaction_clear", message.clear_reactions),
    )
    for _, deed in deeds:
        assert await code_of(deed()) == (403, 50013)
    ada.settings_of(PARLOUR).create_role("Wardens", "manage_messages", members=("Your Bot",))
    left = []
    for event, deed in deeds:
        await heard(bot, event, deed())
        left.append(ada.sees(ROOM)[0].reactions)
    assert left == [{THUMB: 1, HEART: 2, "🔥": 2}, {THUMB: 1, "🔥": 2}, {}]


async def test_where_the_bot_may_not_react(bot: TinyBot, ada: Person, lounge: discord.TextChannel) -> None:
    """Without the permission the bot can only join in; without the history it can't react at all."""
    message = await lounge.send("here")
    ada.settings_of(PARLOUR).deny("Your Bot", "add_reactions", channel="patience")
    assert await code_of(message.add_reaction(THUMB)) == (403, 50013)
    await ada.react(ada.sees(ROOM)[0], THUMB)
    await message.add_reaction(THUMB)
    ada.settings_of(PARLOUR).deny("Your Bot", "read_message_history", channel="patience")
    await message.remove_reaction(THUMB, lounge.guild.me)
    assert await code_of(message.add_reaction(THUMB)) == (403, 50013)


async def test_what_is_no_reaction(bot: TinyBot, ada: Person, lounge: discord.TextChannel) -> None:
    """What is no emoji is refused, and so is the twenty-first, or any below what is gone or hidden."""
    message = await lounge.send("here")
    for emoji in ("x", "<:nobody:123>"):
        assert await code_of(message.add_reaction(emoji)) == (400, 10014)
    for place in range(20):
        await message.add_reaction(chr(ord("🍇") + place))
    assert await code_of(message.add_reaction(THUMB)) == (400, 30010)
    with pytest.raises(Refused, match="Maximum number of reactions"):
        await ada.react(ada.sees(ROOM)[0], THUMB)
    await ada.react(ada.sees(ROOM)[0], "🍇")
    await message.delete()
    assert await code_of(message.add_reaction(THUMB)) == (404, 10008)
    hidden = (await ada.slash(ROOM, "deal accordion")).message
    assert hidden is not None
    with pytest.raises(Refused, match="only one person sees"):
        await ada.react(hidden, THUMB)


async def test_the_apps_own_emoji(bot: TinyBot, ada: Person, lounge: discord.TextChannel) -> None:
    """The bot reacts with its own emoji, and others can then join in."""
    message, ace = await lounge.send("here"), await bot.create_application_emoji(name="ace", image=PNG)
    with pytest.raises(Refused, match="the app's own"):
        await ada.react(ada.sees(ROOM)[0], f"ace:{ace.id}")
    await message.add_reaction(ace)
    added = await heard(bot, "raw_reaction_add", ada.react(ada.sees(ROOM)[0], f"ace:{ace.id}"))
    assert (added.emoji.id, added.emoji.name) == (ace.id, "ace")
    assert (await message.fetch()).reactions[0].count == 2
    assert ada.sees(ROOM)[0].reactions == {"ace": 2}


async def test_what_people_may_not_react_to(bot: TinyBot, ada: Person, local: SmallDiscord) -> None:
    """People may be denied new reactions, and nobody reacts in an archived thread."""
    ben, message = local.person("Ben"), ada.say(ROOM, "here")
    ada.settings_of(PARLOUR).deny("everybody", "add_reactions", channel="patience")
    with pytest.raises(Refused, match="Ben may not react"):
        await ben.react(message, THUMB)
    with pytest.raises(Refused, match="no emoji"):
        await ada.react(message, "x")
    thread = ada.open_thread(ROOM, "asleep")
    message = ada.say(thread, "here")
    ada.settings_of(PARLOUR).archive("asleep")
    with pytest.raises(Refused, match="archived thread"):
        await ada.react(message, THUMB)


async def test_no_intent_no_reactions(local: SmallDiscord) -> None:
    """Without the intents, a bot hears neither of reactions nor of typing."""
    async with running(local) as bot:
        told: list[str] = []

        async def note(event: Any) -> None:
            told.append(str(event))

        bot.add_listener(note, "on_raw_reaction_add")
        bot.add_listener(note, "on_raw_typing")
        ada = local.person("Ada")
        for where in (ROOM, "dm"):
            ada.start_typing(where)
            await ada.react(ada.say(where, "here"), THUMB)
        await ada.slash(ROOM, "hello")  # by then the bot would have been told
        assert told == []


async def test_typing(bot: TinyBot, ada: Person, lounge: discord.TextChannel) -> None:
    """The bot hears who types, and types itself where it may write."""

    async def type_in(where: str) -> None:
        ada.start_typing(where)

    _, user, _ = await heard(bot, "typing", type_in(ROOM))
    assert user.id == int(ada.user.id)
    told = await heard(bot, "raw_typing", type_in("dm"))
    assert (told.user_id, told.guild_id) == (int(ada.user.id), None)

    async def types() -> None:
        async with lounge.typing():
            pass

    assert (await heard(bot, "raw_typing", types())).user_id == lounge.guild.me.id
    ada.settings_of(PARLOUR).deny("Your Bot", "send_messages", channel="patience")
    assert await code_of(types()) == (403, 50013)


async def test_reactions_are_kept(tmp_path: Path) -> None:
    """Reactions outlive a restart."""
    first = SmallDiscord(world_path=tmp_path / "world.sqlite3")
    ada = first.person("Ada")
    await ada.react(ada.say(ROOM, "here"), THUMB)
    first.world.close()
    second = SmallDiscord(world_path=tmp_path / "world.sqlite3")
    assert second.person("Ada").sees(ROOM)[0].reactions == {THUMB: 1}
    await second.person("Ada").unreact(second.person("Ada").sees(ROOM)[0], THUMB)
    assert second.person("Ada").sees(ROOM)[0].reactions == {}
    second.world.close()
