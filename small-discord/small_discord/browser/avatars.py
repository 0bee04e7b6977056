"""The default avatars, for users without a picture of their own."""

import struct
import zlib

from aiohttp import web

from small_discord.browser.guard import HEADERS

COLOURS = ("5865f2", "747f8d", "3ba55c", "faa61a", "ed4245", "eb459f")
_SIZE = 128


class DefaultAvatars:
    """One plain picture for each of Discord's default colours."""

    def table(self) -> list[web.RouteDef]:
        """Return aiohttp's route."""
        return [web.get("/embed/avatars/{number:[0-5]}.png", self._avatar)]

    async def _avatar(self, request: web.Request) -> web.StreamResponse:
        picture = plain_png(bytes.fromhex(COLOURS[int(request.match_info["number"])]), _SIZE)
        return web.Response(body=picture, content_type="image/png", headers=HEADERS)


def plain_png(colour: bytes, size: int) -> bytes:
    """Return a square of one colour, given as red, green and blue."""
    row = b"\0" + colour * size
    header = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(row * size)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in parts)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
