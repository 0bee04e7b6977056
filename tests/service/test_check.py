"""Checks: whether a game can still be won, and which move lost it."""

from __future__ import annotations

import pytest

from bot.engine.games import find_game
from bot.engine.session import Session
from bot.service.analysis import Surety
from bot.service.check import Check, check
from bot.service.losing_move import losing_move
from bot.solvers.protocols import Limit

OPEN = find_game("accordion")
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
