"""Proofs of loss for Napoleon at St Helena, against an independent implementation and the plain search."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

from idle_year.engine.positions.napoleon import COLUMNS
from idle_year.solvers.generic import Search
from idle_year.solvers.napoleon import NapoleonSolver
from idle_year.solvers.napoleon.relaxation import is_proven_lost
from idle_year.solvers.protocols import Answer, Limit
from tests.idle_year.solvers.napoleon_games import GAMES, draw_game
from tests.idle_year.solvers.plain_napoleon_relaxation import comes_to_empty_columns

if TYPE_CHECKING:
    from idle_year.engine.positions.napoleon import Columns


MANUAL = GAMES[1]
_FEW = 500
"""States that the slow independent implementation can still handle quickly."""
PATIENT = Limit(nodes=10**7, seconds=300)


def _one_more(state: Columns) -> int:
    return min(COLUMNS, 1 + sum(not column for column in state.columns))


def _draw(chance: random.Random) -> Columns:
    """Draw a game, often with low cards under high ones; half of them without a stock."""
    state = draw_game(chance, 100, buried=chance.random() < 0.5)
    if chance.random() < 0.5:
        return state
    stock = tuple(card for card in state.stock if card is not None)
    return replace(state, stock=(), waste=state.waste + stock)


def test_a_second_reading_comes_to_the_same() -> None:
    """A second reading of the relaxation proves the same games lost."""
    chance, proven, compared = random.Random("relaxed"), 0, 0  # noqa: S311  the same games every time
    for _ in range(200):
        state = _draw(chance)
        lost, states = is_proven_lost(state, PATIENT)
        if states < _FEW:
            assert lost is not comes_to_empty_columns(state, _one_more(state))
            proven, compared = proven + lost, compared + 1
    assert 20 <= proven <= compared - 20


def test_no_game_that_can_be_won_is_called_lost() -> None:
    """No game that the plain search wins is called lost."""
    chance, proven, won = random.Random("won"), 0, 0  # noqa: S311  the same games every time
    for _ in range(100):
        state = _draw(chance)
        answer = Search(MANUAL).solve(state, Limit(nodes=200, seconds=60)).answer
        lost, _ = is_proven_lost(state, PATIENT)
        assert not (lost and answer is Answer.WON)
        proven, won = proven + lost, won + (answer is Answer.WON)
    assert min(proven, won) >= 10


def test_a_full_deal_is_proven_lost() -> None:
    """A full deal is proven lost, and an independent program agrees."""
    for rules in GAMES:
        assert NapoleonSolver(rules).solve(rules.start("relax162"), Limit(seconds=60)).answer is Answer.LOST
    assert not comes_to_empty_columns(MANUAL.start("relax162"), 1)


def test_a_proof_stops_at_its_limit() -> None:
    """A proof that stops at its limit proves nothing, and reports how many states it has expanded."""
    assert is_proven_lost(MANUAL.start("relax99"), Limit(nodes=3)) == (False, 3)
    assert is_proven_lost(MANUAL.start("relax99"), Limit(seconds=0)) == (False, 0)
