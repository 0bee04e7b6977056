"""Concertina and Bayan, against the plain search."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from idle_year.engine.cards import PACK, Card
from idle_year.engine.games import ALL, find_game
from idle_year.engine.positions.row import Row
from idle_year.engine.rules import AnyRules, Pile
from idle_year.solvers.generic import Search
from idle_year.solvers.marriage.pairs import ConcertinaSolver, count_winnable, player_for, solver_for
from idle_year.solvers.protocols import Answer, Counted, Judged, Limit

PATIENT = Limit(seconds=60)
IDS = ("concertina", "bayan")


def _solver(rules: AnyRules) -> ConcertinaSolver:
    found = solver_for(rules)
    assert isinstance(found, ConcertinaSolver)
    return found


def _row(cards: list[Card]) -> Row:
    return Row(tuple(Pile(card) for card in cards))


def _rows(name: str, rows: int, most: int) -> list[Row]:
    """Draw rows with many matches, and rows with few."""
    chance = random.Random(name)  # noqa: S311  the same rows every time
    drawn = []
    for _ in range(rows):
        ranks = chance.randint(3, 13)
        cards = [card for card in PACK if card.rank < ranks]
        drawn.append(_row(chance.sample(cards, min(chance.randint(1, most), len(cards)))))
    return drawn


@pytest.mark.parametrize("game", IDS)
def test_small_rows_are_as_the_plain_search_finds_them(game: str) -> None:
    """Small rows are won, lost and left with as few cards as the plain search finds."""
    rules, answers = find_game(game), set()
    for state in _rows(game, 300, most=9):
        verdict, best = _solver(rules).solve(state, PATIENT), _solver(rules).best(state, PATIENT)
        assert verdict.answer is Search(rules).solve(state, PATIENT).answer
        assert (best.exact, best.score) == (True, Search(rules).best(state, PATIENT).score)
        answers.add(verdict.answer)
    assert answers == {Answer.WON, Answer.LOST}


@pytest.mark.parametrize("game", IDS)
def test_rows_from_which_the_search_dives_are_right_too(game: str) -> None:
    """Rows from which the search dives are decided as by the plain search."""
    rules, answers = find_game(game), set[Answer]()
    chance = random.Random(game)  # noqa: S311  the same rows every time
    while len(answers) < 2 or chance.random() < 0.95:
        # Cards of many ranks, two suits at the left and two at the right: few ways, many of them lost.
        left, right = (chance.sample(half, 8) for half in (PACK[:26], PACK[26:]))
        state = _row(left + right)
        answer = _solver(rules).solve(state, PATIENT).answer
        assert answer is Search(rules).solve(state, PATIENT).answer
        answers.add(answer)


@pytest.mark.parametrize("game", IDS)
def test_every_move_is_judged_as_the_state_after_it(game: str) -> None:
    """Moves are judged in the order of the rules, although they share search results."""
    rules = find_game(game)
    for state in _rows(f"{game}/judge", 200, most=14):
        moves = rules.moves(state)
        alone = [_solver(rules).solve(rules.play(state, move), PATIENT).answer for move in moves]
        judged = tuple(Judged(move, answer) for move, answer in zip(moves, alone, strict=True))
        assert _solver(rules).judge(state, PATIENT) == judged


@pytest.mark.parametrize("game", IDS)
def test_looking_at_the_clock_changes_nothing(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that pauses to check the clock gives the same answer as one that does not."""
    rules = find_game(game)
    rows = _rows(f"{game}/clock", 200, most=18)
    answers = [_solver(rules).solve(state, PATIENT).answer for state in rows]
    monkeypatch.setattr("idle_year.solvers.marriage.pairs._SLICE", 1)
    assert [_solver(rules).solve(state, PATIENT).answer for state in rows] == answers


@pytest.mark.parametrize("game", IDS)
@pytest.mark.parametrize("limit", [Limit(nodes=0), Limit(nodes=2), Limit(seconds=0)])
def test_a_limit_leaves_no_wrong_answer(game: str, limit: Limit) -> None:
    """What is not decided in time is unknown, for verdicts, moves and scores."""
    rules = find_game(game)
    for state in _rows(f"{game}/limit", 100, most=12):
        right = _solver(rules).solve(state, PATIENT).answer
        assert _solver(rules).solve(state, limit).answer in (right, Answer.UNKNOWN)
        best, exact = _solver(rules).best(state, limit), _solver(rules).best(state, PATIENT)
        assert best.score.rank >= exact.score.rank
        assert best.score == exact.score or not best.exact
        for judged, known in zip(
            _solver(rules).judge(state, limit), _solver(rules).judge(state, PATIENT), strict=True
        ):
            assert judged.answer in (known.answer, Answer.UNKNOWN)
    assert _solver(rules).solve(rules.start("tuesday"), limit).answer is Answer.UNKNOWN


@given(cards=st.permutations(PACK), size=st.integers(1, 52), game=st.sampled_from(IDS))
def test_any_row_is_decided(cards: list[Card], size: int, game: str) -> None:
    """Rows may have any number of cards; every line is replayed by the rules."""
    rules = find_game(game)
    state = _row(cards[:size])
    verdict, best = _solver(rules).solve(state, PATIENT), _solver(rules).best(state, PATIENT)
    assert verdict.proved
    assert best.exact
    assert (verdict.answer is Answer.WON) == (best.score.rank <= (_solver(rules).rules.target,))


def test_an_odd_card_too_many_is_seen_at_once() -> None:
    """Bayan cannot be won with a card missing from the pack."""
    verdict = _solver(find_game("bayan")).solve(_row(list(PACK[1:])), PATIENT)
    assert (verdict.answer, verdict.nodes) == (Answer.LOST, 0)


def test_an_empty_row_is_won() -> None:
    """An empty row of Bayan is won."""
    verdict = _solver(find_game("bayan")).solve(Row(()), PATIENT)
    assert (verdict.answer, verdict.line) == (Answer.WON, ())


@pytest.mark.parametrize("game", IDS)
def test_threads_do_not_disturb_each_other(game: str) -> None:
    """Threads that solve at the same time get the same answers as one after another."""
    rules = find_game(game)
    rows = _rows(f"{game}/threads", 200, most=20)
    with ThreadPoolExecutor(2) as pool:
        together = list(pool.map(lambda state: _solver(rules).solve(state, PATIENT), rows))
    assert together == [_solver(rules).solve(state, PATIENT) for state in rows]


@pytest.mark.parametrize("game", IDS)
def test_deals_are_counted(game: str) -> None:
    """Every deal of these games is counted as won, however many there are."""
    assert count_winnable(find_game(game), 7, 1000, 5000) == Counted(5000)


def test_other_games_are_left_to_others() -> None:
    """Only the two games with all cards in sight are solved here, and nothing in them is hidden."""
    assert {rules.id for rules in ALL.values() if solver_for(rules)} == set(IDS)
    assert not any(player_for(rules) for rules in ALL.values())
