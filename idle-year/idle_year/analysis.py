"""What solvers say of positions: what is proven, what a fair player estimates, which move lost a game."""

from __future__ import annotations

import enum
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, overload

from idle_year.engine.rules import AnyRules, Move
from idle_year.engine.session import Session
from idle_year.solvers.fair_play import Chance
from idle_year.solvers.protocols import Answer, Best, Judged, Limit, Verdict
from idle_year.solvers.registry import player_for, solver_for

_SECONDS_FOR_MORE = 0.3
"""Time spent after the verdict on the rest: whether other moves win, and the best score in reach."""


class Surety(enum.StrEnum):
    """How sure a statement about a position is; proof and guess are never mixed up."""

    WON = "won"
    """It is proven that the game can be won."""
    LOST = "lost"
    """It is proven that it cannot."""
    ESTIMATE = "estimate"
    """Cards are hidden; a chance was estimated from what can be seen."""
    OPEN = "open"
    """Nothing could be settled."""


@dataclass(frozen=True)
class Analysis:
    """What is known of a position, judging by what its player has seen."""

    verdict: Verdict
    judged: tuple[Judged, ...] = ()
    """The answer for every legal move; empty if it was not asked for."""
    chances: tuple[Chance, ...] = ()
    """What a fair player thinks of every legal move, best first, if the solver settled nothing."""
    best: Best | None = None
    """The best score found, if the game cannot be won or no way to win it is known."""

    @property
    def surety(self) -> Surety:
        """How sure it is whether the game can be won."""
        if self.verdict.proved:
            return Surety(self.verdict.answer)
        if not (self.chances and self.verdict.hidden):
            return Surety.OPEN
        certain = [chance.wins for chance in self.chances if chance.is_certain]
        if 1 in certain:
            return Surety.WON
        return Surety.LOST if certain == [0] * len(self.chances) else Surety.ESTIMATE

    @property
    def plan(self) -> tuple[Move, ...]:
        """What to play: a winning line, else the fair player's plan, else the line to the best score."""
        if self.verdict.line:
            return self.verdict.line
        if self.chances:
            return (self.chances[0].move, *self.chances[0].then)
        return self.best.line if self.best is not None else ()

    @property
    def keeping(self) -> tuple[Move, ...] | None:
        """The legal moves that are proven to keep the win; None if not all of them are settled."""
        if self.surety is Surety.LOST:
            return ()
        if self.surety is Surety.WON and self.chances:
            settled = all(chance.is_certain for chance in self.chances)
            return tuple(chance.move for chance in self.chances if chance.wins == 1) if settled else None
        if not self.judged or any(each.answer is Answer.UNKNOWN for each in self.judged):
            return None
        return tuple(each.move for each in self.judged if each.answer is Answer.WON)


def analyse(rules: AnyRules, state: Any, limit: Limit) -> Analysis:
    """Analyse a position that has at least one legal move, by what its player has seen."""
    start = time.perf_counter()
    view = rules.view(state)
    solver = solver_for(rules)
    verdict = solver.solve(view, limit)
    more = Limit(limit.nodes, min(limit.seconds - (time.perf_counter() - start), _SECONDS_FOR_MORE))
    if verdict.answer is Answer.WON:
        return Analysis(verdict, solver.judge(view, more))
    if verdict.answer is Answer.LOST:
        return Analysis(verdict, best=solver.best(view, more))
    player = player_for(rules)
    if player is None:
        return Analysis(verdict, best=None if verdict.hidden else solver.best(view, more))
    return Analysis(verdict, chances=player.weigh(player.see(state)))


@dataclass(frozen=True)
class LosingMove:
    """The last position from which a game could be won, and the move that lost it."""

    number: int
    """How many moves had been made before it."""
    state: Any
    """The position."""
    played: Move
    """The move that lost it."""
    line: tuple[Move, ...]
    """Moves that would have won."""


def losing_move(
    rules: AnyRules, states: Sequence[Any], moves: Sequence[Move], limit: Limit
) -> LosingMove | None:
    """Return the move that lost a game; None if no move is proven to have lost it.

    `states` are the positions before each move and the final one, each as far as it may be known. A lost game
    stays lost, so binary search finds the move; the limit covers the whole search.
    """
    steps = max(1, len(states).bit_length() + 1)
    each = Limit(limit.nodes // steps, limit.seconds / steps)
    solver = solver_for(rules)
    won, lost = 0, len(states) - 1
    if solver.solve(states[lost], each).answer is not Answer.LOST:
        return None
    verdict = solver.solve(states[won], each)
    if verdict.answer is not Answer.WON:
        return None
    while lost - won > 1:
        middle = (won + lost) // 2
        found: Verdict = solver.solve(states[middle], each)
        if found.answer is Answer.WON:
            won, verdict = middle, found
        elif found.answer is Answer.LOST:
            lost = middle
        else:
            return None
    return LosingMove(won, states[won], moves[won], verdict.line)


def where_lost(
    rules: AnyRules, states: Sequence[Any], moves: Sequence[Move], limit: Limit
) -> tuple[LosingMove | None, Answer]:
    """Return the move that lost a game, if one is proven to have, and whether its deal could be won."""
    half = Limit(limit.nodes, limit.seconds / 2)
    turn = losing_move(rules, states, moves, half)
    return turn, Answer.WON if turn is not None else solver_for(rules).solve(states[0], half).answer


def positions(session: Session[Any]) -> Sequence[Any]:
    """Return the deal and the position after each move, hidden cards included."""
    return _Positions(session)


def since_reveal(session: Session[Any]) -> list[Any]:
    """Return the positions since a card was turned up, the current one last: moves may lead back to them."""
    states = [session.state_at(session.stay)]
    for move in session.moves[session.stay :]:
        states.append(session.rules.play(states[-1], move))
    return states


class _Positions(Sequence[Any]):
    """All positions of a session, each computed only when asked for."""

    def __init__(self, session: Session[Any]) -> None:
        self._session = session

    def __len__(self) -> int:
        return len(self._session.moves) + 1

    @overload
    def __getitem__(self, number: int) -> Any: ...
    @overload
    def __getitem__(self, number: slice) -> list[Any]: ...

    def __getitem__(self, number: int | slice) -> Any:
        which = range(len(self))[number]
        return self._session.state_at(which) if isinstance(which, int) else [self[each] for each in which]
