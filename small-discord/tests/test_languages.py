"""The languages that people and servers have chosen, as the bot is told them."""

import asyncio
from pathlib import Path

import discord
import pytest
from discord import app_commands

from small_discord import Person, Refused, SmallDiscord
from tiny_bot import Interaction, TinyBot, running

PARLOUR, ROOM = "The Parlour", "The Parlour/#patience"


@app_commands.command()
async def speak(interaction: Interaction) -> None:
    """Say which languages it was told."""
    await interaction.response.send_message(f"{interaction.locale} in {interaction.guild_locale}")


class Polyglot(TinyBot):
    """A bot that says what it was told."""

    async def setup_hook(self) -> None:
        """Add its one command."""
        self.tree.add_command(speak)
        await self.tree.sync()


async def told(person: Person, where: str = ROOM) -> str:
    """Return what the bot was told with an interaction."""
    reply = await person.slash(where, "speak")
    assert reply.message
    return reply.message.text


async def test_each_person_and_each_server_has_a_language(local: SmallDiscord) -> None:
    """Interactions carry the person's language and the server's, from the moment that they are chosen."""
    async with running(local, bot=Polyglot()) as bot:
        ada, ben = local.person("Ada"), local.person("Ben")
        assert await told(ada) == "en-GB in en-GB"
        ada.set_language("pt-BR")
        assert await told(ada) == "pt-BR in en-GB"
        heard = asyncio.ensure_future(bot.wait_for("guild_update", timeout=60))
        await asyncio.sleep(0)
        ada.settings_of(PARLOUR).set_language("de")
        _before, guild = await heard
        assert guild.preferred_locale is discord.Locale.german
        assert await told(ada) == "pt-BR in de"
        assert await told(ada, "dm") == "pt-BR in None"
        assert await told(ben) == "en-GB in de"
        assert await told(ben, "Rainy Sundays/#tea") == "en-GB in en-GB"
        assert (await bot.fetch_guild(guild.id)).preferred_locale is discord.Locale.german


async def test_languages_are_kept(tmp_path: Path) -> None:
    """What was chosen is kept in the world's file."""
    path = tmp_path / "world.sqlite3"
    first = SmallDiscord(world_path=path)
    first.person("Ada").set_language("ja")
    first.person("Ada").settings_of(PARLOUR).set_language("es-419")
    first.world.close()
    second = SmallDiscord(world_path=path)
    ada = second.person("Ada")
    assert second.world.languages.of(ada.user.id) == "ja"
    assert ada.settings_of(PARLOUR).guild.locale == "es-419"
    second.world.close()


async def test_what_discord_does_not_speak_is_refused(ada: Person, local: SmallDiscord) -> None:
    """Languages that Discord does not speak are refused, as is a server's by whoever does not manage it."""
    for refused in ("de-AT", "xx", ""):
        with pytest.raises(Refused, match="does not speak"):
            ada.set_language(refused)
    with pytest.raises(Refused, match="may not do that"):
        local.person("Ben").settings_of(PARLOUR).set_language("de")
