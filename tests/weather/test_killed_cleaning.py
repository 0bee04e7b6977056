"""Processes that are killed as they clean: nothing is lost that should stay, nothing stays that should go."""

from __future__ import annotations

import asyncio
import contextlib
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import func, select

from bot.render.refusals import DATABASE_FAILING
from bot.store.database import Database
from bot.store.tables import left_servers
from tests.weather.day import EVENING, ROOMS
from tests.weather.leftovers import Leftovers, read_rows
from tests.weather.test_a_day import in_time, patience
from tests.weather.test_killed_processes import database, day

if TYPE_CHECKING:
    from tests.weather.day import Day
    from tests.weather.player import Player

__all__ = ["database", "day", "patience"]
pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("kernels")]

_LONG_GONE = 300
_BETWEEN_KILLS = 10
"""How many servers are forgotten before the next process is killed."""


async def test_what_should_go_goes_and_the_rest_stays(day: Day, database: str) -> None:
    """Processes that are killed while they clean delete just what should go."""
    deleting = day.players[:3]
    leftovers = Leftovers(
        long_gone=_made_up(1, _LONG_GONE),
        left_lately=_made_up(1001, 20),
        left_unseen=_made_up(2001, 8),
        here=[_guild(day, room) for room in ROOMS],
        deleting=[int(player.person.user.id) for player in deleting],
    )
    tables = Database(database)
    tomorrow = datetime.now(UTC).date() + timedelta(1)
    await leftovers.put(tables, datetime.combine(tomorrow, EVENING, UTC))
    expected = leftovers.cleaned(await read_rows(tables))
    day.operator.begin()
    await asyncio.gather(
        in_time(_kill_as_they_clean(day, tables)), *(in_time(_erase(day, player)) for player in deleting)
    )
    with contextlib.suppress(TimeoutError):
        await in_time(_become(tables, expected))
    assert await read_rows(tables) == expected
    await tables.close()


def _made_up(first: int, many: int) -> list[int]:
    """Return ids of servers, one after another on another shard."""
    return [number << 22 for number in range(first, first + many)]


def _guild(day: Day, room: str) -> int:
    return int(day.owners[0].person.channel(room).guild_id or 0)


async def _kill_as_they_clean(day: Day, tables: Database) -> None:
    """Kill a process, any of them, each time that some more servers are forgotten."""
    kills, rest = 2 * day.operator.shards, _LONG_GONE
    while kills and rest > _BETWEEN_KILLS:
        await asyncio.sleep(0.01)
        found = await _long_gone(tables)
        if found <= rest - _BETWEEN_KILLS:
            rest, kills = found, kills - 1
            day.operator.kill(day.luck.randrange(day.operator.shards))
    assert rest < _LONG_GONE


async def _long_gone(tables: Database) -> int:
    query = select(func.count()).where(left_servers.c.guild < 1000 << 22)
    async with tables.statement() as connection:
        return int((await connection.execute(query)).scalar_one())


async def _erase(day: Day, player: Player) -> None:
    """Have everything about a player deleted, however often that has to be asked for."""
    await day.local.wait_for_commands("privacy")
    asked = await player.begin("privacy delete")
    told = None
    while told is None or told.text == DATABASE_FAILING:
        told = await player.insist(partial(player.person.press, asked, "Delete everything"))
    assert told.text.startswith("Everything kept about you is deleted.")


async def _become(tables: Database, expected: object) -> None:
    while await read_rows(tables) != expected:  # noqa: ASYNC110  there is no event for what others do
        await asyncio.sleep(0.5)
