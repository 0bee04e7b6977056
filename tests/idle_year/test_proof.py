"""Proofs of puzzles: how likely moves drawn by lot solve one."""

from __future__ import annotations

import pytest

from idle_year.engine.games import find_game
from idle_year.engine.session import Session
from idle_year.proof import Proof
from tests.puzzles import LONGER, RIGHT, SHORT

ACCORDION = find_game("accordion")


@pytest.mark.parametrize("puzzle", [SHORT, LONGER])
def test_the_chance_of_a_lot_is_that_of_all_lines(puzzle: object) -> None:
    """It is the sum over all lines of right moves, each of which is drawn from those that are legal."""
    assert isinstance(puzzle, type(SHORT))
    proof, session = Proof.read(puzzle.proof), Session.read(ACCORDION, puzzle.seed, puzzle.moves)

    def drawn(there: Session[object], number: int) -> float:
        if number < 0:
            return 1.0
        lines = proof.positions[number].items()
        return sum(drawn(there.play(move), after) for move, after in lines) / len(there.legal)

    assert proof.chance(ACCORDION, session.state) == pytest.approx(drawn(session, 0))


def test_one_move_in_four_and_then_one_of_the_rest() -> None:
    """Where one move keeps the win, and then another one, the chance is the product."""
    session = Session.read(ACCORDION, SHORT.seed, SHORT.moves)
    first, then = len(session.legal), len(session.play(RIGHT).legal)
    assert Proof.read(SHORT.proof).chance(ACCORDION, session.state) == pytest.approx(1 / first / then)
