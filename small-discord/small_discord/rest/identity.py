"""Who the bot and the people are, and where the gateway is."""

from collections.abc import Callable

from aiohttp import web

from small_discord.gateway.starts import SessionStarts
from small_discord.limits.errors import unknown
from small_discord.posting.body import Body
from small_discord.rest.route import Route
from small_discord.wire import Json, answer
from small_discord.world.world import World


class Identity:
    """Routes that a client calls when it logs in."""

    def __init__(self, world: World, starts: SessionStarts, gateway_url: Callable[[], str]) -> None:
        self._world = world
        self._starts = starts
        self._gateway_url = gateway_url

    def routes(self) -> list[Route]:
        """Return the routes."""
        return [
            Route("GET", "/users/@me", self._me),
            Route("GET", "/users/{user_id}", self._user),
            Route("GET", "/oauth2/applications/@me", self._application),
            Route("GET", "/applications/@me", self._application),
            Route("GET", "/gateway", self._gateway),
            Route("GET", "/gateway/bot", self._gateway_bot),
        ]

    async def _me(self, request: web.Request, body: Body) -> web.Response:
        return answer(self._world.app.bot.payload | {"verified": True, "mfa_enabled": True, "flags": 0})

    async def _user(self, request: web.Request, body: Body) -> web.Response:
        user = self._world.users.get(request.match_info["user_id"])
        if user is None:
            raise unknown("User")
        return answer(user.payload)

    async def _application(self, request: web.Request, body: Body) -> web.Response:
        return answer(self._app_payload())

    def _app_payload(self) -> Json:
        app = self._world.app
        owner = self._world.people()[0]
        return {
            "id": app.id,
            "name": app.name,
            "icon": None,
            "description": "",
            "bot_public": True,
            "bot_require_code_grant": False,
            "verify_key": "0" * 64,
            "owner": owner.payload,
            "team": None,
            "summary": "",
            "flags": 0,
            "bot": app.bot.payload,
            "approximate_guild_count": len(self._world.guilds),
        }

    async def _gateway(self, request: web.Request, body: Body) -> web.Response:
        return answer({"url": self._gateway_url()})

    async def _gateway_bot(self, request: web.Request, body: Body) -> web.Response:
        limit = self._starts.limit()
        return answer({"url": self._gateway_url(), "shards": 1, "session_start_limit": limit})
