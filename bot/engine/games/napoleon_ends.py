"""Dead ends of Napoleon at St Helena: moves are left, but no card will ever reach a foundation again."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from bot.engine.cards import KING, Card
from bot.engine.states.napoleon import COLUMNS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bot.engine.states.napoleon import Layout

POSITIONS = 200
"""How many positions are examined before the game is allowed to go on; an answer takes a few milliseconds."""


class _Position(NamedTuple):
    """What matters for the rest of the game: the order of the columns does not."""

    columns: tuple[tuple[Card, ...], ...]
    """The non-empty columns, in canonical order."""
    waste: int
    """Cards in the waste; only its top card ever leaves, so their number identifies them."""


# The board, its menus and the end-of-game check all ask about the same state.
@lru_cache(maxsize=4096)
def dead_end(state: Layout) -> bool:
    """Whether the stock is empty and no line of moves brings another card to a foundation.

    The search gives up after POSITIONS positions and answers no, so a game may be declared over too late but
    never too early.
    """
    if state.stock:
        return False
    wanted = _wanted(state)
    first = _Position(_in_order(filter(None, state.columns)), len(state.waste))
    seen, waiting = {first}, [first]
    while waiting:
        position = waiting.pop()
        if not wanted.isdisjoint(_tops(position, state.waste)):
            return False
        for after in _after(position, state.waste):
            if after not in seen:
                seen.add(after)
                waiting.append(after)
        if len(seen) > POSITIONS:
            return False
    return True


def _wanted(state: Layout) -> frozenset[Card]:
    """Return the cards that would go onto a foundation."""
    return frozenset(
        Card.of(suit, height)
        for suit, heights in enumerate(state.foundations)
        for height in heights
        if height <= KING
    )


def _tops(position: _Position, waste: tuple[Card, ...]) -> list[Card]:
    """Return the cards that can be moved, that of the waste last."""
    tops = [column[-1] for column in position.columns]
    return [*tops, waste[position.waste - 1]] if position.waste else tops


def _in_order(columns: Iterable[tuple[Card, ...]]) -> tuple[tuple[Card, ...], ...]:
    # By hash, which takes half the time: a rare clash only means that a position is visited twice.
    return tuple(sorted(columns, key=hash))


def _after(position: _Position, waste: tuple[Card, ...]) -> Iterator[_Position]:
    """Yield the positions after one move between columns, or from the waste to a column."""
    columns, tops = position.columns, _tops(position, waste)
    for source, card in enumerate(tops):
        if source == len(columns):
            others, left, alone = columns, position.waste - 1, False
        else:
            rest = columns[source][:-1]
            others = (*columns[:source], *columns[source + 1 :], *((rest,) if rest else ()))
            left, alone = position.waste, not rest
        if len(columns) < COLUMNS and not alone:
            yield _Position(_in_order((*others, (card,))), left)
        if card.rank < KING and card + 1 in tops:
            for target, column in enumerate(others):
                if column[-1] == card + 1:
                    grown = (*column, card)
                    yield _Position(_in_order((*others[:target], grown, *others[target + 1 :])), left)
