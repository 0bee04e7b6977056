"""The app's commands and emoji."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from aiohttp import web

from small_discord.limits.errors import ApiError, unknown
from small_discord.rest.route import Route, says_yes
from small_discord.wire import Body, answer, no_content
from small_discord.world.world import World


class CommandRoutes:
    """Routes that list, create, edit, delete and overwrite commands, globally or in one server."""

    def __init__(self, world: World, on_change: Callable[[], None]) -> None:
        self._world = world
        self._on_change = on_change

    def routes(self) -> list[Route]:
        """Return the routes."""
        everywhere = "/applications/{application_id}/commands"
        in_guild = "/applications/{application_id}/guilds/{guild_id}/commands"
        return [*self._routes(everywhere), *self._routes(in_guild)]

    def _routes(self, every: str) -> list[Route]:
        one = every + "/{command_id}"
        return [
            Route("GET", every, self._list),
            Route("POST", every, self._create),
            Route("PUT", every, self._overwrite, takes_list=True),
            Route("GET", one, self._get),
            Route("PATCH", one, self._edit),
            Route("DELETE", one, self._delete),
        ]

    def _reach(self, request: web.Request) -> str | None:
        if request.match_info["application_id"] != self._world.app.id:
            raise ApiError(403, 20012, "You are not authorized to perform this action on this application")
        guild_id = request.match_info.get("guild_id")
        if guild_id is not None and guild_id not in self._world.guilds:
            raise unknown("Guild")
        return guild_id

    async def _list(self, request: web.Request, body: Body) -> web.Response:
        commands = self._world.commands.registered(self._reach(request))
        return answer(commands if says_yes(request, "with_localizations") else _untranslated(commands))

    async def _create(self, request: web.Request, body: Body) -> web.Response:
        command, is_new = self._world.commands.create(self._reach(request), body.json)
        self._on_change()
        return answer(command, 201 if is_new else 200)

    async def _get(self, request: web.Request, body: Body) -> web.Response:
        return answer(self._world.commands.get(self._reach(request), request.match_info["command_id"]))

    async def _edit(self, request: web.Request, body: Body) -> web.Response:
        command_id = request.match_info["command_id"]
        command = self._world.commands.edit(self._reach(request), command_id, body.json)
        self._on_change()
        return answer(command)

    async def _delete(self, request: web.Request, body: Body) -> web.Response:
        self._world.commands.delete(self._reach(request), request.match_info["command_id"])
        self._on_change()
        return no_content()

    async def _overwrite(self, request: web.Request, body: Body) -> web.Response:
        registered = self._world.commands.overwrite(self._reach(request), body.json)
        self._on_change()
        return answer(registered)


def _untranslated(value: Any) -> Any:
    """Return commands without the translations of their names and descriptions."""
    if isinstance(value, dict):
        return {key: _untranslated(each) for key, each in value.items() if not key.endswith("_localizations")}
    return [*map(_untranslated, value)] if isinstance(value, list) else value


class EmojiRoutes:
    """Routes that list, upload, rename and delete application emoji."""

    def __init__(self, world: World) -> None:
        self._emoji = world.emoji

    def routes(self) -> list[Route]:
        """Return the routes."""
        every = "/applications/{application_id}/emojis"
        one = every + "/{emoji_id}"
        return [
            Route("GET", every, self._list),
            Route("POST", every, self._create),
            Route("GET", one, self._get),
            Route("PATCH", one, self._rename),
            Route("DELETE", one, self._delete),
        ]

    async def _list(self, request: web.Request, body: Body) -> web.Response:
        return answer({"items": list(self._emoji.by_id.values())})

    async def _create(self, request: web.Request, body: Body) -> web.Response:
        return answer(self._emoji.create(body.json.get("name"), body.json.get("image")), 201)

    async def _get(self, request: web.Request, body: Body) -> web.Response:
        return answer(self._emoji.get(request.match_info["emoji_id"]))

    async def _rename(self, request: web.Request, body: Body) -> web.Response:
        return answer(self._emoji.rename(request.match_info["emoji_id"], body.json.get("name")))

    async def _delete(self, request: web.Request, body: Body) -> web.Response:
        self._emoji.delete(request.match_info["emoji_id"])
        return no_content()
