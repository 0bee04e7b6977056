"""The small Discord takes or refuses whatever a bot sends, as Discord does: it never fails itself."""

from __future__ import annotations

import asyncio
import json
from functools import partial
from typing import TYPE_CHECKING, Any

import aiohttp
import pytest

from small_discord.interactions import Asked, Interaction, InteractionKind
from tests.fuzz.garbling import cases, garbled, garbled_json, swapped_json
from tiny_bot import board

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from small_discord import SmallDiscord

pytestmark = pytest.mark.slow
TOO_MANY = 429
ROOM = "The Parlour/#patience"
_TEXT = {"content": "Cards", "flags": 0, "allowed_mentions": {"parse": ["users"]}, "nonce": "1"}
_BOARD = {"flags": 1 << 15, "components": board(3).to_components()}  # type: ignore[no-untyped-call]
_FIELD = {"name": "won", "value": "1 %", "inline": True}
_PICTURE = {"url": "https://example.org/ace.png"}
_PARTS = {"footer": {"text": "Counted"}, "author": {"name": "Ada"}, "image": _PICTURE, "thumbnail": _PICTURE}
_EMBED = {"embeds": [{"title": "Odds", "fields": [_FIELD], "color": 7, "timestamp": "2026-01-01"} | _PARTS]}
_REPLY = {"content": "Yes", "message_reference": {"message_id": "1", "type": 0, "fail_if_not_exists": False}}
_FILE = {"content": "Look", "attachments": [{"id": 0, "filename": "ace.png", "description": "An ace"}]}
_CHOICE = {"name": "Goren", "value": "goren", "name_localizations": {"de": "Goren"}}
_OPTION = {"type": 3, "name": "game", "description": "Which", "choices": [_CHOICE]}
_AMOUNT = {"type": 4, "name": "at", "description": "Where", "min_value": 1, "max_value": 51}
_COMMAND = {
    "name": "deal",
    "description": "Deal a game",
    "options": [_OPTION, _AMOUNT],
    "contexts": [0, 1],
    "type": 1,
}
_INPUT = {"type": 4, "custom_id": "moves", "label": "Moves", "style": 1, "max_length": 20}
_MODAL = {"custom_id": "form", "title": "Moves", "components": [{"type": 1, "components": [_INPUT]}]}
_CHOICES = {"choices": [_CHOICE]}
_EMOJI = {"name": "ace", "image": "data:image/png;base64,iVBORw0KGgo="}
_ROLE = {
    "name": "Dealers",
    "permissions": "8",
    "colors": {"primary_color": 7},
    "hoist": True,
    "mentionable": False,
}
_MEMBER = {"nick": "Clio", "communication_disabled_until": "2026-01-01T00:00:00+00:00"}
_OVERWRITE = {"allow": "1024", "deny": 2048, "type": 1}
_ANSWERS = [
    (InteractionKind.COMMAND, {"type": 4, "data": _BOARD}),
    (InteractionKind.COMMAND, {"type": 4, "data": _TEXT | _EMBED}),
    (InteractionKind.COMMAND, {"type": 5, "data": {"flags": 64}}),
    (InteractionKind.COMMAND, {"type": 9, "data": _MODAL}),
    (InteractionKind.COMPONENT, {"type": 7, "data": _BOARD}),
    (InteractionKind.AUTOCOMPLETE, {"type": 8, "data": _CHOICES}),
]


async def _status(session: aiohttp.ClientSession, method: str, url: str, body: bytes) -> int:
    """Send a request, again after a pause if there were too many, and return the status of the answer."""
    while True:
        async with session.request(method, url, data=body) as response:
            told = await response.read()
            if response.status != TOO_MANY:
                return response.status
        await asyncio.sleep(json.loads(told)["retry_after"])


def _written(body: Any, chance: Random) -> bytes:
    """Write a garbled body as JSON, which one time in ten is itself broken."""
    text = json.dumps(garbled_json(body, chance))
    return (garbled(text, chance) if chance.random() < 0.1 else text).encode(errors="surrogatepass")


def _client(small_discord: SmallDiscord) -> aiohttp.ClientSession:
    headers = {"Authorization": f"Bot {small_discord.bot_token}", "Content-Type": "application/json"}
    return aiohttp.ClientSession(headers=headers)


