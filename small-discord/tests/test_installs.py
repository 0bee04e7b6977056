"""Apps of servers and apps of people: where commands are offered, and what the bot is told about it."""

from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import discord
import pytest
from discord import app_commands

from small_discord import Person, Refused, SmallDiscord
from tiny_bot import Interaction, TinyBot, board, running

PARLOUR, ROOM = "The Parlour", "The Parlour/#patience"


def everywhere(name: str, callback: Any, **options: Any) -> app_commands.Command[Any, ..., Any]:
    """Return a command for apps of servers and of people, in every context unless told otherwise."""
    options.setdefault(
        "allowed_contexts", app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
    )
    installs = app_commands.AppInstallationType(guild=True, user=True)
    return app_commands.Command(
        name=name, description=name, callback=callback, allowed_installs=installs, **options
    )


async def tell(interaction: Interaction) -> None:
    """Say in which context and by whose installs it was used, and whether the bot is a member there."""
    owners = sorted(f"{kind}:{owner}" for kind, owner in interaction._integration_owners.items())
    member = interaction.client.get_guild(interaction.guild_id or 0) is not None
    await interaction.response.send_message(f"{interaction.context.to_array()} {owners} {member}")


async def play(interaction: Interaction) -> None:
    """Post a board for everybody."""
    await interaction.response.send_message(view=board(0))


async def ponder(interaction: Interaction) -> None:
    """Think aloud, then answer twice."""
    await interaction.response.defer(thinking=True)
    await interaction.followup.send("first")
    await interaction.followup.send("second")


class TravellingBot(TinyBot):
    """A bot that people can take along."""

    async def setup_hook(self) -> None:
        """Register commands for servers, for people, and for both."""
        only_guild = app_commands.AppCommandContext(guild=True)
        manage = discord.Permissions(manage_guild=True)
        self.tree.add_command(everywhere("tell", tell))
        self.tree.add_command(everywhere("play", play))
        self.tree.add_command(everywhere("ponder", ponder))
        self.tree.add_command(everywhere("indoors", tell, allowed_contexts=only_guild))
        managed = everywhere("managed", tell)
        managed.default_permissions = manage
        self.tree.add_command(managed)
        await super().setup_hook()


@pytest.fixture
async def bot(local: SmallDiscord) -> AsyncIterator[TinyBot]:
    """Connect that bot."""
    async with running(local, bot=TravellingBot()) as travelling:
        await travelling.wait_until_ready()
        yield travelling


def names(person: Person, where: Any) -> set[str]:
    """Return the commands that a person is offered in a channel."""
    mine = {"tell", "play", "ponder", "indoors", "managed", "hello"}
    return {command["name"] for command in person.commands(person.channel(where))} & mine


async def test_commands_are_offered_where_they_belong(ada: Person, local: SmallDiscord) -> None:
    """Commands are offered where the bot is a member, and elsewhere by one's own account."""
    talk, ben = ada.talk_with("Ben"), local.person("Ben")
    assert names(ada, ROOM) == {"tell", "play", "ponder", "indoors", "managed", "hello"}
    assert names(ada, "dm") == {"tell", "play", "ponder", "managed", "hello"}
    assert names(ada, talk) == set()
    ada.add_app()
    assert names(ada, talk) == {"tell", "play", "ponder", "managed"}
    assert names(ben, talk) == set()
    ada.remove_app()
    assert names(ada, talk) == set()


async def test_what_a_person_brings_along_needs_no_permissions_of_the_server(
    local: SmallDiscord, bot: TinyBot
) -> None:
    """A command's default permissions bind the members of a server, not those who bring the app."""
    ben = local.person("Ben")
    assert "managed" not in names(ben, ROOM)
    ben.add_app()
    assert "managed" in names(ben, ROOM)


