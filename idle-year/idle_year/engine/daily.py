"""The seeds of dailies: nobody can guess them beforehand, and anybody can verify them afterwards.

A secret that only the operator knows yields a key for each day and family. The key's SHA-256, its commitment,
is published before the day, and the key itself once the daily is over. The key yields the candidates,
numbered from 0; the daily is the first suitable one.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from base64 import b32encode
from datetime import UTC, date, datetime, time, timedelta

from idle_year.engine.errors import GameError
from idle_year.engine.games import ALL
from idle_year.engine.wording import quoted, sentence

FAMILIES = tuple(dict.fromkeys(game.family for game in ALL.values()))
"""The families that have a daily each; it is a deal of the family's first game."""
_KEY = re.compile(r"[0-9a-f]{64}")
_SEED_BYTES = 10  # 16 letters and digits
_GRACE = timedelta(hours=1)
"""How long after its day a daily goes on for those who have begun it in time."""


def end_of_day(day: date) -> datetime:
    """Return the moment at which a UTC day ends."""
    return datetime.combine(day + timedelta(1), time(), UTC)


def ends_at(day: date) -> datetime:
    """Return when a daily is over, an hour after midnight UTC.

    Before that it counts for those who have begun it on its day, and nothing may tell its deal or its key.
    """
    return end_of_day(day) + _GRACE


def earliest_on(now: datetime) -> date:
    """Return the first day whose daily is not over at a moment in UTC: for an hour of each day, yesterday."""
    return (now - _GRACE).date()


def is_over(day: date, now: datetime) -> bool:
    """Whether a daily is over, so that its deal and its key are public and nothing counts for it any more."""
    return day < earliest_on(now)


def daily_key(secret: str, day: date, family: str) -> str:
    """Return the key of a daily, 64 hexadecimal digits."""
    message = f"idle-year/daily/{day.isoformat()}/{family}"
    return hmac.new(secret.encode(), message.encode(), hashlib.sha256).hexdigest()


def commitment(key: str) -> str:
    """Return what may be published of a key before its day: it binds the key but reveals nothing about it."""
    return hashlib.sha256(key.encode()).hexdigest()


def candidate(key: str, day: date, family: str, number: int) -> str:
    """Return the seed of a candidate, 16 letters and digits; numbers count from 0."""
    message = f"idle-year/candidate/{day.isoformat()}/{family}/{key}/{number}"
    return b32encode(hashlib.sha256(message.encode()).digest()[:_SEED_BYTES]).decode().lower()


def read_day(text: str) -> date:
    """Read a day such as 2026-11-20; raise GameError if the text is not a day."""
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        raise GameError(
            sentence(
                "{day} is not a day: write it as year, month and day, 2026-11-20.",
                day=quoted(text),
            )
        ) from None


def read_key(text: str) -> str:
    """Return a key in canonical form; raise GameError if the text cannot be a key."""
    key = text.strip().lower()
    if not _KEY.fullmatch(key):
        raise GameError("This is not a daily's key: one has 64 digits and letters from a to f.")
    return key


def check_commitment(key: str, published: str) -> None:
    """Raise GameError unless the key matches the published commitment."""
    if not hmac.compare_digest(commitment(key).encode(), published.strip().lower().encode()):
        raise GameError(
            "This key does not belong to that commitment: one of the two was changed or mistyped."
        )
