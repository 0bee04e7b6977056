"""Stepping through a game that is over, and practising from one of its moves."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from small_discord import Refused
from tests import controls
from tests.controls import HERE
from tests.flow.boards import row_of
from tests.flow.reading import last_move
from tests.games import played_out
from tests.ui.room import play_out

if TYPE_CHECKING:
    from tests.ui.room import Room


async def test_stepping_through_a_game(room: Room) -> None:
    """Every position shows as it was, with the move that came next, and the ends stop."""
    session = played_out()
    review = await room.ada.press(await play_out(room.ada), "Review")
    first = await room.ada.press(review, "First")
    assert first.id == review.id
    assert first.ephemeral
    assert first.text.splitlines()[-1].startswith(f"Move 1 of {len(session.moves)}: ")
    assert " onto " in first.text.splitlines()[-1]
    with pytest.raises(Refused, match="disabled"):
        await room.ada.press(first, "◀")
    second = await room.ada.press(first, "▶")
    assert last_move(session.at(1)) in second.text
    assert row_of(await room.ada.press(second, "◀")) == row_of(first)
    end = await room.ada.press(second, "Last")
    assert f"**No moves left.** {len(session.state.piles)} pile" in end.text
    assert "The end, after move" in end.text


async def test_the_move_that_lost(room: Room) -> None:
    """One press of a review leads to the move that lost, and practising what it names wins."""
    review = await room.ada.press(await play_out(room.ada), "Review")
    lost = await room.ada.press(review, "The move that lost")
    assert "🟥 win lost" in lost.text
    assert "It lost the win. Instead, " in lost.text
    way = lost.text.rpartition("||`")[2].partition("`||")[0]
    back = f"Back to move {re.findall('Move ([0-9]+) of', lost.text)[-1]}"
    for message in (review, lost):
        assert controls.coloured(message) == [back]
        assert message.buttons[0] == back
    practice = await room.ada.press(lost, back)
    assert row_of(practice) == row_of(lost)
    assert "Practice: " in practice.text
    won = await room.ada.slash(HERE, "move", moves=way)
    assert "🏆 **You won in " in won.text


async def test_practice_goes_without_asking(room: Room) -> None:
    """Practising from a review lays a game in play aside, which goes on from its own board."""
    review = await room.ada.press(await play_out(room.ada), "Review")
    first = await room.ada.press(review, "First")
    board = await room.ada.slash(HERE, "deal accordion", variant="accordion")
    board = await room.ada.make(board, controls.first(board))
    practice = await room.ada.press(first, "Practise from here")
    assert row_of(practice) == row_of(first)
    board = await room.ada.make(board, controls.first(board))
    assert "move 2" in board.text


async def test_stepping_outlives_a_restart(room: Room) -> None:
    """Stepping through a review outlives a restart, after which it is worked out again."""
    review = await room.ada.press(await play_out(room.ada), "Review")
    await room.restart()
    step = await room.ada.press(review, "First")
    assert "Move 1 of " in step.text
    assert "🟦" in step.text or "🟨" in step.text or "🔶" in step.text or "🟥" in step.text


async def test_a_game_taken_up_again_is_no_longer_stepped_through(room: Room) -> None:
    """A game that was taken up again can no longer be stepped through, which would reveal what to play."""
    board = await play_out(room.ada)
    review = await room.ada.press(board, "Review")
    await room.ada.press(board, "Undo")
    stale = await room.ada.press(review, "First")
    assert "The board had changed" in stale.text
    assert "Move 1 of" not in stale.text


async def test_words_instead_of_squares(room: Room) -> None:
    """A screen reader is told moves, lights and buttons in words; no symbol is left."""
    await room.ada.slash(HERE, "settings", cards="words, for a screen reader")
    review = await room.ada.press(await play_out(room.ada), "Review")
    step = await room.ada.press(review, "First")
    assert {"First", "Back", "Next", "Last"} <= set(step.buttons)
    for message in (review, step):
        assert not set("🟦🟨🔶🟥⬜♣♦♥♠◀▶") & set(message.text + "".join(message.buttons))
