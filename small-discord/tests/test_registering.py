"""Commands that are registered one by one, and bodies as other clients write them."""

import json
from typing import Any

import aiohttp
import discord
import pytest

from small_discord import Person, SmallDiscord
from tiny_bot import TinyBot

ROOM = "The Parlour/#patience"


def command(name: str, **more: Any) -> Any:
    """Return a minimal command."""
    return {"name": name, "description": "A command", **more}


def names(ada: Person) -> set[str]:
    """Return the commands that Ada can type."""
    return {each["name"] for each in ada.commands(ada.channel(ROOM))}


async def test_one_command_is_added_changed_and_taken_away(bot: TinyBot, ada: Person) -> None:
    """One command can be added, changed and deleted, while the others stay as they are."""
    before = names(ada)
    app_id = bot.application_id or 0
    made = await bot.http.upsert_global_command(app_id, command("wave"))
    again = await bot.http.upsert_global_command(app_id, command("wave", description="Again"))
    assert (again["id"], again["description"]) == (made["id"], "Again")
    assert names(ada) == before | {"wave"}
    wave = await bot.tree.fetch_command(int(made["id"]))
    assert (await wave.edit(name="nod")).name == "nod"
    assert names(ada) == before | {"nod"}
    await wave.delete()
    assert names(ada) == before
    with pytest.raises(discord.NotFound, match="10063"):
        await wave.delete()


async def test_one_command_of_a_server(bot: TinyBot, ada: Person) -> None:
    """A command of one server is not offered in others."""
    app_id, guild_id = bot.application_id or 0, int(str(ada.channel(ROOM).guild_id))
    made = await bot.http.upsert_guild_command(app_id, guild_id, command("wave"))
    assert "wave" in names(ada)
    assert "wave" not in {each["name"] for each in ada.commands(ada.channel("Rainy Sundays/#tea"))}
    with pytest.raises(discord.NotFound):
        await bot.http.delete_global_command(app_id, int(made["id"]))
    await bot.http.delete_guild_command(app_id, guild_id, int(made["id"]))
    assert "wave" not in names(ada)


async def test_a_bad_command_is_refused(bot: TinyBot) -> None:
    """A command is refused for a name that is invalid or already taken."""
    app_id = bot.application_id or 0
    with pytest.raises(discord.HTTPException, match="In name: Command name is invalid"):
        await bot.http.upsert_global_command(app_id, command("Two Words"))
    made = await bot.http.upsert_global_command(app_id, command("wave"))
    with pytest.raises(discord.HTTPException, match="Names must be unique"):
        await bot.http.edit_global_command(app_id, int(made["id"]), command("hello"))


async def test_a_new_command_is_created(bot: TinyBot, local: SmallDiscord) -> None:
    """Registering a command answers 201 the first time, and 200 for a name that exists."""
    url = f"{local.url}/api/v10/applications/{bot.application_id}/commands"
    headers = {"Authorization": f"Bot {local.bot_token}"}
    async with aiohttp.ClientSession(headers=headers) as session:
        for status in (201, 200):
            async with session.post(url, json=command("wave")) as response:
                assert response.status == status


async def test_a_form_without_files(local: SmallDiscord) -> None:
    """A message may be sent as the only field of a form without files, as some clients do."""
    url = f"{local.url}/api/v10/channels/{local.person('Ada').channel(ROOM).id}/messages"
    form = aiohttp.FormData({"payload_json": json.dumps({"content": "♠ & =?"})})
    headers = {"Authorization": f"Bot {local.bot_token}"}
    async with (
        aiohttp.ClientSession(headers=headers) as session,
        session.post(url, data=form) as response,
    ):
        assert response.request_info.headers["Content-Type"] == "application/x-www-form-urlencoded"
        assert response.status == 200
    assert [message.content for message in local.person("Ada").sees(ROOM)] == ["♠ & =?"]
