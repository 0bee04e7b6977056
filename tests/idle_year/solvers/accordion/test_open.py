"""The solver for open rows against the plain search, and against known facts about the games."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from idle_year.engine.cards import PACK, Card
from idle_year.engine.games import find_game
from idle_year.engine.games.accordion import Accordion
from idle_year.engine.games.accordion_deals import DEALS, LATE_BINDING, OPEN
from idle_year.engine.positions.row import Row
from idle_year.engine.rules import DEAL, Move, Outcome, Pile
from idle_year.solvers.accordion.open import count_fair_wins, count_winnable, player_for, solver_for, warm
from idle_year.solvers.accordion.open.branch_and_bound import enlarge
from idle_year.solvers.accordion.open.restarts import count_wins, lay_out, resume
from idle_year.solvers.accordion.open.solver import OpenAccordionSolver
from idle_year.solvers.generic import Search
from idle_year.solvers.protocols import Answer, Counted, Limit

PATIENT = Limit(seconds=60)
LONG_LOST = "AS QC 2H AD 3S 4C 7D 9D KC 5S 9H 8S KD KS AH TC QD 2S 5H 6S 2C 7S 4H JD 5C TS"
"""A hundred thousand nodes prove that it is lost."""
OPEN_GAMES = [rules for rules in DEALS if solver_for(rules) is not None]
EVERY = pytest.mark.parametrize("rules", OPEN_GAMES, ids=[rules.id for rules in OPEN_GAMES])
DEALT = [rules for rules in OPEN_GAMES if rules.face_up is not None]


def _chance(seed: str) -> random.Random:
    return random.Random(seed)  # noqa: S311  the same rows every time


def _row(rules: Accordion, chance: random.Random, most: int) -> Row:
    """Draw a row of piles of any size, of few ranks or many, with a known stock if the game has one."""
    ranks = chance.choice([4, 6, 9, 13])
    cards = chance.sample([card for card in PACK if card.rank < ranks], chance.randint(1, most))
    goal = chance.choice(cards) if rules.goal_card else None
    open_cards = len(cards) if rules.face_up is None else chance.randint(1, len(cards))
    piles = tuple(Pile(card, chance.choice([1, 1, 2, 3])) for card in cards[:open_cards])
    return Row(piles, tuple(cards[open_cards:]), goal=goal)


def _replay(rules: Accordion, state: Row, moves: tuple[Move, ...]) -> Row:
    for move in moves:
        state = rules.play(state, move)
    return state


def test_it_solves_the_games_in_which_nothing_is_forced() -> None:
    """The open solver handles the games in which nothing is forced, and no others."""
    ids = {rules.id for rules in OPEN_GAMES}
    assert ids == {
        "accordion",
        "till-dawn",
        "tarbart",
        "tower-of-babel",
        "relaxed-accordion",
        "skidoo",
        "accordions-revenge",
        "late-binding",
    }
    assert solver_for(find_game("pyramid")) is None
    assert {rules.id for rules in DEALS if player_for(rules)} == {rules.id for rules in DEALT}


@EVERY
def test_it_agrees_with_the_plain_search(rules: Accordion) -> None:
    """The open solver agrees with the plain search on rows of up to nine, and every line wins."""
    chance, answers = _chance(rules.id), set()
    for _ in range(150):
        state = _row(rules, chance, 8)
        verdict, oracle = OpenAccordionSolver(rules).solve(state, PATIENT), Search(rules)
        assert verdict.answer is oracle.solve(state, PATIENT).answer
        if verdict.answer is Answer.WON:
            assert rules.outcome(_replay(rules, state, verdict.line)) is Outcome.WON
        assert OpenAccordionSolver(rules).judge(state, PATIENT) == oracle.judge(state, PATIENT)
        answers.add(verdict.answer)
    assert answers == {Answer.WON, Answer.LOST}


@EVERY
def test_its_best_score_is_that_of_the_plain_search(rules: Accordion) -> None:
    """The best score of the open solver is that of the plain search, and the line reaches it."""
    chance = _chance(f"best {rules.id}")
    for _ in range(60):
        state = _row(rules, chance, 8)
        best = OpenAccordionSolver(rules).best(state, PATIENT)
        assert best.exact
        assert best.score.rank == Search(rules).best(state, PATIENT).score.rank
        assert rules.score(_replay(rules, state, best.line)) == best.score


@settings(deadline=None, max_examples=40)
@given(cards=st.permutations(PACK), size=st.integers(9, 12))
def test_longer_rows_agree_as_well(cards: list[Card], size: int) -> None:
    """Rows from the whole pack, longer than those decided at sight, agree with the plain search."""
    rules = OPEN
    state = Row(tuple(Pile(card) for card in cards[:size]))
    answer = OpenAccordionSolver(rules).solve(state, PATIENT).answer
    assert answer is Search(rules).solve(state, PATIENT).answer


def test_rows_that_are_dived_into_agree_with_those_searched_through() -> None:
    """Rows that are dived into agree with the verdicts on each of their moves."""
    rules, chance = OPEN, _chance("long")
    answers = []
    for _ in range(60):
        state = rules.start(str(chance.random()))
        while len(state.piles) > 21:
            state = rules.play(state, chance.choice(rules.moves(state) or (DEAL,)))
            if not rules.moves(state):
                state = rules.start(str(chance.random()))
        answers.append(OpenAccordionSolver(rules).solve(state, PATIENT).answer)
        moves = OpenAccordionSolver(rules).judge(state, PATIENT)
        assert (answers[-1] is Answer.WON) == any(judged.answer is Answer.WON for judged in moves)
    assert set(answers) == {Answer.WON, Answer.LOST}


@EVERY
def test_full_deals_are_won(rules: Accordion) -> None:
    """Nearly all full deals are won, and each line is replayed."""
    won = 0
    for number in range(20):
        state = rules.start(f"deal-{number}")
        verdict = OpenAccordionSolver(rules).solve(state, Limit(nodes=10**6))
        if verdict.answer is Answer.WON:
            won += rules.outcome(_replay(rules, state, verdict.line)) is Outcome.WON
    assert won >= (5 if rules.id == "late-binding" else 18)


def test_a_survey_of_late_binding_counts_what_is_published() -> None:
    """47.021 % of deals of eighteen cards can be won (Blake and Gent's Solvitaire, ten million deals)."""
    deals = 3000
    counted = count_winnable(LATE_BINDING, seed=1, first=0, deals=deals)
    assert counted is not None
    assert counted.undecided == 0
    assert abs(counted.won / deals - 0.47021) < 0.03


def test_a_survey_may_be_counted_in_parts() -> None:
    """A survey may be counted in any parts, in any order, and by several threads at once."""
    rules = LATE_BINDING
    whole = count_winnable(rules, 7, 0, 400)
    with ThreadPoolExecutor(4) as threads:
        parts = threads.map(lambda part: count_winnable(rules, 7, part * 50, 50), range(8))
        won = [part.won for part in parts if part is not None]
    assert whole == Counted(sum(won))
    assert len(set(won)) > 1
    assert count_winnable(find_game("parlett"), 7, 0, 50) is None


@pytest.mark.parametrize("rules", OPEN_GAMES, ids=[rules.id for rules in OPEN_GAMES])
def test_surveys_deal_all_open_games(rules: Accordion) -> None:
    """Most deals are won; and the fair player, who deals first, wins the same ones."""
    counted = count_winnable(rules, 3, 0, 20)
    if rules.goal_card:
        assert counted is None  # its deals are solved one by one
        return
    assert counted is not None
    assert counted.won >= (4 if rules.id == "late-binding" else 18)
    fair = count_fair_wins(rules, 3, 0, 20)
    assert fair == (counted.won if rules in DEALT else None)


def test_looking_at_the_clock_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that often pauses to check the clock gives the same answer after as many nodes."""
    states = [OPEN.start(f"clock-{number}") for number in range(20)]
    solver, limit = OpenAccordionSolver(OPEN), Limit(seconds=60)
    before = [solver.solve(state, limit) for state in states]
    monkeypatch.setattr("idle_year.solvers.accordion.open.restarts.SLICE", 100)
    assert [solver.solve(state, limit) for state in states] == before


def test_it_stops_at_its_limit() -> None:
    """At its limit the open solver reports unknown, and does not call the best found exact."""
    rules = OPEN
    solver = OpenAccordionSolver(rules)
    lost = rules.notation.read_position(LONG_LOST)
    assert solver.solve(lost, PATIENT).answer is Answer.LOST
    for limit in (Limit(nodes=0), Limit(nodes=1), Limit(nodes=2000), Limit(seconds=0)):
        verdict = solver.solve(lost, limit)
        assert verdict.answer is Answer.UNKNOWN
        assert verdict.nodes <= limit.nodes
        assert {judged.answer for judged in solver.judge(lost, limit)} <= {Answer.UNKNOWN, Answer.LOST}
        assert not solver.best(lost, limit).exact


def test_the_same_state_is_decided_the_same_way() -> None:
    """A state is decided in the same way whatever was decided before."""
    rules = OPEN
    state = rules.start("tuesday")
    first = OpenAccordionSolver(rules).solve(state, PATIENT)
    OpenAccordionSolver(rules).solve(rules.start("wednesday"), PATIENT)
    assert OpenAccordionSolver(rules).solve(state, PATIENT) == first


@pytest.mark.parametrize("rules", DEALT, ids=[rules.id for rules in DEALT])
def test_nothing_is_claimed_of_a_stock_face_down(rules: Accordion) -> None:
    """With a stock face down neither state nor move is judged, and the best score is of the open cards."""
    state = rules.notation.read_position("5S 9D QC 5H 5C KD +46")
    verdict = OpenAccordionSolver(rules).solve(state, PATIENT)
    assert (verdict.answer, verdict.hidden, verdict.line) == (Answer.UNKNOWN, True, ())
    judged = OpenAccordionSolver(rules).judge(state, PATIENT)
    assert [move for move, _ in judged] == list(rules.moves(state))
    assert {answer for _, answer in judged} == {Answer.UNKNOWN}
    best = OpenAccordionSolver(rules).best(state, PATIENT)
    assert not best.exact
    assert best.score == Search(rules).best(state, PATIENT).score


@pytest.mark.parametrize(
    ("game", "position", "answer"),
    [
        ("accordion", "5S", Answer.WON),
        ("accordion", "5S/52", Answer.WON),
        ("accordion", "5S KD", Answer.LOST),
        ("tarbart", "5S | 6S", Answer.WON),
        ("tarbart", "5S | KD", Answer.LOST),
        ("tarbart", "6S | 7S", Answer.WON),
        ("skidoo", "5S KD", Answer.WON),
        ("skidoo", "5S", Answer.WON),
        ("skidoo", "5S KD 2H", Answer.LOST),
        ("accordions-revenge", "5S *5S", Answer.WON),
        ("accordions-revenge", "5S 6S *5S", Answer.LOST),
        ("accordions-revenge", "5S/2 6S *7S", Answer.LOST),
        ("accordions-revenge", "5S/2 *7S", Answer.LOST),
    ],
)
def test_short_rows_are_answered(game: str, position: str, answer: Answer) -> None:
    """Finished games, single cards and buried goal cards are answered."""
    rules = next(rules for rules in OPEN_GAMES if rules.id == game)
    state = rules.notation.read_position(position)
    assert OpenAccordionSolver(rules).solve(state, PATIENT).answer is answer
    assert OpenAccordionSolver(rules).best(state, PATIENT).exact


def test_kernels_are_compiled_for_one_set_of_types() -> None:
    """One set of types serves all games: a second would make players wait for the compiler."""
    warm()
    before = [_sets(kernel) for kernel in (resume, lay_out, enlarge, count_wins)]
    for rules in OPEN_GAMES:
        chance = _chance(rules.id)
        for _ in range(10):
            OpenAccordionSolver(rules).best(_row(rules, chance, 9), PATIENT)
        count_winnable(rules, 1, 0, 1)
    assert [_sets(kernel) for kernel in (resume, lay_out, enlarge, count_wins)] == before


def _sets(kernel: Any) -> int:
    return len(kernel.signatures)
