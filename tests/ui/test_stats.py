"""What players are told of their own games, with a picture once there are some."""

from __future__ import annotations

from typing import TYPE_CHECKING

from idle_year.engine.games import find_game
from idle_year.engine.records import write_moves
from idle_year.engine.session import Session
from tests.controls import HERE

if TYPE_CHECKING:
    from small_discord import Message
    from tests.ui.room import Room, Visitor

RULES = find_game("late-binding")


async def _play_out(person: Visitor, seed: str) -> None:
    """Play a deal first move first to its end."""
    session = Session.deal(RULES, seed)
    while moves := session.rules.moves(session.state):
        session = session.play(write_moves(RULES, moves[:1]))
    await person.slash(HERE, "deal accordion", variant=RULES.id, seed=seed)
    await person.slash(HERE, "move", moves=write_moves(RULES, session.moves))


async def _ask(person: Visitor, command: str, **options: object) -> Message:
    return await person.slash(HERE, command, **options)


async def test_a_picture_comes_with_its_words(room: Room) -> None:
    """After five games, statistics come with a picture, which is also described in words."""
    for number in range(4):
        await _play_out(room.ada, f"deal{number}")
    assert (await _ask(room.ada, "stats", game=RULES.id)).attachments == []
    await _play_out(room.ada, "deal4")
    stats = await _ask(room.ada, "stats", game=RULES.id)
    (picture,) = stats.attachments
    assert stats.ephemeral
    assert "**Played.** 5, 5 of them unaided (100 %)" in stats.text
    assert picture["file"].description.startswith("Piles at the end of your 5 games: most often ")
    assert "Of this server's 5 games: most often " in picture["file"].description


async def test_a_year_without_games(room: Room) -> None:
    """A year without games says so, for that year alone."""
    await _play_out(room.ada, "tuesday")
    this_year = (await _ask(room.ada, "year")).text
    assert "1 game of 1 kind" in this_year
    assert "now" not in this_year
    assert "You haven't finished a game in 2021" in (await _ask(room.ada, "year", year=2021)).text
