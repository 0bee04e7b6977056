"""Compacted deals and One-Handed Solitaire with the stock known, against the plain search."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from idle_year.engine.cards import PACK, Card
from idle_year.engine.games import ALL
from idle_year.engine.games.marriage import Marriage
from idle_year.engine.games.one_handed import ONE_HANDED
from idle_year.engine.positions.row import Row
from idle_year.engine.records import write_moves
from idle_year.engine.rules import Pile
from idle_year.solvers.generic import Search
from idle_year.solvers.kernels.rng import shuffle, stream
from idle_year.solvers.marriage.forced import count_winnable, player_for, solver_for
from idle_year.solvers.protocols import Answer, AnySolver, Counted, Limit

PATIENT = Limit(seconds=60)
GAMES = [rules for rules in ALL.values() if isinstance(rules, Marriage) and solver_for(rules)]
BY_ID = pytest.mark.parametrize("rules", GAMES, ids=[rules.id for rules in GAMES])


def _solver(rules: Marriage) -> AnySolver:
    found = solver_for(rules)
    assert found is not None
    return found


def _state(cards: Sequence[Card], size: int, *, used: bool = False) -> Row:
    return Row(tuple(Pile(card) for card in cards[:size]), tuple(cards[size:]), used)


def _states(rules: Marriage, name: str, states: int, most: int) -> list[Row]:
    """Draw rows and stocks, some with many matches and some with few."""
    chance = random.Random(f"{rules.id}/{name}")  # noqa: S311  the same states every time
    drawn = []
    for _ in range(states):
        ranks = chance.randint(2, 13)
        cards = [card for card in PACK * rules.packs if card.rank < ranks]
        cards = chance.sample(cards, min(chance.randint(2, most), len(cards)))
        used = rules.redeal and chance.random() < 0.7
        drawn.append(_state(cards, chance.randint(1, len(cards)), used=used))
    return drawn


def test_these_games_are_solved_here() -> None:
    """Every compacted deal and One-Handed Solitaire are solved here, and have a fair player."""
    compacted = {rules.id for rules in ALL.values() if rules.family == "marriage" and "compacted" in rules.id}
    assert {rules.id for rules in GAMES} == compacted | {"one-handed"}
    assert {rules.id for rules in ALL.values() if player_for(rules)} == {rules.id for rules in GAMES}


@BY_ID
def test_small_games_are_as_the_plain_search_finds_them(rules: Marriage) -> None:
    """Won, lost, and the fewest cards left agree, even if removals wait that no play would leave."""
    answers = set()
    for state in _states(rules, "small", 150, most=11):
        verdict, best = _solver(rules).solve(state, PATIENT), _solver(rules).best(state, PATIENT)
        assert verdict.answer is Search(rules).solve(state, PATIENT).answer
        assert (best.exact, best.score) == (verdict.proved, Search(rules).best(state, PATIENT).score)
        answers.add(verdict.answer)
    assert answers == {Answer.WON, Answer.LOST, *((Answer.UNKNOWN,) if rules.redeal else ())}


def test_an_older_card_that_is_on_top_again_takes_four_of_its_rank() -> None:
    """An older card that is on top again takes four of its rank with it, which wins this deal."""
    rules = ONE_HANDED
    state = rules.notation.read_position("2D AC 2H 2S | 2C TC KS 4D KC KH")
    verdict = _solver(rules).solve(state, PATIENT)
    assert verdict.answer is Answer.WON
    assert write_moves(rules, verdict.line).endswith("x5-8 x1-4")


def test_one_handed_is_read_rightly_where_few_ranks_and_suits_meet() -> None:
    """One-Handed is solved rightly where few ranks and suits meet, from any hand and stock."""
    chance = random.Random("few")  # noqa: S311  the same hands every time
    rules, wins = ONE_HANDED, 0
    for _ in range(2000):
        ranks, suits = chance.sample(range(13), chance.randint(2, 5)), chance.sample(range(4), 3)
        cards = [card for card in PACK if card.rank in ranks and card.suit in suits]
        chance.shuffle(cards)
        cards = cards[: chance.randint(4, 13)]
        state = _state(cards, chance.randint(0, len(cards)))
        fewest = _fewest_left(rules, state, {})
        assert _solver(rules).best(state, PATIENT).score.parts == (("cards", fewest),)
        assert (_solver(rules).solve(state, PATIENT).answer is Answer.WON) == (fewest == 0)
        wins += fewest == 0
    assert wins > 100


def _fewest_left(rules: Marriage, state: Row, known: dict[Row, int]) -> int:
    """Return the fewest cards that can be left, by brute force."""
    if state not in known:
        after = [_fewest_left(rules, rules.play(state, move), known) for move in rules.moves(state)]
        known[state] = min([len(state.piles) + len(state.stock), *after])
    return known[state]


@BY_ID
def test_every_deal_is_decided(rules: Marriage) -> None:
    """Every full deal is decided, and the verdicts on its moves fit."""
    for number in range(12):
        state = replace(rules.start(f"deal {number}"), used=rules.redeal)
        verdict = _solver(rules).solve(state, PATIENT)
        assert verdict.proved
        answers = {answer for _, answer in _solver(rules).judge(state, PATIENT)}
        assert (Answer.WON in answers) == (verdict.answer is Answer.WON)
        assert _solver(rules).best(state, PATIENT).exact


@BY_ID
def test_what_lies_face_down_is_not_guessed(rules: Marriage) -> None:
    """A hidden stock leaves the answer open, as any card of it might win."""
    for state in _states(rules, "hidden", 20, most=12):
        if state.stock:
            seen = rules.view(state)
            verdict = _solver(rules).solve(seen, PATIENT)
            assert (verdict.answer, verdict.hidden) == (Answer.UNKNOWN, True)
            best = _solver(rules).best(seen, PATIENT)
            assert not best.exact
            assert len(_solver(rules).judge(seen, PATIENT)) == len(rules.moves(seen))


@BY_ID
@pytest.mark.parametrize("limit", [Limit(nodes=0), Limit(nodes=3), Limit(seconds=0)])
def test_a_limit_leaves_no_wrong_answer(rules: Marriage, limit: Limit) -> None:
    """What is not decided in time is unknown."""
    for state in _states(rules, "limit", 40, most=14):
        right = _solver(rules).solve(state, PATIENT).answer
        assert _solver(rules).solve(state, limit).answer in (right, Answer.UNKNOWN)
        best, exact = _solver(rules).best(state, limit), _solver(rules).best(state, PATIENT)
        assert best.score.rank >= exact.score.rank
        assert best.score == exact.score or not best.exact


@BY_ID
def test_looking_at_the_clock_changes_nothing(rules: Marriage, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that pauses to check the clock gives the same answer as one that does not."""
    states = [*_states(rules, "clock", 30, most=14), rules.start("clock")]
    before = [_solver(rules).best(state, PATIENT) for state in states]
    monkeypatch.setattr("idle_year.solvers.marriage.forced._SLICE", 1)
    assert [_solver(rules).best(state, PATIENT) for state in states] == before


