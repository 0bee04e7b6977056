"""Pins: listed, added and removed, by the routes of today and by those before them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from aiohttp import web

from small_discord.announcing import Announcer
from small_discord.rest.route import Route, query_limit, query_time
from small_discord.wire import Body, answer, no_content
from small_discord.world.payloads import message_payload
from small_discord.world.permissions import PIN_MESSAGES
from small_discord.world.posts import Post
from small_discord.world.world import World

_MOST_LISTED = 50


class PinRoutes:
    """Routes of pins; they come before those of messages, which would take `pins` for an id."""

    def __init__(self, world: World, announcer: Announcer, base_url: Callable[[], str]) -> None:
        self._world = world
        self._announcer = announcer
        self._base_url = base_url

    def routes(self) -> list[Route]:
        """Return the routes."""
        new, old = "/channels/{channel_id}/messages/pins", "/channels/{channel_id}/pins"
        return [
            Route("GET", new, self._page),
            Route("GET", old, self._first),
            *(Route("PUT", every + "/{message_id}", self._pin) for every in (new, old)),
            *(Route("DELETE", every + "/{message_id}", self._unpin) for every in (new, old)),
        ]

    def _pins(self, request: web.Request) -> list[Post]:
        channel = self._world.known_channel(request.match_info["channel_id"])
        return self._world.pins.of(channel.id) if self._world.access.reads_history(channel) else []

    def _changed(self, request: web.Request) -> Post:
        keys = request.match_info
        channel = self._world.known_channel(keys["channel_id"])
        self._world.access.check_may(channel, PIN_MESSAGES)
        post = self._world.known_post(channel.id, keys["message_id"])
        self._world.access.check_edit(channel.id)
        return post

    async def _page(self, request: web.Request, body: Body) -> web.Response:
        limit, before = query_limit(request.query, _MOST_LISTED, _MOST_LISTED), query_time(request.query)
        found = [post for post in self._pins(request) if before is None or _pinned_at(post) < before]
        url = self._base_url()
        items = [
            {"pinned_at": post.pinned_at, "message": message_payload(self._world, post, url)}
            for post in found[:limit]
        ]
        return answer({"items": items, "has_more": len(found) > limit})

    async def _first(self, request: web.Request, body: Body) -> web.Response:
        first = self._pins(request)[:_MOST_LISTED]
        return answer([message_payload(self._world, post, self._base_url()) for post in first])

    async def _pin(self, request: web.Request, body: Body) -> web.Response:
        self._announcer.pin(self._world.app.bot, self._changed(request))
        return no_content()

    async def _unpin(self, request: web.Request, body: Body) -> web.Response:
        post = self._changed(request)
        if post.pinned_at is not None:
            self._world.pins.unpin(post)
        return no_content()


def _pinned_at(post: Post) -> datetime:
    return datetime.fromisoformat(str(post.pinned_at))
