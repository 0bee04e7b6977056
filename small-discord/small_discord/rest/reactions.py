"""Reactions to messages: added, listed and removed."""

from __future__ import annotations

from typing import NamedTuple

from aiohttp import web

from small_discord.rest.route import Route, query_limit, query_number
from small_discord.wire import Body, answer, no_content
from small_discord.world.permissions import ADD_REACTIONS, MANAGE_MESSAGES, READ_MESSAGE_HISTORY
from small_discord.world.places import Channel
from small_discord.world.posts import Post, Reaction
from small_discord.world.world import World

_MOST_LISTED = 100


class _Asked(NamedTuple):
    """What a request is about."""

    channel: Channel
    post: Post
    reaction: Reaction


class ReactionRoutes:
    """Routes that add, list and remove reactions, in the bot's name or those of others."""

    def __init__(self, world: World) -> None:
        self._world = world

    def routes(self) -> list[Route]:
        """Return the routes."""
        every = "/channels/{channel_id}/messages/{message_id}/reactions"
        one = every + "/{emoji_name}"
        return [
            Route("PUT", one + "/@me", self._add),
            Route("DELETE", one + "/@me", self._take_back),
            Route("DELETE", one + "/{user_id}", self._remove),
            Route("GET", one, self._list),
            Route("DELETE", one, self._remove_emoji),
            Route("DELETE", every, self._remove_all),
        ]

    def _post(self, request: web.Request) -> tuple[Channel, Post]:
        keys = request.match_info
        post = self._world.known_post(keys["channel_id"], keys["message_id"])
        return self._world.channels[post.channel_id], post

    def _asked(self, request: web.Request) -> _Asked:
        channel, post = self._post(request)
        return _Asked(channel, post, self._world.reactions.find(post, request.match_info["emoji_name"]))

    async def _add(self, request: web.Request, body: Body) -> web.Response:
        channel, post, reaction = self._asked(request)
        needed = READ_MESSAGE_HISTORY | (0 if reaction.users else ADD_REACTIONS)
        self._world.access.check_may(channel, needed)
        self._world.access.check_edit(channel.id)
        self._world.reactions.add(post, reaction, self._world.app.bot.id)
        return no_content()

    async def _take_back(self, request: web.Request, body: Body) -> web.Response:
        _, post, reaction = self._asked(request)
        self._world.reactions.remove(post, reaction, self._world.app.bot.id)
        return no_content()

    async def _remove(self, request: web.Request, body: Body) -> web.Response:
        channel, post, reaction = self._asked(request)
        user_id = request.match_info["user_id"]
        if user_id != self._world.app.bot.id:
            self._world.access.check_moderate(channel, MANAGE_MESSAGES)
        self._world.reactions.remove(post, reaction, user_id)
        return no_content()

    async def _list(self, request: web.Request, body: Body) -> web.Response:
        _, _, reaction = self._asked(request)
        after = query_number(request.query, "after", 0)
        limit = query_limit(request.query, 25, _MOST_LISTED)
        # Nobody has super reactions here, which are of type 1.
        users = () if query_number(request.query, "type", 0) else sorted(reaction.users, key=int)
        found = [each for each in users if int(each) > after][:limit]
        return answer([self._world.users[user_id].payload for user_id in found])

    async def _remove_emoji(self, request: web.Request, body: Body) -> web.Response:
        channel, post, reaction = self._asked(request)
        self._world.access.check_moderate(channel, MANAGE_MESSAGES)
        self._world.reactions.remove_emoji(post, reaction)
        return no_content()

    async def _remove_all(self, request: web.Request, body: Body) -> web.Response:
        channel, post = self._post(request)
        self._world.access.check_moderate(channel, MANAGE_MESSAGES)
        self._world.reactions.remove_all(post)
        return no_content()
