"""Who the bot is, where it connects, and the servers and channels that it is in."""

from __future__ import annotations

from collections.abc import Callable

from aiohttp import web

from small_discord.gateway.session import SessionStarts
from small_discord.limits.errors import unknown
from small_discord.rest.route import Route, says_yes
from small_discord.wire import Body, Json, answer, no_content
from small_discord.world.languages import LOCALE
from small_discord.world.payloads import channel_payload, guild_payload
from small_discord.world.world import World


class Places:
    """Routes that describe servers and channels and open direct messages."""

    def __init__(self, world: World) -> None:
        self._world = world

    def routes(self) -> list[Route]:
        """Return the routes."""
        return [
            Route("GET", "/guilds/{guild_id}", self._guild),
            Route("GET", "/channels/{channel_id}", self._channel),
            Route("POST", "/channels/{channel_id}/typing", self._type),
            Route("POST", "/users/@me/channels", self._open_dm, lacks=("access_tokens", "nicks")),
        ]

    async def _guild(self, request: web.Request, body: Body) -> web.Response:
        guild = self._world.known_guild(request.match_info["guild_id"])
        number = len(guild.members)
        counts = {"approximate_member_count": number, "approximate_presence_count": number}
        return answer(guild_payload(guild) | (counts if says_yes(request, "with_counts") else {}))

    async def _channel(self, request: web.Request, body: Body) -> web.Response:
        channel = self._world.known_channel(request.match_info["channel_id"])
        return answer(channel_payload(self._world, channel))

    async def _type(self, request: web.Request, body: Body) -> web.Response:
        channel = self._world.known_channel(request.match_info["channel_id"])
        self._world.access.check_send(channel)
        self._world.start_typing(channel, self._world.app.bot)
        return no_content()

    async def _open_dm(self, request: web.Request, body: Body) -> web.Response:
        channel = self._world.dms.get(str(body.json.get("recipient_id")))
        if channel is None:
            raise unknown("User")
        return answer(channel_payload(self._world, channel))


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
            Route("GET", "/soundboard-default-sounds", self._sounds),
            Route("GET", "/gateway", self._gateway),
            Route("GET", "/gateway/bot", self._gateway_bot),
        ]

    async def _me(self, request: web.Request, body: Body) -> web.Response:
        mine = {"verified": True, "mfa_enabled": True, "email": None, "locale": LOCALE}
        return answer(self._world.app.bot.payload | mine)

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
            "type": None,
            "icon": None,
            "description": "",
            "bot_public": True,
            "bot_require_code_grant": False,
            "verify_key": "0" * 64,
            "owner": owner.payload,
            "team": None,
            "summary": "",
            "flags": 0,
            "flags_new": "0",
            "redirect_uris": [],
            "interactions_endpoint_url": None,
            "role_connections_verification_url": None,
            "explicit_content_filter": 0,
            "eligible_oauth2_scopes": [],
            "bot": app.bot.payload,
            "approximate_guild_count": len(self._world.guilds),
            "approximate_user_install_count": len(self._world.installs),
            "approximate_user_authorization_count": 0,
        }

    async def _sounds(self, request: web.Request, body: Body) -> web.Response:
        """There are no voice channels, and so no sounds; some clients ask before they are ready."""
        return answer([])

    async def _gateway(self, request: web.Request, body: Body) -> web.Response:
        return answer({"url": self._gateway_url()})

    async def _gateway_bot(self, request: web.Request, body: Body) -> web.Response:
        limit = self._starts.limit()
        return answer({"url": self._gateway_url(), "shards": 1, "session_start_limit": limit})
