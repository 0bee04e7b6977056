"""Time zones as people write them (city, country, letters such as EST, hours from UTC); moments in them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from functools import cache
from importlib import resources
from typing import NamedTuple
from zoneinfo import ZoneInfo

from babel import Locale
from babel.core import get_global

from bot.render.language import _, in_each_language, read_here
from idle_year.engine.wording import both_spellings, folded, folded_name

_TZDATA = resources.files("tzdata")
_NAMES = {name.lower(): name for name in _TZDATA.joinpath("zones").read_text().split()}
"""The names of all zones, such as `Europe/Berlin`, by what they are in lower case; some mean the same."""
_WELL_KNOWN = (
    "America/New_York America/Chicago America/Denver America/Los_Angeles America/Toronto "
    "America/Mexico_City America/Panama America/Bogota America/Lima America/Santiago America/Sao_Paulo "
    "America/Argentina/Buenos_Aires Europe/London Europe/Berlin Europe/Paris Europe/Madrid Europe/Rome "
    "Europe/Lisbon Europe/Athens Europe/Helsinki Europe/Istanbul Europe/Moscow Africa/Cairo Africa/Lagos "
    "Africa/Johannesburg Africa/Nairobi Asia/Kolkata Asia/Dubai Asia/Tehran Asia/Karachi Asia/Kathmandu "
    "Asia/Dhaka Asia/Bangkok Asia/Shanghai Asia/Singapore Asia/Manila Asia/Tokyo Asia/Seoul "
    "Australia/Sydney Australia/Adelaide Pacific/Auckland Pacific/Honolulu"
).split()
"""Of zones with the same letters or clock, these come first, in this order."""
_ALL_YEAR_WINTER = {"EST", "MST"}
"""Zones whose letters people also mean by where clocks go forward in summer."""
_HOURS = re.compile(r"(?=\D)(?:utc|gmt)?\s*([+-]?)\s*(\d{1,2})(?:[:.]?([0-5]\d)|[.,](5|75))?")
_SIGNS = str.maketrans("−–", "--")
_MINUTES = {"5": 30, "75": 45}
"""What parts of an hour are: `UTC+5.5` is half an hour past five."""
_WORD = re.compile(r"[^\W_]+")
_CLOCK = re.compile(r" ?\(\d\d:\d\d\)$| · .*")
"""The time that is shown with a zone, where people copy it."""
_ASIDE = re.compile(r"[(（,、]")
"""What comes before a local name or a country: `Europe/Rome (Rom)`, `Rom, Italien`."""
_ZONE_CHARACTERS = 100
"""Characters: what is longer names no zone, and is not compared with any."""
_ALSO_CALLED = {
    "US": "USA|US|EUA|EE. UU.|EEUU|アメリカ|米国",
    "GB": "UK|England|Inglaterra|Angleterre|Great Britain|イギリス",
    "NL": "Holland|Holanda|Hollande|オランダ",
    "America/New_York": "Boston|Miami|Washington DC|Philadelphia|Atlanta",
    "America/Chicago": "Houston|Dallas",
    "America/Los_Angeles": "San Francisco|Seattle|Las Vegas|San Diego",
    "America/Toronto": "Montréal|Montreal|Ottawa",
    "America/Mexico_City": "CDMX",
    "America/Sao_Paulo": "Rio de Janeiro|Rio|Brasília|Belo Horizonte|Porto Alegre|BRT",
    "America/Bahia": "Salvador",
    "Europe/London": "Manchester|Edinburgh",
    "Europe/Berlin": "München|Munich|Hamburg|Köln|Cologne|Frankfurt|Düsseldorf|Stuttgart|Bonn|MEZ|MESZ",
    "Europe/Zurich": "Genève|Geneva|Genf|Ginebra|Genebra|Bern",
    "Europe/Paris": "Lyon|Marseille|Toulouse|Bordeaux",
    "Europe/Madrid": "Barcelona|Valencia|Sevilla",
    "Europe/Lisbon": "Porto|Faro",
    "Europe/Rome": "Milano|Milan|Mailand|Napoli|Torino",
    "Europe/Istanbul": "Ankara",
    "Asia/Kolkata": "Mumbai|Bombay|Delhi|New Delhi|Bangalore|Bengaluru|Chennai",
    "Asia/Shanghai": "Beijing|Peking|Pekín|Pékin|Pequim|北京|Guangzhou|Shenzhen",
    "Asia/Tokyo": "Osaka|大阪|Kyoto|京都|横浜|名古屋|札幌|福岡",
}
"""What people write and no list of zones has: other names of countries, cities without zones of their own."""


class _Zone(NamedTuple):
    clock: ZoneInfo
    year: tuple[timedelta | None, ...]
    """How far it is from UTC in each month of this year."""
    names: frozenset[str]
    """As `_spelling` has them, in all languages: its name, its city, its country, its letters."""
    begun: str
    """What its names are from their beginnings on, a line each."""
    within: str
    """What its names are from the beginning of each of their words on, a line each."""


class Meant(NamedTuple):
    """The zones that somebody may mean."""

    zone: str | None
    """The one that is certainly meant; None if there is none, or if there are several with other clocks."""
    offered: list[str]
    """All of them, the best ones first."""


def load_zones() -> None:
    """Load all that is known of the zones, which takes a while: nobody waits for it later."""
    _zones()


def find_zones(typed: str, now: datetime) -> Meant:
    """Return the zones that are called so in any language, begin so, or are so many hours from UTC.

    None is certainly meant by the beginning of a name: `Salva` may be a city that is in no list.
    """
    if len(typed) > _ZONE_CHARACTERS:
        return Meant(None, [])
    typed = _CLOCK.sub("", typed.strip())
    found, aside = _called(typed, now), _ASIDE.search(typed)
    if found.offered or not aside:
        return found
    zone, offered = _called(typed[: aside.start()].strip(), now)
    known = _zones().get(zone or "")
    is_meant = known is not None and _spelling(typed[aside.end() :]) in known.names
    # Hours have no name of their own: `UTC-2 (Rome)` is where it is two hours earlier, if that is anywhere.
    return Meant(zone if is_meant else None, [each for each in offered if each in _zones()])


def in_time(moment: datetime) -> str:
    """Return a moment as Discord words it for each reader: `in 9 hours`, `12 days ago`."""
    return f"<t:{int(moment.timestamp())}:R>"


def time_of_day(moment: datetime) -> str:
    """Return a moment as Discord shows it in each reader's own zone: `01:00`."""
    return f"<t:{int(moment.timestamp())}:t>"


