"""The ways to score in Cribbage, as a board offers them.

Those that differ are offered before those that score less for the same row.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from idle_year.engine.cards import Card
from idle_year.engine.games.claims import CATEGORIES, Category, Claim, open_claims
from idle_year.engine.games.cribbage import Cribbage
from idle_year.engine.positions.cribbage import ClaimRow
from idle_year.engine.rules import AnyRules, Move


@dataclass(frozen=True)
class Way:
    """A move that scores, and the row of cards that it leaves."""

    move: Move
    before: ClaimRow
    after: ClaimRow

    @property
    def category(self) -> Category:
        """What it scores as."""
        return CATEGORIES[self.move.verb[0]]

    @property
    def claim(self) -> Claim:
        """What it scores as, and where."""
        return Claim(self.category, *self.move.at[:2])

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that score, from the left."""
        first, last, *_ = self.move.at
        return _tops(self.before)[first : last + 1]

    @property
    def kept(self) -> tuple[Card, ...]:
        """Those of them that can be seen afterwards, as they lie then."""
        first, last, *_ = self.move.at
        return self.row[first:last]

    @property
    def row(self) -> tuple[Card, ...]:
        """All the cards that can be seen afterwards."""
        return _tops(self.after)

    @property
    def moves(self) -> tuple[Card, Card]:
        """The card that moves, and the card that it covers."""
        _, _, source, target = self.move.at
        return self.before.piles[source].top, self.before.piles[target].top

    @cached_property
    def opens(self) -> frozenset[Claim]:
        """What can be scored next."""
        return frozenset(open_claims(self.after))


def ways_to_score(rules: AnyRules, state: ClaimRow) -> tuple[list[Way], list[Way]]:
    """Return the ways to score that differ, and those that score less for the same; most points first.

    Of two that score as many and leave the same cards, only the one after which more can be scored is there.
    """
    best: list[Way] = []
    less: list[Way] = []
    for alike in _by_row(rules, state):
        for way, better in _compared(alike):
            if not better:
                best.append(way)
            elif all(other.category.points > way.category.points for other in better):
                less.append(way)
    return sorted(best, key=_in_order), sorted(less, key=_in_order)


def offered_moves(rules: AnyRules, state: Any) -> Sequence[Move]:
    """Return the legal moves as a board offers them: of those that come to the same in Cribbage, one."""
    return [move for move, offered in offered_as(rules, state).items() if move == offered]


def offered_as(rules: AnyRules, state: Any) -> dict[Move, Move]:
    """Return every legal move, and by which of them a board offers it: by itself but for some in Cribbage."""
    others = dict(_left_out(rules, state)) if isinstance(rules, Cribbage) else {}
    return {move: others.get(move, move) for move in rules.moves(state)}


def _left_out(rules: AnyRules, state: ClaimRow) -> Iterator[tuple[Move, Move]]:
    """Yield the moves that no board offers, each with the one for the same cards and points that it does."""
    for alike in _by_row(rules, state):
        for way, better in _compared(alike):
            as_many = [other for other in better if other.category.points == way.category.points]
            if as_many:
                yield way.move, as_many[0].move


def _by_row(rules: AnyRules, state: ClaimRow) -> Iterable[list[Way]]:
    """Return all ways to score, those together that leave the same cards."""
    by_row: dict[tuple[Card, ...], list[Way]] = {}
    for way in _ways(rules, state):
        by_row.setdefault(way.row, []).append(way)
    return by_row.values()


def _ways(rules: AnyRules, state: ClaimRow) -> Iterator[Way]:
    for menu in rules.menus(state):
        for choice in menu.choices:
            yield Way(choice.move, state, rules.play(state, choice.move))


def _compared(alike: list[Way]) -> Iterator[tuple[Way, list[Way]]]:
    """Yield ways that leave the same cards, each with the others that are as good in every respect."""
    if len(alike) > 1:
        alike = sorted(alike, key=lambda way: (-way.category.points, -len(way.opens)))
    for number, way in enumerate(alike):
        yield way, [other for other in alike[:number] if other.opens >= way.opens]


def _in_order(way: Way) -> tuple[int, int, str, list[int]]:
    """Sort by points, then by what scores; last by the cards that stay, as they lay before."""
    first, *_ = way.move.at
    return -way.category.points, first, way.category.letter, [way.cards.index(card) for card in way.kept]


def _tops(state: ClaimRow) -> tuple[Card, ...]:
    return tuple(pile.top for pile in state.piles)
