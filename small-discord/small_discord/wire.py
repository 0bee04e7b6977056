"""JSON and files as they travel between the bot, the page and the small Discord."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import orjson
from aiohttp import web

Json = dict[str, Any]

loads = orjson.loads
"""Read JSON, as bytes or text; raise ValueError if it is none. Integers beyond 64 bits become floats."""


def dumps(value: object) -> str:
    """Return compact JSON text; emoji stay readable."""
    return orjson.dumps(value).decode()


def answer(value: object, status: int = 200) -> web.Response:
    """Answer with JSON under a bare content type: discord.py takes one with a charset for plain text."""
    return web.Response(body=orjson.dumps(value), status=status, content_type="application/json")


def no_content() -> web.Response:
    """Answer that the request succeeded, with no content."""
    return web.Response(status=204)


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that the bot or a person sends."""

    filename: str
    content: bytes

    def __str__(self) -> str:
        """Return its name, as shown in the line of a command."""
        return self.filename


@dataclass(frozen=True, slots=True)
class Body:
    """The JSON of a request, with its files by their number in ``files[n]``."""

    json: Any
    files: dict[int, Upload] = field(default_factory=dict)
