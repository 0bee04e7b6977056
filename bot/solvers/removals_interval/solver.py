"""Solver of Royal Marriage and its kin: interval dynamic programming, exact and in microseconds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from bot.engine.rules import DEAL
from bot.solvers import lines
from bot.solvers.judging import judge_each
from bot.solvers.protocols import Answer, Judged, Verdict
from bot.solvers.removals_interval.determinization import blocks_of, count_wins_after
from bot.solvers.removals_interval.information_set import with_stock_known
from bot.solvers.removals_interval.removal_lines import Meetings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.engine.cards import Card
    from bot.engine.games.marriage import Marriage
    from bot.engine.positions.row import Row
    from bot.engine.rules import Move
    from bot.solvers.protocols import Best, Limit
    from bot.solvers.removals_interval.eligibility import Permit

_NO_CARDS = np.zeros(0, np.int8)


@dataclass(frozen=True)
class RoyalMarriageSolver:
    """A solver of games in which blocks may, but need not, leave between two matching cards.

    Dealing everything first never hurts: a card comes to the right end, so whatever may leave may also leave
    afterwards, and the same cards are left in the end. So a known stock is treated as part of the row.

    A node is a place of the row. Seconds are ignored: the longest row takes less than two milliseconds,
    most of them for the replay of its line.
    """

    rules: Marriage
    permit: Permit

    def solve(self, state: Row, limit: Limit) -> Verdict:
        """Judge a state; if a redeal may still help, only a win without it is certain."""
        known = with_stock_known(self.rules, state)
        if known is None:
            return Verdict(Answer.UNKNOWN, hidden=True)
        row = open_row(known)
        if len(row) > limit.nodes:
            return Verdict(Answer.UNKNOWN)
        meetings = Meetings.of(row, self.permit)
        staying = meetings.fewest()
        if len(staying) <= self.rules.target:
            moves = (*_deals(known), *meetings.line(staying))
            return lines.won(self.rules, known, moves, len(row))
        if redeal_is_left(self.rules, known):
            return self._with_redeal(known)
        return Verdict(Answer.LOST, nodes=len(row))

    def best(self, state: Row, limit: Limit) -> Best:
        """Find the fewest cards that can be left, in this layout if a redeal is still to come."""
        known = with_stock_known(self.rules, state)
        row = open_row(known or state)
        if not row or len(row) > limit.nodes:
            return lines.best(self.rules, state, (), 0, exact=False)
        meetings = Meetings.of(row, self.permit)
        staying = meetings.fewest()
        moves = meetings.line(staying)
        if known is None:
            return lines.best(self.rules, state, moves, len(row), exact=False)
        exact = len(staying) <= self.rules.target or not redeal_is_left(self.rules, known)
        return lines.best(self.rules, known, (*_deals(known), *moves), len(row), exact=exact)

    def judge(self, state: Row, limit: Limit) -> tuple[Judged, ...]:
        """Judge the state after every legal move."""
        known = with_stock_known(self.rules, state)
        if known is None or redeal_is_left(self.rules, known):
            return judge_each(self.rules, self.solve, state, limit)
        moves, row = self.rules.moves(state), open_row(known)
        if len(row) * len(moves) > limit.nodes:
            return tuple(Judged(move, Answer.UNKNOWN) for move in moves)
        wins = count_wins_after(
            np.array(row, np.int8), 0, 0, _NO_CARDS, blocks_of(moves), self.permit, 1, np.uint64(0)
        )
        return tuple(
            Judged(move, Answer.WON if won else Answer.LOST) for move, won in zip(moves, wins, strict=True)
        )

    def _with_redeal(self, state: Row) -> Verdict:
        """Judge a state that needs its redeal, whose outcome nobody knows."""
        row = open_row(state)
        if not any(card.matches(other) for place, card in enumerate(row) for other in row[:place]):
            # No order lets a card leave, so all of them are dealt again, and stay.
            return Verdict(Answer.LOST, nodes=len(row))
        return Verdict(Answer.UNKNOWN, nodes=len(row), hidden=True)


def open_row(state: Row) -> list[Card]:
    """Return the row after dealing the known part of the stock."""
    return [pile.top for pile in state.piles] + [card for card in state.stock if card is not None]


def redeal_is_left(rules: Marriage, state: Row) -> bool:
    """Whether the game has a redeal that is still to come."""
    return rules.redeal and not state.used and len(state.piles) > rules.target


def _deals(state: Row) -> Sequence[Move]:
    return (DEAL,) * len(state.stock)
