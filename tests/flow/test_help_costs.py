"""Help that costs the clean mark: said before it is given, and never the whole way while a deal counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.engine.records import write_moves
from bot.store import Help
from tests import forged
from tests.controls import first, make
from tests.flow.boards import deal
from tests.flow.conftest import HERE

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from small_discord import Message, Person
    from tests.flow.conftest import Parlour

COST = "this result will be assisted 🛟, and rank below those without help."


async def dealt(person: Person) -> Message:
    """Deal a game that counts."""
    return await (await person.slash(HERE, "deal accordion", variant="accordion")).final()


async def daily(person: Person) -> Message:
    """Deal today's daily."""
    return await (await person.slash(HERE, "daily play", family="accordion")).final(60)


async def press(person: Person, board: Message, *labels: str) -> Message:
    """Press one button after another, each on the result of the last."""
    for label in labels:
        board = await (await person.press(board, label)).final()
    return board


async def is_assisted(parlour: Parlour) -> bool:
    """Whether Ada's game has become an assisted one."""
    game = await parlour.game_of(parlour.ada)
    return bool(await parlour.bot.services.store.games.assisted([game.id]))


@pytest.mark.parametrize("label", ["Hint", "Undo", "Can it be won?"])
async def test_the_first_help_says_what_it_costs(parlour: Parlour, label: str) -> None:
    """The first help in a game that counts says what it costs; one more press gives it, and later ones do."""
    board = await dealt(parlour.ada)
    board = await (await make(parlour.ada, board, first(board))).final()
    told = await press(parlour.ada, board, label)
    assert f"**{label}**{'' if label.endswith('?') else ':'} {COST}" in told.text
    assert told.id == board.id
    assert not await is_assisted(parlour)
    helped = await press(parlour.ada, told, label)
    assert COST not in helped.text
    assert await is_assisted(parlour)
    assert COST not in (await press(parlour.ada, helped, "Can it be won?")).text


@pytest.mark.parametrize("open_game", [dealt, daily])
async def test_a_game_that_was_reopened_asks_nothing(
    parlour: Parlour, open_game: Callable[[Person], Awaitable[Message]]
) -> None:
    """Undo reopens a game that ended; from then on, help is given at once, as it costs no more."""
    board = await open_game(parlour.ada)
    game = await parlour.game_of(parlour.ada)
    session = game.session
    while moves := session.rules.moves(session.state):
        session = session.play(write_moves(session.rules, moves[:1]))
    line = write_moves(session.rules, session.moves)
    board = await (await parlour.ada.slash(HERE, "move", moves=line)).final()
    for label in ("Undo", "Undo", "Hint", "More"):
        told = await press(parlour.ada, board, label)
        assert COST not in told.text
        board = told if label == "Undo" else board
    left = (await parlour.game_of(parlour.ada)).session.moves
    assert len(left) < len(session.moves) - 1


async def test_a_command_is_told_too_and_goes_on_as_it_was_asked(parlour: Parlour) -> None:
    """Commands say what help costs; the button then gives as much of it as was asked for."""
    board = await dealt(parlour.ada)
    for _ in range(3):
        board = await (await make(parlour.ada, board, first(board))).final()
    told = await (await parlour.ada.slash(HERE, "undo", moves=2)).final()
    assert COST in told.text
    await press(parlour.ada, told, "Undo")
    assert len((await parlour.game_of(parlour.ada)).session.moves) == 1


async def test_a_game_that_counts_nowhere_costs_nothing(parlour: Parlour) -> None:
    """Help with a deal that was chosen is given at once."""
    board = await deal(parlour.ada)
    assert COST not in (await press(parlour.ada, board, "Hint")).text


@pytest.mark.parametrize("way", ["button", "level", "old board"])
async def test_no_way_to_a_win_is_shown_while_a_daily_counts(parlour: Parlour, way: str) -> None:
    """In today's daily a hint tells the next move and nothing beyond it, whichever way it is asked for."""
    board = await daily(parlour.ada)
    game = await parlour.game_of(parlour.ada)
    await parlour.bot.services.store.games.help(game.id, Help.HINT)
    if way == "level":
        hint = await (await parlour.ada.slash(HERE, "hint", level="line")).final()
    elif way == "button":
        hint = await press(parlour.ada, board, "Hint", "Show the move")
    else:
        old = f"iy:{game.id}:{game.version}:hint:line"
        hint = await forged.press(parlour.local, parlour.ada, board, old)
    assert "Show the way" not in hint.buttons
    assert "Play on" not in hint.buttons
    assert ", then " not in hint.text
    assert "Play it" in hint.buttons


async def test_undo_takes_back_as_many_as_it_may(parlour: Parlour) -> None:
    """A number of moves is taken back, all of them if there are fewer, and played again by Redo."""
    board = await deal(parlour.ada)
    for _ in range(3):
        board = await (await make(parlour.ada, board, first(board))).final()
    await parlour.ada.slash(HERE, "undo", moves=2)
    assert len((await parlour.game_of(parlour.ada)).session.moves) == 1
    dealt_again = await (await parlour.ada.slash(HERE, "undo", moves=2000)).final()
    assert (await parlour.game_of(parlour.ada)).session.moves == ()
    await press(parlour.ada, dealt_again, "Redo")
    assert len((await parlour.game_of(parlour.ada)).session.moves) == 1


async def test_starting_over_says_what_it_costs(parlour: Parlour) -> None:
    """Start over, under More, says that the result will be assisted and takes all moves back."""
    board = await dealt(parlour.ada)
    assert "Start over" not in (await press(parlour.ada, board, "More")).buttons
    for _ in range(2):
        board = await (await make(parlour.ada, board, first(board))).final()
    more = await press(parlour.ada, board, "More")
    assert COST in more.text
    await press(parlour.ada, more, "Start over")
    assert (await parlour.game_of(parlour.ada)).session.moves == ()
    assert await is_assisted(parlour)
