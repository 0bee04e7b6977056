"""The ways to score in Cribbage Solitaire: those that differ, and those that score less for the same row."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from bot.engine.cards import Card
from bot.engine.games.claims import CATEGORIES, Category, Claim, open_claims
from bot.engine.games.cribbage import Cribbage
from bot.engine.positions.cribbage import ClaimRow
from bot.engine.rules import Move


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


def ways_to_score(rules: Cribbage, state: ClaimRow) -> tuple[list[Way], list[Way]]:
    """Return the ways to score that differ, and those that score less for the same; most points first.

    Of two that score as many and leave the same cards, only the one after which more can be scored is there.
    """
    by_row: dict[tuple[Card, ...], list[Way]] = {}
    for way in _ways(rules, state):
        by_row.setdefault(way.row, []).append(way)
    best: list[Way] = []
    less: list[Way] = []
    for alike in by_row.values():
        for way, better in _compared(alike):
            if not better:
                best.append(way)
            elif all(other.category.points > way.category.points for other in better):
                less.append(way)
    return sorted(best, key=_in_order), sorted(less, key=_in_order)


def _ways(rules: Cribbage, state: ClaimRow) -> Iterator[Way]:
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