def _called(typed: str, now: datetime) -> Meant:
    hours = _HOURS.fullmatch(folded(typed).translate(_SIGNS))
    if hours:
        return _by_hours(hours, now)
    wanted = _spelling(typed)
    if typed and not wanted:
        return Meant(None, [])
    called = _those(wanted in zone.names for zone in _zones().values())
    exact = _NAMES.get("_".join(typed.lower().split()))
    if exact in called or (exact and exact not in _ALL_YEAR_WINTER and not _is_one(called)):
        return Meant(exact, list(dict.fromkeys([exact, *called])))
    if called:
        return Meant(called[0] if _is_one(called) else None, called)
    begun = _those(f"\n{wanted}" in zone.begun for zone in _zones().values())
    within = _those(f"\n{wanted}" in zone.within for zone in _zones().values())
    return Meant(None, list(dict.fromkeys([*begun, *within])))


def zone_name(zone: str) -> str:
    """Name a zone, with its city as the reader calls it if that is another word: `Europe/Rome (Rom)`."""
    name, city = plain_zone(zone), _city(zone)
    return name if name.endswith(city) else _("{name} ({local})", name=name, local=city)


def plain_zone(zone: str) -> str:
    """Name a zone by its name alone: `America/New York`, or `UTC+2`, whose real name has the other sign."""
    if hours := re.fullmatch(r"Etc/GMT([+-])(\d+)", zone):
        return f"UTC{'-' if hours[1] == '+' else '+'}{hours[2]}"
    return zone.replace("_", " ")


def clocks_text(zones: Iterable[str], now: datetime) -> list[str]:
    """Return cities with the time that it is there, one for each clock: `New York (12:40)`."""
    cities: dict[object, str] = {}
    for zone in zones:
        clock = _zones()[zone]
        cities.setdefault(clock.year, f"{_city(zone)} ({now.astimezone(clock.clock):%H:%M})")
    return list(cities.values())


