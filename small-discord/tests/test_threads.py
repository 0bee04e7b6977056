"""Threads: opened on messages and without, changed, joined and left, listed."""

from collections.abc import AsyncIterator

import discord
import pytest

from small_discord import Person, Refused, SmallDiscord
from small_discord.gateway.intents import GUILD_MEMBERS
from tiny_bot import TinyBot, running
from told import code_of, heard

PARLOUR, ROOM = "The Parlour", "The Parlour/#patience"


@pytest.fixture
def local(described: SmallDiscord) -> SmallDiscord:
    """Check all against Discord's description."""
    return described


@pytest.fixture
async def bot(local: SmallDiscord) -> AsyncIterator[TinyBot]:
    """Connect a bot that knows its channels."""
    async with running(local) as tiny:
        await tiny.wait_until_ready()
        yield tiny
    assert local.unknown_routes == []


def moderate(ada: Person) -> None:
    """Let the bot manage threads."""
    ada.settings_of(PARLOUR).create_role("Wardens", "manage_threads", members=("Your Bot",))


async def test_a_thread_on_a_message(bot: TinyBot, ada: Person, room: discord.TextChannel) -> None:
    """A thread on a message has its id, is told, and begins with a word of Discord's; it is the only one."""
    message = await room.send("a long game")
    thread = await heard(bot, "thread_create", message.create_thread(name="long", auto_archive_duration=60))
    assert (thread.id, thread.name, thread.owner_id) == (message.id, "long", room.guild.me.id)
    assert (thread.auto_archive_duration, thread.member_count, thread.type.name) == (60, 1, "public_thread")
    first = await anext(thread.history())
    assert (first.type, first.reference.message_id) == (
        discord.MessageType.thread_starter_message,
        message.id,
    )
    assert first.reference.resolved.content == "a long game"
    assert await code_of(first.delete()) == (403, 50021)
    fetched = await message.fetch()
    assert (fetched.flags.has_thread, fetched.thread) == (True, thread)
    assert await code_of(message.create_thread(name="again")) == (400, 160004)
    assert await code_of(first.create_thread(name="within")) == (400, 50024)


async def test_threads_without_a_message(bot: TinyBot, ada: Person, room: discord.TextChannel) -> None:
    """A public thread is announced in its channel; a private one is seen by its members and moderators."""
    thread = await room.create_thread(name="open", type=discord.ChannelType.public_thread)
    said = await anext(room.history())
    assert (said.type, said.content) == (discord.MessageType.thread_created, "open")
    assert said.reference is not None
    assert said.reference.channel_id == thread.id
    hidden = await room.create_thread(name="hidden", invitable=False)
    assert (hidden.is_private(), hidden.invitable) == (True, False)
    await hidden.send("psst")
    assert [each.text for each in ada.sees(str(hidden.id))] == ["psst"]  # it is her server
    ada.settings_of(PARLOUR).deny("everybody", "create_private_threads", channel="patience")
    assert await code_of(room.create_thread(name="more")) == (403, 50013)
    ada.settings_of(PARLOUR).deny("everybody", "create_public_threads", channel="patience")
    assert await code_of((await room.send("here")).create_thread(name="more")) == (403, 50013)


async def test_who_sees_a_private_thread(bot: TinyBot, ada: Person, local: SmallDiscord) -> None:
    """A private thread of somebody's is unknown to the bot, and to others, until they are added."""
    ben, cleo = local.person("Ben"), local.person("Cleo")
    thread = ben.open_thread(ROOM, "hidden", private=True)
    assert bot.get_channel(int(thread.id)) is None
    assert await code_of(bot.fetch_channel(int(thread.id))) == (403, 50001)
    with pytest.raises(Refused, match="no access"):
        cleo.sees(thread)

    async def add() -> None:
        ben.add_to_thread(thread, "Your Bot")

    known = await heard(bot, "thread_join", add())
    assert (known.id, known.me.id) == (int(thread.id), int(local.world.app.bot.id))
    ben.add_to_thread(thread, "Cleo")
    said = [message async for message in known.history()]
    assert [each.type for each in said] == [discord.MessageType.recipient_add] * 2
    assert [message.post.payload["mentions"][0]["id"] for message in cleo.sees(thread)][1] == cleo.user.id


