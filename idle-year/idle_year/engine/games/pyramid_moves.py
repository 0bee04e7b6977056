"""How cards leave a pyramid and come from the stock, and why they may not."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import combinations

from idle_year.engine.cards import Card
from idle_year.engine.positions.pyramid import Triangle, removal
from idle_year.engine.positions.words import next_card
from idle_year.engine.rules import Move
from idle_year.engine.wording import Sentence, listed, plural, sentence

TOTAL = 13


def value(card: Card) -> int:
    """Return what a card counts: an ace 1, a king 13."""
    return card.rank + 1


def uncovered_cards(state: Triangle) -> tuple[Card, ...]:
    """Return the uncovered cards of the pyramid, from the top."""
    return _uncovered(state.places)


@lru_cache(maxsize=256)
def _uncovered(places: tuple[Card | None, ...]) -> tuple[Card, ...]:
    """Look for them once while the stock is gone through, which changes nothing in the pyramid."""
    state = Triangle(places)
    return tuple(card for place, card in enumerate(places) if card is not None and not state.covers(place))


def removals(state: Triangle) -> tuple[Move, ...]:
    """List what may leave now: kings alone and pairs that total 13."""
    free = [*uncovered_cards(state), *state.waste[-1:]]
    leaving = [*((card,) for card in free), *combinations(free, 2)]
    return tuple(removal(cards) for cards in leaving if sum(map(value, cards)) == TOTAL)


def turn(state: Triangle) -> Triangle:
    """Turn the next card of the stock onto the waste."""
    card, rest = next_card(state.stock)
    return replace(state, stock=rest, waste=(*state.waste, card))


def take_off(state: Triangle, move: Move) -> Triangle:
    """Take cards off the pyramid and the waste."""
    places = tuple(None if card in move.at else card for card in state.places)
    return replace(state, places=places, waste=tuple(card for card in state.waste if card not in move.at))


def why_not_total(cards: list[Card]) -> str | None:
    """Return why cards may not leave together, or None if they total 13."""
    if len(set(cards)) < len(cards):
        return sentence("{card} is one card: name two that total 13.", card=cards[0].symbol)
    total = sum(map(value, cards))
    if total == TOTAL:
        return None
    king = next((card for card in cards if value(card) == TOTAL), None)
    if king is not None:
        return sentence(
            "{card} is 13 by itself and leaves alone: write {move}.", card=king.symbol, move=str(king)
        )
    if len(cards) == 1:
        return sentence(
            "{card} alone is {total}, not 13: name its partner too, as in 9C+4D; only a king leaves alone.",
            card=cards[0].symbol,
            total=total,
        )
    return sentence(
        "{card} and {other} total {total}, not 13.",
        card=cards[0].symbol,
        other=cards[1].symbol,
        total=total,
    )


def why_not_free(state: Triangle, card: Card) -> str | None:
    """Return why a card is not available, or None if it is."""
    if card in state.places:
        covers = state.covers(state.places.index(card))
        if not covers:
            return None
        names = listed([over.symbol for over in covers])
        return sentence("{card} is still covered by {cards}.", card=card.symbol, cards=names)
    if card in state.waste:
        if card == state.waste[-1]:
            return None
        return sentence("{card} is under other cards of the waste.", card=card.symbol)
    if card in state.stock:
        return sentence("{card} is still in the stock.", card=card.symbol)
    if None in state.stock:
        return sentence("{card} is neither in the pyramid nor in the waste.", card=card.symbol)
    return sentence("{card} has left already.", card=card.symbol)


def turns_left(number: int) -> Sentence:
    """Return how often the waste can still be turned over."""
    if number == 0:
        return sentence("the waste stays as it is")
    if number == 1:
        return sentence("the waste can be turned over once more")
    if number == 2:
        return sentence("the waste can be turned over twice more")
    return plural(
        "the waste can be turned over {n} time more", "the waste can be turned over {n} times more", number
    )


def none_to_deal(*, can_turn: bool) -> Sentence:
    """Say that the stock is empty, and whether the waste can be turned over."""
    if can_turn:
        return sentence("There's no card left to deal: turn the waste over (r).")
    return sentence("There's no card left to deal.")
