"""How cards move in Napoleon at St Helena, one at a time, and why they may not."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.engine.cards import KING, SUIT_WORDS, Card
from bot.engine.errors import IllegalMove
from bot.engine.rules import Move
from bot.engine.states.napoleon import COLUMNS, FOUNDATION, PLACE_NAMES, WASTE
from bot.engine.stock import next_card

if TYPE_CHECKING:
    from bot.engine.states.napoleon import Layout

CARRY = ">"
"""The verb of a move from one place to another; at = (from, to)."""
SOURCES = (WASTE, *range(COLUMNS))
"""Where cards are taken from, in the order in which moves are listed."""

_TARGETS = (FOUNDATION, *range(COLUMNS))


def carries(state: Layout) -> list[Move]:
    """List every legal move except `d`, whether or not it can lead anywhere."""
    sources = [source for source in SOURCES if state.pile(source)]
    return [
        Move(CARRY, (source, target))
        for source in sources
        for target in _TARGETS
        if _fits(state, source, target)
    ]


def carry(state: Layout, source: int, target: int) -> Layout:
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


def turn(state: Layout) -> Layout:
    """Turn the next card of the stock onto the waste; raise IllegalMove if that is not possible."""
    if not state.stock:
        raise IllegalMove("The stock is empty, and there is no redeal.")
    card, rest = next_card(state.stock)
    return replace(state, waste=(*state.waste, card), stock=rest)


def why_not(state: Layout, move: Move) -> str | None:
    """Return why a card may not go from one place to another, or None if it may."""
    if move.verb != CARRY:
        return "There is no redeal: the waste is never turned over."
    source, target = move.at
    if source == FOUNDATION:
        return "Cards on the foundations stay there."
    if target == WASTE:
        return "No card goes back to the waste: d turns one of the stock onto it."
    if not state.pile(source):
        return "The waste is empty." if source == WASTE else f"{PLACE_NAMES[source]} is empty."
    return None if _fits(state, source, target) else _why_it_does_not_fit(state, source, target)


def _fits(state: Layout, source: int, target: int) -> bool:
    """Whether the top card of a non-empty pile may go to a column or a foundation."""
    pile = state.pile(source)
    card = pile[-1]
    if target == FOUNDATION:
        return card.rank in state.foundations[card.suit]
    onto = state.columns[target]
    if onto:
        return onto[-1] == card + 1 and card.rank != KING
    return source == WASTE or len(pile) > 1


def _why_it_does_not_fit(state: Layout, source: int, target: int) -> str:
    card = state.pile(source)[-1]
    if target == FOUNDATION:
        return _why_not_up(state, card)
    if source == target:
        return f"{card.symbol} lies on {PLACE_NAMES[target]} already."
    onto = state.columns[target]
    if not onto:
        return (
            f"{card.symbol} is alone in {PLACE_NAMES[source]}: in another empty column nothing would change."
        )
    shows = f"{PLACE_NAMES[target]} shows {onto[-1].symbol}"
    if card.rank == KING:
        return f"{card.symbol} goes onto no other card, and {shows}."
    return f"{card.symbol} goes only onto {Card(card + 1).symbol}, and {shows}."


def _why_not_up(state: Layout, card: Card) -> str:
    heights = sorted({height for height in state.foundations[card.suit] if height <= KING})
    wanted = " and ".join(Card.of(card.suit, height).symbol for height in heights)
    return f"The {SUIT_WORDS[card.suit]}' foundations wait for {wanted}, and this is {card.symbol}."
