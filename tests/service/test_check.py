"""Checks: whether a game can still be won, and which move lost it."""

from __future__ import annotations

import pytest

from bot.engine.games import find_game
from bot.engine.session import Session
from bot.service.analysis import Surety
from bot.service.check import Check, check, turn_words
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
    """It is proven, and no move is told."""
    found = _check("accordion", "tuesday")
    assert found.surety is Surety.WON
    assert found.text.startswith("Proven: it can still be won.")
    assert "<" not in found.text


def test_the_move_that_lost_the_game_is_named() -> None:
    """Also when other moves were made since, and the one that would have won stands beside it."""
    start = OPEN.notation.read_position(ROW)
    moves = [OPEN.notation.read_move(token, start) for token in ("3<", "3<")]
    states = [start]
    for move in moves:
        states.append(OPEN.play(states[-1], move))
    turn = losing_move(OPEN, states, moves, PATIENT)
    assert turn_words(OPEN, turn) == (
        "You could win until move 1. Then 3< (6♥ onto 6♠) lost it; 2< (6♠ onto 5♠) wins (proven)."
    )


def test_a_deal_that_was_lost_from_the_start_was_lost_by_no_move() -> None:
    """Nobody is blamed."""
    state = OPEN.notation.read_position("5S 6S TD KC")
    move = OPEN.notation.read_move("2<", state)
    assert losing_move(OPEN, [state, OPEN.play(state, move)], [move], PATIENT) is None
    assert turn_words(OPEN, None) == ""


@pytest.mark.parametrize("game", ["parlett", "cribbage", "napoleon"])
def test_hidden_cards_are_never_used(game: str) -> None:
    """With cards face down there is an estimate at most, whatever the deal would bring."""
    found = _check(game, "tuesday", "d")
    assert found.surety is Surety.ESTIMATE
    assert found.text.startswith("Estimate: ")
