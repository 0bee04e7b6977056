"""The application's emoji: uploaded, listed, used, refused."""

import aiohttp
import discord
import pytest

from small_discord import SmallDiscord
from small_discord.world.app import MOST_BYTES, MOST_EMOJI
from tiny_bot import PNG, TinyBot


async def test_an_emoji_is_uploaded_and_shown(bot: TinyBot, local: SmallDiscord) -> None:
    """The bot lists what it has uploaded, and a browser gets the picture."""
    emoji = await bot.create_application_emoji(name="8_spades", image=PNG)
    assert [each.name for each in await bot.fetch_application_emojis()] == ["8_spades"]
    assert (await bot.fetch_application_emoji(emoji.id)).name == "8_spades"
    url = f"{local.url}/emoji/{emoji.id}.png"
    async with aiohttp.ClientSession() as session, session.get(url) as response:
        assert (await response.read(), response.content_type) == (PNG, "image/png")


async def test_the_bot_reads_its_emoji_back(bot: TinyBot) -> None:
    """Even the address that discord.py makes up leads to the small Discord."""
    emoji = await bot.create_application_emoji(name="8_spades", image=PNG)
    assert await emoji.read() == PNG


async def test_an_emoji_is_renamed_and_deleted(bot: TinyBot) -> None:
    """An emoji can be renamed, and once it is deleted it is unknown."""
    emoji = await bot.create_application_emoji(name="8_spades", image=PNG)
    assert (await emoji.edit(name="eight")).name == "eight"
    await emoji.delete()
    with pytest.raises(discord.NotFound) as refusal:
        await bot.fetch_application_emoji(emoji.id)
    assert refusal.value.code == 10014


@pytest.mark.parametrize(
    ("name", "image", "reason"),
    [
        ("8-spades", PNG, "regex"),
        ("8", PNG, "between 2 and 32"),
        ("x" * 33, PNG, "between 2 and 32"),
        ("taken", PNG, "already exists"),
        ("large", PNG + bytes(MOST_BYTES), "larger than 256"),
    ],
)
async def test_what_cannot_be_uploaded(bot: TinyBot, name: str, image: bytes, reason: str) -> None:
    """Emoji with a name or a size that Discord does not take are refused."""
    await bot.create_application_emoji(name="taken", image=PNG)
    with pytest.raises(discord.HTTPException, match=reason) as refusal:
        await bot.create_application_emoji(name=name, image=image)
    assert refusal.value.code == 50035


async def test_there_is_a_most_of_emoji(bot: TinyBot, local: SmallDiscord) -> None:
    """An application has at most 2000 emoji."""
    local.world.emoji.by_id |= {str(number): {"name": str(number)} for number in range(MOST_EMOJI)}
    with pytest.raises(discord.HTTPException) as refusal:
        await bot.create_application_emoji(name="one_more", image=PNG)
    assert refusal.value.code == 30008


async def test_only_own_emoji_stand_on_buttons(bot: TinyBot, local: SmallDiscord) -> None:
    """Another application's emoji is refused; one's own and Unicode's are not."""
    emoji = await bot.create_application_emoji(name="8_spades", image=PNG)
    channel_name = "The Parlour/#patience"
    channel = await bot.fetch_channel(int(local.person("Ada").channel(channel_name).id))
    assert isinstance(channel, discord.TextChannel)

    async def send(face: object) -> None:
        view = discord.ui.View()
        view.add_item(discord.ui.Button(emoji=face))  # type: ignore[arg-type]  # each kind in turn
        await channel.send(view=view)

    await send(emoji)
    await send("♠️")
    pictured, plain = (
        message.components[0]["components"][0] for message in local.person("Ada").sees(channel_name)
    )
    # As a string: the number is too large for JavaScript.
    assert pictured["emoji"] == {"id": str(emoji.id), "name": "8_spades"}
    assert plain["emoji"]["name"] == "♠️"
    with pytest.raises(discord.HTTPException, match="Invalid emoji"):
        await send(discord.PartialEmoji(name="8_spades", id=1))
