"""What people see of ratings: in their statistics, and on a server's board of puzzles."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.store import NewGame, Source
from tests.controls import HERE, offered
from tests.flow.reading import as_read
from tests.puzzles import LONGER, NEXT_RIGHT, RIGHT, SHORT, stock
from tests.trying import become_known, made, try_out

if TYPE_CHECKING:
    from bot.store import Store
    from small_discord import Message
    from tests.ui.room import Room, Visitor

PARLOUR = "The Parlour"
RULE = "-# Solving a puzzle raises your rating, failing lowers it; hard ones raise it more and lower it less."
LISTED = "-# Everybody begins at 1500, and is listed after some thirty puzzles, once the rating is sure."


@pytest.fixture
def store(room: Room) -> Store:
    """Return the bot's store, at noon of 20 November."""
    return room.services.store


async def _ask(person: Visitor, command: str, **options: str) -> Message:
    return await person.slash(HERE, command, **options)


async def _puzzles(person: Visitor) -> Message:
    return await _ask(person, "leaderboard", game="puzzles")


def _id(person: Visitor) -> int:
    return person.seat.owner


async def _become_known(room: Room, store: Store, person: Visitor, solves: int) -> None:
    await become_known(store, _id(person), guild=7, solves=solves)


async def test_statistics_tell_of_puzzles(room: Room, store: Store) -> None:
    """/stats tells how many puzzles were solved, how many in a row, and the rating, provisional at first."""
    ada = room.ada
    await stock(store, SHORT, LONGER)
    assert "Puzzles" not in (await _ask(ada, "stats")).text
    board = await _ask(ada, "puzzle play")
    right = await ada.make(board, RIGHT)
    assert "Puzzles" not in (await _ask(ada, "stats")).text
    solved = await ada.make(right, NEXT_RIGHT)
    assert "1 of 1 solved · Streak 1, best 1 · Rating 1662 (+162, provisional)" in solved.text
    assert "change your rating" not in solved.text
    assert (
        "**Puzzles.** 1 of 1 solved · Streak 1, best 1 · Rating 1662 (provisional)"
        in (await _ask(ada, "stats")).text
    )
    board = await _ask(ada, "puzzle play")
    await ada.make(board, next(move for move in offered(board) if move != "4<<<"))
    assert (
        "**Puzzles.** 1 of 2 solved · Streak 0, best 1 · Rating 1497 (provisional)"
        in (await _ask(ada, "stats")).text
    )
    assert "Puzzles" not in (await _ask(ada, "year")).text
    await _become_known(room, store, ada, 2)
    text = (await _ask(ada, "stats")).text
    assert "**Puzzles.** 21 of 42 solved" in text
    assert "provisional" not in text


async def test_giving_up_and_hints_cost_as_failing_does(room: Room, store: Store) -> None:
    """Giving a puzzle up, or asking for a hint in it, lowers the rating, and a restart changes nothing."""
    ada = room.ada
    await stock(store, SHORT, LONGER)
    await _ask(ada, "puzzle play")
    await ada.press(await ada.slash(HERE, "resign"), "Resign")
    told = "0 of 1 solved · Streak 0, best 0 · Rating 1338 (provisional)"
    assert told in (await _ask(ada, "stats")).text
    board = await _ask(ada, "puzzle play")
    await room.restart()
    assert told in (await _ask(room.ada, "stats")).text
    asked = await room.ada.press(board, "Hint")
    over = await room.ada.press(asked, "Hint")
    assert "0 of 2 solved · Streak 0, best 0 · Rating 1250 (-88, provisional)" in over.text


async def test_what_moves_no_rating_says_so(room: Room, store: Store) -> None:
    """The puzzle of the day and those of one's own lost games count as tried, move no rating and say so."""
    ada = room.ada
    lost = SHORT._replace(source=Source.LOST, player=_id(ada))
    await store.games.create(NewGame(_id(ada), 3, None, lost.game, 1, lost.seed))
    await stock(store, lost, LONGER._replace(day=store.now().date()))
    for command, right in (("puzzle play", RIGHT), ("puzzle daily", "4<<<")):
        board = await _ask(ada, command)
        over = await ada.make(board, next(move for move in offered(board) if move != right))
        assert "don't change your rating" in over.text
    text = (await _ask(ada, "stats")).text
    assert "**Puzzles.** 0 of 2 solved · Streak 0, best 0" in text
    assert "Rating" not in text


async def test_a_board_of_puzzles(room: Room, store: Store) -> None:
    """The board lists whose rating is known, with the own place; a button of the month's board opens it."""
    ada, ben = room.ada, room.ben
    empty = await _puzzles(ada)
    assert empty.ephemeral
    title, nobody, rule, listed = as_read(empty.text).splitlines()
    assert title == "### Puzzles"
    assert nobody == "Nobody is listed yet. /puzzle play deals you a puzzle."
    assert rule == RULE
    assert listed == LISTED
    for person, solves in ((ada, 2), (ben, 3)):
        await _become_known(room, store, person, solves)
    await try_out(store, _id(room.person("Cleo")), await made(store), solved=True)
    lines = (await _puzzles(ada)).text.splitlines()
    assert lines[1].startswith("` 1` 🥇 <@2> · rating ")
    assert lines[2].startswith("` 2` 🥈 <@1> · rating ")
    assert lines[2].endswith(" · **you**")
    assert "You're not ranked yet." in (await _puzzles(room.person("Cleo"))).text
    month = await _ask(ada, "leaderboard")
    board = await ada.press(month, "Puzzles")
    assert board.id == month.id
    assert board.text.startswith("### Puzzles\n")
    back = await ada.press(board, "All games")
    assert back.text.startswith("### All games · this month\n")


async def test_pages_of_puzzles(room: Room, store: Store) -> None:
    """A board of more than ten has pages."""
    ada = room.ada
    for player in (_id(ada), *range(2, 12)):
        await become_known(store, player, guild=7)
    first = await _puzzles(ada)
    assert "page 1 of 2" in first.text
    second = await ada.press(first, "Further ▶")
    assert "page 2 of 2" in second.text
    assert (await ada.press(second, "◀ Better")).text == first.text
