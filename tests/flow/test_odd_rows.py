"""Rows that can be read and say what cannot be: the digests of all servers come, and everybody plays."""

from __future__ import annotations

import sqlite3
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from tests.clock import Clock
from tests.flow.conftest import HERE
from tests.flow.test_digest import DAY, DIGEST, LOUNGE, finish_daily, impatient, quick, set_up, turn_to

if TYPE_CHECKING:
    from tests.flow.conftest import Parlour

__all__ = ["impatient", "quick"]
pytestmark = pytest.mark.usefixtures("kernels", "impatient", "quick")
LOGGED = pytest.mark.logs("cannot be read")


@pytest.fixture(autouse=True)
async def played(impatient: None, quick: None, parlour: Parlour) -> None:
    """Set a server up for digests, of a day on which somebody has played, and make the next day's daily."""
    parlour.now = Clock()
    await set_up(parlour)
    await finish_daily(parlour, parlour.ben)
    await parlour.bot.services.dailies.of(DAY + timedelta(1), "accordion")


async def _restart(parlour: Parlour, statement: str, days: int) -> None:
    """Have another program write something while the bot is away; it is back in the morning of a day."""
    await parlour.close()
    with sqlite3.connect(parlour.database.partition(":///")[2]) as database:
        database.execute(statement)
    database.close()
    turn_to(parlour, 8, days)
    await parlour.open()


@LOGGED
@pytest.mark.parametrize(
    "odd", ["game = 'newer-game'", pytest.param(f"stars = {2**62}", marks=pytest.mark.slow)]
)
async def test_an_odd_daily_costs_nobody_anything(parlour: Parlour, odd: str) -> None:
    """A daily of a game that only a newer version knows, or with more stars than there are, can be played."""
    await _restart(parlour, f"UPDATE dailies SET {odd} WHERE day = '2026-11-21'", days=1)  # noqa: S608
    digest = await parlour.ada.waits_for(LOUNGE, DIGEST)
    board = await (await parlour.ada.press(digest, "Play today's daily")).final()
    assert "Daily, 21 November" in board.text
    for command in ("play", "daily results", "leaderboard"):
        assert "went wrong" not in (await (await parlour.ben.slash(HERE, command)).final()).text


@pytest.mark.parametrize(
    "odd",
    [
        "UPDATE results SET lost_by = 999",
        pytest.param("UPDATE results SET lost_by = -5", marks=pytest.mark.slow),
        pytest.param("UPDATE servers SET last_digest = '0001-01-01'", marks=pytest.mark.slow),
    ],
)
async def test_an_odd_row_costs_no_digest(parlour: Parlour, odd: str) -> None:
    """A game noted as lost by a move it does not have, or a digest of an impossible day, stops no digest."""
    turn_to(parlour, 8)
    await parlour.ada.waits_for(LOUNGE, DIGEST)
    await finish_daily(parlour, parlour.ben)
    await _restart(parlour, odd, days=2)
    await parlour.ada.waits_for(LOUNGE, "Dailies of 21 November")
