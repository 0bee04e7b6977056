"""A REST route, and the body of a request."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from aiohttp import BodyPartReader, web

from small_discord.interactions import MOST_FILE_BYTES
from small_discord.limits.errors import ApiError, invalid
from small_discord.wire import Body, Upload, loads

Handler = Callable[[web.Request, Body], Awaitable[web.Response]]
NOT_JSON = ApiError(400, 50109, "The request body contains invalid JSON.")
_FILE_FIELD = re.compile(r"files\[(\d+)\]")


class Route(NamedTuple):
    """A known route; `open_` ones carry a token of their own in the path instead of the bot's in a header.

    `lacks` are fields that Discord takes there and the small Discord does not: they are refused.
    `takes_list`: the body is a list; most are objects.
    """

    method: str
    path: str
    handler: Handler
    open_: bool = False
    lacks: tuple[str, ...] = ()
    takes_list: bool = False


def says_yes(request: web.Request, key: str) -> bool:
    """Say whether the address of a request switches something on."""
    return request.query.get(key, "").lower() in ("1", "true")


def query_number(query: Mapping[str, str], key: str, default: int) -> int:
    """Return a number from the query, such as an id; raise ApiError if it is none."""
    value = query.get(key, str(default))
    if not value.isdecimal():
        raise invalid((key,), "NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.')
    return int(value)


async def read_body(request: web.Request) -> Body:
    """Return the body of a request; no content is an empty object."""
    if request.content_type.startswith("multipart/"):
        try:
            return await _read_multipart(request)
        except ValueError:  # there is no boundary, or no part where one belongs
            raise NOT_JSON from None
    if request.content_type == "application/x-www-form-urlencoded":
        form = await request.post()  # what a client sends for a form without files
        return Body(_parse(str(form.get("payload_json", "{}")).encode()))
    raw = await request.read()
    return Body(_parse(raw) if raw else {})


def _parse(raw: bytes) -> Any:
    try:
        return loads(raw)
    except ValueError:
        raise NOT_JSON from None


async def _read_multipart(request: web.Request) -> Body:
    payload: Any = {}
    files: dict[int, Upload] = {}
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            raise NOT_JSON
        content = bytes(await part.read())
        if part.name == "payload_json":
            payload = _parse(content)
        elif match := _FILE_FIELD.fullmatch(part.name or ""):
            if len(content) > MOST_FILE_BYTES:
                raise ApiError(413, 40005, "Request entity too large")
            files[int(match[1])] = Upload(part.filename or "file", content)
    return Body(payload, files)


def query_limit(query: Mapping[str, str], default: int, most: int) -> int:
    """Return how many things a query asks for, or raise ApiError."""
    limit = query_number(query, "limit", default)
    if not 1 <= limit <= most:
        raise invalid(("limit",), "NUMBER_TYPE_MAX", f"int value should be between 1 and {most}.")
    return limit


def query_time(query: Mapping[str, str]) -> datetime | None:
    """Return the time before which things are asked for, if any; raise ApiError for what is none."""
    before = query.get("before")
    if before is None:
        return None
    try:
        return datetime.fromisoformat(before).astimezone()
    except ValueError:
        message = f"Could not parse {before}. Should be ISO8601."
        raise invalid(("before",), "DATE_TIME_TYPE_PARSE", message) from None