async def test_who_is_in_a_thread(bot: TinyBot, ada: Person, local: SmallDiscord) -> None:
    """The bot joins and leaves, adds others and, as a moderator, removes them; archived ones take nobody."""
    thread = ada.open_thread(ROOM, "long")
    known = bot.get_channel(int(thread.id)) or await bot.fetch_channel(int(thread.id))
    assert isinstance(known, discord.Thread)
    ben = discord.Object(int(local.person("Ben").user.id))
    await known.join()
    assert (await known.fetch_member(int(ada.user.id))).id == int(ada.user.id)
    await known.add_user(ben)
    assert ada.channel(thread).has_joined(str(ben.id))
    assert await code_of(known.remove_user(ben)) == (403, 50013)
    moderate(ada)
    await known.remove_user(ben)
    assert await code_of(known.fetch_member(ben.id)) == (404, 10007)
    assert await code_of(known.add_user(discord.Object(1))) == (404, 10007)
    await known.leave()
    assert not ada.channel(thread).has_joined(local.world.app.bot.id)
    assert await code_of(known.fetch_members()) == (403, 50001)  # which needs the intent for members
    ada.settings_of(PARLOUR).archive("long")
    assert await code_of(known.join()) == (400, 50083)
    with pytest.raises(Refused, match="archived"):
        ada.leave_thread(thread)


async def test_who_writes_in_a_thread_joins_it(bot: TinyBot, ada: Person, local: SmallDiscord) -> None:
    """Who writes in a thread or is mentioned there joins it; who leaves the server leaves it."""
    thread, ben, cleo = ada.open_thread(ROOM, "long"), local.person("Ben"), local.person("Cleo")
    ben.say(thread, f"<@{cleo.user.id}>?")
    assert [member.id for member in ada.channel(thread).joined] == [each.user.id for each in (ada, ben, cleo)]
    cleo.leave(PARLOUR)
    assert [member.id for member in ada.channel(thread).joined] == [each.user.id for each in (ada, ben)]


async def test_who_hears_of_members() -> None:
    """A bot with the intent for members hears of others who join and leave; any hears of itself."""
    local = SmallDiscord(granted_intents=GUILD_MEMBERS)
    await local.start()
    ada, ben = local.person("Ada"), local.person("Ben")
    for members in (True, False):
        async with running(local, intents=discord.Intents(guilds=True, members=members)) as bot:
            await bot.wait_until_ready()
            told: list[str] = []

            async def note(member: discord.ThreadMember, told: list[str] = told) -> None:
                told.append(str(member.id))

            bot.add_listener(note, "on_thread_member_join")
            bot.add_listener(note, "on_thread_member_remove")
            thread = ada.open_thread(ROOM, "long")
            ben.join_thread(thread)
            ben.leave_thread(thread)
            known = bot.get_channel(int(thread.id)) or await bot.fetch_channel(int(thread.id))
            assert isinstance(known, discord.Thread)
            assert await heard(bot, "thread_join", known.join()) == known
            assert told == ([ada.user.id, ben.user.id, ben.user.id] if members else [])
            assert {each.id for each in await known.fetch_members()} == {int(ada.user.id), int(bot.user.id)}  # type: ignore[union-attr]  # it is connected
    await local.close()


async def test_threads_are_changed(bot: TinyBot, ada: Person, room: discord.TextChannel) -> None:
    """The bot renames, archives and brings back threads of its own; others', and locks, as a moderator."""
    mine = await room.create_thread(name="mine", type=discord.ChannelType.public_thread)
    _, after = await heard(bot, "thread_update", mine.edit(name="ours", auto_archive_duration=4320))
    assert (after.name, after.auto_archive_duration) == ("ours", 4320)
    assert (await anext(mine.history())).type is discord.MessageType.channel_name_change
    assert await code_of(mine.edit(locked=True)) == (403, 50013)
    before = mine.archive_timestamp
    await heard(bot, "thread_update", mine.edit(archived=True))
    assert ada.channel(str(mine.id)).archived
    assert await code_of(mine.edit(name="theirs")) == (400, 50083)
    brought = await mine.edit(archived=False)
    assert (brought.archived, brought.archive_timestamp > before) == (False, True)
    theirs = await bot.fetch_channel(int(ada.open_thread(ROOM, "theirs").id))
    assert isinstance(theirs, discord.Thread)
    assert await code_of(theirs.edit(archived=True)) == (403, 50013)
    assert await code_of(theirs.delete()) == (403, 50013)
    moderate(ada)
    await theirs.edit(archived=True, locked=True)
    deleted = await heard(bot, "raw_thread_delete", theirs.delete())
    assert deleted.thread_id == theirs.id


