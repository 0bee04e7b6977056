"""What a day of UTC has: the periods that it belongs to, an hour of each zone, and the moment of a digest."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from idle_year.engine.daily import ends_at

_ALL_TIME = "all"
"""The period that all days belong to."""


def periods(day: date) -> tuple[str, str, str]:
    """Return the periods that a day of UTC belongs to: itself, its month, and all time."""
    name = day.isoformat()
    return name, name[:7], _ALL_TIME


def hour_of_day(day: date, hour: int, zone: str) -> datetime:
    """Return when an hour of a zone begins within a day of UTC, whatever the clocks do: once in each day.

    If that is twice, it is the first time. If the clocks leave the hour out of it, it is the day's start.
    """
    of_zone = _zone(zone)
    local = (datetime.combine(day + timedelta(days), time(hour), of_zone) for days in (-1, 0, 1))
    within = (moment for each in local if (moment := each.astimezone(UTC)).date() == day)
    return min(within, default=datetime.combine(day, time(), UTC))


def digest_due(day: date, hour: int, zone: str) -> datetime:
    """Return when a day's digest is due: at its hour, but not before the last dailies are over."""
    return max(hour_of_day(day, hour, zone), ends_at(day - timedelta(1)))


def _zone(name: str) -> ZoneInfo:
    """Return a zone; UTC stands in for one that another machine knew."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):  # the last if it names a folder of zones
        return ZoneInfo("UTC")
