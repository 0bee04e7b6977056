"""Runs in Napoleon at St Helena: cards of one suit in order, moved one by one through the empty columns."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise, takewhile
from math import inf
from typing import Any, NamedTuple

from bot.engine.cards import Card
from bot.engine.games.napoleon import Napoleon
from bot.engine.games.napoleon_moves import CARRY
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
