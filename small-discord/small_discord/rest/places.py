"""Servers and channels."""

from aiohttp import web

from small_discord.limits.errors import unknown
from small_discord.payloads import channel_payload, guild_payload, member_payload
from small_discord.posting.body import Body
from small_discord.rest.route import Route
from small_discord.wire import answer
from small_discord.world.places import Guild
from small_discord.world.world import World


class Places:
    """Routes that describe servers and channels and open direct messages."""

    def __init__(self, world: World) -> None:
        self._world = world

    def routes(self) -> list[Route]:
        """Return the routes."""
        return [
            Route("GET", "/guilds/{guild_id}", self._guild),
            Route("GET", "/guilds/{guild_id}/members/{user_id}", self._member),
            Route("GET", "/channels/{channel_id}", self._channel),
            Route("POST", "/users/@me/channels", self._open_dm),
        ]

    def _known(self, request: web.Request) -> Guild:
        guild = self._world.guilds.get(request.match_info["guild_id"])
        if guild is None or self._world.app.bot.id not in guild.members:
            raise unknown("Guild")
        return guild

    async def _guild(self, request: web.Request, body: Body) -> web.Response:
        return answer(guild_payload(self._known(request)))

    async def _member(self, request: web.Request, body: Body) -> web.Response:
        guild, user_id = self._known(request), request.match_info["user_id"]
        if user_id not in guild.members:
            raise unknown("Member")
        member = member_payload(guild, self._world.users[user_id])
        del member["permissions"]  # only interactions include them
        return answer(member)

    async def _channel(self, request: web.Request, body: Body) -> web.Response:
        channel = self._world.known_channel(request.match_info["channel_id"])
        return answer(channel_payload(self._world, channel))

    async def _open_dm(self, request: web.Request, body: Body) -> web.Response:
        channel = self._world.dms.get(str(body.json.get("recipient_id")))
        if channel is None:
            raise unknown("User")
        return answer(channel_payload(self._world, channel))
