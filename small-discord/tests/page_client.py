"""A person at the web page, without a browser: the page's own websocket."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any, Self
from urllib.parse import urlsplit

import aiohttp

Json = dict[str, Any]


class PageClient:
    """Talks to a small Discord as its page does, as one user in one channel."""

    def __init__(self, page_url: str, user: str, guild: str, channel: str) -> None:
        parts = urlsplit(page_url)
        self._origin, self._token = f"{parts.scheme}://{parts.netloc}", parts.fragment
        self._names = (user, guild, channel)
        self._nonce = 0

    async def __aenter__(self) -> Self:
        self._http = aiohttp.ClientSession()
        self._socket = await self._http.ws_connect(f"{self._origin}/page", origin=self._origin)
        await self._send(op="hello", token=self._token)
        world = await self._until("world", lambda frame: frame["bot_online"] and frame["commands"])
        user, guild, channel = self._names
        self.user = next(each["id"] for each in world["users"] if each["name"] == user)
        here = next(each for each in world["guilds"] if each["name"] == guild)
        self.channel = next(each["id"] for each in here["channels"] if each["name"] == channel)
        self._commands = {each["name"]: each["id"] for each in world["commands"]}
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._socket.close()
        await self._http.close()

    async def history(self) -> list[Json]:
        """Return the messages of the channel that the user may see."""
        await self._send(op="view", user=self.user, channel=self.channel)
        messages: list[Json] = (await self._until("history"))["messages"]
        return messages

    async def speak(self, locale: str) -> None:
        """Change the language of the user's Discord."""
        await self._send(op="language", user=self.user, locale=locale)

    async def slash(self, command: str, options: list[Json]) -> None:
        """Type a slash command; return once the bot has answered."""
        await self._ask(op="command", command=self._commands[command], options=options)

    async def press(self, message: Json, custom_id: str) -> None:
        """Press a button; return once the bot has answered."""
        await self._ask(op="component", message=message["id"], custom_id=custom_id, component_type=2)

    async def _ask(self, **frame: Any) -> None:
        self._nonce += 1
        await self._send(nonce=str(self._nonce), user=self.user, channel=self.channel, **frame)
        await self._until("done", lambda answer: answer["nonce"] == str(self._nonce))

    async def _send(self, **frame: Any) -> None:
        await self._socket.send_json(frame)

    async def _until(self, op: str, fits: Any = lambda _frame: True) -> Json:
        """Read frames until one fits; a `failed` frame ends the wait."""
        async with asyncio.timeout(60):
            while True:
                frame: Json = await self._socket.receive_json()
                if frame["op"] == op and fits(frame):
                    return frame
                assert frame["op"] != "failed", frame


def texts(message: Json) -> str:
    """Return all text displays of a message, joined by newlines."""
    return "\n".join(part["content"] for part in _parts(message["components"]) if part["type"] == 10)


def moves(message: Json) -> list[str]:
    """Return the ids of the buttons that play a move."""
    ids = [part.get("custom_id", "") for part in _parts(message["components"])]
    return [custom_id for custom_id in ids if ":play:" in custom_id]


def _parts(components: list[Json]) -> Iterator[Json]:
    """Yield components, nested ones included."""
    for each in components:
        yield each
        yield from _parts(each.get("components", []))