async def test_threads_are_listed(bot: TinyBot, ada: Person, room: discord.TextChannel) -> None:
    """Active threads are those of a server; archived ones are listed by channel, the last one first."""
    for name in ("one", "two", "three"):
        thread = await room.create_thread(name=name, type=discord.ChannelType.public_thread)
        if name != "two":
            await thread.edit(archived=True)
    hidden = await room.create_thread(name="hidden")
    active = await room.guild.active_threads()
    assert [(each.name, each.me is not None) for each in active] == [("two", True), ("hidden", True)]
    assert [each.name async for each in room.archived_threads()] == ["three", "one"]
    assert [each.name async for each in room.archived_threads(limit=1)] == ["three"]
    assert [each.name async for each in room.archived_threads(before=discord.utils.utcnow())] == [
        "three",
        "one",
    ]
    await hidden.edit(archived=True)
    assert [each.name async for each in room.archived_threads(private=True, joined=True)] == ["hidden"]
    route = discord.http.Route("GET", "/channels/{c}/threads/archived/private", c=room.id)
    assert await code_of(bot.http.request(route)) == (403, 50013)


async def test_channels_are_renamed_and_deleted(bot: TinyBot, ada: Person, room: discord.TextChannel) -> None:
    """A bot that manages channels renames and deletes them."""
    assert await code_of(room.edit(name="quiet")) == (403, 50013)
    assert await code_of(room.delete()) == (403, 50013)
    ada.settings_of(PARLOUR).create_role("Architects", "manage_channels", members=("Your Bot",))
    await room.edit(name="quiet")
    assert ada.channel("The Parlour/#quiet").id == str(room.id)
    await room.delete()
    with pytest.raises(Refused):
        ada.channel("The Parlour/#quiet")


@pytest.mark.logs("does not implement the 'topic' field of PATCH")
@pytest.mark.logs("does not implement slow mode")
async def test_what_is_not_there_is_refused(small_discord: SmallDiscord) -> None:
    """What of a channel or a thread cannot be changed here is named; so is what Discord would not take."""
    async with running(small_discord) as bot:
        await bot.wait_until_ready()
        ada = small_discord.person("Ada")
        ada.settings_of(PARLOUR).create_role("Architects", "manage_channels", members=("Your Bot",))
        room = bot.get_channel(int(ada.channel(ROOM).id))
        assert isinstance(room, discord.TextChannel)
        for wrong in ({"topic": "rules"}, {"slowmode_delay": 5}, {"name": "x" * 101}):
            assert await code_of(room.edit(**wrong)) == (400, 50035)
        assert await code_of(room.create_thread(name="")) == (400, 50035)


async def test_what_people_may_not_do_with_threads(ada: Person, bot: TinyBot, local: SmallDiscord) -> None:
    """People open one thread on a message, none in threads, and none where they may not."""
    ben, said = local.person("Ben"), ada.say(ROOM, "here")
    thread = ada.open_thread(said, "long")
    assert thread.id == said.id
    with pytest.raises(Refused, match="already been created"):
        ada.open_thread(said, "again")
    hidden = (await ada.slash(ROOM, "deal accordion")).message
    assert hidden is not None
    with pytest.raises(Refused, match="only one person sees"):
        ada.open_thread(hidden, "hidden")
    with pytest.raises(Refused, match="channels of servers"):
        ada.open_thread(thread, "within")
    with pytest.raises(Refused, match="no thread"):
        ada.join_thread(ROOM)
    with pytest.raises(Refused, match="Nobody in this server"):
        ada.add_to_thread(thread, "Dora")
    ada.settings_of(PARLOUR).deny("everybody", "create_private_threads")
    with pytest.raises(Refused, match="Ben may not open"):
        ben.open_thread(ROOM, "hidden", private=True)