async def test_the_bot_is_told_by_whose_installs(ada: Person, local: SmallDiscord) -> None:
    """The bot is told whether a server, the person or both have installed it, and in which context."""
    guild, me = ada.settings_of(PARLOUR).guild.id, ada.user.id

    async def told(where: Any) -> str:
        message = (await ada.slash(where, "tell")).message
        assert message
        return message.text

    assert await told(ROOM) == f"[0] ['0:{guild}'] True"
    assert await told("dm") == "[1] ['0:0'] False"
    ada.add_app()
    assert await told(ROOM) == f"[0] ['0:{guild}', '1:{me}'] True"
    assert await told(ada.talk_with("Ben", "Cleo")) == f"[2] ['1:{me}'] False"
    ada.settings_of(PARLOUR).throw_out_bot()
    assert await told(ROOM) == f"[0] ['1:{me}'] False"


async def test_others_play_on_what_one_has_brought(ada: Person, local: SmallDiscord, bot: TinyBot) -> None:
    """In a conversation everybody sees the board, and its buttons work by the install of its bringer."""
    ada.add_app()
    talk, ben = ada.talk_with("Ben"), local.person("Ben")
    shown = (await ada.slash(talk, "play")).message
    assert shown
    assert [message.text for message in ben.sees(talk)] == ["Counted to 0"]
    assert (await ben.press(shown, "Count 0")).kind == "update"
    with pytest.raises(Refused, match="no access"):
        local.person("Cleo").sees(talk)
    channel = bot.get_partial_messageable(int(talk.id))
    with pytest.raises(discord.Forbidden) as refusal:
        await channel.send("uninvited")
    assert refusal.value.code == 50001


async def test_a_guest_sends_five_follow_ups(ada: Person, local: SmallDiscord) -> None:
    """In a server without the bot an interaction has at most five follow-ups; with it there is no limit."""

    async def follow_up(times: int) -> list[int]:
        answer = await ada.slash(ROOM, "play")
        url = f"{local.url}/api/v10/webhooks/{local.world.app.id}/{answer._interaction.token}"
        codes = []
        async with aiohttp.ClientSession() as session:
            for _ in range(times):
                async with session.post(url, json={"content": "more"}) as response:
                    codes.append((await response.json()).get("code", response.status))
        return codes

    ada.add_app()
    assert await follow_up(6) == [200] * 6
    ada.settings_of(PARLOUR).throw_out_bot()
    assert await follow_up(6) == [200] * 5 + [40094]


async def test_a_stranger_gets_no_messages(ada: Person, local: SmallDiscord, bot: TinyBot) -> None:
    """The bot may write to those who share a server with it or have brought it along."""
    me = await bot.fetch_user(int(ada.user.id))
    await me.send("from a server")
    ada.settings_of(PARLOUR).throw_out_bot()
    local.person("Ben").settings_of("Rainy Sundays").throw_out_bot()
    with pytest.raises(discord.Forbidden) as refusal:
        await me.send("uninvited")
    assert refusal.value.code == 50007
    ada.add_app()
    await me.send("invited")
    assert [message.text for message in ada.sees("dm")] == ["from a server", "invited"]


async def test_a_server_that_wants_no_apps_of_others(ada: Person, local: SmallDiscord) -> None:
    """Public answers become private, all of them, and stay editable; in a server with the bot they do not."""
    settings, ben = ada.settings_of(PARLOUR), local.person("Ben")
    settings.deny("everybody", "use_external_apps")
    ben.add_app()
    public = (await ben.slash(ROOM, "play")).message
    assert public
    assert not public.ephemeral
    settings.throw_out_bot()
    hidden = (await ben.slash(ROOM, "play")).message
    assert hidden
    assert hidden.ephemeral
    assert (await ben.press(hidden, "Count 0")).kind == "update"
    final = await (await ben.slash(ROOM, "ponder")).final()
    assert (final.text, final.ephemeral) == ("first", True)
    await ben.waits_for(ROOM, "second")
    assert [message.text for message in ada.sees(ROOM)] == ["Counted to 0"]
