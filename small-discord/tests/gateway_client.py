"""A client of the gateway that takes no precautions."""

from typing import Any

import aiohttp

from small_discord import SmallDiscord


class Gateway:
    """Connects to the gateway without any of discord.py's precautions."""

    def __init__(self, local: SmallDiscord, session: aiohttp.ClientSession) -> None:
        self._local = local
        self._session = session

    async def identify(self, shard: int = 0) -> Any:
        """Identify as one of 32 shards; return the first frame after hello, or the close code."""
        socket = await self._session.ws_connect(self._local.url + "/gateway")
        await socket.receive_json()
        data = {"token": self._local.bot_token, "intents": 0, "shard": [shard, 32]}
        await socket.send_json({"op": 2, "d": data})
        frame = await socket.receive()
        return frame.data if frame.type is aiohttp.WSMsgType.CLOSE else frame.json()

    async def limit(self) -> Any:
        """Ask how often the bot may start."""
        headers = {"Authorization": f"Bot {self._local.bot_token}"}
        async with self._session.get(self._local.url + "/api/v10/gateway/bot", headers=headers) as response:
            return (await response.json())["session_start_limit"]
