"""The plain search against brute force."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from idle_year.engine.cards import PACK
from idle_year.engine.errors import IllegalMove
from idle_year.engine.games import ALL, find_game
from idle_year.engine.positions.row import Row
from idle_year.engine.rules import Move, Outcome, Pile
from idle_year.solvers.generic import Search
from idle_year.solvers.protocols import Answer, Limit
from idle_year.solvers.registry import solver_for

if TYPE_CHECKING:
    from idle_year.engine.rules import AnyRules

PATIENT = Limit(seconds=60)
ROWS = [rules for rules in ALL.values() if rules.family == "accordion"]
DEALT = [rules for rules in ROWS if rules.start("x").stock]


def _chance(seed: str) -> random.Random:
    return random.Random(seed)  # noqa: S311  the same rows every time


def _random_row(rules: AnyRules, chance: random.Random, stock: int = 0) -> Row:
    """Draw a row of up to nine cards, of few ranks so that many match."""
    cards = chance.sample([card for card in PACK if card.rank < 5], chance.randint(1, 9) + stock)
    goal = chance.choice(cards) if rules.start("x").goal is not None else None
    return Row(tuple(Pile(card) for card in cards[stock:]), tuple(cards[:stock]), goal=goal)


def _can_be_won(rules: AnyRules, state: Any) -> bool:
    """Decide by brute force."""

    @cache
    def tried(state: Any) -> bool:
        moves = rules.moves(state)
        if not moves:
            return rules.outcome(state) is Outcome.WON
        return any(tried(rules.play(state, move)) for move in moves)

    return tried(state)


@pytest.mark.parametrize("rules", ROWS, ids=[rules.id for rules in ROWS])
def test_the_search_agrees_with_brute_force(rules: AnyRules) -> None:
    """On small rows, verdicts agree with brute force, and every line wins."""
    chance, answers = _chance(rules.id), set()
    for _ in range(60):
        state = _random_row(rules, chance)
        verdict = solver_for(rules).solve(state, PATIENT)
        assert verdict.answer is (Answer.WON if _can_be_won(rules, state) else Answer.LOST)
        for move in verdict.line:
            state = rules.play(state, move)
        assert (rules.outcome(state) is Outcome.WON) == (verdict.answer is Answer.WON)
        answers.add(verdict.answer)
    assert answers == {Answer.WON, Answer.LOST}


@pytest.mark.parametrize("rules", DEALT, ids=[rules.id for rules in DEALT])
def test_a_stock_that_is_known_is_searched(rules: AnyRules) -> None:
    """With every card known, the answer is as certain as without a stock."""
    chance = _chance(rules.id)
    for _ in range(20):
        state = _random_row(rules, chance, stock=3)
        verdict = solver_for(rules).solve(state, PATIENT)
        assert verdict.answer is (Answer.WON if _can_be_won(rules, state) else Answer.LOST)


@pytest.mark.parametrize("rules", DEALT, ids=[rules.id for rules in DEALT])
def test_a_stock_face_down_is_never_lost(rules: AnyRules) -> None:
    """The hidden cards might win, so nothing is claimed."""
    chance = _chance(rules.id)
    for _ in range(20):
        state = rules.view(_random_row(rules, chance, stock=3))
        verdict = solver_for(rules).solve(state, PATIENT)
        assert (verdict.answer, verdict.hidden, verdict.line) == (Answer.UNKNOWN, True, ())


def test_rows_too_wide_to_weigh_every_move_are_decided() -> None:
    """Verdicts on rows of thirteen with many matches agree with brute force."""
    rules, chance = find_game("accordion"), _chance("wide")
    for _ in range(15):
        cards = chance.sample([card for card in PACK if card.rank < 7], 13)
        state = Row(tuple(Pile(card) for card in cards))
        verdict = Search(rules).solve(state, PATIENT)
        assert verdict.answer is (Answer.WON if _can_be_won(rules, state) else Answer.LOST)


def test_the_search_stops_at_its_limit() -> None:
    """The plain search stops at its limit, and reports unknown."""
    rules = find_game("accordion")
    by_nodes = Search(rules).solve(rules.start("tuesday"), Limit(nodes=100, seconds=60))
    assert (by_nodes.answer, by_nodes.proved) == (Answer.UNKNOWN, False)
    assert 100 <= by_nodes.nodes < 200
    assert Search(rules).solve(rules.start("tuesday"), Limit(seconds=0)).answer is Answer.UNKNOWN


def test_the_same_state_is_searched_the_same_way() -> None:
    """The search is random, but always in the same way."""
    rules = find_game("late-binding")
    first, second = (Search(rules).solve(rules.start("s6"), PATIENT) for _ in range(2))
    assert first == second


@pytest.mark.parametrize("position", ["5S/52", "5S KD"])
def test_a_game_that_is_over_is_answered(position: str) -> None:
    """A game that is over is answered without a move, as won or lost."""
    rules = find_game("accordion")
    verdict = Search(rules).solve(rules.notation.read_position(position), PATIENT)
    assert (verdict.answer, verdict.line) == (Answer.WON if "/" in position else Answer.LOST, ())


@dataclass(frozen=True)
class _Maze:
    """A game with cyclic moves: rooms with doors, and a way out that may be missing."""

    doors: tuple[tuple[int, ...], ...]
    way_out: int

    notation: Any = None
    id: str = "maze"

    def __post_init__(self) -> None:
        object.__setattr__(self, "notation", self)

    def write_position(self, state: int) -> str:
        return str(state)

    def moves(self, state: int) -> list[Move]:
        return [] if state == self.way_out else [Move(">", (room,)) for room in self.doors[state]]

    def play(self, state: int, move: Move) -> int:
        if move.at[0] not in self.doors[state]:
            raise IllegalMove("There is no door.")
        return move.at[0]

    def reveals(self, state: int, move: Move) -> bool:
        return False

    def position(self, state: int) -> int:
        return state

    def outcome(self, state: int) -> Outcome | None:
        if state == self.way_out:
            return Outcome.WON
        return None if self.doors[state] else Outcome.STUCK


def test_circles_are_searched_through(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if a dive is cut short within a cycle, nothing is wrongly called lost."""
    chance, found = _chance("maze"), set()
    for _ in range(1000):
        monkeypatch.setattr("idle_year.solvers.generic._FIRST_DIVE", chance.randint(2, 8))
        size = chance.randint(3, 14)
        doors = tuple(tuple(chance.sample(range(size), chance.randint(0, 3))) for _ in range(size))
        maze: Any = _Maze(doors, size - 1)
        answer = Search(maze).solve(0, PATIENT).answer
        assert answer is (Answer.WON if _way_out(doors, size - 1) else Answer.LOST)
        found.add(answer)
    assert found == {Answer.WON, Answer.LOST}


def _way_out(doors: tuple[tuple[int, ...], ...], goal: int) -> bool:
    reached, ahead = {0}, [0]
    while ahead:
        new = set(doors[ahead.pop()]) - reached
        reached |= new
        ahead += new
    return goal in reached


def test_a_rule_that_lists_what_it_refuses_is_not_hidden() -> None:
    """A rule that lists a move which it refuses is reported by the search."""
    maze: Any = _Liar(doors=((1,), ()), way_out=5)
    with pytest.raises(IllegalMove):
        Search(maze).solve(0, PATIENT)


class _Liar(_Maze):
    """A maze whose doors are all painted on."""

    def play(self, state: int, move: Move) -> int:
        raise IllegalMove("The door is painted on.")
