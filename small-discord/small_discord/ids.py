"""Ids and tokens as Discord makes them, and addresses that are good for a day."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime

EPOCH_MS = 1_420_070_400_000
"""The first second of 2015, where Discord's clock starts."""
_A_DAY = 24 * 3600
_AN_HOUR = 3600


class Snowflakes:
    """Hands out ids that always rise, even when the clock does not."""

    def __init__(self) -> None:
        self._last = 0

    def next(self) -> str:
        """Return a fresh id for something that happens now."""
        now = (time.time_ns() // 1_000_000 - EPOCH_MS) << 22
        self._last = max(now, self._last + 1)
        return str(self._last)

    def seen(self, snowflake: str) -> None:
        """Never again hand out this id, or one before it."""
        self._last = max(self._last, int(snowflake))


def made_at(snowflake: str) -> float:
    """Return the time at which an id was made, in seconds since 1970."""
    return ((int(snowflake) >> 22) + EPOCH_MS) / 1000


def later(snowflake: str, seconds: float) -> str:
    """Return an id as it would be if it were made so much later."""
    return str(int(snowflake) + (int(seconds * 1000) << 22))


def iso_now() -> str:
    """Return the current time in Discord's form."""
    return datetime.now(UTC).isoformat()


def new_token(app_id: str) -> str:
    """Return a token in Discord's form: clients read the application's id from its first part."""
    first = base64.urlsafe_b64encode(app_id.encode()).decode().rstrip("=")
    return f"{first}.{secrets.token_urlsafe(4)}.{secrets.token_urlsafe(28)}"


class Links:
    """Signs addresses and checks them; each is good for a day."""

    def __init__(self, secret: str, now: Callable[[], float] = time.time) -> None:
        self._secret = secret.encode()
        self.now = now

    def sign(self, path: str) -> str:
        """Return an address signed for the next day; it stays the same for an hour."""
        begin = int(self.now()) // _AN_HOUR * _AN_HOUR
        issued, ends = f"{begin:x}", f"{begin + _A_DAY:x}"
        return f"{path}?ex={ends}&is={issued}&hm={self._signature(path, ends, issued)}"

    def is_good(self, path: str, query: Mapping[str, str]) -> bool:
        """Return whether an address was signed here for this file, less than a day ago."""
        ends, issued, given = (query.get(key, "") for key in ("ex", "is", "hm"))
        right = hmac.compare_digest(self._signature(path, ends, issued).encode(), given.encode())
        return right and int(ends, 16) > self.now()

    def _signature(self, path: str, ends: str, issued: str) -> str:
        return hmac.new(self._secret, f"{path} {ends} {issued}".encode(), hashlib.sha256).hexdigest()
