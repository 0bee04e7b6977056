"""One REST route: its method, its path under /api/v10, who may call it."""

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from aiohttp import web

from small_discord.posting.body import Body

Handler = Callable[[web.Request, Body], Awaitable[web.Response]]


class Route(NamedTuple):
    """A known route; `open_` ones carry a token of their own in the path instead of the bot's in a header."""

    method: str
    path: str
    handler: Handler
    open_: bool = False
