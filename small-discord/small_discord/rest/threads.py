"""Threads: opened, changed and listed, and who is in them; and what else of channels can be changed."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from aiohttp import web

from small_discord.announcing import Announcer
from small_discord.limits.channels import read_changes, read_thread
from small_discord.limits.errors import archived, missing_access, unknown, wrong_channel
from small_discord.rest.route import Route, query_limit, query_number, query_time, says_yes
from small_discord.wire import Body, Json, answer, no_content
from small_discord.world.payloads import (
    active_threads,
    channel_payload,
    member_payload,
    thread_member_payload,
)
from small_discord.world.permissions import (
    CREATE_PRIVATE_THREADS,
    CREATE_PUBLIC_THREADS,
    MANAGE_CHANNELS,
    MANAGE_THREADS,
    READ_MESSAGE_HISTORY,
    SEND_MESSAGES_IN_THREADS,
)
from small_discord.world.places import THREAD, Channel, ThreadMember
from small_discord.world.world import World

_MOST_LISTED = 100
_FORUMS = ("applied_tags", "message")
_NOT_CHANGED = (
    *("topic", "nsfw", "type", "position", "parent_id", "permission_overwrites", "flags", "icon"),
    *("bitrate", "user_limit", "rtc_region", "video_quality_mode", "default_auto_archive_duration"),
    *("default_thread_rate_limit_per_user", "default_reaction_emoji", "default_sort_order"),
    *("default_forum_layout", "default_tag_setting", "available_tags", "applied_tags"),
)


class ThreadRoutes:
    """Routes that open, change, delete and list threads; channels are renamed and deleted so, too."""

    def __init__(self, world: World, announcer: Announcer) -> None:
        self._world = world
        self._announcer = announcer

    def routes(self) -> list[Route]:
        """Return the routes."""
        one = "/channels/{channel_id}"
        old = "threads/archived"
        return [
            Route("PATCH", one, self._change, lacks=_NOT_CHANGED),
            Route("DELETE", one, self._delete),
            Route("POST", one + "/threads", self._open, lacks=_FORUMS),
            Route("POST", one + "/messages/{message_id}/threads", self._open_on),
            Route("GET", f"{one}/{old}/public", self._public),
            Route("GET", f"{one}/{old}/private", self._private),
            Route("GET", f"{one}/users/@me/{old}/private", self._joined),
            Route("GET", "/guilds/{guild_id}/threads/active", self._active),
        ]

    def _parent(self, request: web.Request, needed: int) -> Channel:
        channel = self._world.known_channel(request.match_info["channel_id"])
        if channel.guild_id is None or channel.parent_id is not None:
            raise wrong_channel()
        self._world.access.check_may(channel, needed)
        return channel

    async def _open(self, request: web.Request, body: Body) -> web.Response:
        asked = read_thread(body.json)
        needed = CREATE_PRIVATE_THREADS if asked["private"] else CREATE_PUBLIC_THREADS
        parent = self._parent(request, needed)
        thread = self._announcer.open_thread(self._world.app.bot, parent, **asked)
        return answer(channel_payload(self._world, thread), 201)

    async def _open_on(self, request: web.Request, body: Body) -> web.Response:
        parent = self._parent(request, CREATE_PUBLIC_THREADS)
        post = self._world.known_post(parent.id, request.match_info["message_id"])
        asked = read_thread(body.json | {"type": THREAD})
        thread = self._announcer.open_thread_on(self._world.app.bot, post, **asked)
        return answer(channel_payload(self._world, thread), 201)

    async def _change(self, request: web.Request, body: Body) -> web.Response:
        channel = self._world.known_channel(request.match_info["channel_id"])
        if channel.guild_id is None:
            raise wrong_channel()
        changes = read_changes(body.json, is_thread=channel.parent_id is not None)
        self._check_change(channel, changes)
        changed = self._world.servers.change_channel(channel.id, **changes) if changes else channel
        if channel.parent_id is not None and changed.name != channel.name:
            self._announcer.rename_thread(self._world.app.bot, changed)
        return answer(channel_payload(self._world, changed))

    def _check_change(self, channel: Channel, changes: Json) -> None:
        """Raise ApiError unless the bot may change this: most of a thread only if it is its own."""
        if channel.parent_id is None:
            needed = MANAGE_CHANNELS
        elif channel.archived and changes.get("archived") is not False:
            raise archived()
        elif channel.locked or "locked" in changes:
            needed = MANAGE_THREADS
        elif changes == {"archived": False} or channel.owner_id == self._world.app.bot.id:
            needed = SEND_MESSAGES_IN_THREADS
        else:
            needed = MANAGE_THREADS
        self._world.access.check_may(channel, needed)

    async def _delete(self, request: web.Request, body: Body) -> web.Response:
        channel = self._world.known_channel(request.match_info["channel_id"])
        needed = MANAGE_CHANNELS if channel.parent_id is None else MANAGE_THREADS
        self._world.access.check_may(channel, needed)
        payload = channel_payload(self._world, channel)
        if channel.guild_id is not None:  # a direct message is only closed
            self._world.servers.delete_channel(channel.id)
        return answer(payload)

    async def _active(self, request: web.Request, body: Body) -> web.Response:
        guild = self._world.known_guild(request.match_info["guild_id"])
        return answer(self._told(active_threads(self._world, guild)))

    async def _public(self, request: web.Request, body: Body) -> web.Response:
        return self._by_time(request, self._archived(request, READ_MESSAGE_HISTORY, private=False))

    async def _private(self, request: web.Request, body: Body) -> web.Response:
        needed = READ_MESSAGE_HISTORY | MANAGE_THREADS
        return self._by_time(request, self._archived(request, needed, private=True))

    async def _joined(self, request: web.Request, body: Body) -> web.Response:
        found = self._archived(request, READ_MESSAGE_HISTORY, private=True)
        before, bot = query_number(request.query, "before", 1 << 64), self._world.app.bot.id
        mine = [thread for thread in found if thread.has_joined(bot) and int(thread.id) < before]
        return self._page(request, sorted(mine, key=lambda thread: int(thread.id), reverse=True))

    def _archived(self, request: web.Request, needed: int, *, private: bool) -> list[Channel]:
        """Return the archived threads of a channel, the last one archived first."""
        parent = self._parent(request, needed)
        children = [
            each for each in self._world.guilds[str(parent.guild_id)].channels if each.parent_id == parent.id
        ]
        found = [each for each in children if each.archived and each.private == private]
        return sorted(found, key=_archived_at, reverse=True)

    def _by_time(self, request: web.Request, found: list[Channel]) -> web.Response:
        before = query_time(request.query)
        return self._page(request, [each for each in found if before is None or _archived_at(each) < before])

    def _page(self, request: web.Request, found: list[Channel]) -> web.Response:
        limit = query_limit(request.query, 50, _MOST_LISTED)
        return answer(self._told(found[:limit]) | {"has_more": len(found) > limit})

    def _told(self, threads: Iterable[Channel]) -> Json:
        told = [channel_payload(self._world, thread) for thread in threads]
        mine = [thread["member"] for thread in told if "member" in thread]
        return {"threads": told, "members": mine, "has_more": False}


def _archived_at(thread: Channel) -> datetime:
    return datetime.fromisoformat(str(thread.archived_at))


class ThreadMemberRoutes:
    """Routes of who is in a thread: the bot, or others."""

    def __init__(self, world: World, announcer: Announcer) -> None:
        self._world = world
        self._announcer = announcer

    def routes(self) -> list[Route]:
        """Return the routes."""
        every = "/channels/{channel_id}/thread-members"
        one = every + "/{user_id}"
        return [
            Route("PUT", every + "/@me", self._join),
            Route("DELETE", every + "/@me", self._leave),
            Route("PUT", one, self._add),
            Route("DELETE", one, self._remove),
            Route("GET", one, self._get),
            Route("GET", every, self._list),
        ]

    def _thread(self, request: web.Request) -> Channel:
        thread = self._world.known_channel(request.match_info["channel_id"])
        if thread.parent_id is None:
            raise wrong_channel()
        return thread

    def _active(self, request: web.Request) -> Channel:
        thread = self._thread(request)
        self._world.access.check_edit(thread.id)
        return thread

    async def _join(self, request: web.Request, body: Body) -> web.Response:
        self._world.servers.join_thread(self._active(request).id, self._world.app.bot.id)
        return no_content()

    async def _leave(self, request: web.Request, body: Body) -> web.Response:
        self._world.servers.leave_thread(self._active(request).id, self._world.app.bot.id)
        return no_content()

    async def _add(self, request: web.Request, body: Body) -> web.Response:
        thread, user_id, bot = self._active(request), request.match_info["user_id"], self._world.app.bot
        invites = thread.invitable or thread.owner_id == bot.id
        self._world.access.check_may(thread, SEND_MESSAGES_IN_THREADS if invites else MANAGE_THREADS)
        if user_id not in self._world.guilds[str(thread.guild_id)].members:
            raise unknown("Member")
        self._announcer.add_to_thread(bot, thread, self._world.users[user_id])
        return no_content()

    async def _remove(self, request: web.Request, body: Body) -> web.Response:
        thread, bot = self._active(request), self._world.app.bot
        if not (thread.private and thread.owner_id == bot.id):
            self._world.access.check_may(thread, MANAGE_THREADS)
        other = self._member(thread, request)
        self._announcer.remove_from_thread(bot, thread, self._world.users[other.id])
        return no_content()

    async def _get(self, request: web.Request, body: Body) -> web.Response:
        thread = self._thread(request)
        return answer(self._told(thread, self._member(thread, request), request))

    async def _list(self, request: web.Request, body: Body) -> web.Response:
        if not self._world.access.grants_members:
            raise missing_access()
        thread, after = self._thread(request), query_number(request.query, "after", 0)
        members = sorted(thread.joined, key=lambda member: int(member.id))
        found = [member for member in members if int(member.id) > after]
        found = found[: query_limit(request.query, _MOST_LISTED, _MOST_LISTED)]
        return answer([self._told(thread, member, request) for member in found])

    def _member(self, thread: Channel, request: web.Request) -> ThreadMember:
        user_id = request.match_info["user_id"].replace("@me", self._world.app.bot.id)
        for member in thread.joined:
            if member.id == user_id:
                return member
        raise unknown("Member")

    def _told(self, thread: Channel, member: ThreadMember, request: web.Request) -> Json:
        told = thread_member_payload(thread, member)
        if not says_yes(request, "with_member"):
            return told
        guild = self._world.guilds[str(thread.guild_id)]
        return told | {"member": member_payload(guild, self._world.users[member.id])}
