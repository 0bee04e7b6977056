"""Registering application commands."""

from collections.abc import Callable

from aiohttp import web

from bot.local.limits.errors import ApiError, unknown
from bot.local.posting.body import Body
from bot.local.rest.route import Route
from bot.local.wire import answer
from bot.local.world.world import World


class CommandRoutes:
    """Routes that list commands and overwrite them all, everywhere or in one server."""

    def __init__(self, world: World, on_change: Callable[[], None]) -> None:
        self._world = world
        self._on_change = on_change

    def routes(self) -> list[Route]:
        """Return the routes."""
        everywhere = "/applications/{application_id}/commands"
        in_guild = "/applications/{application_id}/guilds/{guild_id}/commands"
        return [
            Route("GET", everywhere, self._list),
            Route("PUT", everywhere, self._overwrite),
            Route("GET", in_guild, self._list),
            Route("PUT", in_guild, self._overwrite),
        ]

    def _reach(self, request: web.Request) -> str | None:
        if request.match_info["application_id"] != self._world.app.id:
            raise ApiError(403, 20012, "You are not authorized to perform this action on this application")
        guild_id = request.match_info.get("guild_id")
        if guild_id is not None and guild_id not in self._world.guilds:
            raise unknown("Guild")
        return guild_id

    async def _list(self, request: web.Request, body: Body) -> web.Response:
        return answer(self._world.commands.registered(self._reach(request)))

    async def _overwrite(self, request: web.Request, body: Body) -> web.Response:
        registered = self._world.commands.overwrite(self._reach(request), body.json)
        self._on_change()
        return answer(registered)
