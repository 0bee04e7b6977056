"""What a board offers in place of single moves: runs of cards in Napoleon, and the ways to score in Cribbage.

A run is cards of one suit in order, moved one by one through the empty columns. Of ways to score, those that
differ are offered before those that score less for the same row.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise, takewhile
from math import inf
from typing import Any, NamedTuple

from bot.engine.cards import Card
from bot.engine.games.claims import CATEGORIES, Category, Claim, open_claims
from bot.engine.games.cribbage import Cribbage
from bot.engine.games.napoleon import Napoleon
from bot.engine.games.napoleon_moves import CARRY
from bot.engine.positions.cribbage import ClaimRow
from bot.engine.positions.napoleon import Columns
from bot.engine.rules import AnyRules, Move


class Run(NamedTuple):
    """Cards that can go from one column to another, the lowest one last, and the single moves that do it."""

    source: int
    target: int
    cards: tuple[Card, ...]
    onto: Card | None
    """The card that they go onto, or None for an empty column."""
    moves: tuple[Move, ...]

    @property
    def names(self) -> tuple[int, int, int]:
        """What tells it from all others: from where, to where, and how many cards."""
        return self.source, self.target, len(self.cards)


def runs(rules: AnyRules, state: Any) -> Iterator[Run]:
    """Yield every run of two or more cards that single moves can bring elsewhere; none in other games."""
    if isinstance(rules, Napoleon):
        yield from _runs(state)


def offered_runs(state: Columns) -> list[Run]:
    """Return the runs that are worth a button: to an empty column only whole ones, and to one such column."""
    found = list(_runs(state))
    first = min((run.target for run in found if run.onto is None), default=None)
    return [
        run
        for run in found
        if run.onto is not None
        or (run.target == first and len(run.cards) == _length(state.columns[run.source]))
    ]


def _runs(state: Columns) -> Iterator[Run]:
    empty = [place for place, column in enumerate(state.columns) if not column]
    if not empty:
        return
    for source, column in enumerate(state.columns):
        length = _length(column)
        for target in range(len(state.columns)):
            spare = tuple(place for place in empty if place != target)
            for count in _counts(state, source, target, length):
                if _fewest(count, len(spare)) < inf:
                    moves = tuple(_carried(count, source, target, spare))
                    onto = state.columns[target][-1] if state.columns[target] else None
                    yield Run(source, target, column[-count:], onto, moves)


def _length(column: tuple[Card, ...]) -> int:
    """Return how many cards at the end of a column are of one suit and go down by one."""
    steps = pairwise(reversed(column))
    return sum(1 for _ in takewhile(lambda step: _follows(*step), steps)) + bool(column)


def _follows(lower: Card, upper: Card) -> bool:
    return (upper.suit, upper.rank) == (lower.suit, lower.rank + 1)


def _counts(state: Columns, source: int, target: int, length: int) -> range:
    """Return how many cards at the end of a column may go to another one, at least two of them."""
    column, onto = state.columns[source], state.columns[target]
    if source == target:
        return range(0)
    if not onto:
        return range(2, min(length, len(column) - 1) + 1)
    count = next((count for count in range(2, length + 1) if _follows(column[-count], onto[-1])), 0)
    return range(count, count + bool(count))


def _carried(count: int, source: int, target: int, spare: tuple[int, ...]) -> Iterator[Move]:
    """Yield the fewest single moves: some cards aside, the others onto the target, then those from aside."""
    if count == 1:
        yield Move(CARRY, (source, target))
        return
    first, *rest = spare
    aside = min(range(1, count), key=lambda aside: _moves_with(aside, count, len(rest)))
    yield from _carried(aside, source, first, tuple(rest))
    yield from _carried(count - aside, source, target, tuple(rest))
    yield from _carried(aside, first, target, tuple(rest))


@cache
def _fewest(count: int, spare: int) -> float:
    """Return how many single moves bring cards over with so many empty columns, infinity if none do."""
    if count == 1:
        return 1
    return min(_moves_with(aside, count, spare - 1) for aside in range(1, count)) if spare else inf


def _moves_with(aside: int, count: int, spare: int) -> float:
    return 2 * _fewest(aside, spare) + _fewest(count - aside, spare)


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


def _left_out(rules: Cribbage, state: ClaimRow) -> Iterator[tuple[Move, Move]]:
    """Yield the moves that no board offers, each with the one for the same cards and points that it does."""
    for alike in _by_row(rules, state):
        for way, better in _compared(alike):
            as_many = [other for other in better if other.category.points == way.category.points]
            if as_many:
                yield way.move, as_many[0].move


def _by_row(rules: Cribbage, state: ClaimRow) -> Iterable[list[Way]]:
    """Return all ways to score, those together that leave the same cards."""
    by_row: dict[tuple[Card, ...], list[Way]] = {}
    for way in _ways(rules, state):
        by_row.setdefault(way.row, []).append(way)
    return by_row.values()


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
