"""What follows a puzzle: an easier or harder one, the same as practice, the next of a run, or a post."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import discord
import pytest

from bot.store import Status, Taps
from tests.controls import HERE, offered
from tests.puzzles import LONGER, NEXT_RIGHT, RIGHT, SHORT, WRONG, stock

if TYPE_CHECKING:
    from bot.store import NewPuzzle, Store
    from small_discord import Message
    from tests.ui.room import Room, Visitor

NOON = datetime(2026, 11, 27, 12, tzinfo=UTC)
SOLVED = "🎉 Solved!"


@pytest.fixture
async def store(room: Room) -> Store:
    """Return the store of the bot, with the clock at noon."""
    room.clock.now = NOON
    return room.services.store


def rated(puzzle: NewPuzzle, rating: int, seed: str = "") -> NewPuzzle:
    """Return a puzzle with a first rating; another seed only tells it from the same one."""
    return puzzle._replace(rating=rating, deviation=300.0, proof=puzzle.proof + " " * len(seed))


async def ask(person: Visitor, command: str = "play") -> Message:
    """Ask for a puzzle."""
    return await person.slash(HERE, f"puzzle {command}")


async def move(person: Visitor, board: Message, *moves: str) -> Message:
    """Make moves by their buttons, each on the board after the last."""
    for each in moves:
        board = await person.make(board, each)
    return board


async def lose(person: Visitor, board: Message) -> Message:
    """Make a move at the longer puzzle that loses the win."""
    return await person.make(board, next(each for each in offered(board) if each != "4<<<"))


async def test_a_rating_says_by_how_much_it_has_changed(room: Room, store: Store) -> None:
    """At the end of a puzzle stands what it has added or taken, and how hard the puzzle is."""
    await stock(store, rated(SHORT, 1500), LONGER)
    solved = await move(room.ada, await ask(room.ada), RIGHT, NEXT_RIGHT)
    assert "This puzzle is rated 1500." in solved.text
    assert "(+" in solved.text
    assert "(+" not in (await room.ada.slash(HERE, "stats")).text
    failed = await lose(room.ada, await room.ada.press(solved, "Next puzzle"))
    assert "This puzzle isn't rated yet." in failed.text
    assert "(-" in failed.text


async def test_easier_and_harder_puzzles(room: Room, store: Store) -> None:
    """*Harder* deals one that is rated above the last, *Easier* one below, and says so if there is none."""
    await stock(store, rated(SHORT, 1500), rated(LONGER, 1700))
    over = await move(room.ada, await ask(room.ada), WRONG)
    none = await room.ada.press(over, "Easier")
    assert "There's no easier puzzle of Accordion for you just now." in none.text
    harder = await room.ada.press(over, "Harder")
    assert (await room.game_of(room.ada)).session.seed == LONGER.seed
    assert harder.id != over.id


async def test_a_failed_puzzle_is_tried_again_as_practice(room: Room, store: Store) -> None:
    """*Try again* deals it once more, says that it is practice, and changes neither rating nor statistics."""
    await stock(store, SHORT)
    over = await move(room.ada, await ask(room.ada), WRONG)
    before = (await room.ada.slash(HERE, "stats")).text
    again = await room.ada.press(over, "Try again")
    assert "### Accordion · Puzzle, as practice\n" in again.text
    assert "Only 1 of 4 moves keeps the win" in again.text
    solved = await move(room.ada, again, RIGHT, NEXT_RIGHT)
    assert "Puzzle, as practice: solved" in solved.text
    assert "This was practice" in solved.text
    assert (await room.ada.slash(HERE, "stats")).text == before
    asked = await ask(room.ada, "again")
    assert "### Accordion · Puzzle, as practice\n" in asked.text
    assert "You've failed no puzzle of Accordion" in (await ask(room.ben, "again")).text


async def test_a_puzzle_in_play_is_not_practised(room: Room, store: Store) -> None:
    """Nobody can find out in practice what to play in a try that is open, even by a forged press."""
    await stock(store, SHORT)
    board = await ask(room.ada)
    game = await room.game_of(room.ada)
    told = await room.ada.use(board, f"iy:{game.id}:{game.version}:retry")
    assert "practice" not in told.text
    assert (await room.game_of(room.ada)).id == game.id


async def test_a_run_goes_on_to_the_first_mistake(room: Room, store: Store) -> None:
    """Each solved puzzle leads to the next, a mistake ends the run, and the best run stands in /stats."""
    await stock(store, rated(SHORT, 1400), rated(LONGER, 1460), rated(SHORT._replace(day=None), 1530, "2"))
    first = await ask(room.ada, "run")
    assert "one wrong move ends the run" in first.text
    assert "### Accordion · Run, puzzle 1\n" in first.text
    assert (await ask(room.ada, "run")).text.splitlines()[0] == first.text.splitlines()[0]
    solved = await move(room.ada, first, RIGHT, NEXT_RIGHT)
    assert "1 solved in this run so far." in solved.text
    assert "Rating" not in solved.text
    assert solved.buttons[:2] == ["Next puzzle", "Practise from here"]
    second = await room.ada.press(solved, "Next puzzle")
    assert "### Accordion · Run, puzzle 2\n" in second.text
    over = await lose(room.ada, second)
    assert "The run is over: 1 solved." in over.text
    assert "Best run 1" in (await room.ada.slash(HERE, "stats")).text
    assert "### Accordion · Run, puzzle 1\n" in (await room.ada.press(over, "New run")).text


async def test_a_run_waits_where_nothing_is_left(room: Room, store: Store) -> None:
    """Where there is no puzzle for a run just now, it says that one is being made."""
    assert "One is being made up" in (await ask(room.ada, "run")).text


async def test_the_days_puzzle_is_ranked_and_posted(room: Room, store: Store) -> None:
    """Its end tells one's place here and when the next comes; its gold post has squares and a way in."""
    await stock(store, SHORT._replace(day=NOON.date()))
    failed = await move(room.ada, await ask(room.ada, "daily"), RIGHT, "5<")
    assert "🟩❌ · number 1 of 1 here · the next one <t:1795824000:R>" in failed.text
    solved = await move(room.ben, await ask(room.ben, "daily"), RIGHT, NEXT_RIGHT)
    assert "🟩🟩 · number 1 of 2 here" in solved.text
    assert "🟩❌ · number 2 of 2 here" in (await ask(room.ada, "daily")).text
    await room.ada.press(failed, "Post it here")
    *_, post = room.person("Cleo").sees()
    assert post.text == "**Accordion · Puzzle of 27 November, not solved**\n<@1> · 🟩❌"
    (framed,) = post.post.payload["components"]
    assert framed["accent_color"] == discord.Colour.gold().value
    board = await room.person("Cleo").press(post, "Today's puzzle")
    assert "Puzzle of 27 November" in board.text
    assert offered(board)


