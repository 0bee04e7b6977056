"""The answers "too many requests", one for each reason."""

import math
from typing import Literal

from aiohttp import web

from small_discord.wire import answer

VIA = {"Via": "1.1 google"}
"""Carried by Discord's own answers but not by Cloudflare's: clients tell them apart by it."""
Scope = Literal["user", "global", "shared"]


def too_many(scope: Scope, seconds: float, headers: dict[str, str]) -> web.Response:
    """Answer that a limit is reached: the bot's own, that of all its requests, or one shared with others."""
    everything = scope == "global"
    body = {"message": "You are being rate limited.", "retry_after": seconds, "global": everything}
    response = answer(body, 429)
    response.headers.update(headers | VIA)
    response.headers["Retry-After"] = str(math.ceil(seconds))
    response.headers["X-RateLimit-Scope"] = scope
    if everything:
        response.headers["X-RateLimit-Global"] = "true"
    return response


def banned(seconds: float) -> web.Response:
    """Answer in Cloudflare's name, which says only for how long it lets nothing through."""
    page = (
        "<!DOCTYPE html>\n<html>\n<head><title>Access denied</title></head>\n"
        "<body><h1>Error 1015</h1><p>You are being rate limited.</p></body>\n</html>\n"
    )
    headers = {"Retry-After": str(math.ceil(seconds)), "Server": "cloudflare"}
    return web.Response(status=429, text=page, content_type="text/html", headers=headers)
