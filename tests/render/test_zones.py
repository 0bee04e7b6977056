"""Zones are found as people write them."""

from __future__ import annotations

from datetime import UTC, datetime
from importlib import resources

import pytest

from bot.render.language import LANGUAGES, read_here, read_in
from bot.render.notes import hour_text
from bot.render.refusals import which_zone
from bot.render.zones import find_zones
from bot.ui.options import read_zone
from idle_year.engine.errors import GameError
from tests.render.test_names import as_typed

NOW = datetime(2026, 11, 20, 17, 40, tzinfo=UTC)
_PLACES = [
    (country, zone)
    for country, _place, zone, *_notes in (
        line.split("\t")
        for line in resources.files("tzdata").joinpath("zoneinfo/zone.tab").read_text().splitlines()
        if not line.startswith("#")
    )
]


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("sao paulo", "America/Sao_Paulo"),
        ("São Paulo", "America/Sao_Paulo"),
        ("SAO_PAULO", "America/Sao_Paulo"),
        ("new york", "America/New_York"),
        ("NewYork", "America/New_York"),
        ("Nueva York", "America/New_York"),
        ("Nova York", "America/New_York"),
        ("ニューヨーク", "America/New_York"),
        ("america/new york", "America/New_York"),
        ("US/Eastern", "America/New_York"),
        ("Moskau", "Europe/Moscow"),
        ("Moscou", "Europe/Moscow"),
        ("Kiew", "Europe/Kyiv"),
        ("Kiev", "Europe/Kyiv"),
        ("Tóquio", "Asia/Tokyo"),
        ("東京", "Asia/Tokyo"),
        ("日本", "Asia/Tokyo"),
        ("Japan", "Asia/Tokyo"),
        ("JST", "Asia/Tokyo"),
        ("Saigon", "Asia/Ho_Chi_Minh"),
        ("Asia/Calcutta", "Asia/Kolkata"),
        ("Deutschland", "Europe/Berlin"),
        ("Alemania", "Europe/Berlin"),
        (" BERLIN ", "Europe/Berlin"),
        ("UK", "Europe/London"),
        ("England", "Europe/London"),
        ("Holland", "Europe/Amsterdam"),
        ("Peking", "Asia/Shanghai"),
        ("北京", "Asia/Shanghai"),
        ("Mumbai", "Asia/Kolkata"),
        ("大阪", "Asia/Tokyo"),
        ("rio de janeiro", "America/Sao_Paulo"),
        ("Brasília", "America/Sao_Paulo"),
        ("Barcelona", "Europe/Madrid"),
        ("CDMX", "America/Mexico_City"),
        ("Genève", "Europe/Zurich"),
        ("Zuerich", "Europe/Zurich"),
        ("Duesseldorf", "Europe/Berlin"),
        ("Bonn", "Europe/Berlin"),
        ("MEZ", "Europe/Berlin"),
        ("BRT", "America/Sao_Paulo"),
        ("日本時間", "Asia/Tokyo"),
        ("にゅーよーく", "America/New_York"),
        ("horário de Brasília", "America/Sao_Paulo"),
        ("Europe/Vienna (Wien)", "Europe/Vienna"),
        ("Europe/Vienna (Wien) · 18:52 there now", "Europe/Vienna"),
        ("UTC+2 · 19:40 there now", "Etc/GMT-2"),
        ("Toronto (17:20)", "America/Toronto"),
        ("Wien, Österreich", "Europe/Vienna"),
        ("Boston, USA", "America/New_York"),
        ("utc2", "Etc/GMT-2"),
        ("UTC 2", "Etc/GMT-2"),
        ("UTC+5.5", "Asia/Kolkata"),
        ("UTC+5.30", "Asia/Kolkata"),
        ("UTC+5,75", "Asia/Kathmandu"),
        ("Argentina", "America/Argentina/Buenos_Aires"),
        ("BST", "Europe/London"),
        ("St. John's", "America/St_Johns"),
        ("EDT", "America/New_York"),
        ("CET", "CET"),
        ("Portugal", "Portugal"),
        ("utc", "UTC"),
        ("GMT", "GMT"),
        ("UTC+2", "Etc/GMT-2"),
        ("gmt +2", "Etc/GMT-2"),
        ("ＵＴＣ＋２", "Etc/GMT-2"),
        ("+02:00", "Etc/GMT-2"),
        ("UTC−3", "Etc/GMT+3"),
        ("UTC+0", "UTC"),
        ("UTC+5:30", "Asia/Kolkata"),
        ("Etc/GMT+2", "Etc/GMT+2"),
    ],
)
def test_a_zone_is_understood(typed: str, zone: str) -> None:
    """What means one zone is taken, in any language, however it is written."""
    assert read_zone(typed, NOW) == zone


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("EST", ["America/New_York"]),
        ("MST", ["America/Denver"]),
        ("PST", ["America/Los_Angeles", "Asia/Manila"]),
        ("CST", ["America/Chicago", "America/Mexico_City", "Asia/Shanghai"]),
        ("IST", ["Asia/Kolkata", "Asia/Jerusalem", "Europe/Dublin"]),
        ("CET", ["CET", "Europe/Berlin", "Europe/Paris"]),
        ("Brasil", ["America/Sao_Paulo"]),
        ("UTC+2", ["Etc/GMT-2", "Europe/Athens"]),
        ("UTC-3:30", ["America/St_Johns"]),
        ("UTC+5:45", ["Asia/Kathmandu"]),
    ],
)
def test_of_several_zones_the_best_known_come_first(typed: str, first: list[str]) -> None:
    """Of zones that share letters, a country or a clock, those come first that most people mean."""
    assert find_zones(typed, NOW).offered[: len(first)] == first


