"""Compulsory play with the stock known, against the plain search."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from idle_year.engine.cards import PACK, Card
from idle_year.engine.games import find_game
from idle_year.engine.games.accordion import Accordion, Compulsion
from idle_year.engine.games.accordion_deals import DEALS, GOREN, PARLETT
from idle_year.engine.positions.row import Row
from idle_year.engine.rules import Outcome, Pile
from idle_year.solvers.accordion.compulsory import (
    CompulsoryAccordionSolver,
    count_fair_wins,
    count_winnable,
    player_for,
    solver_for,
)
from idle_year.solvers.generic import Search
from idle_year.solvers.protocols import Answer, Counted, Limit

COMPELLED = [rules for rules in DEALS if rules.compulsion is not Compulsion.NONE]
PATIENT = Limit(seconds=60)


def _random_row(rules: Accordion, chance: random.Random) -> Row:
    """Draw a row and a stock, of few or many ranks."""
    pack = [card for card in PACK if card.rank < chance.choice([4, 6, 13])]
    cards = chance.sample(pack, chance.randint(1, 12))
    row = chance.randint(1, min(len(cards), 9))
    piles = tuple(Pile(card, chance.randint(1, 3)) for card in cards[:row])
    used = rules.compulsion is Compulsion.GRACE and chance.random() < 0.3
    return Row(piles, tuple(cards[row:]), used)


@pytest.mark.parametrize("rules", COMPELLED, ids=[rules.id for rules in COMPELLED])
def test_verdicts_are_those_of_the_plain_search(rules: Accordion) -> None:
    """Verdicts on compulsory rows agree with exhaustive search, also with the grace used."""
    chance, answers = random.Random(rules.id), set()  # noqa: S311  the same rows every time
    for _ in range(200):
        state = _random_row(rules, chance)
        verdict = CompulsoryAccordionSolver(rules).solve(state, PATIENT)
        assert verdict.answer is Search(rules).solve(state, PATIENT).answer
        answers.add(verdict.answer)
        for move in verdict.line:
            state = rules.play(state, move)
        assert (rules.outcome(state) is Outcome.WON) == (verdict.answer is Answer.WON)
    assert answers == {Answer.WON, Answer.LOST}


@pytest.mark.parametrize("position", ["4H 6H | 2C 6S 3C 3H", "AS 8C 4C 6H | 4D AH 5S 6C KS 7D 8D"])
def test_no_state_is_searched_twice(position: str) -> None:
    """No state is searched twice, not even if a card is dealt before a move that could come first."""
    state = GOREN.notation.read_position(position)
    assert CompulsoryAccordionSolver(GOREN).solve(state, PATIENT).nodes <= len(_reachable(GOREN, state))


def _reachable(rules: Accordion, state: Row) -> set[Any]:
    """Return every state that can be reached, without the sizes of piles."""
    known, new = set(), [state]
    while new:
        state = new.pop()
        seen = (tuple(pile.top for pile in state.piles), state.stock, state.used)
        if seen not in known:
            known.add(seen)
            new += [rules.play(state, move) for move in rules.moves(state)]
    return known


@pytest.mark.parametrize("rules", COMPELLED, ids=[rules.id for rules in COMPELLED])
def test_the_best_is_that_of_the_plain_search(rules: Accordion) -> None:
    """The best end has the fewest piles and the largest of them, as by the plain search."""
    chance = random.Random(rules.id)  # noqa: S311  the same rows every time
    for _ in range(120):
        state = _random_row(rules, chance)
        best = CompulsoryAccordionSolver(rules).best(state, PATIENT)
        assert (best.score, best.exact) == (Search(rules).best(state, PATIENT).score, True)
        for move in best.line:
            state = rules.play(state, move)
        assert rules.score(state) == best.score


@settings(max_examples=60, deadline=None)
@given(cards=st.lists(st.sampled_from(PACK), min_size=1, max_size=12, unique=True), row=st.integers(0, 12))
def test_any_row_is_decided(cards: list[Card], row: int) -> None:
    """Any row is decided, even with no pile yet, with no stock, or with one card."""
    state = Row(tuple(Pile(card) for card in cards[:row]), tuple(cards[row:]))
    answer = CompulsoryAccordionSolver(GOREN).solve(state, PATIENT).answer
    assert answer is Search(GOREN).solve(state, PATIENT).answer


@pytest.mark.parametrize("rules", COMPELLED, ids=[rules.id for rules in COMPELLED])
def test_full_deals_are_decided(rules: Accordion) -> None:
    """Full compulsory deals are all decided, and only won ones have a best of one pile."""
    for number in range(4):
        state = rules.start(f"full-{number}")
        solver = CompulsoryAccordionSolver(rules)
        verdict, best = solver.solve(state, PATIENT), solver.best(state, PATIENT)
        assert verdict.proved
        assert (best.score.rank[0] == 1) == (verdict.answer is Answer.WON)


def test_every_move_is_judged() -> None:
    """Every move is judged as the state that it leads to."""
    chance = random.Random("judge")  # noqa: S311  the same rows every time
    for _ in range(20):
        state = _random_row(GOREN, chance)
        judged = CompulsoryAccordionSolver(GOREN).judge(state, PATIENT)
        assert [move for move, _ in judged] == list(GOREN.moves(state))
        for move, answer in judged:
            assert answer is Search(GOREN).solve(GOREN.play(state, move), PATIENT).answer


def test_it_stops_at_its_limit() -> None:
    """At its limit the solver reports unknown, and gives the best that it has found so far."""
    solver, state = CompulsoryAccordionSolver(PARLETT), PARLETT.start("full-0")
    assert solver.solve(state, Limit(nodes=10, seconds=60)).answer is Answer.UNKNOWN
    assert solver.solve(state, Limit(seconds=0)).answer is Answer.UNKNOWN
    best = solver.best(state, Limit(nodes=300, seconds=60))
    assert (best.exact, best.nodes) == (False, 300)


def test_a_stock_face_down_is_never_judged() -> None:
    """The cards are unknown, so nothing is claimed; the best is what moves alone can reach."""
    state = PARLETT.notation.read_position("5S 9D QC 5H 5C +20")
    verdict = CompulsoryAccordionSolver(PARLETT).solve(state, PATIENT)
    assert (verdict.answer, verdict.hidden) == (Answer.UNKNOWN, True)
    best = CompulsoryAccordionSolver(PARLETT).best(state, PATIENT)
    assert (best.exact, best.score.rank[0]) == (False, 23)


def test_a_set_of_states_that_overflows_forgets_but_does_not_err(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a table that is never doubled, the answers are the same."""
    states = [PARLETT.start(f"full-{number}") for number in range(8)]
    roomy = [CompulsoryAccordionSolver(PARLETT).solve(state, PATIENT).answer for state in states]
    monkeypatch.setattr("idle_year.solvers.accordion.compulsory.grown", lambda table: table)
    assert [CompulsoryAccordionSolver(PARLETT).solve(state, PATIENT).answer for state in states] == roomy


def test_surveys_count_the_deals_that_the_solver_wins() -> None:
    """Deals are counted one by one, in any parts; about one of Parlett's deals in eight can be won."""
    parts = [count_winnable(PARLETT, 1, first, 100) for first in (0, 100)]
    won = sum(part.won for part in parts if part is not None)
    assert count_winnable(PARLETT, 1, 0, 200) == Counted(won)
    assert 10 <= won <= 40


def test_other_games_are_left_to_others() -> None:
    """The package has no solver, player or count for games without compulsion."""
    rules = find_game("tarbart")
    assert (solver_for(rules), player_for(rules)) == (None, None)
    assert (
        count_winnable(rules, 1, 0, 1),
        count_fair_wins(rules, 1, 0, 1),
    ) == (None, None)
