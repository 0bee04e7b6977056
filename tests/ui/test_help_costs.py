"""Help that costs the clean mark: said before it is given, and never the whole way while a deal counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.store import Help
from idle_year.engine.records import write_moves
from tests.controls import HERE, first
from tests.ui.room import deal

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from small_discord import Message
    from tests.ui.room import Room, Visitor

COST = "This counts as help 🛟: your result will rank below those without help."


async def dealt(person: Visitor) -> Message:
    """Deal a game that counts."""
    return await person.slash(HERE, "deal accordion", variant="accordion")


async def daily(person: Visitor) -> Message:
    """Deal today's daily."""
    return await person.slash(HERE, "daily play", family="accordion")


async def press(person: Visitor, board: Message, *labels: str) -> Message:
    """Press one button after another, each on the result of the last."""
    for label in labels:
        board = await person.press(board, label)
    return board


async def is_assisted(room: Room) -> bool:
    """Whether Ada's game has become an assisted one."""
    game = await room.game_of(room.ada)
    return bool(await room.services.store.games.assisted([game.id]))


@pytest.mark.parametrize("label", ["Hint", "Undo", "Can it be won?"])
async def test_the_first_help_says_what_it_costs(room: Room, label: str) -> None:
    """The first help in a game that counts says what it costs; one more press gives it, and later ones do."""
    board = await dealt(room.ada)
    board = await room.ada.make(board, first(board))
    told = await press(room.ada, board, *(["More"] if label.endswith("?") else []), label)
    assert f"{COST} Press **{label}** again to go ahead." in told.text
    assert told.id == board.id
    assert not await is_assisted(room)
    helped = await press(room.ada, told, label)
    assert COST not in helped.text
    assert await is_assisted(room)
    assert COST not in (await press(room.ada, helped, "More", "Can it be won?")).text


@pytest.mark.parametrize("open_game", [dealt, daily])
async def test_a_game_that_was_reopened_asks_nothing(
    room: Room, open_game: Callable[[Visitor], Awaitable[Message]]
) -> None:
    """Undo reopens a game that ended; from then on, help is given at once, as it costs no more."""
    board = await open_game(room.ada)
    game = await room.game_of(room.ada)
    session = game.session
    while moves := session.rules.moves(session.state):
        session = session.play(write_moves(session.rules, moves[:1]))
    line = write_moves(session.rules, session.moves)
    board = await room.ada.slash(HERE, "move", moves=line)
    for label in ("Undo", "Undo", "More", "Hint"):
        board = await press(room.ada, board, label)
        assert COST not in board.text
    left = (await room.game_of(room.ada)).session.moves
    assert len(left) < len(session.moves) - 1


async def test_a_command_is_told_too_and_goes_on_as_it_was_asked(room: Room) -> None:
    """Commands say what help costs; the button then gives as much of it as was asked for."""
    board = await dealt(room.ada)
    for _ in range(3):
        board = await room.ada.make(board, first(board))
    told = await room.ada.slash(HERE, "undo", moves=2)
    assert COST in told.text
    await press(room.ada, told, "Undo")
    assert len((await room.game_of(room.ada)).session.moves) == 1


async def test_a_game_that_counts_nowhere_costs_nothing(room: Room) -> None:
    """Help with a deal that was chosen is given at once."""
    board = await deal(room.ada)
    assert COST not in (await press(room.ada, board, "Hint")).text


async def test_a_quick_race_says_what_help_costs(room: Room) -> None:
    """A quick race counts between two people: help costs a place, and so that is told before it is given."""
    await room.ada.slash(HERE, "race start")
    board = room.ada.sees(HERE)[-1]
    board = await room.ada.make(board, first(board))
    told = await press(room.ada, board, "Undo")
    assert COST in told.text
    assert not await is_assisted(room)
    await press(room.ada, told, "Undo")
    assert await is_assisted(room)


@pytest.mark.parametrize("way", ["button", "level", "old board"])
async def test_no_way_to_a_win_is_shown_while_a_daily_counts(room: Room, way: str) -> None:
    """In today's daily a hint tells the next move and nothing beyond it, whichever way it is asked for."""
    board = await daily(room.ada)
    game = await room.game_of(room.ada)
    await room.services.store.games.help(game.id, Help.HINT)
    if way == "level":
        hint = await room.ada.slash(HERE, "hint", level="line")
    elif way == "button":
        hint = await press(room.ada, board, "Hint", "Show move")
    else:
        old = f"iy:{game.id}:{game.version}:hint:line"
        hint = await room.ada.use(board, old)
    assert "Way to win" not in hint.buttons
    assert "Play on" not in hint.buttons
    assert ", then " not in hint.text
    assert "Play it" in hint.buttons


async def test_undo_takes_back_as_many_as_it_may(room: Room) -> None:
    """A number of moves is taken back, all of them if there are fewer, and played again by Redo."""
    board = await deal(room.ada)
    for _ in range(3):
        board = await room.ada.make(board, first(board))
    await room.ada.slash(HERE, "undo", moves=2)
    assert len((await room.game_of(room.ada)).session.moves) == 1
    dealt_again = await room.ada.slash(HERE, "undo", moves=2000)
    assert (await room.game_of(room.ada)).session.moves == ()
    await press(room.ada, dealt_again, "Redo")
    assert len((await room.game_of(room.ada)).session.moves) == 1


async def test_starting_over_says_what_it_costs(room: Room) -> None:
    """Start over, under More, says that the result will be assisted and takes all moves back."""
    board = await dealt(room.ada)
    assert "Start over" not in (await press(room.ada, board, "More")).buttons
    for _ in range(2):
        board = await room.ada.make(board, first(board))
    more = await press(room.ada, board, "More")
    assert COST in more.text
    await press(room.ada, more, "Start over")
    assert (await room.game_of(room.ada)).session.moves == ()
    assert await is_assisted(room)
