"""The frames waiting to be sent over a gateway connection."""

import asyncio
import logging
import zlib
from typing import Any

from aiohttp import web

from small_discord.gateway.refusal import Refusal
from small_discord.wire import Json, dumps

_log = logging.getLogger(__name__)


class Outbox:
    """A queue of frames, so that nobody waits for a slow bot; a refusal in it ends the connection."""

    def __init__(self, socket: web.WebSocketResponse, *, compressed: bool) -> None:
        self._socket = socket
        self._queue: asyncio.Queue[str | Refusal] = asyncio.Queue()
        self._deflate: Any = zlib.compressobj(level=1) if compressed else None

    def put(self, what: str | Refusal) -> None:
        """Send a frame as it is written, or hang up."""
        self._queue.put_nowait(what)

    def put_frame(self, op: int, data: object) -> None:
        """Send a frame that is no event; like Discord's, it has the keys of one all the same."""
        frame: Json = {"t": None, "s": None, "op": op, "d": data}
        self.put(dumps(frame))

    async def empty(self) -> None:
        """Send all that is queued until the connection ends."""
        while True:
            what = await self._queue.get()
            try:
                if isinstance(what, Refusal):
                    await refuse(self._socket, what)
                    return
                await self._write(what)
            except ConnectionError:
                return  # the reader sees the connection end, too, and detaches the session

    async def _write(self, text: str) -> None:
        if self._deflate is None:
            await self._socket.send_str(text)
        else:
            data = self._deflate.compress(text.encode()) + self._deflate.flush(zlib.Z_SYNC_FLUSH)
            await self._socket.send_bytes(data)


async def refuse(socket: web.WebSocketResponse, refusal: Refusal) -> None:
    """Close a connection with one of Discord's codes."""
    _log.warning("The gateway closes a connection with %s: %s", refusal.code, refusal.reason)
    await socket.close(code=refusal.code, message=refusal.reason.encode())
