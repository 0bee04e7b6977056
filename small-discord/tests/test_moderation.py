"""Members who are kicked, banned, timed out and renamed by a bot, or by those who run the server."""

import datetime as dt

import discord
import pytest

from moderator_bot import PARLOUR, ROOM, member, moderated, parlour, told
from small_discord import Refused, SmallDiscord
from told import code_of, hears

FORBIDDEN = (403, 50013)


async def test_a_kick() -> None:
    """Who is kicked is out until they come back, and the bot hears of both."""
    async with moderated("kick_members") as (local, bot):
        ada, ben = map(local.person, ("Ada", "Ben"))
        async with hears(bot, "member_remove"):
            assert await told(bot, ada, f"!kick {ben.user.id}") == "kicked"
        with pytest.raises(Refused, match="no access"):
            ben.sees(ROOM)
        async with hears(bot, "member_join"):
            ben.join(PARLOUR)


async def test_a_ban() -> None:
    """Who is banned is out with a day's messages and the reason, and comes back only after an unban."""
    async with moderated("ban_members") as (local, bot):
        ada, ben = map(local.person, ("Ada", "Ben"))
        ben.say(ROOM, "spam")
        async with (
            hears(bot, "member_ban"),
            hears(bot, "member_remove"),
            hears(bot, "bulk_message_delete") as gone,
        ):
            assert await told(bot, ada, f"!ban {ben.user.id}") == "banned"
        assert [[message.content for message in each] for each in gone] == [["spam"]]
        with pytest.raises(Refused, match="is banned"):
            ben.join(PARLOUR)
        (entry,) = [ban async for ban in parlour(bot).bans()]
        assert (entry.user.name, entry.reason) == ("ben", "enough, it’s over")
        assert await told(bot, ada, f"!ban {ben.user.id}") == "MemberNotFound"
        async with hears(bot, "member_unban"):
            assert await told(bot, ada, f"!unban {ben.user.id}") == "unbanned"
        ben.join(PARLOUR)
        assert await told(bot, ada, f"!unban {ben.user.id}") == "NotFound 10026"
        assert await code_of(parlour(bot).fetch_ban(discord.Object(int(ben.user.id)))) == (404, 10026)
        await parlour(bot).ban(discord.Object(int(ben.user.id)), delete_message_seconds=0)
        assert await code_of(parlour(bot).ban(discord.Object(1))) == (404, 10013)


async def test_a_time_out() -> None:
    """Who has a time-out can't write until it is taken back."""
    async with moderated("moderate_members") as (local, bot):
        ada, ben = map(local.person, ("Ada", "Ben"))
        async with hears(bot, "member_update"):
            assert await told(bot, ada, f"!hush {ben.user.id} 5") == "hushed"
        assert member(bot, "Ben").is_timed_out()
        assert not parlour(bot).text_channels[0].permissions_for(member(bot, "Ben")).send_messages
        with pytest.raises(Refused, match="may not write"):
            ben.say(ROOM, "but")
        async with hears(bot, "member_update"):
            assert await told(bot, ada, f"!hush {ben.user.id} 0") == "hushed"
        ben.say(ROOM, "thanks")


async def test_a_time_out_passes() -> None:
    """A time-out of ten minutes ends with them, for everybody who asks."""
    async with moderated("moderate_members") as (local, bot):
        ada, ben = map(local.person, ("Ada", "Ben"))
        assert await told(bot, ada, f"!hush {ben.user.id} 10") == "hushed"
        await local.pass_time(590)
        with pytest.raises(Refused, match="may not write"):
            ben.say(ROOM, "but")
        await local.pass_time(10)
        ben.say(ROOM, "thanks")
        assert not member(bot, "Ben").is_timed_out()


async def test_names() -> None:
    """A bot renames members, and itself with the permission that everybody has."""
    async with moderated("manage_nicknames") as (local, bot):
        ada, ben = map(local.person, ("Ada", "Ben"))
        async with hears(bot, "member_update"):
            assert await told(bot, ada, f"!call {ben.user.id} Benny") == "called"
        assert member(bot, "Ben").display_name == "Benny"
        async with hears(bot, "member_update"):
            await parlour(bot).me.edit(nick="Judge")
        assert parlour(bot).me.display_name == "Judge"
        ada.settings_of(PARLOUR).deny("everybody", "change_nickname")
        assert await code_of(parlour(bot).me.edit(nick=None)) == FORBIDDEN


