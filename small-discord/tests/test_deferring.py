"""How private an answer is after a deferral."""

from collections.abc import AsyncIterator

import pytest
from discord import app_commands

from small_discord import Person, SmallDiscord
from tiny_bot import Interaction, TinyBot, running

ROOM = "The Parlour/#patience"


@app_commands.command()
async def blurt(interaction: Interaction) -> None:
    """Think aloud, then try to whisper."""
    await interaction.response.defer(thinking=True)
    await interaction.followup.send("whispered", ephemeral=True)
    await interaction.followup.send("after it", ephemeral=True)


@app_commands.command()
async def swallow(interaction: Interaction) -> None:
    """Think aloud, take it back, then whisper."""
    await interaction.response.defer(thinking=True)
    await interaction.delete_original_response()
    await interaction.followup.send("whispered", ephemeral=True)


@pytest.fixture
async def bot(local: SmallDiscord) -> AsyncIterator[TinyBot]:
    """Connect a bot with these commands."""
    tiny = TinyBot()
    tiny.tree.add_command(blurt)
    tiny.tree.add_command(swallow)
    async with running(local, bot=tiny) as running_bot:
        yield running_bot


async def test_after_thinking_aloud_nothing_is_whispered(ada: Person, local: SmallDiscord) -> None:
    """The first follow-up replaces a public "is thinking" and is public; the next is as it says."""
    assert not (await (await ada.slash(ROOM, "blurt")).final()).ephemeral
    await ada.waits_for(ROOM, "after it")
    assert [message.text for message in local.person("Ben").sees(ROOM)] == ["whispered"]


async def test_a_thought_can_be_taken_back(ada: Person, local: SmallDiscord) -> None:
    """Once the deferral is deleted, what follows is as private as it says."""
    await ada.slash(ROOM, "swallow")
    assert (await ada.waits_for(ROOM, "whispered")).ephemeral
    assert local.person("Ben").sees(ROOM) == []
