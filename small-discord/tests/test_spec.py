"""Discord's OpenAPI description as a second opinion."""

import os
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest

from small_discord import Person, SmallDiscord
from small_discord.rest.spec import SpecMissing
from tiny_bot import PNG, TinyBot, board, running

ROOM = "The Parlour/#patience"

needs_description = pytest.mark.skipif(
    "DISCORD_OPENAPI" not in os.environ, reason="DISCORD_OPENAPI names no OpenAPI file"
)


@pytest.fixture
async def checked() -> AsyncIterator[SmallDiscord]:
    """Return a server that checks bodies against the description."""
    server = SmallDiscord(openapi_path=Path(os.environ["DISCORD_OPENAPI"]))
    await server.start()
    yield server
    await server.close()


async def play_everything(ada: Person, bot: TinyBot) -> None:
    """Make the bot send one of everything."""
    game = (await ada.slash(ROOM, "deal accordion")).message
    assert game
    await ada.autocomplete(ROOM, "deal accordion", "variant")
    await ada.press(game, "Count 0")
    await ada.choose(game, "moves", "2<")
    modal = (await ada.press(game, "Form")).modal
    assert modal
    await ada.submit(modal, moves="12<")
    for button in ("Later", "Silent"):
        await (await ada.press(game, button)).final()
    await (await ada.slash(ROOM, "later")).final()
    await ada.slash(ROOM, "secret")
    emoji = await bot.create_application_emoji(name="8_spades", image=PNG)
    await emoji.edit(name="eight")
    channel = await bot.create_dm(await bot.fetch_user(int(ada.user.id)))
    message = await channel.send(view=board(1))
    await message.edit(view=board(2))


@needs_description
async def test_what_discord_py_sends_is_in_the_description(checked: SmallDiscord) -> None:
    """A bot that uses everything violates the description nowhere."""
    async with running(checked) as bot:
        await play_everything(checked.person("Ada"), bot)


@needs_description
@pytest.mark.logs("content: 7 is not of type")
async def test_what_is_not_in_the_description_is_refused(checked: SmallDiscord) -> None:
    """The answer names the path in the description and what is wrong."""
    url = f"{checked.url}/api/v10/channels/{checked.person('Ada').channel(ROOM).id}/messages"
    headers = {"Authorization": f"Bot {checked.bot_token}"}
    body = {"content": 7}
    async with aiohttp.ClientSession() as session, session.post(url, json=body, headers=headers) as response:
        refusal = await response.json()
    assert (response.status, refusal["code"]) == (400, 50035)
    assert "POST /channels/{channel_id}/messages: content: 7 is not of type" in refusal["message"]


@pytest.mark.parametrize("text", ["[]", "{}", '{"components": {"schemas": {"SnowflakeType": {}}}}'])
def test_a_file_that_describes_something_else(tmp_path: Path, text: str) -> None:
    """A file that describes something else is named in one clear sentence."""
    (tmp_path / "other.json").write_text(text)
    with pytest.raises(SpecMissing, match=r"other\.json is not Discord's OpenAPI file"):
        SmallDiscord(openapi_path=tmp_path / "other.json")


def test_a_description_that_is_not_there(tmp_path: Path) -> None:
    """If the description is not there, one clear sentence names the file."""
    with pytest.raises(SpecMissing, match=r"none\.json cannot be read"):
        SmallDiscord(openapi_path=tmp_path / "none.json")
