"""What is read is what was written, in Discord's own form."""

from typing import Any

import aiohttp

from sent import COMMAND, LAYOUT, MESSAGE
from small_discord import SmallDiscord
from small_discord.wire import Json

ROOM = "The Parlour/#patience"


async def written(local: SmallDiscord, path: str, body: Json) -> Any:
    """Return what is answered to a request."""
    headers = {"Authorization": f"Bot {local.bot_token}"}
    async with (
        aiohttp.ClientSession(headers=headers) as session,
        session.post(f"{local.url}/api/v10{path}", json=body) as response,
    ):
        assert response.ok
        return await response.json()


def room(local: SmallDiscord) -> str:
    """Return the path of the messages of a channel."""
    return f"/channels/{local.person('Ada').channel(ROOM).id}/messages"


async def test_nulls_fall_away_and_defaults_are_filled_in(local: SmallDiscord) -> None:
    """A button and a menu come back without nulls and with the number of values to choose."""
    message = await written(local, room(local), MESSAGE)
    (button,), (select,), (people,) = (row["components"] for row in message["components"])
    assert button == {"type": 2, "id": 2, "style": 1, "label": "Go", "custom_id": "go"}
    assert select["options"] == [{"label": "One", "value": "1", "default": False}]
    assert (select["min_values"], select["max_values"]) == (1, 1)
    assert "placeholder" not in select
    assert (people["min_values"], people["max_values"]) == (0, 2)


async def test_embeds_are_completed(local: SmallDiscord) -> None:
    """An embed comes back without nulls; a field says whether it stands beside others."""
    (embed,) = (await written(local, room(local), MESSAGE))["embeds"]
    assert embed == {
        "type": "rich",
        "title": "Patience",
        "fields": [{"name": "Moves", "value": "7", "inline": False}],
        "image": {"url": "https://example.org/card.png"},
    }


async def test_layouts_are_completed(local: SmallDiscord) -> None:
    """Containers, separators and pictures come back with all that Discord says of them."""
    container, section = (await written(local, room(local), LAYOUT))["components"]
    separator, gallery = container["components"]
    assert (container["accent_color"], container["spoiler"]) == (None, False)
    assert (separator["spacing"], separator["divider"]) == (1, True)
    for picture in (gallery["items"][0], section["accessory"]):
        assert (picture["description"], picture["spoiler"]) == (None, False)
        assert picture["media"]["proxy_url"] == picture["media"]["url"]
        assert picture["media"]["id"].isdecimal()


async def test_commands_are_completed(local: SmallDiscord) -> None:
    """A command's permissions are text or null, and what its options leave out is not there."""
    commands = f"/applications/{local.world.app.id}/commands"
    command = await written(local, commands, COMMAND)
    assert command["default_member_permissions"] == "32"
    assert command["integration_types"] == [0]
    variant, seed = command["options"]
    assert variant == {"type": 3, "name": "variant", "description": "Which rules"}
    assert seed["min_value"] == 1
    plain = await written(local, commands, {"name": "plain", "description": "x", "nsfw": None})
    assert (plain["default_member_permissions"], plain["nsfw"], plain["type"]) == (None, False, 1)