_AMERICAN = ["New York (12:40)", "Chicago (11:40)", "Denver (10:40)", "Los Angeles (09:40)"]


@pytest.mark.parametrize(
    ("typed", "cities"),
    [
        ("EST", ["New York (12:40)", "Panama (12:40)"]),
        ("ist", ["Kolkata (23:10)", "Jerusalem (19:40)", "Dublin (17:40)"]),
        ("UTC-3:30", ["St John’s (14:10)"]),
        ("USA", _AMERICAN),
        ("EUA", _AMERICAN),
        ("EE. UU.", _AMERICAN),
        ("Salvador", ["Bahia (14:40)", "El Salvador (11:40)"]),
        ("berl", ["Berlin (18:40)"]),
        ("Paris, Texas", ["Paris (18:40)"]),
        ("UTC+1 (Rome)", ["Berlin (18:40)", "Lagos (18:40)", "Casablanca (18:40)"]),
    ],
)
def test_what_may_be_several_zones_is_not_guessed(typed: str, cities: list[str]) -> None:
    """What means zones with different clocks is refused, with a few cities and their times."""
    assert find_zones(typed, NOW).zone is None
    told = which_zone(find_zones(typed, NOW).offered, NOW)
    assert told.startswith(f"Do you mean {', '.join(cities)}, or another zone?")


@pytest.mark.parametrize("typed", ["León", "Arica", "Pau", "Caen", "Gap", "BH", "PT", "Far"])
def test_what_only_holds_or_begins_another_name_sets_no_zone(typed: str) -> None:
    """A town without a zone is not taken for one whose name holds it: Pau is not São Paulo."""
    assert find_zones(typed, NOW).zone is None


@pytest.mark.parametrize("typed", ["Caen", "Arica", "isbon"])
def test_what_is_inside_a_word_offers_nothing(typed: str) -> None:
    """Only beginnings of words are offered: Caen is not in Tijuana's country."""
    assert find_zones(typed, NOW).offered == []


@pytest.mark.parametrize(
    "typed", ["Moon/Tycho", "UTC+15", "UTC+2:17", "2", "Etc/GMT-15", "x" * 64, "+" * 64, f"{'Paris':101}"]
)
def test_no_zone_is_called_so(typed: str) -> None:
    """What is no zone is refused in one sentence."""
    with pytest.raises(GameError, match="I don't know that time zone"):
        read_zone(typed, NOW)


@pytest.mark.parametrize(
    "code", [pytest.param(code, marks=() if code in ("en", "de") else pytest.mark.slow) for code in LANGUAGES]
)
def test_every_city_and_country_is_found(code: str) -> None:
    """Each zone is offered for its city and its country as a language calls them, with accents or without."""
    with read_in(code):
        locale = read_here().babel
    for country, zone in _PLACES:
        city = locale.time_zones.get(zone, {}).get("city") or zone.rpartition("/")[2].replace("_", " ")
        for name in (city, locale.territories[country]):
            for typed in as_typed(name):
                assert zone in find_zones(typed, NOW).offered, typed


def test_hours_from_utc_are_named_as_people_write_them() -> None:
    """A zone two hours ahead of UTC is called so, although its real name has the other sign."""
    assert hour_text(8, "Etc/GMT-2") == "08:00 UTC+2"
    assert hour_text(8, "Etc/GMT+3") == "08:00 UTC-3"
    assert hour_text(8, "America/New_York") == "08:00 in America/New York"