def test_a_redeal_is_not_guessed() -> None:
    """Before a redeal only a win without it is certain, whether or not a seed would tell what it brings."""
    (rules,) = (rules for rules in GAMES if rules.redeal)
    answers = set()
    for state in _states(rules, "redeal", 200, most=9):
        told, untold = (_solver(rules).solve(replace(state, seed=seed), PATIENT) for seed in ("x", None))
        assert told == untold
        answers.add((told.answer, told.hidden, state.used))
    after = {(Answer.WON, False, True), (Answer.LOST, False, True)}
    assert answers == {*after, (Answer.WON, False, False), (Answer.UNKNOWN, True, False)}


@settings(deadline=None, max_examples=40)
@given(seed=st.integers(), data=st.data(), rules=st.sampled_from(GAMES))
def test_any_game_is_decided_on_the_way(seed: int, data: st.DataObject, rules: Marriage) -> None:
    """Any game is decided however it has been played so far, and wins only if its best end does."""
    state = replace(rules.start(str(seed)), used=rules.redeal)
    for _ in range(data.draw(st.integers(0, 60))):
        moves = rules.moves(state)
        if moves:
            state = rules.play(state, data.draw(st.sampled_from(moves)))
    verdict = _solver(rules).solve(state, PATIENT)
    assert verdict.proved
    if rules.compulsory:
        best = _solver(rules).best(state, PATIENT)
        assert best.exact
        assert (verdict.answer is Answer.WON) == (best.score.rank <= (rules.target,))


@BY_ID
def test_deals_are_counted_as_they_are_solved(rules: Marriage) -> None:
    """Counted deals are won exactly if they are solved as won, wherever the count begins."""
    ends = rules.ends or ()
    pack = [card for card in PACK * rules.packs if card not in ends]
    answers = []
    for number in range(200):
        cards = np.array(pack, dtype=np.int8)
        shuffle(cards, np.uint64(stream(np.uint64(5), np.uint64(number))))
        order = [*ends[:1], *(Card(card) for card in cards), *ends[1:]]
        # Without the redeal, which is dealt from the random stream and not from a seed.
        state = Row((Pile(order[0]),), tuple(order[1:]), used=rules.redeal)
        answers.append(_solver(rules).solve(state, PATIENT).answer is Answer.WON)
    assert count_winnable(rules, 5, 0, 200) == Counted(sum(answers))
    assert count_winnable(rules, 5, 100, 100) == Counted(sum(answers[100:200]))
