"""An installation that moves to PostgreSQL and back, as its players see it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from bot.cli import main
from tests.clock import Clock
from tests.controls import first, make
from tests.databases import new_postgres, sqlite_address
from tests.flow.boards import deal, play_made_up
from tests.flow.conftest import HERE

if TYPE_CHECKING:
    from pathlib import Path

    from small_discord import Message, Person
    from tests.flow.conftest import Parlour

LOUNGE = "The Parlour/#lounge"


@pytest.mark.slow
@pytest.mark.usefixtures("postgres")
async def test_everybody_plays_on_after_the_database_has_moved(
    parlour: Parlour, request: pytest.FixtureRequest, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """After the database has moved, everybody plays on with the buttons they had, and nothing has changed."""
    parlour.now = Clock()
    await play_made_up(parlour, parlour.ada)
    await play_made_up(parlour, parlour.ben)
    await (await parlour.ben.slash(HERE, "daily play")).final()
    await play_made_up(parlour, parlour.ben, begun=True)
    race = await (await parlour.ada.slash(LOUNGE, "race start", game="accordion")).final()
    running = await (await parlour.ada.press(race, "Join race")).final()
    board = await deal(parlour.ada)
    before = await _what_everybody_reads(parlour)
    assert f"<@{parlour.ben.user.id}>" in before[0]
    for piles, new in ((51, new_postgres(request)), (50, sqlite_address(tmp_path / "back.sqlite3"))):
        await parlour.close()
        assert await asyncio.to_thread(main, ["migrate-database", parlour.database, new]) == 0
        assert "\ngames: 5\n" in capsys.readouterr().out
        parlour.database = new
        await parlour.open()
        assert await _what_everybody_reads(parlour) == before
        board = await _played(parlour.ada, board)
        assert f"{piles} piles" in board.text
        running = await _played(parlour.ada, running)
        assert f"{piles} piles" in running.text
    await parlour.ada.slash(LOUNGE, "race stop")
    assert f"<@{parlour.ada.user.id}>" in (await parlour.ben.waits_for(LOUNGE, "Race, over")).text
    assert "piles" in (await deal(parlour.ben)).text


async def _played(person: Person, board: Message) -> Message:
    reply = await make(person, board, first(board))
    return await reply.final()


async def _what_everybody_reads(parlour: Parlour) -> list[str]:
    asked = [
        await parlour.ada.slash(HERE, "leaderboard", game="late-binding", when="all time"),
        await parlour.ben.slash(HERE, "daily play"),
        await parlour.ben.slash(HERE, "daily results"),
        await parlour.ben.slash(HERE, "stats"),
    ]
    return [(await each.final()).text for each in asked]
