"""What people do with the daily of Accordion, for tests of dailies."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from tests.controls import HERE
from tests.ui.room import play_on

if TYPE_CHECKING:
    from bot.service.game import Game
    from small_discord import Message
    from tests.ui.room import Room, Visitor

DAY = date(2026, 11, 20)


async def play(person: Visitor, where: str = HERE) -> Message:
    """Deal a person the daily, or show how far they have come."""
    return await person.slash(where, "daily play")


async def play_out(person: Visitor) -> Message:
    """Deal a person the daily, and play it first move first to its end."""
    await play(person)
    return await play_on(person)


async def ask(person: Visitor, command: str, **options: Any) -> str:
    """Return what a command about dailies answers."""
    return (await person.slash(HERE, f"daily {command}", **options)).text


async def attempt(person: Visitor) -> Game:
    """Return the person's game of the daily."""
    game = await person.room.services.lookup.attempt(person.seat.owner, DAY, "accordion")
    assert game is not None
    return game


async def press_end(person: Visitor, end: Message, verb: str) -> Message:
    """Press what the end of a daily offers from the next day on, or has offered in an older version."""
    game = await attempt(person)
    return await person.use(end, f"iy:{game.id}:{game.version}:{verb}")


async def secrets(room: Room) -> list[str]:
    """Return what nobody may learn before the day is over: the seed and its key."""
    daily = await room.services.dailies.of(DAY, "accordion")
    return [daily.seed, daily.key]
