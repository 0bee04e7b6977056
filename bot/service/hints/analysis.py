"""Analysis of a position: what is proven, and what a fair player estimates of the rest."""

from __future__ import annotations

import enum
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.solvers.protocols import Answer, Limit
from bot.solvers.registry import player_for, solver_for

if TYPE_CHECKING:
    from bot.engine.rules import AnyRules, Move
    from bot.solvers.fair_play import Chance
    from bot.solvers.protocols import Best, Judged, Verdict

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
    def keeps_win(self) -> int | None:
        """How many of the legal moves are proven to keep the win; None if not all of them are settled."""
        if self.surety is Surety.LOST:
            return 0
        if self.surety is Surety.WON and self.chances:
            settled = all(chance.is_certain for chance in self.chances)
            return sum(chance.wins == 1 for chance in self.chances) if settled else None
        if not self.judged or any(each.answer is Answer.UNKNOWN for each in self.judged):
            return None
        return sum(each.answer is Answer.WON for each in self.judged)


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
