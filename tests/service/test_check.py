"""Checks: whether a game can still be won, and which move lost it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.service.errors import NothingToCheck
from bot.service.hint import Checks
from bot.service.thinking.solver_threads import SolverThreads
from bot.store import Status
from idle_year.advice import Check, check
from idle_year.analysis import LosingMove, Surety, losing_move, positions
from idle_year.engine.games import find_game
from idle_year.engine.games.accordion import Accordion
from idle_year.engine.rules import AnyRules
from idle_year.engine.session import Session
from idle_year.solvers.protocols import Answer, Limit
from idle_year.solvers.registry import solver_for
from tests.service.test_hint import game_of

OPEN, LATE = find_game("accordion"), find_game("late-binding")
PATIENT = Limit(seconds=60)
ROW = "5S 6S 6H KH"
"""Only 2< keeps the win: 3< and 4< lose it."""


def _check(game: str, seed: str, *moves: str) -> Check:
    session = Session.deal(find_game(game), seed)
    return check(session.play(" ".join(moves)) if moves else session, PATIENT)


def test_a_deal_that_can_be_won() -> None:
    """A deal that can be won is proven to be, and no move has lost it."""
    found = _check("accordion", "tuesday")
    assert (found.analysis.surety, found.turn) == (Surety.WON, None)


def test_the_move_that_lost_the_game_is_found() -> None:
    """A check finds the move that lost the game, with the one that would have won."""
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
    """Before the move that lost a small deal every position could be won, and after it none."""
    session = Session.deal(LATE, seed)
    states = [session.state]
    while moves := LATE.moves(states[-1]):
        session = session.play(LATE.notation.write_move(moves[0]))
        states.append(session.state)
    winnable = [solver_for(LATE).solve(state, PATIENT).answer is Answer.WON for state in states]
    turn = losing_move(LATE, states, session.moves, PATIENT)
    assert (turn and turn.number) == (winnable.index(False) - 1 if winnable[0] and not winnable[-1] else None)


def test_a_deal_that_was_lost_from_the_start_was_lost_by_no_move() -> None:
    """A deal that was lost from the start was lost by no move."""
    state = OPEN.notation.read_position("5S 6S TD KC")
    move = OPEN.notation.read_move("2<", state)
    assert losing_move(OPEN, [state, OPEN.play(state, move)], [move], PATIENT) is None


@pytest.mark.parametrize("game", ["parlett", "cribbage", "napoleon"])
def test_hidden_cards_prove_nothing(game: str) -> None:
    """While cards are hidden a check gives an estimate at most, whatever the deal would bring."""
    found = _check(game, "tuesday", "d")
    assert (found.analysis.surety, found.turn) == (Surety.ESTIMATE, None)


@pytest.mark.parametrize("game", ["parlett", "goren"])
def test_nobody_is_blamed_for_not_seeing_through_the_stock(game: str) -> None:
    """A move that lost only for somebody who knows all cards is blamed on nobody."""
    rules = find_game(game)
    assert isinstance(rules, Accordion)
    session = _lost_for_who_knows_all_cards(replace(rules, cards=16))
    found = check(session, PATIENT)
    assert (found.analysis.surety, found.turn) == (Surety.LOST, None)


def _lost_for_who_knows_all_cards(rules: AnyRules) -> Session[Any]:
    """Return a game that is proven lost, and was lost by one of its moves if every card is known."""
    for number in range(200):
        session = Session.deal(rules, f"s{number}")
        while moves := rules.moves(session.state):
            lost = solver_for(rules).solve(rules.view(session.state), PATIENT).answer is Answer.LOST
            if lost and _lost_openly(session):
                return session
            session = session.play(rules.notation.write_move(moves[0]))
    raise AssertionError("no such game")


def _lost_openly(session: Session[Any]) -> LosingMove | None:
    return losing_move(session.rules, positions(session), session.moves, PATIENT)


async def test_a_game_that_is_over_has_nothing_to_check(threads: SolverThreads) -> None:
    """A game that is over has nothing to check, neither after a resignation nor after the last move."""
    stuck = Session(OPEN, "x", OPEN.notation.read_position("5S KD"))
    for game in (game_of(Session.deal(OPEN, "tuesday"), Status.RESIGNED), game_of(stuck)):
        with pytest.raises(NothingToCheck):
            await Checks(threads).check(game)
