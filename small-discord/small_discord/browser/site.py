"""The page and all that a browser fetches, for this server's own names only."""

from __future__ import annotations

import mimetypes
import re
import struct
import zlib
from pathlib import Path

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from small_discord.world.world import World

_PAGE = Path(__file__).parent.parent / "page"
_ASSETS = {".html", ".css", ".js", ".svg", ".png", ".woff2"}
_PICTURES = {"image/png", "image/jpeg", "image/gif", "image/webp"}
_FILE_NAME = re.compile(r"[\w-]+(\.[\w-]+)+")
_COLOURS = ("5865f2", "747f8d", "3ba55c", "faa61a", "ed4245", "eb459f")
_SIZE = 128
_CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "Content-Security-Policy": _CSP,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_USUAL_PORT = 80


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
            raise web.HTTPNotFound(headers=_HEADERS)
        return self._bytes(
            emoji_id, "image/gif" if self._world.emoji.by_id[emoji_id]["animated"] else "image/png"
        )

    async def _attachment(self, request: web.Request) -> web.StreamResponse:
        if not self._world.links.is_good(request.path, request.query):
            raise web.HTTPNotFound(text="This content is no longer available.", headers=_HEADERS)
        kind = mimetypes.guess_type(request.match_info["name"])[0] or ""
        return self._bytes(request.match_info["id"], kind)

    def _bytes(self, snowflake: str, kind: str) -> web.StreamResponse:
        content = self._world.file.bytes_of(snowflake)
        if content is None:
            raise web.HTTPNotFound(headers=_HEADERS)
        headers = _HEADERS | {"Cache-Control": "private, max-age=86400, immutable"}
        if kind not in _PICTURES:
            # A file that a browser would run or render is only ever saved.
            kind, headers["Content-Disposition"] = "application/octet-stream", "attachment"
        return web.Response(body=content, content_type=kind, headers=headers)


def _page_file(name: str) -> web.StreamResponse:
    path = _PAGE / name
    if not _FILE_NAME.fullmatch(name) or path.suffix not in _ASSETS or not path.is_file():
        raise web.HTTPNotFound(headers=_HEADERS)
    return web.FileResponse(path, headers=_HEADERS | {"Cache-Control": "no-cache"})


class DefaultAvatars:
    """One plain picture for each of Discord's default colours."""

    def table(self) -> list[web.RouteDef]:
        """Return aiohttp's route."""
        return [web.get("/embed/avatars/{number:[0-5]}.png", self._avatar)]

    async def _avatar(self, request: web.Request) -> web.StreamResponse:
        picture = plain_png(bytes.fromhex(_COLOURS[int(request.match_info["number"])]), _SIZE)
        return web.Response(body=picture, content_type="image/png", headers=_HEADERS)


def plain_png(colour: bytes, size: int) -> bytes:
    """Return a square of one colour, given as red, green and blue."""
    row = b"\0" + colour * size
    header = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(row * size)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in parts)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


class Guard:
    """Lets through only requests to this server's own names: others may come from DNS rebinding."""

    def __init__(self) -> None:
        self._hosts: tuple[str, ...] = ()

    def learn(self, port: int, host: str) -> None:
        """Learn which names are ours beside those of every machine, once the port is known."""
        names = ("127.0.0.1", "localhost", host)
        # Browsers leave out the port that is usual for the web.
        self._hosts = (*(f"{name}:{port}" for name in names), *(names if port == _USUAL_PORT else ()))

    def own_origin(self, request: web.Request) -> bool:
        """Say whether a websocket was opened by our own page."""
        return request.headers.get("Origin") in [f"http://{host}" for host in self._hosts]

    def middleware(self) -> Middleware:
        """Return aiohttp's middleware that checks the Host header."""

        @web.middleware
        async def check_host(request: web.Request, handler: Handler) -> web.StreamResponse:
            if request.host not in self._hosts:
                raise web.HTTPForbidden(text="This server answers to its own address only.")
            return await handler(request)

        return check_host
