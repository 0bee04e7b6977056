"""The fair player of Napoleon at St Helena: it plays on from every plan with what the stock may hold."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from bot.engine.errors import IllegalMove
from bot.engine.rules import DEAL
from bot.solvers.fair_play import Chance
from bot.solvers.napoleon.bucket_queue import NONE
from bot.solvers.napoleon.decision import decide, new_desk, way_to
from bot.solvers.napoleon.information_set import View
from bot.solvers.napoleon.lines import move_of, moves_of
from bot.solvers.napoleon.state import lay

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from bot.engine.games.napoleon import Napoleon
    from bot.engine.rules import Move
    from bot.engine.states.napoleon import Layout
    from bot.solvers.napoleon.decision import Desk


class _Weighed(NamedTuple):
    """A move with the best of its plans: the larger, the better."""

    rounds: int
    """For how many rounds of games the plan stayed."""
    worth: float
    """What a game was worth on average."""
    nearness: int
    """The moves to the end of the plan, negative: the straight way comes first."""
    wins: int
    runs: int
    plan: int
    """The number of the plan."""
    number: int
    """That of the move."""


@dataclass(frozen=True)
class NapoleonPlayer:
    """Knows the table and which cards are unseen."""

    rules: Napoleon

    def see(self, state: Layout) -> View:
        """Return the table and the unseen cards."""
        return View.of(state)

    def weigh(self, view: View) -> tuple[Chance, ...]:
        """Weigh every legal move by games played out from the best plans that begin with it.

        The best one says what is to follow until the next card is turned: whoever decides anew after each
        move may go to and fro between plans that are worth the same.
        """
        legal = len(self.rules.moves(view.table))
        if not legal:
            return ()
        desk = new_desk()
        table, unseen = lay(replace(view.table, stock=view.unseen))
        decide(desk, table, unseen, view.left)
        weighed = [_weigh(number, move, desk.plans) for number, move in enumerate(desk.moves[:legal])]
        weighed.sort(key=lambda one: one[:3], reverse=True)
        best, *others = _chances(weighed, desk.moves)
        return (best._replace(then=self._then(desk, view, table, weighed[0])), *others)

    def _then(self, desk: Desk, view: View, table: NDArray[np.int8], best: _Weighed) -> tuple[Move, ...]:
        """Return the moves after the best one: all of its plan, and then the next card is turned."""
        first = _move(desk.moves[best.number])
        if first == DEAL:
            return ()
        steps = way_to(desk, table, best.number, best.plan, view.left).tolist()
        after = self.rules.play(view.table, first)
        way: list[Move] = []
        try:
            for move in moves_of(self.rules, after, ((source, target) for source, target in steps)):
                way.append(move)  # noqa: PERF402  what came before an illegal move is kept
        except IllegalMove:
            way.pop()  # the game was over before it
        return (*way, *((DEAL,) if view.left else ()))


def _weigh(number: int, move: np.void, plans: NDArray[np.void]) -> _Weighed:
    """Return a move with the best of its plans."""
    ways: list[_Weighed] = []
    for place, steps in zip(move["plan"].tolist(), move["steps"].tolist(), strict=True):
        if place != NONE:
            plan = plans[place]
            wins, runs = int(plan["wins"]), int(plan["runs"])
            worth = float(plan["worth"]) / runs
            ways.append(_Weighed(int(plan["rounds"]), worth, -steps, wins, runs, place, number))
    return max(ways)


def _chances(weighed: list[_Weighed], moves: NDArray[np.void]) -> Iterator[Chance]:
    """Yield chances in order; a plan that left early may seem better than it is, so its worth is capped."""
    cap = math.inf
    for one in weighed:
        cap = min(cap, one.worth)
        yield Chance.counted(_move(moves[one.number]), one.wins, one.runs, cap)


def _move(move: np.void) -> Move:
    return move_of(int(move["source"]), int(move["target"]))
