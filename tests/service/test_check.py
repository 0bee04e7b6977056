"""Checks: whether a game can still be won, and which move lost it."""

from __future__ import annotations

import pytest

from bot.engine.games import find_game
from bot.engine.session import Session
from bot.service.analysis import Surety
from bot.service.check import Check, check
from bot.service.losing_move import losing_move
from bot.solvers.protocols import Answer, Limit
from bot.solvers.registry import solver_for

OPEN, LATE = find_game("accordion"), find_game("late-binding")
PATIENT = Limit(seconds=60)
ROW = "5S 6S 6H KH"
"""Only 2< keeps the win: 3< and 4< lose it."""


def _check(game: str, seed: str, *moves: str) -> Check:
    session = Session.deal(find_game(game), seed)
    return check(session.play(" ".join(moves)) if moves else session, PATIENT)


def test_a_deal_that_can_be_won() -> None:
    """That is proven, and no move has lost it."""
    found = _check("accordion", "tuesday")
    assert (found.analysis.surety, found.turn) == (Surety.WON, None)


def test_the_move_that_lost_the_game_is_found() -> None:
    """Even if other moves were made since; with it comes the one that would have won."""
    start = OPEN.notation.read_position(ROW)
    moves = [OPEN.notation.read_move(token, start) for token in ("3<", "3<")]
    states = [start]
    for move in moves:
        states.append(OPEN.play(states[-1], move))
    turn = losing_move(OPEN, states, moves, PATIENT)
    assert turn is not None
    assert (turn.number, turn.played) == (0, moves[0])
    assert OPEN.notation.write_move(turn.line[0]) == "2<"


@pytest.mark.parametrize("seed", [f"s{number}" for number in range(20)])
def test_before_that_move_it_could_be_won_and_after_it_never(seed: str) -> None:
    """Wherever in the game it lies: every position of small deals is solved by itself."""
    session = Session.deal(LATE, seed)
    states = [session.state]
    while moves := LATE.moves(states[-1]):
        session = session.play(LATE.notation.write_move(moves[0]))
        states.append(session.state)
    winnable = [solver_for(LATE).solve(state, PATIENT).answer is Answer.WON for state in states]
    turn = losing_move(LATE, states, session.moves, PATIENT)
    assert (turn and turn.number) == (winnable.index(False) - 1 if winnable[0] and not winnable[-1] else None)


def test_a_deal_that_was_lost_from_the_start_was_lost_by_no_move() -> None:
    """Nobody is blamed."""
    state = OPEN.notation.read_position("5S 6S TD KC")
    move = OPEN.notation.read_move("2<", state)
    assert losing_move(OPEN, [state, OPEN.play(state, move)], [move], PATIENT) is None


@pytest.mark.parametrize("game", ["parlett", "cribbage", "napoleon"])
def test_hidden_cards_are_never_used(game: str) -> None:
    """With cards face down there is an estimate at most, whatever the deal would bring."""
    found = _check(game, "tuesday", "d")
    assert (found.analysis.surety, found.turn) == (Surety.ESTIMATE, None)
