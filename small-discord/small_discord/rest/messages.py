"""Messages of a channel."""

from collections.abc import Callable

from aiohttp import web

from small_discord.limits.errors import ApiError, invalid, unknown
from small_discord.limits.references import read_reference
from small_discord.payloads import message_payload
from small_discord.posting.body import Body
from small_discord.posting.nonces import Nonces
from small_discord.posting.writer import Writer
from small_discord.rest.history import history
from small_discord.rest.route import Route
from small_discord.wire import Json, answer, no_content
from small_discord.world.places import Channel
from small_discord.world.posts import Post
from small_discord.world.world import World


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
            Route("POST", every, self._send),
            Route("GET", one, self._get),
            Route("PATCH", one, self._edit),
            Route("DELETE", one, self._delete),
        ]

    def _channel(self, request: web.Request) -> Channel:
        return self._world.known_channel(request.match_info["channel_id"])

    def _post(self, request: web.Request) -> Post:
        post = self._world.posts.get(self._channel(request).id, request.match_info["message_id"])
        if post is None or post.viewer is not None:
            raise unknown("Message")
        return post

    def _show(self, post: Post) -> Json:
        return message_payload(self._world, post, self._base_url())

    async def _history(self, request: web.Request, body: Body) -> web.Response:
        channel = self._channel(request)
        found = history(self._world.posts, channel.id, request.query)
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
            raise ApiError(403, 50013, "Missing Permissions")
        return answer(self._show(self._post(request)))

    async def _edit(self, request: web.Request, body: Body) -> web.Response:
        post = self._post(request)
        if post.payload["author"]["id"] != self._world.app.bot.id:
            raise ApiError(403, 50005, "Cannot edit a message authored by another user")
        self._check_parts(self._channel(request), body)
        self._world.access.count_edit(post)
        return answer(self._show(self._writer.edit(post, body)))

    async def _delete(self, request: web.Request, body: Body) -> web.Response:
        post = self._post(request)
        if post.payload["author"]["id"] != self._world.app.bot.id:
            raise ApiError(403, 50013, "Missing Permissions")
        self._world.posts.delete(post)
        return no_content()
