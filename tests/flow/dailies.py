"""What people do with the daily of Accordion, for tests of dailies."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from bot.engine.records import write_moves
from tests.clock import Clock
from tests.flow.conftest import HERE

if TYPE_CHECKING:
    from small_discord import Message, Person
    from tests.flow.conftest import Parlour

DAY = date(2026, 11, 20)


@pytest.fixture(autouse=True)
def noon(parlour: Parlour) -> None:
    """Begin at noon of the same day."""
    parlour.now = Clock()


def a_day_later(parlour: Parlour) -> None:
    """Let a day pass."""
    parlour.now = clock = Clock()
    clock.wait(24 * 60)


async def play(person: Person, where: str = HERE) -> Message:
    """Deal a person the daily, or show how far they have come."""
    return await (await person.slash(where, "daily play")).final()


async def ask(person: Person, command: str, **options: str) -> str:
    """Return what a command about dailies answers."""
    return (await (await person.slash(HERE, f"daily {command}", **options)).final()).text


async def play_out(parlour: Parlour, person: Person) -> Message:
    """Play the person's game here to its end, first move first."""
    game = await parlour.bot.services.lookup.attempt(int(person.user.id), DAY, "accordion")
    assert game is not None
    session = game.session
    while moves := session.rules.moves(session.state):
        session = session.play(write_moves(session.rules, moves[:1]))
    line = write_moves(session.rules, session.moves)
    return await (await person.slash(HERE, "move", moves=line)).final()


async def secrets(parlour: Parlour) -> list[str]:
    """Return what nobody may learn before the day is over: the seed and its key."""
    daily = await parlour.bot.services.dailies.of(DAY, "accordion")
    return [daily.seed, daily.key]


async def resign(person: Person) -> str:
    """Resign a person's game here; return the question that is asked first."""
    asked = await (await person.slash(HERE, "resign")).final()
    await (await person.press(asked, "Resign")).final()
    return asked.text
