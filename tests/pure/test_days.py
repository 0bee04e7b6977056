"""The hour of a zone within each day of UTC."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.pure.days import hour_of_day

_YEAR = [date(2026, 1, 1) + timedelta(days) for days in range(365)]


@pytest.mark.parametrize("hour", [0, 1, 2, 8, 23])
@pytest.mark.parametrize(
    "zone",
    [
        "UTC",
        "Europe/Berlin",
        "America/Los_Angeles",
        "Asia/Tokyo",
        "Asia/Kolkata",
        "Asia/Kathmandu",
        "Pacific/Chatham",
        "Australia/Lord_Howe",
        "Pacific/Kiritimati",
        "Pacific/Niue",
    ],
)
def test_it_comes_once_in_each_day(zone: str, hour: int) -> None:
    """The hour comes within each day of a year, and reads so on the zone's clocks but when they change."""
    moments = [hour_of_day(day, hour, zone) for day in _YEAR]
    assert [moment.date() for moment in moments] == _YEAR
    shown = [f"{moment.astimezone(ZoneInfo(zone)):%H:%M}" for moment in moments]
    assert sum(each != f"{hour:02}:00" for each in shown) <= 1


def test_an_hour_that_comes_twice_is_its_first() -> None:
    """Of an hour that the clocks repeat, the first one counts."""
    assert hour_of_day(date(2026, 10, 25), 2, "Europe/Berlin") == datetime(2026, 10, 25, 0, tzinfo=UTC)


def test_an_hour_that_is_left_out_begins_when_it_would_have() -> None:
    """An hour that the clocks leave out begins when it would have without the change."""
    assert hour_of_day(date(2026, 3, 29), 2, "Europe/Berlin") == datetime(2026, 3, 29, 1, tzinfo=UTC)


@pytest.mark.parametrize("zone", ["Moon/Tycho", "America", "", "../Berlin", "a" * 300])
def test_a_zone_that_is_gone_is_utc(zone: str) -> None:
    """A zone that this machine does not know, whatever it is called, is taken for UTC."""
    assert hour_of_day(date(2026, 3, 29), 2, zone) == datetime(2026, 3, 29, 2, tzinfo=UTC)
