"""A run in Napoleon moves in one tap or one typed move, and counts as the single moves that it takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from idle_year.engine.games import find_game
from idle_year.engine.records import write_moves
from tests.controls import HERE

if TYPE_CHECKING:
    from small_discord import Message
    from tests.ui.room import Room

SEED, BEFORE = "n845", "t1>t5 t1>t10"
"""A deal, and moves after which J♥ 10♥ can go onto Q♥ through the empty first column."""
MOVES = "t10>t1 t10>t5 t1>t5"


async def until_the_run(room: Room) -> Message:
    """Deal and play up to the run; return the board."""
    await room.ada.slash(HERE, "deal napoleon", seed=SEED)
    return await room.ada.slash(HERE, "move", moves=BEFORE)


async def played(room: Room) -> str:
    """Return the moves of Ada's game."""
    game = await room.game_of(room.ada)
    return write_moves(find_game("napoleon"), game.session.moves)


async def test_a_run_moves_in_one_tap(room: Room) -> None:
    """One tap moves both cards, as three moves, which Undo takes back one at a time."""
    board = await until_the_run(room)
    board = await room.ada.press(board, "J♥\ufe0e +10♥\ufe0e →Q♥\ufe0e")
    assert await played(room) == f"{BEFORE} {MOVES}"
    assert "move 5: 10♥" in board.text.replace("\ufe0e", "")
    await room.ada.press(board, "Undo")
    assert await played(room) == f"{BEFORE} {MOVES}".removesuffix(" t1>t5")


@pytest.mark.parametrize(
    "typed",
    [
        "t10>t5",
        "JH>QH",
        "J♥ onto Q♥",
        "jack of hearts onto queen of hearts",
        "J♥ and 10♥ onto Q♥ (3 moves)",
        "J♥ +10♥ →Q♥",
    ],
)
async def test_a_run_moves_by_one_typed_move(room: Room, typed: str) -> None:
    """A run is typed by its columns, by its first card, or in the words of its button."""
    await until_the_run(room)
    await room.ada.slash(HERE, "move", moves=typed)
    assert await played(room) == f"{BEFORE} {MOVES}"


async def test_a_run_that_is_not_there_is_not_moved(room: Room) -> None:
    """A press for a run that nobody offered moves nothing."""
    board = await until_the_run(room)
    game = await room.game_of(room.ada)
    await room.ada.use(board, f"iy:{game.id}:{game.version}:run:9:4:3")
    assert await played(room) == BEFORE
