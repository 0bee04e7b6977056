"""Puzzles: positions that can still be won, proven, in which few of the moves keep the win.

To make one, a deal is played to a win, by lot among the moves that keep it, and then looked through from its
end. Searches are limited by states, never by seconds: the same seed makes the same puzzle everywhere.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any, NamedTuple

from idle_year.engine.line import Line
from idle_year.engine.rules import DEAL, IN_NO_MENU, AnyRules, Move, Outcome
from idle_year.engine.session import Session
from idle_year.proof import Proof
from idle_year.solvers.lines import successor
from idle_year.solvers.protocols import Answer, Limit
from idle_year.solvers.registry import solver_for

GAMES = frozenset(
    {
        *("accordion", "till-dawn", "tarbart", "tower-of-babel"),
        *("relaxed-accordion", "skidoo", "accordions-revenge", "late-binding"),
        *("royal-marriage", "royal-marriage-suitrun", "queen-and-her-lad", "push-pin", "push-pin-single"),
        *("bayan", "cribbage"),
    }
)
"""The ids of the games that have puzzles: those of which half are made in less than a second.

Elsewhere hardly any deal can be won, or hardly any move loses once all cards are known: in Napoleon cards go
back where they were, in Pyramid the stock comes round again.
"""
_FEWEST_MOVES = 4
"""A choice is hard only among so many legal moves or more, …"""
_LARGEST_SHARE = 3
"""… of which at most one in so many keeps the win."""
_FEWEST_CHOICES = 2
"""A puzzle has so many hard choices or more, however the win is kept."""
_LIMIT = Limit(nodes=20_000, seconds=86_400)
"""In nodes: what takes longer to settle makes no puzzle. The seconds are more than that can ever take."""
_MOST_PLAYED = 2000
"""Deals and moves played for one seed before giving up: many a deal has no puzzle."""
_ROOM = 27
"""Letters of a seed that the seeds of further deals begin with: theirs are at most 32."""
_LONGEST_GAME = 300
"""Moves; only a game that goes through its stock again and again has more."""
_MOST_JUDGED = 150
"""Positions that keeping the win may lead to: with more ahead, the win is too far away."""
_LOOKED_BACK = 8
"""Moves before the last position of a game: further back, most have too much ahead of them."""


class PuzzleChoice(NamedTuple):
    """What is proven of the legal moves of a position, whatever cards its player has not seen."""

    moves: int
    """How many there are."""
    keeping: tuple[Move, ...]
    """Those after which the game can still be won; all others lose it."""

    @property
    def is_hard(self) -> bool:
        """Whether there are enough moves, few of which keep the win."""
        return self.moves >= _FEWEST_MOVES and 0 < len(self.keeping) * _LARGEST_SHARE <= self.moves


@dataclass(frozen=True)
class MadePuzzle:
    """A position to win from, with its proof."""

    session: Session[Any]
    """The game up to the position: a seed and moves."""
    choice: PuzzleChoice
    """The first choice, which is hard."""
    choices: int
    """How many hard choices there are at least, however the win is kept."""
    proof: Proof
    """Which moves keep the win from here until it is plain."""


def make_puzzle(rules: AnyRules, seed: str) -> MadePuzzle | None:
    """Make a puzzle, always the same from a seed; None if none comes of it, as of a game without.

    The kernels of the game must be loaded, or the plain search makes another one.
    """
    if rules.id not in GAMES:
        return None
    session, left = Session.deal(rules, seed), _MOST_PLAYED
    begun_with = session.seed[:_ROOM]
    for number in count(1):
        played = session.after(_won_by_lot(session))
        puzzle = _puzzle_in(played)
        left -= 1 + len(played.moves)
        if puzzle is not None or left < 0:
            return puzzle
        session = Session.deal(rules, f"{begun_with}-{number}")
    raise AssertionError  # count() never ends


def choice_in(rules: AnyRules, state: Any) -> PuzzleChoice | None:
    """Judge the legal moves of a position by what its player has seen; None if one is not settled."""
    judged = solver_for(rules).judge(rules.view(state), _LIMIT)
    if any(each.answer is Answer.UNKNOWN for each in judged):
        return None
    return PuzzleChoice(len(judged), tuple(each.move for each in judged if each.answer is Answer.WON))


def latest_puzzle(session: Session[Any]) -> MadePuzzle | None:
    """Make a puzzle of the position that a game has come to, or else of one a few moves before.

    None if none of them is a puzzle, or proven to be one.
    """
    if session.rules.id not in GAMES:
        return None
    choices, number = _Choices(session.rules), len(session.moves)
    for before in range(min(_LOOKED_BACK, number) + 1):
        there = session.at(number - before)
        choice = choices.of(there.state)
        puzzle = choices.puzzle(there, choice) if choice is not None and choice.is_hard else None
        if puzzle is not None and puzzle.choices >= _FEWEST_CHOICES:
            return puzzle
    return None


def _puzzle_in(played: Session[Any]) -> MadePuzzle | None:
    """Return the puzzle nearest the end of a game; None if it has none, or was not won."""
    if played.outcome is not Outcome.WON:
        return None
    choices = _Choices(played.rules)
    for number in reversed(range(len(played.moves))):
        there = played.at(number)
        choice = choices.of(there.state)
        if choice is None:
            return None  # before that, less is known
        if choice.is_hard:
            puzzle = choices.puzzle(there, choice)
            if puzzle is None or puzzle.choices >= _FEWEST_CHOICES:
                return puzzle
    return None


def _won_by_lot(session: Session[Any]) -> Line[Any]:
    """Play a deal by moves that keep the win, with every card known, as long as there are some, by lot.

    Cards are turned up first, for a puzzle shows them all: of a hidden one hardly anything is proven.
    """
    rules, line = session.rules, Line(session.rules, session.state, None)
    chance = random.Random(f"{rules.id}:{session.seed}")  # noqa: S311  the same seed plays the same moves
    while len(line.moves) < _LONGEST_GAME:
        hides = rules.hides(line.state)
        moves = sorted(
            (_put_off(move, hides=hides), chance.random(), move) for move in rules.moves(line.state)
        )
        keeping = next((move for *_, move in moves if _wins(rules, line.state, move)), None)
        if keeping is None:
            break
        line.play(keeping)
    return line


def _put_off(move: Move, *, hides: bool) -> bool:
    """Whether all other moves are tried first: cards are turned up early, and a row is laid out anew late."""
    return move != DEAL if hides else move in IN_NO_MENU


def _wins(rules: AnyRules, state: Any, move: Move) -> bool:
    after = successor(rules, state, move)
    return after is not None and solver_for(rules).solve(after, _LIMIT).answer is Answer.WON


@dataclass
class _Choices:
    """The choices of one deal, each judged once."""

    rules: AnyRules
    _known: dict[Any, PuzzleChoice | None] = field(default_factory=dict)

    def of(self, state: Any) -> PuzzleChoice | None:
        """Return the choice in a position; None if it is not settled."""
        if state not in self._known:
            self._known[state] = choice_in(self.rules, state)
        return self._known[state]

    def puzzle(self, there: Session[Any], choice: PuzzleChoice) -> MadePuzzle | None:
        """Go through all ways to keep the win; None if one cannot be settled, or they are too many."""
        ways, hard, waiting = dict[Any, dict[str, Any]](), set[Any](), [there.state]
        while waiting:
            state = waiting.pop()
            if state in ways:
                continue
            leads = self._leads(state, hard) if len(ways) < _MOST_JUDGED else None
            if leads is None:
                return None
            ways[state] = leads
            waiting += leads.values()
        proof = Proof.of(there.state, ways, hard)
        return MadePuzzle(there, choice, _fewest_hard(there.state, ways, hard), proof)

    def _leads(self, state: Any, hard: set[Any]) -> dict[str, Any] | None:
        """Return where the moves that keep the win lead; None if that is not settled. Note a hard choice."""
        if self.rules.outcome(state) is Outcome.WON:
            return {}
        choice = self.of(state)
        if choice is None or any(self.rules.reveals(state, move) for move in choice.keeping):
            return None  # nobody can foresee what is turned up
        if choice.is_hard:
            hard.add(state)
        return {self.rules.notation.write_move(move): self.rules.play(state, move) for move in choice.keeping}


def _fewest_hard(start: Any, ways: Mapping[Any, Mapping[str, Any]], hard: Container[Any]) -> int:
    """Return how few hard choices a win can meet."""
    waiting, met = deque([(0, start)]), set[Any]()
    while waiting:
        count, state = waiting.popleft()
        if not ways[state]:
            break
        if state in met:
            continue
        met.add(state)
        for after in ways[state].values():
            if state in hard:
                waiting.append((count + 1, after))
            else:
                waiting.appendleft((count, after))
    return count
