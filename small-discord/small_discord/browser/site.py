"""The page, its assets, emoji and attachments."""

import mimetypes
import re
from pathlib import Path

from aiohttp import web

from small_discord.browser.guard import HEADERS
from small_discord.world.world import World

PAGE = Path(__file__).parent.parent / "page"
ASSETS = {".html", ".css", ".js", ".svg", ".png", ".woff2"}
PICTURES = {"image/png", "image/jpeg", "image/gif", "image/webp"}
_FILE_NAME = re.compile(r"[\w-]+(\.[\w-]+)+")


class Site:
    """Everything that a browser fetches; only the files of messages are not public."""

    def __init__(self, world: World) -> None:
        self._world = world

    def table(self) -> list[web.RouteDef]:
        """Return aiohttp's routes."""
        return [
            web.get("/", self._index),
            web.get("/static/{name}", self._asset),
            web.get("/emoji/{id:[0-9]+}.png", self._emoji),
            web.get("/emojis/{id:[0-9]+}.png", self._emoji),  # where discord.py looks for it
            web.get("/attachments/{id:[0-9]+}/{name}", self._attachment),
        ]

    async def _index(self, request: web.Request) -> web.StreamResponse:
        return _page_file("index.html")

    async def _asset(self, request: web.Request) -> web.StreamResponse:
        return _page_file(request.match_info["name"])

    async def _emoji(self, request: web.Request) -> web.StreamResponse:
        emoji_id = request.match_info["id"]
        if emoji_id not in self._world.emoji.by_id:
            raise web.HTTPNotFound(headers=HEADERS)
        return self._bytes(
            emoji_id, "image/gif" if self._world.emoji.by_id[emoji_id]["animated"] else "image/png"
        )

    async def _attachment(self, request: web.Request) -> web.StreamResponse:
        if not self._world.links.is_good(request.path, request.query):
            raise web.HTTPNotFound(text="This content is no longer available.", headers=HEADERS)
        kind = mimetypes.guess_type(request.match_info["name"])[0] or ""
        return self._bytes(request.match_info["id"], kind)

    def _bytes(self, snowflake: str, kind: str) -> web.StreamResponse:
        content = self._world.file.bytes_of(snowflake)
        if content is None:
            raise web.HTTPNotFound(headers=HEADERS)
        headers = HEADERS | {"Cache-Control": "private, max-age=86400, immutable"}
        if kind not in PICTURES:
            # A file that a browser would run or render is only ever saved.
            kind, headers["Content-Disposition"] = "application/octet-stream", "attachment"
        return web.Response(body=content, content_type=kind, headers=headers)


def _page_file(name: str) -> web.StreamResponse:
    path = PAGE / name
    if not _FILE_NAME.fullmatch(name) or path.suffix not in ASSETS or not path.is_file():
        raise web.HTTPNotFound(headers=HEADERS)
    return web.FileResponse(path, headers=HEADERS | {"Cache-Control": "no-cache"})
