"""The board of the month over all games."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

from bot.store import Daily, Ended, Kind, NewGame, NewVersion, Status
from idle_year.engine.games import games_of
from tests.controls import HERE
from tests.flow.reading import as_read

if TYPE_CHECKING:
    from small_discord import Message
    from tests.ui.room import Room, Visitor


async def _win(room: Room, player: int, stars: int, day: date, family: str = "accordion") -> None:
    """Have a player win a daily in The Parlour, whoever that is."""
    store = room.services.store
    game = games_of(family)[0].id
    daily = await store.dailies.save(Daily(day, family, game, 1, f"{day}{family}", "key", 0, stars, None))
    new = NewGame(player, 3, 7, game, 1, daily.seed, kind=Kind.DAILY, day=day)
    dealt = await store.games.create(new)
    won = NewVersion(player, "2<", "", Status.FINISHED, Ended("won", 1, 9))
    assert await store.games.save(dealt.seen, won)


async def _board(person: Visitor, **options: str) -> Message:
    return await person.slash(HERE, "leaderboard", **options)


def _id(person: Visitor) -> int:
    return person.seat.owner


async def test_a_leaderboard_without_a_game_is_of_all(room: Room) -> None:
    """Without a game, /leaderboard shows who has how many points this month, by one rule, to the asker."""
    empty = await _board(room.ada)
    assert empty.ephemeral
    assert "Nobody has won a daily without help yet. /daily play and be the first." in as_read(empty.text)
    for person, family, stars in (("Ada", "accordion", 2), ("Ben", "accordion", 2), ("Ben", "pyramid", 5)):
        await _win(room, _id(room.person(person)), stars, room.clock.now.date(), family)
    title, first, second, rule = (await _board(room.ada)).text.splitlines()
    assert title == "### All games · this month"
    assert first == "` 1` 🥇 <@2> · 7 points · 2 wins"
    assert second == "` 2` 🥈 <@1> · 2 points · 1 win · **you**"
    assert rule == (
        "-# Points are the stars of dailies won without help: your best two of each family, at most 50. "
        "Days are UTC."
    )
    assert "You're not ranked yet." in (await _board(room.person("Cleo"))).text


async def test_from_all_games_to_one_and_back(room: Room) -> None:
    """In one message, buttons lead to the last month, to the board of any game, and back to all games."""
    await _win(room, _id(room.ada), 4, room.clock.now.date())
    asked = await _board(room.ada)
    room.clock.turn_to(date(2026, 12, 1), 0)
    last = await room.ada.press(asked, "Last month")
    assert "4 points · 1 win · **you**" in last.text
    this = await room.ada.press(last, "This month")
    assert "Nobody has won a daily without help yet" in this.text
    older = room.clock.now + timedelta(40)
    room.clock.turn_to(older.date(), 0)
    empty = await room.ada.press(this, "Last month")
    assert "Nobody won a daily without help." in empty.text
    board = empty
    for family in ("Pyramid", "Accordion"):
        of_one = await room.ada.press(board, family)
        assert of_one.text.startswith(f"### {family} · this month\n")
        back = await room.ada.press(of_one, "All games")
        assert back.id == asked.id
        assert back.text.startswith("### All games · this month\n")
        board = back
