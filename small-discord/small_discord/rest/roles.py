"""Roles, those who have them, and what channels allow and deny to them."""

from __future__ import annotations

from typing import Any

from aiohttp import web

from small_discord.limits.errors import ApiError, missing_permissions, unknown, wrong_channel
from small_discord.limits.members import read_overwrite, read_positions, read_role
from small_discord.rest.route import Route
from small_discord.wire import Body, answer, no_content
from small_discord.world.payloads import role_payload
from small_discord.world.permissions import MANAGE_ROLES
from small_discord.world.places import TEXT, Guild, Overwrite, Role
from small_discord.world.world import World

MOST_ROLES = 250
_LOOKS = ("icon", "unicode_emoji")


class Standing:
    """Where the bot stands in the server of a request: what it may do there, and to whom."""

    def __init__(self, world: World, request: web.Request) -> None:
        self._world = world
        self._bot_id = world.app.bot.id
        self.guild = world.known_guild(request.match_info["guild_id"])
        self.permissions = world.rights.in_server(self._bot_id, self.guild)

    def need(self, permission: int) -> None:
        """Raise ApiError unless the bot has a permission."""
        if not self.permissions & permission:
            raise missing_permissions()

    def need_above(self, position: float) -> None:
        """Raise ApiError unless the bot's highest role is above a position."""
        if self.guild.rank(self._bot_id) <= position:
            raise missing_permissions()

    def member(self, user_id: str) -> str:
        """Return the id of a member; raise ApiError if there is none."""
        if user_id not in self.guild.members:
            raise unknown("Member" if user_id in self._world.users else "User")
        return user_id

    def role(self, role_id: str) -> Role:
        """Return a role, or @everyone; raise ApiError if there is none."""
        try:
            return self.guild.role(role_id)
        except KeyError:
            raise unknown("Role") from None

    def lower_role(self, role_id: str) -> Role:
        """Return a role that the bot may manage, since it is below its highest one."""
        role = self.role(role_id)
        self.need_above(self.guild.position(role.id))
        return role


class RoleRoutes:
    """Routes that list, create, edit, move and delete roles, and give them to members."""

    def __init__(self, world: World) -> None:
        self._world = world

    def routes(self) -> list[Route]:
        """Return the routes."""
        every = "/guilds/{guild_id}/roles"
        one = every + "/{role_id}"
        held = "/guilds/{guild_id}/members/{user_id}/roles/{role_id}"
        return [
            Route("GET", every, self._list),
            Route("POST", every, self._create, lacks=_LOOKS),
            Route("PATCH", every, self._move, takes_list=True),
            Route("GET", one, self._get),
            Route("PATCH", one, self._edit, lacks=_LOOKS),
            Route("DELETE", one, self._delete),
            Route("PUT", held, self._give),
            Route("DELETE", held, self._take),
        ]

    def _all(self, guild_id: str) -> web.Response:
        guild = self._world.guilds[guild_id]
        return answer([role_payload(guild, role) for role in guild.all_roles])

    def _one(self, guild_id: str, role_id: str) -> web.Response:
        guild = self._world.guilds[guild_id]
        return answer(role_payload(guild, guild.role(role_id)))

    def _managed(self, request: web.Request) -> tuple[Standing, Role]:
        standing = Standing(self._world, request)
        standing.need(MANAGE_ROLES)
        return standing, standing.lower_role(request.match_info["role_id"])

    async def _list(self, request: web.Request, body: Body) -> web.Response:
        return self._all(Standing(self._world, request).guild.id)

    async def _get(self, request: web.Request, body: Body) -> web.Response:
        standing = Standing(self._world, request)
        return self._one(standing.guild.id, standing.role(request.match_info["role_id"]).id)

    async def _create(self, request: web.Request, body: Body) -> web.Response:
        standing = Standing(self._world, request)
        standing.need(MANAGE_ROLES)
        guild = standing.guild
        if len(guild.roles) >= MOST_ROLES:
            raise ApiError(400, 30005, f"Maximum number of server roles reached ({MOST_ROLES})")
        blank: dict[str, Any] = {"name": "new role", "permissions": guild.everybody}
        fields = blank | read_role(body.json)
        _check_granted(standing, guild.everybody, fields["permissions"])
        return self._one(guild.id, self._world.servers.create_role(guild.id, **fields).id)

    async def _edit(self, request: web.Request, body: Body) -> web.Response:
        standing, role = self._managed(request)
        fields = read_role(body.json)
        _check_granted(standing, role.permissions, fields.get("permissions", 0))
        self._world.servers.change_role(standing.guild.id, role.id, **fields)
        return self._one(standing.guild.id, role.id)

    async def _move(self, request: web.Request, body: Body) -> web.Response:
        standing = Standing(self._world, request)
        standing.need(MANAGE_ROLES)
        moved = read_positions(body.json)
        for role_id, position in moved.items():
            _check_not_everyone(standing.guild, role_id)
            old = standing.guild.position(standing.role(role_id).id)
            if old != position:
                standing.need_above(max(old, position))
        self._world.servers.move_roles(standing.guild.id, moved)
        return self._all(standing.guild.id)

    async def _delete(self, request: web.Request, body: Body) -> web.Response:
        standing, role = self._managed(request)
        _check_not_everyone(standing.guild, role.id)
        self._world.servers.delete_role(standing.guild.id, role.id)
        return no_content()

    async def _give(self, request: web.Request, body: Body) -> web.Response:
        return self._hand(request, given=True)

    async def _take(self, request: web.Request, body: Body) -> web.Response:
        return self._hand(request, given=False)

    def _hand(self, request: web.Request, *, given: bool) -> web.Response:
        standing, role = self._managed(request)
        user_id = standing.member(request.match_info["user_id"])
        _check_not_everyone(standing.guild, role.id)
        self._world.servers.hand(standing.guild.id, role.id, user_id, given=given)
        return no_content()


