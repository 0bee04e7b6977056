"""What a bot and the small Discord have told each other of late, a line each, for the report of a test."""

from __future__ import annotations

import re
import time
from collections import deque
from dataclasses import dataclass, field

from small_discord.wire import dumps, loads

_REMEMBERED = 100
_MOST_CHARACTERS = 160
_OPS = {
    "2": "IDENTIFY",
    "3": "PRESENCE UPDATE",
    "4": "VOICE STATE UPDATE",
    "6": "RESUME",
    "7": "RECONNECT",
    "8": "REQUEST GUILD MEMBERS",
    "9": "INVALID SESSION",
    "10": "HELLO",
}
_HEARTBEAT = re.compile(r'"op": ?11?\b')
_TELLING = (
    *("type", "name", "username", "content", "title", "description", "label", "placeholder", "custom_id"),
    *("value", "values", "options", "data", "components", "component", "embeds", "fields", "filename"),
    *("author", "user", "member", "channel", "emoji", "message", "code", "errors", "_errors", "retry_after"),
    *("intents", "shard"),
)
"""What is shown of JSON, in this order: all else is left out, so that a token never gets in."""
_BASE = re.compile(r"^/api(/v\d+)?")
_TOKEN = re.compile(r"(?<=/)[^/]{40,}")
"""What is too long for an id in a path."""
_NOTHING: tuple[object, ...] = (None, "", [], {})


@dataclass(slots=True)
class Told:
    """A frame of the gateway, as it was sent, or a request, to which is added what becomes of it."""

    speaker: str
    subject: str
    text: str
    refusal: str = ""
    status: int | None = None
    at: float = field(default_factory=time.monotonic)

    def line(self, began: float) -> str:
        """Return it in short, with the seconds since then."""
        subject, value = self.subject, _read(self.text)
        if not subject and isinstance(value, dict):
            name, op, value = value.get("t"), str(value.get("op")), value.get("d")
            subject = name or _OPS.get(op, f"op {op}")
        parts = [subject, _brief(value)]
        if self.status is not None:
            parts += ["→", str(self.status), _brief(_read(self.refusal))]
        return f"{self.at - began:8.3f} s  {self.speaker:<7}  {' '.join(filter(None, parts))}"


class Transcript:
    """Keeps what was told, and makes lines of it when somebody wants to read them."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._told: deque[Told] = deque(maxlen=_REMEMBERED)

    def __str__(self) -> str:
        """Write a line for each, oldest first."""
        return "\n".join(told.line(self._began) for told in self._told)

    def frame(self, speaker: str, text: str | bytes) -> None:
        """Note a frame of the gateway, unless it is a heartbeat."""
        text = text if isinstance(text, str) else text.decode(errors="replace")
        if not _HEARTBEAT.search(text, 0, 60):
            self._told.append(Told(speaker, "", text))

    def close(self, reason: str) -> None:
        """Note that the gateway hangs up on the bot."""
        self._told.append(Told("Discord", f"hangs up: {reason}", ""))

    def request(self, method: str, path: str) -> Told:
        """Note a request of the bot; what it holds and what is answered is to be added."""
        told = Told("bot", f"{method} {_TOKEN.sub('…', _BASE.sub('', path))}", "")
        self._told.append(told)
        return told


def _read(text: str) -> object:
    try:
        return loads(text or "null")
    except ValueError:
        return text


def _brief(value: object) -> str:
    text = "" if (gist := _gist(value)) in _NOTHING else dumps(gist)
    return text if len(text) <= _MOST_CHARACTERS else text[:_MOST_CHARACTERS] + "…"


def _gist(value: object) -> object:
    """Return JSON without what tells nothing, or nobody is to read."""
    if isinstance(value, list):
        gists = [_gist(each) for each in value]
        return [gist for gist in gists if gist not in _NOTHING]
    if not isinstance(value, dict):
        return value
    gist = {key: _gist(value[key]) for key in _TELLING if key in value}
    return {key: each for key, each in gist.items() if each not in _NOTHING}
