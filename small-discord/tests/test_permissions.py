"""Who may see, write and use what: roles, channels, people, and what the bot is told and refused."""

import io

import discord
import pytest

from small_discord import Person, Refused, SmallDiscord
from small_discord.people.forms import Resolver
from tiny_bot import TinyBot
from told import code_of

PARLOUR, ROOM, LOUNGE = "The Parlour", "The Parlour/#patience", "The Parlour/#lounge"


@pytest.fixture
def ben(local: SmallDiscord) -> Person:
    """Act as Ben, who manages nothing here."""
    return local.person("Ben")


async def lounge_of(bot: TinyBot, ada: Person) -> discord.TextChannel:
    """Return the lounge as the bot knows it."""
    await bot.wait_until_ready()
    channel = bot.get_channel(int(ada.channel(LOUNGE).id))
    assert isinstance(channel, discord.TextChannel)
    return channel


async def test_what_the_bot_may_not_see(ada: Person, ben: Person, bot: TinyBot) -> None:
    """A channel that is hidden from it is out of its reach, though not out of people's."""
    lounge = await lounge_of(bot, ada)
    message = await lounge.send("seen")
    ada.settings_of(PARLOUR).deny("Your Bot", "view_channel", channel="lounge")
    assert await code_of(lounge.send("unseen")) == (403, 50001)
    assert await code_of(message.edit(content="unseen")) == (403, 50001)
    assert await code_of(bot.fetch_channel(lounge.id)) == (403, 50001)
    assert [each.text for each in ben.sees(LOUNGE)] == ["seen"]
    await ada.slash(ROOM, "hello")  # by then the bot has been told
    assert not lounge.permissions_for(lounge.guild.me).view_channel


async def test_what_the_bot_may_not_write(ada: Person, bot: TinyBot) -> None:
    """Where the bot may not write it sees the channel, is refused, and can still answer commands."""
    lounge = await lounge_of(bot, ada)
    ada.settings_of(PARLOUR).deny("everybody", "send_messages", channel="lounge")
    assert await code_of(lounge.send("no")) == (403, 50013)
    assert (await ada.slash(LOUNGE, "hello")).kind == "message"


async def test_what_the_bot_may_not_bring_along(ada: Person, bot: TinyBot) -> None:
    """Files and embeds are denied separately, in new messages and in edits; DMs and answers take both."""
    lounge, settings = await lounge_of(bot, ada), ada.settings_of(PARLOUR)
    message, embed = await lounge.send("plain"), discord.Embed(title="Odds")

    def file() -> discord.File:
        return discord.File(io.BytesIO(b"1"), "one.txt")

    settings.deny("Your Bot", "embed_links", channel="lounge")
    assert await code_of(lounge.send(embed=embed)) == (403, 50013)
    assert await code_of(message.edit(embed=embed)) == (403, 50013)
    await lounge.send("with a file", file=file())
    settings.deny("everybody", "attach_files", "embed_links")
    assert await code_of(lounge.send(file=file())) == (403, 50013)
    assert await code_of(message.edit(attachments=[file()])) == (403, 50013)
    me = await bot.fetch_user(int(ada.user.id))
    await me.send("here", file=file(), embed=embed)
    assert (await ada.slash(LOUNGE, "secret")).kind == "message"


async def test_what_the_bot_may_not_read_again(ada: Person, bot: TinyBot) -> None:
    """Without the history the bot finds a channel empty, can fetch no message, and can reply to none."""
    lounge = await lounge_of(bot, ada)
    message = await lounge.send("first")
    ada.settings_of(PARLOUR).deny("Your Bot", "read_message_history", channel="lounge")
    assert [each async for each in lounge.history()] == []
    assert await code_of(lounge.fetch_message(message.id)) == (403, 50013)
    with pytest.raises(discord.HTTPException) as refusal:
        await message.reply("second")
    assert refusal.value.code == 160002
    await message.edit(content="first, again")


async def test_what_people_may_not(ada: Person, ben: Person) -> None:
    """People may be denied seeing, writing and using commands, each separately."""
    settings = ada.settings_of(PARLOUR)
    settings.deny("Ben", "use_application_commands", channel="lounge")
    with pytest.raises(Refused, match="no command"):
        await ben.slash(LOUNGE, "hello")
    settings.deny("Ben", "send_messages", channel="lounge")
    with pytest.raises(Refused, match="may not write"):
        ben.say(LOUNGE, "hello")
    settings.deny("Ben", "view_channel", channel="lounge")
    with pytest.raises(Refused, match="no access"):
        ben.sees(LOUNGE)
    settings.allow("Ben", "view_channel", "send_messages", channel="lounge")
    ben.say(LOUNGE, "hello")


async def test_a_role_permits_and_a_person_goes_before_it(ada: Person, ben: Person, bot: TinyBot) -> None:
    """Permissions of the member go before those of roles, and these before @everyone's, as on Discord."""
    settings = ada.settings_of(PARLOUR)
    settings.deny("everybody", "view_channel")
    with pytest.raises(Refused, match="no access"):
        ben.sees(LOUNGE)
    settings.create_role("Regulars", "view_channel", members=("Ben", "Your Bot"))
    assert ben.sees(LOUNGE) == []
    settings.deny("Regulars", "view_channel", channel="lounge")
    settings.allow("Ben", "view_channel", channel="lounge")
    assert ben.sees(LOUNGE) == []
    lounge = await lounge_of(bot, ada)
    await ada.slash(ROOM, "hello")
    assert not lounge.permissions_for(lounge.guild.me).view_channel
    assert [role.name for role in lounge.guild.me.roles] == ["@everyone", "Regulars"]


async def test_a_channel_that_is_named_tells_what_both_may_do_there(local: SmallDiscord, ada: Person) -> None:
    """A channel named in a command tells what the person and what the bot may do there."""
    ada.settings_of(PARLOUR).deny("everybody", "send_messages", channel="lounge")
    lounge = ada.channel(LOUNGE)
    told = Resolver(local.world, ada.user, ada.channel(ROOM)).channels([lounge.id])["channels"][lounge.id]
    permissions = [discord.Permissions(int(told[key])) for key in ("permissions", "app_permissions")]
    assert [each.send_messages for each in permissions] == [True, False]
    assert all(each.view_channel for each in permissions)


async def test_only_those_who_manage_a_server_change_it(ben: Person) -> None:
    """Only those who manage a server may throw the bot out, invite it or change permissions."""
    settings = ben.settings_of(PARLOUR)
    for change in (settings.throw_out_bot, settings.invite_bot):
        with pytest.raises(Refused, match="may not do that"):
            change()
    with pytest.raises(Refused, match="may not do that"):
        settings.deny("Ada", "view_channel", channel="lounge")


async def test_a_command_for_managers(ada: Person, ben: Person) -> None:
    """A command for managers is open to roles that may manage, and to whom the server grants it."""
    with pytest.raises(Refused, match="no command"):
        await ben.slash(ROOM, "grown_up")
    ada.settings_of(PARLOUR).create_role("Managers", "manage_guild", members=("Ben",))
    assert (await ben.slash(ROOM, "grown_up")).kind == "message"
    with pytest.raises(Refused, match="no command"):
        await ada.slash("Rainy Sundays/#tea", "grown_up")
    ben.settings_of("Rainy Sundays").grant_command("grown_up", "everybody")
    assert (await ada.slash("Rainy Sundays/#tea", "grown_up")).kind == "message"