@cache
def clock_of(zone: str) -> ZoneInfo:
    """Return what the clocks of a zone show, with a look at a file the first time at most."""
    known = _zones().get(zone)
    return known.clock if known else ZoneInfo(zone)


def _by_hours(hours: re.Match[str], now: datetime) -> Meant:
    sign, whole, minutes = hours[1], int(hours[2]), int(hours[3] or 0) + _MINUTES.get(hours[4], 0)
    ahead = timedelta(hours=whole, minutes=minutes) * (-1 if sign == "-" else 1)
    offered = _those(now.astimezone(zone.clock).utcoffset() == ahead for zone in _zones().values())
    name = f"Etc/GMT{'+' if sign == '-' else '-'}{whole}" if whole else "UTC"
    if not minutes and name.lower() in _NAMES:
        return Meant(name, list(dict.fromkeys([name, *offered])))
    for_ever = [zone for zone in offered if set(_zones()[zone].year) == {ahead}]
    return Meant(offered[0] if offered and offered == for_ever else None, offered)


def _those(are_meant: Iterable[bool]) -> list[str]:
    return [name for name, is_meant in zip(_zones(), are_meant, strict=True) if is_meant]


def _is_one(zones: Iterable[str]) -> bool:
    """Whether there are zones, and the clocks of all show the same the whole year."""
    return len({_zones()[zone].year for zone in zones}) == 1


def _city(zone: str, locale: Locale | None = None) -> str:
    found = (locale or read_here().babel).time_zones.get(zone, {}).get("city")
    return str(found or plain_zone(zone).rpartition("/")[2])


def _spelling(name: str) -> str:
    return "".join(_WORD.findall(folded_name(name)))


def _from_each_word(name: str) -> Iterator[str]:
    """Yield a name as it is compared, then without its first word, and so on."""
    words = _WORD.findall(folded_name(name))
    yield from ("".join(words[first:]) for first in range(len(words)))


@cache
def _zones() -> Mapping[str, _Zone]:
    """Return each zone that is offered, the well-known ones first."""
    countries: dict[str, str] = {}
    for line in _TZDATA.joinpath("zoneinfo", "zone.tab").read_text().splitlines():
        if not line.startswith("#"):
            country, _place, name, *_notes = line.split("\t")
            countries[name] = country
    others: dict[str, list[str]] = {}
    for old, name in get_global("zone_aliases").items():
        others.setdefault(name, []).append(old)
    ordered = dict.fromkeys(["UTC", *_WELL_KNOWN, *sorted(countries)])
    return {name: _zone(name, countries.get(name), others.get(name, [])) for name in ordered}


def _zone(name: str, country: str | None, others: Iterable[str]) -> _Zone:
    clock = ZoneInfo(name)
    months = [
        datetime(datetime.now(UTC).year, month, 1, tzinfo=UTC).astimezone(clock) for month in range(1, 13)
    ]
    known = {letters for month in months if (letters := month.tzname()) and letters.isalpha()}
    for each in (name, *others):
        known |= {each, each.rpartition("/")[2]}
    known |= {each for key in (name, country) for each in _ALSO_CALLED.get(key or "", "").split("|")}
    for locale in _locales():
        known |= {_city(name, locale), locale.territories.get(country, ""), *_clock_names(name, locale)}
    spelt = [list(_from_each_word(each)) for each in set().union(*map(both_spellings, known)) if each]
    names = frozenset(words[0] for words in spelt if words)
    within = {part for words in spelt for part in words}
    return _Zone(clock, tuple(month.utcoffset() for month in months), names, _lines(names), _lines(within))


def _clock_names(zone: str, locale: Locale) -> Iterator[str]:
    """Yield what the time of a zone is called, in summer apart: `Japan Time`, `Japan Standard Time`."""
    names = locale.meta_zones.get(get_global("meta_zones").get(zone), {}).get("long", {})
    yield from (names[kind] for kind in ("generic", "standard") if kind in names)


def _lines(names: Iterable[str]) -> str:
    return "".join(f"\n{name}" for name in names)


@cache
def _locales() -> list[Locale]:
    return in_each_language(lambda: read_here().babel)
