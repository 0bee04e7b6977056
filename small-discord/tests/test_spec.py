"""Discord's OpenAPI description as a second opinion."""

import os
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest

from sent import COMMAND, LAYOUT, MESSAGE
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


def everything_to_read(local: SmallDiscord, message_id: str, command_id: str) -> list[str]:
    """Return the paths of all that can be read, and of some that cannot."""
    ada, app = local.person("Ada"), local.world.app.id
    channel = ada.channel(ROOM)
    guild, room = f"/guilds/{channel.guild_id}", f"/channels/{channel.id}"
    thread = local.world.servers.open_thread(channel, "thread", ada.user.id)
    talk = local.world.dms[ada.user.id]
    commands = f"/applications/{app}/commands"
    return [
        *("/users/@me", f"/users/{ada.user.id}", "/applications/@me", "/oauth2/applications/@me"),
        *("/gateway", "/gateway/bot", "/soundboard-default-sounds", guild, f"{guild}/members/{ada.user.id}"),
        *(room, f"/channels/{thread.id}", f"/channels/{talk.id}", f"{room}/messages"),
        *(f"{room}/messages/{message_id}", f"{room}/messages/1", "/guilds/1", "/channels/1"),
        *(commands, f"{commands}/{command_id}", f"/applications/{app}{guild}/commands"),
        f"/applications/{app}/emojis",
    ]


@needs_description
async def test_what_is_read_is_in_the_description(checked: SmallDiscord) -> None:
    """What a client reads, with nulls in what was written before, is what the description promises."""
    base, headers = f"{checked.url}/api/v10", {"Authorization": f"Bot {checked.bot_token}"}
    channel = checked.person("Ada").channel(ROOM)
    async with aiohttp.ClientSession(headers=headers) as session:
        for body in (LAYOUT, MESSAGE):
            async with session.post(f"{base}/channels/{channel.id}/messages", json=body) as response:
                message = await response.json()
        commands = f"{base}/applications/{checked.world.app.id}/commands"
        async with session.post(commands, json=COMMAND) as response:
            command = await response.json()
        for path in everything_to_read(checked, message["id"], command["id"]):
            async with session.get(base + path) as response:
                assert response.status in (200, 404)
                assert await response.json() is not None


@needs_description
@pytest.mark.logs("Not what Discord answers to GET /gateway with 200: url: 7 is not of type")
async def test_an_answer_that_is_not_in_the_description_is_reported(
    checked: SmallDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the small Discord itself does wrong is logged as an error."""
    monkeypatch.setattr(SmallDiscord, "gateway_url", 7)
    async with aiohttp.ClientSession() as session:
        headers = {"Authorization": f"Bot {checked.bot_token}"}
        async with session.get(f"{checked.url}/api/v10/gateway", headers=headers) as response:
            assert await response.json() == {"url": 7}


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
