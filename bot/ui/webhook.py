"""How answers to interactions reach Discord: again where the connection broke, and once all the same.

discord.py by itself sends a request again that Discord has answered with 500, 502 or 504, but not one whose
connection has ended; and it takes "answered already" (40060) for a failure, also where its own first try was
done although Discord said that it was not.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import aiohttp
import discord
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

if TYPE_CHECKING:
    from discord.types.interactions import InteractionCallback

ANSWERED_ALREADY = 40060
_PAUSES = (0.1, 0.4, 1.0)
"""Seconds before each further try: nobody waits for an answer longer than three."""


class Webhook(AsyncWebhookAdapter):
    """Sends what answers an interaction."""

    async def request(self, route: Any, session: Any, **options: Any) -> Any:
        """Send a request, again after each of some pauses where the connection breaks."""
        for pause in _PAUSES:
            try:
                return await super().request(route, session, **options)
            except aiohttp.ClientConnectionError:
                await asyncio.sleep(pause)
                for file in options.get("files") or ():
                    file.reset()
        return await super().request(route, session, **options)

    async def create_interaction_response(
        self,
        interaction_id: int,
        token: str,
        *,
        session: Any,
        **options: Any,
    ) -> InteractionCallback:
        """Answer an interaction; Discord's reply lacks the message where only a further try was answered."""
        counted: Any = _Counted(session)
        try:
            return await super().create_interaction_response(
                interaction_id, token, session=counted, **options
            )
        except discord.HTTPException as error:
            if error.code != ANSWERED_ALREADY or counted.requests == 1:
                raise
        return {"interaction": {"id": str(interaction_id)}}  # type: ignore[typeddict-item]  # all that is known


class _Counted:
    """A session that counts the requests that are made with it."""

    def __init__(self, session: aiohttp.ClientSession) -> None:
        self.requests = 0
        self._session = session

    def request(self, *args: Any, **options: Any) -> Any:
        self.requests += 1
        return self._session.request(*args, **options)


def answer_for_certain() -> None:
    """Have all answers go out that way which this task gives, and those that it begins from now on."""
    async_context.set(Webhook())  # type: ignore[no-untyped-call]  # discord.py's own __init__
