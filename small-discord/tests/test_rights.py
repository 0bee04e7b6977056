"""The calculator of permissions, beside discord.py's own, and what a time-out leaves."""

from random import Random

import discord
import pytest

from small_discord import Person, Refused, SmallDiscord
from small_discord.gateway.intents import PRIVILEGED
from small_discord.people.server_settings import ServerSettings
from small_discord.world.permissions import NEED_WRITING, SEND_MESSAGES, bits
from tiny_bot import TinyBot, running

PARLOUR, ROOM, LOUNGE = "The Parlour", "The Parlour/#patience", "The Parlour/#lounge"
SOME = (
    *("view_channel", "send_messages", "embed_links", "mention_everyone", "read_message_history"),
    *("manage_messages", "send_messages_in_threads", "manage_roles", "add_reactions"),
)


def muddle(settings: ServerSettings, owner: Person, luck: Random) -> None:
    """Set up roles, time-outs and overwrites at random, and a thread in each channel."""
    settings.deny("everybody", *luck.sample(SOME[1:], 3))
    people = ("Ben", "Cleo", "Your Bot")
    for number in range(4):
        settings.create_role(f"role {number}", *luck.sample(SOME, 3), members=tuple(luck.sample(people, 2)))
    settings.create_role("Bosses", "administrator", members=("Cleo",))
    for number in range(20):
        name = f"channel-{number}"
        settings.create_channel(name)
        owner.open_thread(f"{PARLOUR}/#{name}", f"thread-{number}")
        for who in luck.sample(("everybody", *(f"role {each}" for each in range(4)), *people), 4):
            settings.allow(who, *luck.sample(SOME, 2), channel=name)
            settings.deny(who, *luck.sample(SOME, 3), channel=name)


@pytest.mark.parametrize("seed", [1, 2, 3])
async def test_it_is_discord_pys(seed: int) -> None:
    """In every channel and thread everybody may do what discord.py says, whatever is allowed and denied.

    In threads discord.py takes away what needs writing where nobody may write in the channel, too; Discord
    documents that only writing in threads counts there.
    """
    local = SmallDiscord(granted_intents=PRIVILEGED)
    await local.start()
    ada, rights = local.person("Ada"), local.world.rights
    muddle(ada.settings_of(PARLOUR), ada, Random(seed))  # noqa: S311  reproducible on purpose
    guild = local.world.servers.named(PARLOUR)
    until = local.clock.now() + 3600
    for name in ("Ben", "Cleo"):
        local.world.servers.change_member(guild.id, local.person(name).user.id, timed_out_until=until)
    async with running(local, intents=discord.Intents(guilds=True, members=True)) as bot:
        await bot.wait_until_ready()
        known = bot.get_guild(int(guild.id))
        assert known
        named = bits(*SOME)
        for channel in local.world.servers.named(PARLOUR).channels:
            place = known.get_channel_or_thread(int(channel.id))
            if place is None:  # a thread that the bot is not told of
                assert not rights.in_channel(local.world.app.bot.id, channel)
                continue
            for member in known.members:
                mine, theirs = rights.in_channel(str(member.id), channel), place.permissions_for(member).value
                if channel.parent_id is not None and not theirs & SEND_MESSAGES:
                    mine, theirs = mine & ~NEED_WRITING, theirs & ~NEED_WRITING
                assert mine & named == theirs & named, (channel.name, member.name)
    await local.close()


async def test_what_needs_writing_needs_that_first(ada: Person, bot: TinyBot) -> None:
    """Where the bot may not write it may not mention everyone either, but in the threads there it may."""
    settings = ada.settings_of(PARLOUR)
    settings.allow("everybody", "mention_everyone")
    settings.deny("everybody", "send_messages", channel="patience")
    thread = ada.open_thread(ROOM, "a long game")
    asked = [await ada.slash(place, "hello", text="@everyone") for place in (ROOM, thread)]
    assert [reply.message and reply.message.post.payload["mention_everyone"] for reply in asked] == [
        False,
        True,
    ]


async def test_a_time_out(local: SmallDiscord, ada: Person) -> None:
    """Who has a time-out reads, but neither writes, nor commands, nor presses, until it is over."""
    ben = local.person("Ben")
    board = (await ada.slash(ROOM, "deal accordion", hidden=False)).message
    assert board
    guild = local.world.servers.named(PARLOUR)
    until = local.clock.now() + 60
    local.world.servers.change_member(guild.id, ben.user.id, timed_out_until=until)
    with pytest.raises(Refused, match="may not write"):
        ben.say(ROOM, "hello")
    with pytest.raises(Refused, match="no command"):
        await ben.slash(ROOM, "hello")
    with pytest.raises(Refused, match="time-out"):
        await ben.press(board, "Count 0")
    assert [message.id for message in ben.sees(ROOM)] == [board.id]
    ben.say("dm", "I am sorry")
    local.clock.now = lambda: until
    assert (await ben.press(board, "Count 0")).kind == "update"


async def test_a_time_out_outlasts_leaving(local: SmallDiscord) -> None:
    """Who leaves with a time-out and comes back still has it, and no nickname."""
    ben, guild = local.person("Ben"), local.world.servers.named(PARLOUR)
    until = local.clock.now() + 60
    local.world.servers.change_member(guild.id, ben.user.id, nick="Benny", timed_out_until=until)
    ben.leave(PARLOUR)
    ben.join(PARLOUR)
    profile = local.world.servers.named(PARLOUR).profile(ben.user.id)
    assert (profile.nick, profile.timed_out_until) == (None, until)


async def test_it_does_nothing_to_the_owner(local: SmallDiscord, ada: Person) -> None:
    """A time-out of the owner changes nothing."""
    guild = local.world.servers.named(PARLOUR)
    until = local.clock.now() + 60
    local.world.servers.change_member(guild.id, ada.user.id, timed_out_until=until)
    assert (await ada.slash(LOUNGE, "hello")).kind == "message"