async def test_a_days_puzzle_solved_later_has_no_place(room: Room, store: Store) -> None:
    """Who solves the puzzle of a day after it, when its deal is no secret any more, takes nobody's place."""
    await stock(store, SHORT._replace(day=NOON.date()))
    board = await ask(room.ada, "daily")
    failed = await move(room.ben, await ask(room.ben, "daily"), RIGHT, "5<")
    room.clock.wait(12 * 60)
    late = await move(room.ada, board, RIGHT, NEXT_RIGHT)
    assert "🟩🟩" in late.text
    assert " here" not in late.text
    ben = await room.game_of(room.ben)
    assert "number 1 of 1 here" in (await room.ben.use(failed, f"iy:{ben.id}:{ben.version}:board")).text


async def test_moves_are_confirmed_if_one_likes(room: Room, store: Store) -> None:
    """With the setting, a tap in a puzzle asks, a second one plays; elsewhere a tap plays."""
    await stock(store, SHORT)
    await room.ada.slash(HERE, "settings", puzzles="ask first")
    assert (await store.settings.get(room.ada.seat.owner)).taps is Taps.ASKED
    asked = await move(room.ada, await ask(room.ada), WRONG)
    assert "> Play 8♦︎ onto Q♦︎?" in asked.text
    assert (await room.game_of(room.ada)).status is Status.PLAYING
    right = await room.ada.press(await move(room.ada, asked, RIGHT), "Play it")
    assert "✅ Right: the win is still there." in right.text
    dealt = await room.ada.slash(HERE, "deal accordion")
    await move(room.ada, dealt, next(iter(offered(dealt))))
    assert (await room.game_of(room.ada)).session.moves


async def test_a_run_that_cannot_be_read_is_over(room: Room, store: Store) -> None:
    """If the puzzle of a run cannot be read any more, a new run begins with another one."""
    await stock(store, SHORT, LONGER)
    await ask(room.ada, "run")
    lost = await room.game_of(room.ada)
    await store.games.set_aside(lost.seen, "no such move")
    assert "Run, puzzle 1" in (await ask(room.ada, "run")).text
    assert (await room.game_of(room.ada)).id != lost.id
