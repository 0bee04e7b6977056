"""JSON as it travels between the bot, the page and the local Discord."""

import json
from typing import Any

from aiohttp import web

Json = dict[str, Any]


dumps = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode
"""Return compact JSON text; emoji stay readable."""


def answer(value: object, status: int = 200) -> web.Response:
    """Answer with JSON under a bare content type: discord.py takes one with a charset for plain text."""
    return web.Response(body=dumps(value).encode(), status=status, content_type="application/json")


def no_content() -> web.Response:
    """Answer that the request succeeded, with no content."""
    return web.Response(status=204)
