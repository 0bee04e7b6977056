"""What a bot does with an interaction's token after its first answer."""

from collections.abc import Callable

from aiohttp import web

from small_discord.interactions.desk import Desk
from small_discord.interactions.interaction import Interaction
from small_discord.limits.errors import unknown
from small_discord.payloads import message_payload
from small_discord.posting.body import Body
from small_discord.posting.writer import Writer
from small_discord.rest.route import Route
from small_discord.wire import answer, no_content
from small_discord.world.posts import Post
from small_discord.world.world import World

ORIGINAL = "@original"


class WebhookRoutes:
    """Routes that read, edit and delete the original answer, and send follow-ups."""

    def __init__(self, world: World, desk: Desk, writer: Writer, base_url: Callable[[], str]) -> None:
        self._world = world
        self._desk = desk
        self._writer = writer
        self._base_url = base_url

    def routes(self) -> list[Route]:
        """Return the routes."""
        hook = "/webhooks/{webhook_id}/{webhook_token}"
        routes = [Route("POST", hook, self._follow_up, open_=True)]
        for which in (ORIGINAL, "{message_id}"):
            path = f"{hook}/messages/{which}"
            routes += [
                Route("GET", path, self._get, open_=True),
                Route("PATCH", path, self._edit, open_=True),
                Route("DELETE", path, self._delete, open_=True),
            ]
        return routes

    def _interaction(self, request: web.Request) -> Interaction:
        return self._desk.with_token(request.match_info["webhook_id"], request.match_info["webhook_token"])

    def _post(self, request: web.Request, interaction: Interaction) -> Post:
        wanted = request.match_info.get("message_id", ORIGINAL)
        message_id = interaction.original_id if wanted == ORIGINAL else wanted
        mine = message_id in interaction.message_ids or message_id == interaction.original_id
        post = self._world.posts.get(interaction.asked.channel.id, str(message_id)) if mine else None
        if post is None:
            raise unknown("Message")
        return post

    def _show(self, post: Post) -> web.Response:
        return answer(message_payload(self._world, post, self._base_url()))

    async def _follow_up(self, request: web.Request, body: Body) -> web.Response:
        interaction = self._interaction(request)
        interaction.check_follow_up()
        original = self._world.posts.get(interaction.asked.channel.id, str(interaction.original_id))
        if original is not None and original.thinking:
            # The first follow-up replaces "is thinking", and is as private as that was.
            post = self._writer.edit(original, body)
        else:
            post = self._writer.respond(interaction, body)
            interaction.message_ids.add(post.id)
        interaction.count_follow_up()
        interaction.settled.set()
        return self._show(post)

    async def _get(self, request: web.Request, body: Body) -> web.Response:
        return self._show(self._post(request, self._interaction(request)))

    async def _edit(self, request: web.Request, body: Body) -> web.Response:
        interaction = self._interaction(request)
        post = self._writer.edit(self._post(request, interaction), body)
        interaction.settled.set()
        return self._show(post)

    async def _delete(self, request: web.Request, body: Body) -> web.Response:
        interaction = self._interaction(request)
        self._world.posts.delete(self._post(request, interaction))
        interaction.settled.set()
        return no_content()
