"""How cards move in Napoleon at St Helena, why they may not, and when none can go up any more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from idle_year.engine.cards import KING, Card
from idle_year.engine.errors import IllegalMove
from idle_year.engine.positions.napoleon import COLUMNS, FOUNDATION, WASTE, Columns
from idle_year.engine.positions.words import next_card
from idle_year.engine.rules import Move
from idle_year.engine.wording import Sentence, listed, sentence

CARRY = ">"
"""The verb of a move from one place to another; at = (from, to)."""
SOURCES = (WASTE, *range(COLUMNS))
"""Where cards are taken from, in the order in which moves are listed."""
POSITIONS = 200
"""How many positions are examined before the game is allowed to go on; an answer takes a few milliseconds."""

_TARGETS = (FOUNDATION, *range(COLUMNS))


def carries(state: Columns) -> list[Move]:
    """List every legal move except `d`, whether or not it can lead anywhere."""
    sources = [source for source in SOURCES if state.pile(source)]
    return [
        Move(CARRY, (source, target))
        for source in sources
        for target in _TARGETS
        if _fits(state, source, target)
    ]


def carry(state: Columns, source: int, target: int) -> Columns:
    """Move the top card of a pile, legal or not."""
    card = state.pile(source)[-1]
    columns, waste, foundations = list(state.columns), state.waste, list(state.foundations)
    if source == WASTE:
        waste = waste[:-1]
    else:
        columns[source] = columns[source][:-1]
    if target == FOUNDATION:
        high, low = foundations[card.suit]
        foundations[card.suit] = (high + 1, low) if card.rank == high else (high, low + 1)
    else:
        columns[target] = (*columns[target], card)
    return replace(state, columns=tuple(columns), waste=waste, foundations=tuple(foundations))


def turn(state: Columns) -> Columns:
    """Turn the next card of the stock onto the waste; raise IllegalMove if that is not possible."""
    if not state.stock:
        raise IllegalMove(sentence("There's no card left to deal, and no redeal."))
    card, rest = next_card(state.stock)
    return replace(state, waste=(*state.waste, card), stock=rest)


def why_not(state: Columns, move: Move) -> str | None:
    """Return why a card may not go from one place to another, or None if it may."""
    if move.verb != CARRY:
        return sentence("There is no redeal: the waste is never turned over.")
    source, target = move.at
    if source == FOUNDATION:
        return sentence("Cards on the foundations stay there.")
    if target == WASTE:
        return sentence("No card goes back to the waste: d turns one of the stock onto it.")
    if not state.pile(source) and source == WASTE:
        return sentence("The waste is empty.")
    if not state.pile(source):
        return sentence("Column {number} is empty.", number=source + 1)
    return None if _fits(state, source, target) else _why_it_does_not_fit(state, source, target)


def _fits(state: Columns, source: int, target: int) -> bool:
    """Whether the top card of a non-empty pile may go to a column or a foundation."""
    pile = state.pile(source)
    card = pile[-1]
    if target == FOUNDATION:
        return card.rank in state.foundations[card.suit]
    onto = state.columns[target]
    if onto:
        return onto[-1] == card + 1 and card.rank != KING
    return source == WASTE or len(pile) > 1


def _why_it_does_not_fit(state: Columns, source: int, target: int) -> Sentence:
    card = state.pile(source)[-1]
    if target == FOUNDATION:
        return _why_not_up(state, card)
    if source == target:
        return sentence("{card} lies on column {number} already.", card=card.symbol, number=target + 1)
    onto = state.columns[target]
    if not onto:
        return sentence(
            "{card} is alone in column {number}: in another empty column nothing would change.",
            card=card.symbol,
            number=source + 1,
        )
    if card.rank == KING:
        return sentence(
            "{card} goes onto no other card, and column {number} shows {top}.",
            card=card.symbol,
            number=target + 1,
            top=onto[-1].symbol,
        )
    return sentence(
        "{card} goes only onto {other}, and column {number} shows {top}.",
        card=card.symbol,
        other=Card(card + 1).symbol,
        number=target + 1,
        top=onto[-1].symbol,
    )


def _why_not_up(state: Columns, card: Card) -> Sentence:
    heights = sorted({height for height in state.foundations[card.suit] if height <= KING})
    return sentence(
        "The {suit}' foundations wait for {cards}, and this is {card}.",
        suit=card.suit_words,
        cards=listed([Card.of(card.suit, height).symbol for height in heights]),
        card=card.symbol,
    )


class _Position(NamedTuple):
    """What matters for the rest of the game: the order of the columns does not."""

    columns: tuple[tuple[Card, ...], ...]
    """The non-empty columns, in canonical order."""
    waste: int
    """Cards in the waste; only its top card ever leaves, so their number identifies them."""


# The board, its menus and the end-of-game check all ask about the same state.
@lru_cache(maxsize=4096)
def dead_end(state: Columns) -> bool:
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


def _wanted(state: Columns) -> frozenset[Card]:
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
