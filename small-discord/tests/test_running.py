"""When a bot counts as running, and what it is granted."""

import re

import discord
import pytest

from small_discord import PRIVILEGED, NotGranted, SmallDiscord
from tiny_bot import TinyBot


async def test_a_bot_without_commands_runs(small_discord: SmallDiscord) -> None:
    """A bot that has no commands runs as soon as it has read READY, and knows its servers by then."""
    async with small_discord.running(discord.Client(intents=discord.Intents.default())) as bot:
        assert bot.user is not None
        assert [guild.name for guild in bot.guilds] == ["The Parlour", "Rainy Sundays"]
        assert bot.guilds[0].text_channels


async def test_a_bot_with_commands_has_registered_them(small_discord: SmallDiscord) -> None:
    """What a bot registers in its setup_hook can be used at once."""
    async with small_discord.running(TinyBot()):
        assert (await small_discord.person("Ada").slash("dm", "hello", text="Hi")).kind == "message"


async def test_a_bot_that_cannot_connect_says_why(small_discord: SmallDiscord) -> None:
    """What a bot raises before it is connected is raised where it was to run."""

    class Broken(discord.Client):
        async def setup_hook(self) -> None:
            raise KeyError("no settings")

    with pytest.raises(KeyError, match="no settings"):
        async with small_discord.running(Broken(intents=discord.Intents.none())):
            pass


async def test_intents_that_are_not_granted(small_discord: SmallDiscord) -> None:
    """A tester is told in one sentence which intents a bot lacks, and where to grant them."""
    asked = discord.Intents(guilds=True, members=True, message_content=True)
    told = "not granted (members, message_content): SmallDiscord(granted_intents=…) grants them"
    with pytest.raises(NotGranted, match=re.escape(told)):
        async with small_discord.running(discord.Client(intents=asked)):
            pass


class TestGranted:
    """Tests that choose what the small Discord is made with."""

    @pytest.fixture
    def small_discord_options(self) -> dict[str, object]:
        """Grant all intents, and choose the people."""
        return {"granted_intents": PRIVILEGED, "people": ["Zoe", "Ben"]}

    async def test_options(self, small_discord: SmallDiscord) -> None:
        """A bot gets the intents that it is granted, among the people who were chosen."""
        async with small_discord.running(discord.Client(intents=discord.Intents.all())) as bot:
            assert {"zoe", "ben"} <= {member.name for member in bot.guilds[0].members}
