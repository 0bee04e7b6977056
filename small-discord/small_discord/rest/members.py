"""Members of servers: changed, timed out, kicked and banned; and the bot, which may leave."""

from __future__ import annotations

from urllib.parse import unquote

from aiohttp import web

from small_discord.ids import EPOCH_MS
from small_discord.limits.errors import missing_permissions, unknown
from small_discord.limits.members import read_ban, read_member
from small_discord.rest.roles import Standing
from small_discord.rest.route import Route, query_number
from small_discord.wire import Body, Json, answer, no_content
from small_discord.world.payloads import member_payload
from small_discord.world.permissions import (
    ADMINISTRATOR,
    BAN_MEMBERS,
    CHANGE_NICKNAME,
    KICK_MEMBERS,
    MANAGE_NICKNAMES,
    MANAGE_ROLES,
    MODERATE_MEMBERS,
)
from small_discord.world.world import World

_MOST_BANS = 1000


class MemberRoutes:
    """Routes that change and remove members, the bot itself among them."""

    def __init__(self, world: World) -> None:
        self._world = world

    def routes(self) -> list[Route]:
        """Return the routes."""
        member = "/guilds/{guild_id}/members/{user_id}"
        return [
            Route("GET", member, self._get),
            Route(
                "PATCH", "/guilds/{guild_id}/members/@me", self._edit_me, lacks=("avatar", "banner", "bio")
            ),
            Route("PATCH", member, self._edit, lacks=("mute", "deaf", "channel_id", "flags")),
            Route("DELETE", member, self._kick),
            Route("DELETE", "/users/@me/guilds/{guild_id}", self._leave),
        ]

    def _found(self, request: web.Request) -> tuple[Standing, str]:
        standing = Standing(self._world, request)
        return standing, standing.member(request.match_info["user_id"])

    def _show(self, guild_id: str, user_id: str) -> web.Response:
        return answer(member_payload(self._world.guilds[guild_id], self._world.users[user_id]))

    async def _get(self, request: web.Request, body: Body) -> web.Response:
        standing, user_id = self._found(request)
        return self._show(standing.guild.id, user_id)

    async def _edit(self, request: web.Request, body: Body) -> web.Response:
        standing, user_id = self._found(request)
        changes = read_member(body.json, self._world.clock.now())
        if "nick" in changes:
            standing.need(MANAGE_NICKNAMES)
        if "timed_out_until" in changes:
            standing.need(MODERATE_MEMBERS)
            if self._world.rights.in_server(user_id, standing.guild) & ADMINISTRATOR:
                raise missing_permissions()
        if changes.keys() - {"roles"}:
            standing.need_above(standing.guild.rank(user_id))
        if "roles" in changes:
            standing.need(MANAGE_ROLES)
            for role_id in changes["roles"] ^ {role.id for role in standing.guild.roles_of(user_id)}:
                standing.lower_role(role_id)
        self._world.servers.change_member(standing.guild.id, user_id, **changes)
        return self._show(standing.guild.id, user_id)

    async def _edit_me(self, request: web.Request, body: Body) -> web.Response:
        standing, me = Standing(self._world, request), self._world.app.bot.id
        changes = read_member(body.json, 0)
        if "nick" in changes:
            standing.need(CHANGE_NICKNAME)
            self._world.servers.change_member(standing.guild.id, me, nick=changes["nick"])
        return self._show(standing.guild.id, me)

    async def _kick(self, request: web.Request, body: Body) -> web.Response:
        standing, user_id = self._found(request)
        standing.need(KICK_MEMBERS)
        standing.need_above(standing.guild.rank(user_id))
        self._world.servers.leave(standing.guild.id, user_id)
        return no_content()

    async def _leave(self, request: web.Request, body: Body) -> web.Response:
        guild = self._world.known_guild(request.match_info["guild_id"])
        self._world.servers.leave(guild.id, self._world.app.bot.id)
        return no_content()


class BanRoutes:
    """Routes that ban users, list those who are banned, and let them in again."""

    def __init__(self, world: World) -> None:
        self._world = world

    def routes(self) -> list[Route]:
        """Return the routes."""
        every = "/guilds/{guild_id}/bans"
        one = every + "/{user_id}"
        return [
            Route("GET", every, self._list),
            Route("GET", one, self._get),
            Route("PUT", one, self._ban),
            Route("DELETE", one, self._unban),
        ]

    def _standing(self, request: web.Request) -> Standing:
        standing = Standing(self._world, request)
        standing.need(BAN_MEMBERS)
        return standing

    def _show(self, ban: tuple[str, str | None]) -> Json:
        user_id, reason = ban
        return {"user": self._world.users[user_id].payload, "reason": reason}

    def _banned(self, request: web.Request) -> tuple[Standing, tuple[str, str | None]]:
        standing = self._standing(request)
        for ban in standing.guild.bans:
            if ban[0] == request.match_info["user_id"]:
                return standing, ban
        raise unknown("Ban")

    async def _list(self, request: web.Request, body: Body) -> web.Response:
        bans = sorted(self._standing(request).guild.bans, key=lambda ban: int(ban[0]))
        after, before = (
            query_number(request.query, "after", 0),
            query_number(request.query, "before", 1 << 64),
        )
        most = min(query_number(request.query, "limit", _MOST_BANS), _MOST_BANS)
        asked = [ban for ban in bans if after < int(ban[0]) < before]
        return answer(
            [self._show(ban) for ban in (asked[-most:] if "before" in request.query else asked[:most])]
        )

    async def _get(self, request: web.Request, body: Body) -> web.Response:
        return answer(self._show(self._banned(request)[1]))

    async def _ban(self, request: web.Request, body: Body) -> web.Response:
        standing, user_id = self._standing(request), request.match_info["user_id"]
        if user_id not in self._world.users:
            raise unknown("User")
        seconds = read_ban(request.query, body.json)
        if user_id in standing.guild.members:
            standing.need_above(standing.guild.rank(user_id))
        reason = unquote(request.headers.get("X-Audit-Log-Reason", "")) or None
        self._world.servers.ban(standing.guild.id, user_id, reason)
        if seconds:
            self._delete_posts(standing.guild.id, user_id, self._world.clock.now() - seconds)
        return no_content()

    def _delete_posts(self, guild_id: str, user_id: str, since: float) -> None:
        oldest = int(since * 1000 - EPOCH_MS) << 22
        for channel in self._world.guilds[guild_id].channels:
            posts = self._world.posts.within(channel.id)
            recent = [post for post in posts if post.author_id == user_id and int(post.id) >= oldest]
            if recent:
                self._world.posts.purge(recent)

    async def _unban(self, request: web.Request, body: Body) -> web.Response:
        standing, ban = self._banned(request)
        self._world.servers.unban(standing.guild.id, ban[0])
        return no_content()
