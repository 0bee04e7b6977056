"""The fair player of Napoleon at St Helena: it plays on from every plan with what the stock may hold."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from bot.solvers.fair import Chance
from bot.solvers.napoleon.decision import decide, new_desk
from bot.solvers.napoleon.queue import NONE
from bot.solvers.napoleon.replaying import move_of
from bot.solvers.napoleon.table import lay
from bot.solvers.napoleon.view import View

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from bot.engine.games.napoleon import Napoleon
    from bot.engine.rules import Move
    from bot.engine.states.napoleon import Layout


class _Weighed(NamedTuple):
    """A move with the best of its plans: the larger, the better."""

    rounds: int
    """For how many rounds of games the plan stayed."""
    worth: float
    """What a game was worth on average."""
    nearness: int
    """The moves to the end of the plan, negative: the straight way does not go round in circles."""
    wins: int
    runs: int
    move: Move


@dataclass(frozen=True)
class NapoleonPlayer:
    """Knows the table and which cards are unseen."""

    rules: Napoleon

    def see(self, state: Layout) -> View:
        """Return the table and the unseen cards."""
        return View.of(state)

    def weigh(self, view: View) -> tuple[Chance, ...]:
        """Weigh every legal move by games played out from the best plans that begin with it."""
        legal = len(self.rules.moves(view.table))
        if not legal:
            return ()
        desk = new_desk()
        decide(desk, *lay(replace(view.table, stock=view.unseen)), view.left)
        weighed = [_weigh(move, desk.plans) for move in desk.moves[:legal]]
        weighed.sort(key=lambda one: one[:3], reverse=True)
        return tuple(_chances(weighed))


def _weigh(move: np.void, plans: NDArray[np.void]) -> _Weighed:
    """Return a move with the best of its plans."""
    said = move_of(int(move["source"]), int(move["target"]))
    ways: list[_Weighed] = []
    for number, steps in zip(move["plan"], move["steps"], strict=True):
        if number != NONE:
            plan = plans[number]
            wins, runs = int(plan["wins"]), int(plan["runs"])
            ways.append(
                _Weighed(int(plan["rounds"]), float(plan["worth"]) / runs, -int(steps), wins, runs, said)
            )
    return max(ways)


def _chances(weighed: list[_Weighed]) -> Iterator[Chance]:
    """Yield chances in order; a plan that left early may seem better than it is, so its worth is capped."""
    cap = math.inf
    for one in weighed:
        cap = min(cap, one.worth)
        yield Chance.counted(one.move, one.wins, one.runs, cap)
