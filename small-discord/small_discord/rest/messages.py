"""Messages of a channel: sent, once for each nonce, read, edited and deleted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import islice

from aiohttp import web

from small_discord.limits.errors import ApiError, by_discord, invalid, missing_permissions
from small_discord.limits.messages import read_purge, read_reference
from small_discord.posting import Writer
from small_discord.rest.route import Route, query_limit, query_number
from small_discord.weather import Clock
from small_discord.wire import Body, Json, answer, no_content
from small_discord.world.payloads import message_payload
from small_discord.world.permissions import MANAGE_MESSAGES
from small_discord.world.places import Channel
from small_discord.world.posts import Post, Posts
from small_discord.world.world import World

_MOST_HISTORY = 100
_NONCE_SECONDS = 300.0
"""How long a nonce is remembered: "some minutes", says Discord."""
_MOST_NONCE_CHARACTERS = 25


class MessageRoutes:
    """Routes that send, read, edit and delete messages. Ephemeral ones do not exist here."""

    def __init__(self, world: World, writer: Writer, nonces: Nonces, base_url: Callable[[], str]) -> None:
        self._world = world
        self._writer = writer
        self._nonces = nonces
        self._base_url = base_url

    def routes(self) -> list[Route]:
        """Return the routes."""
        every = "/channels/{channel_id}/messages"
        one = every + "/{message_id}"
        return [
            Route("GET", every, self._history),
            Route("POST", every + "/bulk-delete", self._purge),
            Route("POST", every, self._send, lacks=("shared_client_theme",)),
            Route("GET", one, self._get),
            Route("PATCH", one, self._edit),
            Route("DELETE", one, self._delete),
        ]

    def _channel(self, request: web.Request) -> Channel:
        return self._world.known_channel(request.match_info["channel_id"])

    def _post(self, request: web.Request) -> Post:
        return self._world.known_post(request.match_info["channel_id"], request.match_info["message_id"])

    def _show(self, post: Post) -> Json:
        return message_payload(self._world, post, self._base_url())

    async def _history(self, request: web.Request, body: Body) -> web.Response:
        channel = self._channel(request)
        found = _asked_for(self._world.posts, channel.id, request.query)
        if not self._world.access.reads_history(channel):
            found = []
        return answer([self._show(post) for post in found])

    async def _send(self, request: web.Request, body: Body) -> web.Response:
        channel = self._channel(request)
        self._world.access.check_send(channel)
        self._check_parts(channel, body)
        return answer(self._show(self._sent(channel, body, self._replied_to(channel, body.json))))

    def _check_parts(self, channel: Channel, body: Body) -> None:
        embeds = bool(body.json.get("embeds"))
        self._world.access.check_parts(channel, files=bool(body.files), embeds=embeds)

    def _replied_to(self, channel: Channel, message: Json) -> str | None:
        reference = read_reference(message, channel.id)
        if reference is None:
            return None
        if not self._world.access.reads_history(channel):
            raise ApiError(400, 160002, "Cannot reply without permission to read message history")
        post = self._world.posts.get(channel.id, reference.message_id)
        if post is not None and post.by_discord:
            code = "REPLIES_CANNOT_REPLY_TO_SYSTEM_MESSAGE"
            raise invalid(("message_reference",), code, "Cannot reply to a system message")
        if post is not None and post.viewer is None:
            return post.id
        if reference.must_exist:
            raise invalid(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
        return None

    def _sent(self, channel: Channel, body: Body, reply_to: str | None) -> Post:
        nonce = body.json.get("nonce")
        if nonce is None:
            return self._writer.send(channel, body, reply_to)
        earlier = self._nonces.made_with(nonce)
        if earlier is not None and body.json.get("enforce_nonce"):
            return earlier
        post = self._writer.send(channel, body, reply_to)
        self._nonces.keep(nonce, post)
        return post

    async def _get(self, request: web.Request, body: Body) -> web.Response:
        if not self._world.access.reads_history(self._channel(request)):
            raise missing_permissions()
        return answer(self._show(self._post(request)))

    async def _edit(self, request: web.Request, body: Body) -> web.Response:
        post = self._post(request)
        if post.author_id != self._world.app.bot.id:
            raise ApiError(403, 50005, "Cannot edit a message authored by another user")
        if post.by_discord:
            raise by_discord()
        self._check_parts(self._channel(request), body)
        self._world.access.count_edit(post)
        return answer(self._show(self._writer.edit(post, body)))

    async def _delete(self, request: web.Request, body: Body) -> web.Response:
        post = self._post(request)
        if post.author_id != self._world.app.bot.id:
            self._world.access.check_moderate(self._channel(request), MANAGE_MESSAGES)
        if not post.is_deletable:
            raise by_discord()
        self._world.posts.delete(post)
        return no_content()

    async def _purge(self, request: web.Request, body: Body) -> web.Response:
        channel = self._channel(request)
        self._world.access.check_moderate(channel, MANAGE_MESSAGES)
        ids = read_purge(body.json)
        self._world.access.check_young(ids)
        found = [self._world.posts.get(channel.id, message_id) for message_id in ids]
        public = [post for post in found if post is not None and post.viewer is None and post.is_deletable]
        if public:
            self._world.posts.purge(public)
        return no_content()


def _asked_for(posts: Posts, channel_id: str, query: Mapping[str, str]) -> list[Post]:
    """Return the newest messages, or those before, after or around one, newest first."""
    limit = query_limit(query, 50, _MOST_HISTORY)
    if "around" in query:
        middle = query_number(query, "around", 0)
        older = _before(posts, channel_id, middle, limit // 2)
        found = [*older, *_after(posts, channel_id, middle - 1, limit - limit // 2)]
    elif "after" in query:
        found = _after(posts, channel_id, query_number(query, "after", 0), limit)
    else:
        found = _before(posts, channel_id, query_number(query, "before", 1 << 64), limit)
    return sorted(found, key=lambda post: int(post.id), reverse=True)


def _before(posts: Posts, channel_id: str, message_id: int, most: int) -> list[Post]:
    public = (post for post in posts.latest(channel_id) if post.viewer is None)
    return list(islice((post for post in public if int(post.id) < message_id), most))


def _after(posts: Posts, channel_id: str, message_id: int, most: int) -> list[Post]:
    public = (post for post in posts.within(channel_id) if post.viewer is None)
    return list(islice((post for post in public if int(post.id) > message_id), most))


class Nonces:
    """Remembers which message was made with which nonce; only the bot posts here."""

    def __init__(self, posts: Posts, clock: Clock) -> None:
        self._posts = posts
        self._clock = clock
        self._made: dict[str, tuple[float, Post]] = {}

    def made_with(self, nonce: object) -> Post | None:
        """Return the message that was recently made with a nonce, as it stands now."""
        _check_nonce(nonce)
        since = self._clock.now() - _NONCE_SECONDS
        self._made = {key: made for key, made in self._made.items() if made[0] > since}
        _, post = self._made.get(str(nonce), (0.0, None))
        return post and self._posts.get(post.channel_id, post.id)

    def keep(self, nonce: object, post: Post) -> None:
        """Remember the nonce of a new message."""
        self._made[str(nonce)] = self._clock.now(), post


def _check_nonce(nonce: object) -> None:
    if not isinstance(nonce, str | int):
        raise invalid(("nonce",), "NONCE_TYPE_CONVERT", "Must be a whole number or a string.")
    if len(str(nonce)) > _MOST_NONCE_CHARACTERS:
        message = f"Must be {_MOST_NONCE_CHARACTERS} or fewer in length."
        raise invalid(("nonce",), "BASE_TYPE_MAX_LENGTH", message)
