"""Fair player of open rows dealt card by card: determinization, each sampled stock solved exactly.

Determinization goes back to Levy (1989) and Ginsberg (1999), in bridge. Its usual flaw, that later choices
seem to know what is hidden, does no harm here: nothing is lost by dealing first (see `solver`), so a deal is
always a best move, and once the last card lies open the rest is played perfectly. The chance of a move is
therefore the share of orders of the stock in which the row can still be won, now and after each other
move.
"""

from __future__ import annotations

import hashlib
import random
from dataclasses import dataclass, replace

from idle_year.engine.cards import PACK, Card
from idle_year.engine.games.accordion import Accordion
from idle_year.engine.positions.row import Row
from idle_year.engine.rules import DEAL, Move, Pile
from idle_year.solvers.accordion.open.depth_first import WON, own_search_state
from idle_year.solvers.accordion.open.moves import cards_of, game_of
from idle_year.solvers.accordion.open.restarts import decide
from idle_year.solvers.accordion.open.solver import OpenAccordionSolver
from idle_year.solvers.fair_play import Chance
from idle_year.solvers.protocols import Answer, Limit

_SAMPLES = 16
_LIMIT = Limit(nodes=20_000)
"""Limit for one order of the stock; if still undecided, it is not counted as won."""
_PATIENT = Limit(nodes=10**6)


@dataclass(frozen=True)
class InformationSet:
    """All that a player may know: the top cards of the row, and which cards the stock may hold."""

    tops: tuple[Card, ...]
    unseen: frozenset[Card]
    """The cards of the stock; a superset if some cards lie buried and nobody knows which."""
    stock: int


@dataclass(frozen=True)
class OpenAccordionPlayer:
    """A player who deals everything, then plays what the solver plays."""

    rules: Accordion

    def see(self, state: Row) -> InformationSet:
        """Return what may be known of a state."""
        tops = tuple(pile.top for pile in state.piles)
        known = frozenset(card for card in state.stock if card is not None)
        unseen = known if len(known) == len(state.stock) else frozenset(PACK) - frozenset(tops)
        return InformationSet(tops, unseen, len(state.stock))

    def weigh(self, view: InformationSet) -> tuple[Chance, ...]:
        """Weigh every legal move, dealing first while there is a stock."""
        row = Row(tuple(Pile(top) for top in view.tops), (None,) * view.stock)
        chances = self._sampled(view, row) if view.stock else self._certain(row)
        # Of equally good moves, a deal is the most informative.
        return tuple(sorted(chances, key=lambda chance: (-chance.worth, chance.move != DEAL)))

    def _sampled(self, view: InformationSet, row: Row) -> list[Chance]:
        """Count for each move the orders of the stock in which the row can still be won."""
        unseen = sorted(view.unseen)
        seed = hashlib.sha256(repr((view.tops, unseen, view.stock)).encode()).digest()
        chance = random.Random(seed)  # noqa: S311  the same view is to be weighed the same way each time
        moves = self.rules.moves(row)
        wins = dict.fromkeys(moves, 0)
        for _ in range(_SAMPLES):
            stock = tuple(chance.sample(unseen, view.stock))
            winning = [
                move for move in moves if move != DEAL and self._wins(self.rules.play(row, move), stock)
            ]
            # Any win may begin with the deal.
            if winning or self._wins(row, stock):
                winning.append(DEAL)
            for move in winning:
                wins[move] += 1
        return [Chance.counted(move, count, _SAMPLES) for move, count in wins.items()]

    def _wins(self, row: Row, stock: tuple[Card, ...]) -> bool:
        """Whether a row can be won if the stock lies in this order."""
        search = own_search_state()
        search.clear()
        known = replace(row, stock=stock)
        return decide(game_of(self.rules, None), search, cards_of(known), _LIMIT) == WON

    def _certain(self, row: Row) -> list[Chance]:
        """Return what the solver knows of each move; if none wins, prefer the way to the fewest piles."""
        solver = OpenAccordionSolver(self.rules)
        best = solver.best(row, _PATIENT).line[:1]
        return [_judged(move, answer, 0.1 * (move in best)) for move, answer in solver.judge(row, _PATIENT)]


def _judged(move: Move, answer: Answer, more: float) -> Chance:
    """Return the chance of a move judged with all cards known; `more` is added to its worth."""
    if answer is Answer.UNKNOWN:
        return Chance(move, 0.5, 0.5 + more, 0.0, 1.0)
    wins = float(answer is Answer.WON)
    return Chance.certain(move, wins, wins + more)