async def test_members_from_its_own_rank_up_are_out_of_reach() -> None:
    """The owner and members with a role as high as the bot's stay, whatever the bot may do."""
    async with moderated("administrator") as (local, bot):
        settings = local.person("Ada").settings_of(PARLOUR)
        async with hears(bot, "member_update"):
            settings.give_role("Bots", "Ben")
        for name in ("Ada", "Ben"):
            who = member(bot, name)
            assert await code_of(who.kick()) == FORBIDDEN
            assert await code_of(who.ban()) == FORBIDDEN
            assert await code_of(who.timeout(dt.timedelta(minutes=1))) == FORBIDDEN
            assert await code_of(who.edit(nick="small")) == FORBIDDEN
        settings.create_role("Clerks", "administrator", members=("Cleo",))
        assert await code_of(member(bot, "Cleo").timeout(dt.timedelta(minutes=1))) == FORBIDDEN
        await member(bot, "Cleo").kick()


async def test_without_the_permission_members_are_refused() -> None:
    """Each deed needs its own permission."""
    async with moderated("manage_roles") as (_, bot):
        ben, guild = member(bot, "Ben"), parlour(bot)
        for deed in (
            *(ben.kick(), ben.ban(), ben.timeout(dt.timedelta(minutes=1)), ben.edit(nick="small")),
            *(guild.unban(ben), guild.fetch_ban(ben)),
        ):
            assert await code_of(deed) == FORBIDDEN


async def test_a_bot_with_a_time_out() -> None:
    """A bot that has a time-out reads, and does nothing else."""
    async with moderated("kick_members", "manage_roles") as (local, bot):
        async with hears(bot, "member_update"):
            local.person("Ada").settings_of(PARLOUR).time_out("Your Bot", 60)
        assert await code_of(member(bot, "Ben").kick()) == FORBIDDEN
        assert await code_of(parlour(bot).text_channels[0].send("I")) == FORBIDDEN
        assert [message async for message in parlour(bot).text_channels[0].history()] == []


async def test_people_moderate_within_their_rank(local: SmallDiscord) -> None:
    """Those who run a server kick, ban, time out and rename whoever is below them, and no others."""
    ada, ben, cleo = map(local.person, ("Ada", "Ben", "Cleo"))
    settings = ada.settings_of(PARLOUR)
    settings.create_role(
        "Guards", "kick_members", "ban_members", "moderate_members", "manage_roles", members=("Ben",)
    )
    guard = ben.settings_of(PARLOUR)
    with pytest.raises(Refused, match="may not do that to Ada"):
        guard.kick("Ada")
    with pytest.raises(Refused, match="may not do that"):
        guard.rename("Cleo", "Clio")
    with pytest.raises(Refused, match="no role 'Guards' that Ben may manage"):
        guard.give_role("Guards", "Cleo")
    guard.create_role("Guests", members=("Cleo",))
    guard.take_role("Guests", "Cleo")
    guard.delete_role("Guests")
    guard.time_out("Cleo", 60)
    with pytest.raises(Refused, match="may not write"):
        cleo.say(ROOM, "but")
    guard.ban("Cleo")
    with pytest.raises(Refused, match="is banned"):
        cleo.join(PARLOUR)
    with pytest.raises(Refused, match="Ada is not banned"):
        guard.unban("Ada")
    guard.unban("Cleo")
    cleo.join(PARLOUR)
    settings.ban("Your Bot")
    with pytest.raises(Refused, match="The bot is banned"):
        settings.invite_bot()


@pytest.mark.logs("does not implement")
async def test_what_is_invalid() -> None:
    """Time-outs over 28 days and long names are refused, and what there is not, such as voice, by name."""
    async with moderated("administrator", checked=False) as (_, bot):
        ben, me, month = member(bot, "Ben"), parlour(bot).me, dt.timedelta(days=29)
        for edit, message in (
            (ben.timeout(month), "Invalid communication disabled timestamp"),
            (ben.edit(nick="x" * 33), "32 or fewer"),
            (ben.edit(mute=True), "does not implement the 'mute' field"),
            (me.edit(bio="I judge"), "does not implement the 'bio' field"),
            (parlour(bot).create_role(name="x" * 101), "Must be between 1 and 100"),
            (
                parlour(bot).create_role(secondary_colour=1),
                "does not implement the 'secondary_color' of a role",
            ),
        ):
            with pytest.raises(discord.HTTPException, match=message):
                await edit


async def test_who_is_banned_is_told_with_the_intent(local: SmallDiscord) -> None:
    """Without the intent for moderation a bot hears of no ban."""
    bot = discord.Client(intents=discord.Intents(guilds=True))
    heard: list[str] = []

    @bot.event
    async def on_socket_event_type(event: str) -> None:
        heard.append(event)

    async with local.running(bot):
        await bot.wait_until_ready()
        settings = local.person("Ada").settings_of(PARLOUR)
        settings.ban("Ben")
        settings.create_channel("attic")
        await bot.wait_for("guild_channel_create", timeout=60)
    assert not {"GUILD_BAN_ADD", "GUILD_MEMBER_REMOVE"} & set(heard)
