"""The interval algorithm against the plain search and against its own definition."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from idle_year.engine.cards import PACK, Card
from idle_year.engine.games import ALL
from idle_year.engine.rules import Outcome
from idle_year.solvers.generic import Search
from idle_year.solvers.marriage.interval import solver_for
from idle_year.solvers.marriage.interval.interval_dp import (
    Permit,
    can_be_won,
    fill,
    fill_wide,
    new_table,
    permit_of,
)
from idle_year.solvers.marriage.interval.solver import RoyalMarriageSolver
from idle_year.solvers.protocols import Answer, Limit
from tests.idle_year.solvers.marriage.rows import IDS, chance_of, game, random_row, row_of

PATIENT = Limit(seconds=60)
ROWS = 120


def solver_of(name: str) -> RoyalMarriageSolver:
    """Return the solver of a game of this package."""
    solver = solver_for(game(name))
    assert isinstance(solver, RoyalMarriageSolver)
    return solver


def test_the_package_solves_these_games_and_no_others() -> None:
    """Games that force removals, and those in which other cards leave, are left to other packages."""
    known = {name for name, rules in ALL.items() if solver_for(rules) is not None}
    assert known == set(IDS)


@pytest.mark.parametrize("name", IDS)
def test_verdicts_are_those_of_the_plain_search(name: str) -> None:
    """On small rows, verdicts and the fewest cards agree with exhaustive search."""
    rules, solver, chance, answers = game(name), solver_of(name), chance_of(name), []
    for _ in range(ROWS):
        state = random_row(rules, chance)
        found, best = solver.solve(state, PATIENT), solver.best(state, PATIENT)
        assert found.answer is Search(rules).solve(state, PATIENT).answer
        assert best.exact
        assert best.score == Search(rules).best(state, PATIENT).score
        answers.append(found.answer)
    assert answers.count(Answer.WON) > ROWS // 5
    assert answers.count(Answer.LOST) > ROWS // 5


@pytest.mark.parametrize("name", IDS)
def test_every_move_is_judged_as_the_plain_search_does(name: str) -> None:
    """Each removal, and dealing, is judged as by the plain search."""
    rules, solver, chance = game(name), solver_of(name), chance_of(f"{name} moves")
    for _ in range(ROWS // 3):
        state = random_row(rules, chance)
        assert solver.judge(state, PATIENT) == Search(rules).judge(state, PATIENT)


@pytest.mark.parametrize("name", IDS)
def test_lines_of_whole_deals_win(name: str) -> None:
    """From a full deal, every line ends in a win, and the best is never worse than that."""
    rules, solver = game(name), solver_of(name)
    for number in range(8):
        state = rules.start(f"line{number}")
        verdict, best = solver.solve(state, PATIENT), solver.best(state, PATIENT)
        end = state
        for move in verdict.line:
            end = rules.play(end, move)
        assert (rules.outcome(end) is Outcome.WON) == (verdict.answer is Answer.WON)
        assert (best.score.rank == (2,)) == (verdict.answer is Answer.WON)


@pytest.mark.parametrize("name", IDS)
def test_a_limit_is_kept(name: str) -> None:
    """Too few nodes give no answer, and never a wrong one."""
    rules, solver, tight = game(name), solver_of(name), Limit(nodes=10)
    state = rules.start("tuesday")
    assert solver.solve(state, tight).answer is Answer.UNKNOWN
    assert not solver.best(state, tight).exact
    assert {answer for _, answer in solver.judge(state, tight)} == {Answer.UNKNOWN}


@settings(deadline=None)
@given(st.permutations(PACK), st.integers(1, 52), st.integers(0, 51), st.sampled_from(IDS))
def test_any_position_is_answered(cards: Sequence[Card], size: int, dealt: int, name: str) -> None:
    """Whatever is in the row: what is obviously lost is lost, and what is won has a line of moves."""
    rules = game(name)
    row = list(cards[:size])
    state = (
        row_of(row[dealt:], row[:dealt]) if rules.singly and dealt < size else row_of(row, used=rules.redeal)
    )
    verdict = solver_of(name).solve(state, PATIENT)
    assert verdict.proved
    if rules.hopeless(state) is not None:
        assert verdict.answer is Answer.LOST


@pytest.mark.parametrize("permit", [Permit(0b110, 0), Permit(0b100, 0), Permit(0b10, 0)])
def test_long_rows_follow_the_definition(permit: Permit) -> None:
    """Rows of two packs, with identical cards, are decided as by the recurrence written out."""
    chance, table = chance_of("wide"), new_table()
    for size in (65, 66, 90, 104):
        cards = chance.sample([card for card in PACK if card.rank < 10] * 2 + list(PACK[:24]), size)
        row = np.array(cards, np.int8)
        fill(row, permit, table)
        found = {
            (place, other)
            for place in range(size)
            for other in range(place + 1, size)
            if table.sets[other // 64, 1, place] >> np.uint64(other % 64) & np.uint64(1)
        }
        assert found == _meetings(cards, permit)
        assert can_be_won(row, permit, table) == ((0, size - 1) in found)


def test_the_wide_kernel_agrees_with_the_narrow_one() -> None:
    """The wide kernel finds the same meetings as the narrow one on rows that fit both."""
    chance, narrow, wide = chance_of("both"), new_table(), new_table()
    for _ in range(300):
        row = np.array(chance.sample([*PACK, *PACK], chance.randint(1, 64)), np.int8)
        fill(row, Permit(0b110, 0), narrow)
        fill_wide(row, 0b110, wide.sets, wide.seen)
        assert (narrow.sets[0, 1, : len(row)] == wide.sets[0, 1, : len(row)]).all()


@pytest.mark.parametrize("name", IDS)
def test_more_rights_never_hurt(name: str) -> None:
    """What the interval algorithm calls won stays won if pairs or one more size may leave as well."""
    permit, chance, table = permit_of(game(name)), chance_of("rights"), new_table()
    assert permit is not None
    wider = Permit(0b110, 0b101010100)
    for _ in range(100):
        row = np.array(chance.sample(PACK, 30), np.int8)
        assert not can_be_won(row, permit, table) or can_be_won(row, wider, table)


def _meetings(cards: Sequence[Card], permit: Permit) -> set[tuple[int, int]]:
    """Return which places can meet, by the recurrence written out."""

    @cache
    def meet(start: int, end: int) -> bool:
        if end == start + 1:
            return True
        return cards[start].matches(cards[end]) and any(
            _all_meet((start, *block, end)) for block in _blocks(start, end)
        )

    def _all_meet(chain: tuple[int, ...]) -> bool:
        return all(meet(*pair) for pair in pairwise(chain))

    def _blocks(start: int, end: int) -> list[tuple[int, ...]]:
        places = range(start + 1, end)
        ones = [(one,) for one in places] if permit.any_cards & 0b10 else []
        twos = [(one, two) for one in places if meet(start, one) for two in range(one + 1, end)]
        return [*ones, *(twos if permit.any_cards & 0b100 else [])]

    size = len(cards)
    return {(start, end) for start in range(size) for end in range(start + 1, size) if meet(start, end)}
