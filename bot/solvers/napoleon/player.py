"""Fair player: Monte Carlo evaluation of macro moves over determinizations of the stock."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from bot.engine.errors import IllegalMove
from bot.engine.rules import DEAL
from bot.solvers.fair_play import Chance
from bot.solvers.napoleon.bucket_queue import NONE
from bot.solvers.napoleon.decision import decide, moves_to_macro, new_search_state
from bot.solvers.napoleon.information_set import InformationSet
from bot.solvers.napoleon.lines import move_of, moves_of
from bot.solvers.napoleon.state import lay

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from bot.engine.games.napoleon import Napoleon
    from bot.engine.rules import Move
    from bot.engine.states.napoleon import Layout
    from bot.solvers.napoleon.decision import SearchState


class _Weighed(NamedTuple):
    """A move with the best of its macros: the larger, the better."""

    rounds: int
    """For how many rounds of games the macro stayed."""
    worth: float
    """What a game was worth on average."""
    nearness: int
    """The moves to the end of the macro, negative: the straight way comes first."""
    wins: int
    runs: int
    macro: int
    """The number of the macro."""
    number: int
    """That of the move."""


@dataclass(frozen=True)
class NapoleonPlayer:
    """Knows the table and which cards are unseen."""

    rules: Napoleon

    def see(self, state: Layout) -> InformationSet:
        """Return the table and the unseen cards."""
        return InformationSet.of(state)

    def weigh(self, view: InformationSet) -> tuple[Chance, ...]:
        """Weigh every legal move by rollouts from the best macros that begin with it.

        The best one says what is to follow until the next card is turned: whoever decides anew after each
        move may go to and fro between macros that are worth the same.
        """
        legal = len(self.rules.moves(view.table))
        if not legal:
            return ()
        search = new_search_state()
        table, unseen = lay(replace(view.table, stock=view.unseen))
        decide(search, table, unseen, view.left)
        weighed = [_weigh(number, move, search.macros) for number, move in enumerate(search.moves[:legal])]
        weighed.sort(key=lambda one: one[:3], reverse=True)
        best, *others = _chances(weighed, search.moves)
        return (best._replace(then=self._then(search, view, table, weighed[0])), *others)

    def _then(
        self, search: SearchState, view: InformationSet, table: NDArray[np.int8], best: _Weighed
    ) -> tuple[Move, ...]:
        """Return the moves after the best one: all of its macro, and then the next card is turned."""
        first = _move(search.moves[best.number])
        if first == DEAL:
            return ()
        steps = moves_to_macro(search, table, best.number, best.macro, view.left).tolist()
        after = self.rules.play(view.table, first)
        way: list[Move] = []
        try:
            for move in moves_of(self.rules, after, ((source, target) for source, target in steps)):
                way.append(move)  # noqa: PERF402  what came before an illegal move is kept
        except IllegalMove:
            way.pop()  # the game was over before it
        return (*way, *((DEAL,) if view.left else ()))


def _weigh(number: int, move: np.void, macros: NDArray[np.void]) -> _Weighed:
    """Return a move with the best of its macros."""
    ways: list[_Weighed] = []
    for place, steps in zip(move["macro"].tolist(), move["steps"].tolist(), strict=True):
        if place != NONE:
            macro = macros[place]
            wins, runs = int(macro["wins"]), int(macro["runs"])
            worth = float(macro["worth"]) / runs
            ways.append(_Weighed(int(macro["rounds"]), worth, -steps, wins, runs, place, number))
    return max(ways)


def _chances(weighed: list[_Weighed], moves: NDArray[np.void]) -> Iterator[Chance]:
    """Yield chances in order; a macro that left early may seem better than it is, so its worth is capped."""
    cap = math.inf
    for one in weighed:
        cap = min(cap, one.worth)
        yield Chance.counted(_move(moves[one.number]), one.wins, one.runs, cap)


def _move(move: np.void) -> Move:
    return move_of(int(move["source"]), int(move["target"]))
