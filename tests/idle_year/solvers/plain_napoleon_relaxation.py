"""An independent implementation of the proof of loss for Napoleon at St Helena, in plain Python.

In the easier game each suit has one height; every top card whose rank is at most that height is removed,
and a card of that rank raises it. It shares no code with the kernels that make such proofs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from idle_year.engine.cards import Card
    from idle_year.engine.positions.napoleon import Columns

_State = tuple[tuple[int, ...], tuple[tuple["Card", ...], ...], tuple["Card", ...]]
"""The heights of the suits, the columns, sorted, and the waste."""


def comes_to_empty_columns(state: Columns, empty: int) -> bool:
    """Whether the easier game can have `empty` columns empty at once; the stock is known."""
    heights = [max(pair) for pair in state.foundations]
    stage = {_cleared(heights, [list(pile) for pile in state.columns], list(state.waste))}
    for card in (*state.stock, None):
        if any(sum(not column for column in columns) >= empty for _, columns, _ in _all_of(stage)):
            return True
        if card is not None:
            stage = {
                _cleared(list(heights), [list(pile) for pile in columns], [*waste, card])
                for heights, columns, waste in stage
            }
    return False


def _all_of(stage: set[_State]) -> Iterator[_State]:
    """Yield the states of a stage, adding to it all that they lead to before the next card is turned."""
    waiting = list(stage)
    while waiting:
        state = waiting.pop()
        yield state
        new = set(_moves(state)) - stage
        stage |= new
        waiting += new


def _moves(state: _State) -> Iterator[_State]:
    heights, columns, waste = state
    for source, pile in enumerate((*columns, waste)):
        for target, onto in enumerate(columns):
            if pile and source != target and (not onto or _follows(pile[-1], onto[-1])):
                piles = [list(each) for each in (*columns, waste)]
                piles[target].append(piles[source].pop())
                yield _cleared(list(heights), piles[:-1], piles[-1])


def _follows(card: Card, onto: Card) -> bool:
    return card.suit == onto.suit and card.rank + 1 == onto.rank


def _cleared(heights: list[int], columns: list[list[Card]], waste: list[Card]) -> _State:
    """Remove every top card that leaves; sort the columns, whose order does not matter."""
    piles = [*columns, waste]
    while any(_take(pile, heights) for pile in piles):
        pass
    return tuple(heights), tuple(sorted(map(tuple, columns))), tuple(waste)


def _take(pile: list[Card], heights: list[int]) -> bool:
    """Remove the top card of a pile if it leaves; return whether it did."""
    if not pile or pile[-1].rank > heights[pile[-1].suit]:
        return False
    card = pile.pop()
    heights[card.suit] = max(heights[card.suit], card.rank + 1)
    return True
