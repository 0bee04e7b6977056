"""The seeds of dailies, which must stay the same for ever, so that published ones can still be checked."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from idle_year.engine.cards import read_seed
from idle_year.engine.daily import (
    FAMILIES,
    candidate,
    check_commitment,
    commitment,
    daily_key,
    earliest_on,
    ends_at,
    is_over,
    read_key,
)
from idle_year.engine.errors import GameError

DAY = date(2026, 11, 20)
KEY = "8dfc4ea5bdebd23ca38adb6a9bd26229d1db2d721e79019b970d561430f52d0a"


def test_keys_and_seeds_stay_what_they_are() -> None:
    """Keys and seeds stay what they are, or every daily ever published would look forged."""
    key = daily_key("secret", DAY, "accordion")
    assert key == KEY
    assert commitment(key) == "ad8eb77a75b70545d5bb68e66ee3c0e40615ca47bf675630a5468760833a6e48"
    assert [candidate(key, DAY, "accordion", number) for number in range(3)] == [
        "tsglmvb5z7yxz6fm",
        "tcpin2f2el3ndl2c",
        "xp5dhssqrdwzpkql",
    ]


def test_every_day_and_family_is_on_its_own() -> None:
    """No key of a day and family occurs twice, nor does a seed under the same key."""
    some = [(date(2026, 11, day), family) for day in range(1, 31) for family in FAMILIES]
    assert len({daily_key("secret", day, family) for day, family in some}) == len(some)
    seeds = {candidate(KEY, day, family, number) for day, family in some for number in range(10)}
    assert len(seeds) == 10 * len(some)
    assert all(read_seed(seed) == seed and len(seed) <= 16 for seed in seeds)


def test_each_family_has_a_daily() -> None:
    """Each family has a daily, in the order in which menus list them."""
    assert FAMILIES == ("accordion", "marriage", "cribbage", "napoleon", "pyramid")


def test_a_key_is_held_against_its_commitment() -> None:
    """A key fits its commitment with spaces or in capitals, and not with one digit changed."""
    check_commitment(read_key(f" {KEY.upper()}\n"), f" {commitment(KEY).upper()} ")
    for changed in (KEY[:-1] + "b", daily_key("other", DAY, "accordion")):
        with pytest.raises(GameError, match="does not belong to that commitment"):
            check_commitment(changed, commitment(KEY))


@pytest.mark.parametrize("text", ["", KEY[:-1], KEY + "0", KEY[:-1] + "g", KEY[:-1] + "é"])
def test_what_cannot_be_a_key_is_refused(text: str) -> None:
    """A text that cannot be a daily's key is refused."""
    with pytest.raises(GameError, match="not a daily's key"):
        read_key(text)


def test_a_daily_is_over_an_hour_after_its_day() -> None:
    """A daily is over an hour after its day, to the second, however that is asked."""
    end = datetime(2026, 11, 21, 1, tzinfo=UTC)
    assert ends_at(DAY) == end
    for now, over in ((end - timedelta(seconds=1), False), (end, True)):
        assert is_over(DAY, now) is over
        assert earliest_on(now) == DAY + timedelta(over)
