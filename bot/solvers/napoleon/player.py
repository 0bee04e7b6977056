"""Fair player: Monte Carlo evaluation of macro moves over determinizations of the stock.

It knows the table and which cards are unseen, but nothing of their order.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from bot.engine.cards import PACK, Card
from bot.engine.errors import IllegalMove
from bot.engine.games.napoleon import Napoleon
from bot.engine.positions.napoleon import PACKS, WASTE, Columns
from bot.engine.rules import DEAL, Move
from bot.solvers.fair_play import Chance
from bot.solvers.napoleon.moves import DEALT, moves_of
from bot.solvers.napoleon.sequential_halving import new_search_state, rank_macros, steps_to_macro, weigh_move
from bot.solvers.napoleon.state import lay


@dataclass(frozen=True)
class InformationSet:
    """The table, and which cards are not on it; there is no place for the order of the stock."""

    columns: tuple[tuple[Card, ...], ...]
    waste: tuple[Card, ...]
    foundations: tuple[tuple[int, int], ...]
    unseen: tuple[Card, ...]
    """The cards among which the stock is, sorted: the stock itself, or a superset if cards are missing."""
    left: int
    """How many cards the stock holds."""

    @classmethod
    def of(cls, state: Columns) -> InformationSet:
        """Return what a state reveals to its player, whether or not it knows the stock."""
        known = [card for card in state.stock if card is not None]
        unseen = known if len(known) == len(state.stock) else _not_seen(state)
        return cls(state.columns, state.waste, state.foundations, tuple(sorted(unseen)), len(state.stock))

    @property
    def table(self) -> Columns:
        """The state as its player sees it."""
        return Columns(self.columns, self.waste, self.foundations, (None,) * self.left)


def _not_seen(state: Columns) -> Iterable[Card]:
    """Return the cards of two packs that are neither on the table nor on a foundation."""
    seen = Counter(card for pile in (*state.columns, state.waste) for card in pile)
    for suit, heights in enumerate(state.foundations):
        seen.update(Card.of(suit, rank) for height in heights for rank in range(height))
    return (Counter(PACK * PACKS) - seen).elements()


@dataclass(frozen=True)
class NapoleonPlayer:
    """A player that knows the table and which cards are unseen."""

    rules: Napoleon

    def see(self, state: Columns) -> InformationSet:
        """Return the table and the unseen cards."""
        return InformationSet.of(state)

    def weigh(self, view: InformationSet) -> tuple[Chance, ...]:
        """Weigh every legal move by rollouts from the best macro that begins with it.

        The best one includes the moves to follow until the next card is turned: deciding anew after each
        move could lead to dithering between macros of equal worth.
        """
        legal = self.rules.moves(view.table)
        if not legal:
            return ()
        decision = _Decision(self.rules, view)
        macros = dict(decision.macros())
        others = sorted(
            (decision.weigh(move) for move in legal if move not in macros),
            key=lambda chance: chance.worth,
            reverse=True,
        )
        return tuple(_capped((*macros.values(), *others)))


class _Decision:
    """One decision: the table as kernels see it, and their search state."""

    def __init__(self, rules: Napoleon, view: InformationSet) -> None:
        self.rules, self.view, self.search = rules, view, new_search_state()
        self.table, self.unseen = lay(replace(view.table, stock=view.unseen))

    def macros(self) -> Iterator[tuple[Move, Chance]]:
        """Yield the best macro for each move that begins any, the best of all first."""
        met: set[Move] = set()
        for number in rank_macros(self.search, self.table, self.unseen, self.view.left).tolist():
            macro = self.search.macros[number]
            move = self._first_move(macro)
            if move is not None and move not in met:
                then = () if met else self._line(number)[1:]
                met.add(move)
                yield move, Chance.counted(move, *_counted(macro))._replace(then=then)

    def weigh(self, move: Move) -> Chance:
        """Weigh a move that begins no macro."""
        source, target = (WASTE, DEALT) if move == DEAL else move.at
        weigh_move(self.search, self.table, self.unseen, self.view.left, source, target)
        return Chance.counted(move, *_counted(self.search.alone[0]))

    def _first_move(self, macro: np.void) -> Move | None:
        """Return the first move of a macro; None for the current table itself, if no stock is left."""
        step = (int(macro["source"]), int(macro["target"]))
        steps = () if step[1] == DEALT else (step,)
        return next(moves_of(self.rules, self.view.table, steps), DEAL if self.view.left else None)

    def _line(self, macro: int) -> tuple[Move, ...]:
        """Return all moves of a macro, followed by turning the next card."""
        steps = steps_to_macro(self.search, self.table, macro, self.view.left).tolist()
        line: list[Move] = []
        try:
            for move in moves_of(self.rules, self.view.table, map(tuple, steps)):
                line.append(move)  # noqa: PERF402  what came before an illegal move is kept
        except IllegalMove:
            line.pop()  # the game was over before it
        return (*line, *((DEAL,) if self.view.left else ()))


def _counted(macro: np.void) -> tuple[float, int, float]:
    """Return the sum of the winning chances, the number of rollouts, and their mean worth."""
    return float(macro["wins"]), int(macro["runs"]), float(macro["worth"]) / int(macro["runs"])


def _capped(chances: Iterable[Chance]) -> Iterator[Chance]:
    """Yield chances in order, worths capped: a macro dropped early may look better than it is."""
    cap = math.inf
    for chance in chances:
        cap = min(cap, chance.worth)
        yield chance._replace(worth=cap)