def _wants(small_discord: SmallDiscord) -> list[tuple[str, str, Any]]:
    """Return flawless requests, with their method, address and body; the first are messages."""
    base, app = small_discord.url + "/api/v10", small_discord.world.app.id
    ada, ben, cleo = map(small_discord.person, ("Ada", "Ben", "Cleo"))
    settings = ada.settings_of("The Parlour")
    settings.create_role("Bosses", "administrator", members=(small_discord.world.app.bot.name,))
    role = settings.create_role("Guests")
    room, guild = f"{base}/channels/{ada.channel(ROOM).id}", f"{base}/guilds/{settings.guild.id}"
    messages = f"{room}/messages"
    return [
        *(("POST", messages, body) for body in (_TEXT, _BOARD, _EMBED, _REPLY, _FILE)),
        ("POST", f"{base}/applications/{app}/commands", _COMMAND),
        ("PUT", f"{base}/applications/{app}/commands", [_COMMAND]),
        ("POST", f"{base}/applications/{app}/emojis", _EMOJI),
        ("POST", f"{base}/users/@me/channels", {"recipient_id": "1"}),
        ("POST", f"{guild}/roles", _ROLE),
        ("PATCH", f"{guild}/roles", [{"id": role.id, "position": 1}]),
        ("PATCH", f"{guild}/members/{cleo.user.id}", _MEMBER | {"roles": [role.id]}),
        ("PUT", f"{guild}/bans/{ben.user.id}", {"delete_message_seconds": 60}),
        ("PUT", f"{room}/permissions/{ben.user.id}", _OVERWRITE),
    ]


@pytest.mark.logs("does not implement forwards")
async def test_messages_and_commands(small_discord: SmallDiscord) -> None:
    """Garbled messages, edits, commands and emoji never fail as a fault of the server."""
    wants = _wants(small_discord)
    async with _client(small_discord) as session:
        for chance in cases("request", 900):
            method, url, body = chance.choice(wants)
            assert await _status(session, method, url, _written(body, chance)) < 500
        assert await _status(session, *wants[0][:2], json.dumps(_BOARD).encode()) == 200


@pytest.mark.logs("does not implement")
async def test_any_type_in_any_place(small_discord: SmallDiscord) -> None:
    """Whatever type of value stands anywhere in a request, the answer is no fault of the server."""
    wants = [(method, partial(str, url), body) for method, url, body in _wants(small_discord)]
    wants += [("POST", partial(_callback, small_discord, kind), body) for kind, body in _ANSWERS]
    async with _client(small_discord) as session:
        for method, url, body in wants:
            for swapped in swapped_json(body):
                status = await _status(session, method, url(), json.dumps(swapped).encode())
                assert status < 500, f"{method} {swapped}"


def _ask(small_discord: SmallDiscord, kind: InteractionKind) -> Interaction:
    """Open an interaction that no bot hears of."""
    ada = small_discord.person("Ada")
    channel = ada.channel(ROOM)
    asked = Asked(kind, ada.user, channel, {"name": "deal", "type": 1}, {})
    interaction = Interaction(small_discord.world.ids.next(), asked)
    small_discord.desk.by_token[interaction.token] = interaction
    return interaction


def _callback(small_discord: SmallDiscord, kind: InteractionKind) -> str:
    """Return where a new interaction is answered."""
    asked = _ask(small_discord, kind)
    return f"{small_discord.url}/api/v10/interactions/{asked.id}/{asked.token}/callback"


async def test_answers_to_interactions(small_discord: SmallDiscord) -> None:
    """Garbled boards, modals, choices and other answers never fail as a fault of the server."""
    async with _client(small_discord) as session:
        for chance in cases("answer", 600):
            kind, body = chance.choice(_ANSWERS)
            url = _callback(small_discord, kind)
            assert await _status(session, "POST", url, _written(body, chance)) < 500


def _frames(small_discord: SmallDiscord, chance: Random) -> Iterator[str]:
    """Yield what a client sends on one connection, half of them after a flawless identify."""
    identify = {
        "op": 2,
        "d": {"token": small_discord.bot_token, "intents": 1, "shard": [0, 1], "properties": {}},
    }
    resume = {"op": 6, "d": {"token": small_discord.bot_token, "session_id": "gone", "seq": 3}}
    members = {"op": 8, "d": {"guild_id": "1", "query": "", "limit": 1, "user_ids": ["1"], "nonce": "a"}}
    if chance.random() < 0.5:
        yield json.dumps(identify)
    for _ in range(3):
        frame = chance.choice([identify, resume, members, {"op": 1, "d": None}])
        yield json.dumps(garbled_json(frame, chance))


@pytest.mark.logs("does not implement gateway op")
async def test_gateway_frames(small_discord: SmallDiscord) -> None:
    """A garbled frame is answered, or closes the connection with one of the gateway's codes."""
    async with aiohttp.ClientSession() as session:
        for chance in cases("frame", 300):
            async with session.ws_connect(small_discord.url + "/gateway") as socket:
                for frame in _frames(small_discord, chance):
                    if not socket.closed:
                        await socket.send_str(frame)
                await socket.send_json({"op": 99, "d": None})
                async with asyncio.timeout(60):
                    while (message := await socket.receive()).type == aiohttp.WSMsgType.TEXT:
                        pass
                assert message.type == aiohttp.WSMsgType.CLOSE
                assert 4000 <= message.data < 5000, message.data
