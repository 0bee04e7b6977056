"""Looking back at a game: step by step, and practising from one of its moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bot.engine.games import find_game
from bot.engine.records import write_moves
from bot.engine.session import Session
from small_discord import Refused
from tests import controls
from tests.flow.boards import row_of
from tests.flow.conftest import HERE
from tests.flow.reading import last_move

if TYPE_CHECKING:
    from small_discord import Message, Person
    from tests.flow.conftest import Parlour


def played_out(variant: str = "late-binding", seed: str = "tuesday") -> Session[Any]:
    """Return a deal played first move first to its end, or for 200 moves if it has none."""
    session = Session.deal(find_game(variant), seed)
    while session.rules.outcome(session.state) is None and len(session.moves) < 200:
        session = session.play(write_moves(session.rules, session.rules.moves(session.state)[:1]))
    return session


async def play_out(person: Person, variant: str = "late-binding", **options: str) -> Message:
    """Play that game by command and return its board."""
    session = played_out(variant)
    await person.slash(HERE, "deal accordion", variant=variant, seed=session.seed, **options)
    moves = write_moves(session.rules, session.moves)
    return await (await person.slash(HERE, "move", moves=moves)).final()


async def reviewed(person: Person, board: Message) -> Message:
    """Press Review and wait for it."""
    return await (await person.press(board, "Review")).final()


async def _step(person: Person, message: Message, button: str) -> Message:
    return await (await person.press(message, button)).final()


async def test_stepping_through_a_game(parlour: Parlour) -> None:
    """Every position shows as it was, with the move that came next, and the ends stop."""
    session = played_out()
    review = await reviewed(parlour.ada, await play_out(parlour.ada))
    first = await _step(parlour.ada, review, "First")
    assert first.id == review.id
    assert first.ephemeral
    assert first.text.splitlines()[-1].startswith(f"Move 1 of {len(session.moves)}: ")
    assert " onto " in first.text.splitlines()[-1]
    with pytest.raises(Refused, match="disabled"):
        await parlour.ada.press(first, "◀")
    second = await _step(parlour.ada, first, "▶")
    assert last_move(session.at(1)) in second.text
    assert row_of(await _step(parlour.ada, second, "◀")) == row_of(first)
    end = await _step(parlour.ada, second, "Last")
    assert f"**No moves left.** {len(session.state.piles)} pile" in end.text
    assert "The end, after move" in end.text


async def test_the_move_that_lost(parlour: Parlour) -> None:
    """One press of a review leads to the move that lost, and practising what it names wins."""
    review = await reviewed(parlour.ada, await play_out(parlour.ada))
    lost = await _step(parlour.ada, review, "The move that lost")
    assert "🟥 win lost" in lost.text
    assert "It lost the win. Instead, " in lost.text
    way = lost.text.rpartition("||`")[2].partition("`||")[0]
    practice = (await parlour.ada.press(lost, "Practise from here")).message
    assert practice is not None
    assert row_of(practice) == row_of(lost)
    assert "Practice: " in practice.text
    won = await (await parlour.ada.slash(HERE, "move", moves=way)).final()
    assert "🏆 **You won in " in won.text


async def test_practice_goes_without_asking(parlour: Parlour) -> None:
    """Practising from a review lays a game in play aside, which goes on from its own board."""
    review = await reviewed(parlour.ada, await play_out(parlour.ada))
    first = await _step(parlour.ada, review, "First")
    board = await (await parlour.ada.slash(HERE, "deal accordion", variant="accordion")).final()
    board = await (await controls.make(parlour.ada, board, controls.first(board))).final()
    practice = (await parlour.ada.press(first, "Practise from here")).message
    assert practice is not None
    assert row_of(practice) == row_of(first)
    board = await (await controls.make(parlour.ada, board, controls.first(board))).final()
    assert "move 2" in board.text


async def test_stepping_outlives_a_restart(parlour: Parlour) -> None:
    """Stepping through a review outlives a restart, after which it is worked out again."""
    review = await reviewed(parlour.ada, await play_out(parlour.ada))
    await parlour.restart()
    step = await _step(parlour.ada, review, "First")
    assert "Move 1 of " in step.text
    assert "🟦" in step.text or "🟨" in step.text or "🔶" in step.text or "🟥" in step.text


async def test_a_game_taken_up_again_is_no_longer_stepped_through(parlour: Parlour) -> None:
    """A game that was taken up again can no longer be stepped through, which would reveal what to play."""
    board = await play_out(parlour.ada)
    review = await reviewed(parlour.ada, board)
    await parlour.ada.press(board, "Undo")
    stale = await _step(parlour.ada, review, "First")
    assert "The board had changed" in stale.text
    assert "Move 1 of" not in stale.text


async def test_words_instead_of_squares(parlour: Parlour) -> None:
    """A screen reader is told moves, lights and buttons in words; no symbol is left."""
    await parlour.ada.slash(HERE, "settings", cards="words, for a screen reader")
    review = await reviewed(parlour.ada, await play_out(parlour.ada))
    step = await _step(parlour.ada, review, "First")
    assert {"First", "Back", "Next", "Last"} <= set(step.buttons)
    for message in (review, step):
        assert not set("🟦🟨🔶🟥⬜♣♦♥♠◀▶") & set(message.text + "".join(message.buttons))
