"""What the bot asks of Discord: answers to interactions arrive once and in time, and no pause lasts for ever.

discord.py itself retries a request that Discord has answered with 500 or more, for 25 seconds, long after
Discord has given up on the interaction, and while nobody is told anything; but not one whose connection was
lost. It also takes "answered already" (40060) for a failure, even if its own first try had succeeded although
Discord said that it had not.

At a global rate limit, it keeps back all requests until the one that met it has slept. If that one is
cancelled in its sleep, as by a limit of time, all others wait for ever.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import UTC
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

import aiohttp
import discord
import discord.http
from discord.http import MultipartParameters
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from bot.store.clock import DiscordTime

if TYPE_CHECKING:  # its types import each other in a circle
    from discord.types.interactions import InteractionCallback

ANSWERED_ALREADY = 40060
_PAUSES = (0.1, 0.4, 1.0, 1.5)
"""Seconds before each retry: three in all, as many as Discord waits for an answer."""
_ANSWER_SECONDS = 3.0
"""Seconds that Discord waits for an answer. They are counted from the first try: the clocks may disagree, and
an interaction that is older by then is one that Discord itself says it has given up on."""


class Webhook(AsyncWebhookAdapter):
    """Sends what answers an interaction."""

    async def request(self, route: Any, session: Any, **options: Any) -> Any:
        """Send a request, retrying after a pause whenever the connection breaks or Discord fails."""
        session = _Failing(session)
        for pause in _PAUSES:
            try:
                return await super().request(route, session, **options)
            except (aiohttp.ClientConnectionError, discord.DiscordServerError):
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
        params: MultipartParameters,
        **options: Any,
    ) -> InteractionCallback:
        """Answer an interaction; raise ServerTimeoutError if Discord refuses that until it gives up on it.

        The reply has no message if that was an edit, or if a retry finds it answered already.
        """
        limit = asyncio.timeout(_ANSWER_SECONDS)
        counted: Any = _Counted(session, limit, brief=_is_edit(params))
        try:
            async with limit:
                reply = await super().create_interaction_response(
                    interaction_id, token, session=counted, params=params, **options
                )
            if reply:
                return reply
        except discord.HTTPException as error:
            if error.code != ANSWERED_ALREADY or counted.requests == 1:
                raise
        except TimeoutError as error:
            if not limit.expired():
                raise
            raise aiohttp.ServerTimeoutError(f"Discord took none for {_ANSWER_SECONDS:.0f} s.") from error
        return {"interaction": {"id": str(interaction_id)}}  # type: ignore[typeddict-item]  # all that is known


def _is_edit(params: MultipartParameters) -> bool:
    edit = discord.InteractionResponseType.message_update.value
    return params.payload is not None and params.payload["type"] == edit


class _Failing:
    """A session whose requests fail at once if Discord does: discord.py would try again by itself."""

    def __init__(self, session: aiohttp.ClientSession) -> None:
        self._session = session

    @asynccontextmanager
    async def request(self, *args: Any, **options: Any) -> AsyncIterator[aiohttp.ClientResponse]:
        async with self._session.request(*args, **options) as response:
            if response.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
                raise discord.DiscordServerError(response, await response.text())
            yield response


class _Counted:
    """A session that counts the requests made with it; if `brief`, it asks for no reply.

    discord.py would have Discord send the whole message back, which takes several kilobytes for a board.
    `limit` is for pauses: what Discord is just being asked may still be answered, and then has taken effect.
    """

    def __init__(self, session: aiohttp.ClientSession, limit: asyncio.Timeout, *, brief: bool) -> None:
        self.requests = 0
        self._session = session
        self._limit = limit
        self._ends = asyncio.get_running_loop().time() + _ANSWER_SECONDS
        self._brief = brief

    @asynccontextmanager
    async def request(self, *args: Any, **options: Any) -> AsyncIterator[aiohttp.ClientResponse]:
        self.requests += 1
        if self._brief:
            options["params"] = None
        self._limit.reschedule(None)
        try:
            async with self._session.request(*args, **options) as response:
                if not response.ok:
                    self._limit.reschedule(self._ends)
                yield response
        except aiohttp.ClientConnectionError:
            self._limit.reschedule(self._ends)
            raise


def answer_for_certain() -> None:
    """Make this task, and all that it starts from now on, send answers through `Webhook`."""
    async_context.set(Webhook())  # type: ignore[no-untyped-call]  # discord.py's own __init__


class _NoPause(asyncio.Event):
    """Cleared for as long as Discord wants no requests, by the task whose request was told so."""

    def __init__(self) -> None:
        super().__init__()
        self.set()

    def set(self) -> None:
        """Let requests go."""
        super().set()
        self._told: asyncio.Task[Any] | None = None

    def clear(self) -> None:
        """Keep all requests back until the one that is being told has slept."""
        super().clear()
        self._told = asyncio.current_task()

    def leave(self) -> None:
        """Let requests go if the one that keeps them back is this task's: it has ended."""
        if self._told is asyncio.current_task():
            self.set()


def outlive_pauses(http: discord.http.HTTPClient) -> None:
    """Have no request wait for one that was cancelled; call this once the bot has logged in."""
    no_pause = http._global_over = _NoPause()  # noqa: SLF001  the reason is this module's
    send = http.request

    async def send_and_leave(*args: Any, **options: Any) -> Any:
        try:
            return await send(*args, **options)
        finally:
            no_pause.leave()

    http.request = send_and_leave  # type: ignore[method-assign]


def noting_the_time(clock: DiscordTime) -> aiohttp.TraceConfig:
    """Return what notes the time that comes with each answer of Discord's, also with that to the login."""

    async def note(_session: object, _context: object, ended: aiohttp.TraceRequestEndParams) -> None:
        with suppress(LookupError, ValueError):  # whoever stands before Discord may say none, or an odd one
            clock.told(parsedate_to_datetime(ended.response.headers["Date"]).astimezone(UTC))

    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(note)
    return trace
