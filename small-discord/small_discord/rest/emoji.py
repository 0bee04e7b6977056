"""The application's own emoji."""

from aiohttp import web

from small_discord.posting.body import Body
from small_discord.rest.route import Route
from small_discord.wire import answer, no_content
from small_discord.world.world import World


class EmojiRoutes:
    """Routes that list, upload, rename and delete application emoji."""

    def __init__(self, world: World) -> None:
        self._emoji = world.emoji

    def routes(self) -> list[Route]:
        """Return the routes."""
        every = "/applications/{application_id}/emojis"
        one = every + "/{emoji_id}"
        return [
            Route("GET", every, self._list),
            Route("POST", every, self._create),
            Route("GET", one, self._get),
            Route("PATCH", one, self._rename),
            Route("DELETE", one, self._delete),
        ]

    async def _list(self, request: web.Request, body: Body) -> web.Response:
        return answer({"items": list(self._emoji.by_id.values())})

    async def _create(self, request: web.Request, body: Body) -> web.Response:
        return answer(self._emoji.create(body.json.get("name"), body.json.get("image")), 201)

    async def _get(self, request: web.Request, body: Body) -> web.Response:
        return answer(self._emoji.get(request.match_info["emoji_id"]))

    async def _rename(self, request: web.Request, body: Body) -> web.Response:
        return answer(self._emoji.rename(request.match_info["emoji_id"], body.json.get("name")))

    async def _delete(self, request: web.Request, body: Body) -> web.Response:
        self._emoji.delete(request.match_info["emoji_id"])
        return no_content()