def _check_granted(standing: Standing, old: int, new: int) -> None:
    """Raise ApiError if a role is to permit what the bot itself may not."""
    if new & ~old & ~standing.permissions:
        raise missing_permissions()


def _check_not_everyone(guild: Guild, role_id: str) -> None:
    """Raise ApiError for @everyone, which everybody has, at the bottom, for good."""
    if role_id == guild.id:
        raise ApiError(400, 50028, "Invalid Role")


class OverwriteRoutes:
    """Routes that set and delete what a channel allows and denies to a role or a member."""

    def __init__(self, world: World) -> None:
        self._world = world

    def routes(self) -> list[Route]:
        """Return the routes."""
        path = "/channels/{channel_id}/permissions/{overwrite_id}"
        return [Route("PUT", path, self._set), Route("DELETE", path, self._delete)]

    def _found(self, request: web.Request) -> tuple[Guild, Overwrite]:
        """Return the overwrite that a request is about, in a channel where the bot may change it."""
        channel = self._world.known_channel(request.match_info["channel_id"])
        guild = self._world.guild_of(channel)
        if guild is None or channel.kind != TEXT:
            raise wrong_channel()
        if not self._world.bot_permissions(channel) & MANAGE_ROLES:
            raise missing_permissions()
        target = request.match_info["overwrite_id"]
        is_role = any(role.id == target for role in guild.all_roles)
        blank = Overwrite(target, is_role=is_role)
        return guild, next((each for each in channel.overwrites if each.id == target), blank)

    async def _set(self, request: web.Request, body: Body) -> web.Response:
        guild, old = self._found(request)
        if not old.is_role and old.id not in self._world.users:
            raise unknown("Overwrite")
        allow, deny = read_overwrite(body.json)
        channel_id = request.match_info["channel_id"]
        self._check_own(guild, channel_id, (old.allow ^ allow) | (old.deny ^ deny))
        self._world.servers.overwrite(channel_id, Overwrite(old.id, old.is_role, allow, deny))
        return no_content()

    def _check_own(self, guild: Guild, channel_id: str, changed: int) -> None:
        """Raise ApiError for bits that the bot lacks, unless the channel lets it manage them all."""
        bot_id = self._world.app.bot.id
        mine = {bot_id, guild.id, *(role.id for role in guild.roles_of(bot_id))}
        overwrites = self._world.channels[channel_id].overwrites
        lets = any(each.id in mine and each.allow & MANAGE_ROLES for each in overwrites)
        if not lets and changed & ~self._world.rights.in_server(bot_id, guild):
            raise missing_permissions()

    async def _delete(self, request: web.Request, body: Body) -> web.Response:
        _, old = self._found(request)
        channel_id = request.match_info["channel_id"]
        if old not in self._world.channels[channel_id].overwrites:
            raise unknown("Overwrite")
        self._world.servers.drop_overwrite(channel_id, old.id)
        return no_content()
