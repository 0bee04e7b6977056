"""What a gateway connection sends, in its order."""

from __future__ import annotations

import asyncio
import logging

from aiohttp import web

from small_discord.gateway.compression import Compress
from small_discord.gateway.session import Refusal
from small_discord.transcript import Transcript
from small_discord.wire import Json, dumps

_log = logging.getLogger(__name__)


class Outbox:
    """A queue of frames, so that nobody waits for a slow bot; a refusal in it ends the connection."""

    def __init__(
        self, socket: web.WebSocketResponse, compress: Compress | None, transcript: Transcript
    ) -> None:
        self._socket = socket
        self._transcript = transcript
        self.says_goodbye = False
        self._queue: asyncio.Queue[str | Refusal] = asyncio.Queue()
        self._compress = compress

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
                    await self.refuse(what)
                    return
                self._transcript.frame("Discord", what)
                await self._write(what)
            except ConnectionError:
                return  # the reader sees the connection end, too, and detaches the session

    async def refuse(self, refusal: Refusal) -> None:
        """Close the connection with one of Discord's codes."""
        self.says_goodbye = True
        _log.warning("The gateway closes a connection with %s: %s", refusal.code, refusal.reason)
        self._transcript.close(f"{refusal.code} {refusal.reason}")
        await self._socket.close(code=refusal.code, message=refusal.reason.encode())

    async def _write(self, text: str) -> None:
        if self._compress is None:
            await self._socket.send_str(text)
        else:
            await self._socket.send_bytes(self._compress(text.encode()))
