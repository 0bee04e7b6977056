"""Small positions of every game, in every phase, drawn from few ranks and suits so rare things happen."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Sequence
from typing import Any

from idle_year.engine.cards import KING, PACK, RANKS, SUITS, Card
from idle_year.engine.games.accordion import Accordion, Compulsion
from idle_year.engine.games.cribbage import GAME_POINTS, Cribbage
from idle_year.engine.games.marriage import Marriage
from idle_year.engine.games.napoleon import Napoleon
from idle_year.engine.games.one_handed import OneHanded
from idle_year.engine.games.pyramid import Pyramid
from idle_year.engine.positions.cribbage import ClaimRow, last_link
from idle_year.engine.positions.napoleon import CARDS, COLUMNS, FACE_UP, PACKS, Columns
from idle_year.engine.positions.pyramid import COVERED_BY, Triangle
from idle_year.engine.positions.row import Row
from idle_year.engine.rules import AnyRules, Pile

# How many cards there are at most, and how many of them in the stock and in the waste.
_ACCORDION_CARDS, _LARGEST_PILE = 9, 4
_MARRIAGE_CARDS, _MARRIAGE_STOCK = 11, 4
_MARRIAGE_CARDS_COMPELLED, _MARRIAGE_CARDS_IN_HAND = 14, 18  # higher, as fewer moves are possible at a time
_MARRIAGE_CARDS_WITH_REDEAL = 7
_CRIBBAGE_CARDS, _CRIBBAGE_STOCK = 7, 3
_NAPOLEON_CARDS, _NAPOLEON_COLUMNS = 5, 3
_NAPOLEON_STOCK, _NAPOLEON_WASTE = 3, 4
_PYRAMID_CARDS, _PYRAMID_STOCK, _PYRAMID_WASTE = 8, 4, 4


def draw(rules: AnyRules, chance: random.Random) -> Any:
    """Return a small position of a game, with all cards of its stock known."""
    state = _DRAW[rules.family](rules, chance)
    return _played_on(rules, state, chance) if chance.random() < 0.3 else state


def _played_on(rules: AnyRules, state: Any, chance: random.Random) -> Any:
    """Return the state after a few random moves, thus with chances that were passed up."""
    for _ in range(chance.randint(1, 6)):
        moves = rules.moves(state)
        if not moves:
            break
        state = rules.play(state, chance.choice(moves))
    return state


def _few_cards(
    chance: random.Random, most: int, *, packs: int = 1, without: Collection[Card] = ()
) -> list[Card]:
    """Draw up to `most` cards of few ranks and suits, in any order; at least one."""
    cards: list[Card] = []
    while not cards:
        ranks = chance.sample(range(len(RANKS)), chance.randint(2, 6))
        suits = chance.sample(range(len(SUITS)), chance.choice((1, 2, 2, 3, 3, 4)))
        cards = [card for card in PACK * packs if card.rank in ranks and card.suit in suits]
        cards = [card for card in cards if card not in without]
    chance.shuffle(cards)
    # Mostly many: little can go wrong with few cards.
    return cards[: max(chance.randint(1, most), chance.randint(1, most))]


def _draw_accordion(rules: Accordion, chance: random.Random) -> Row:
    """Draw piles of any size, a stock if the game has one, a grace that may be used, and a goal card."""
    cards = _few_cards(chance, min(_ACCORDION_CARDS, rules.cards))
    stock = 0 if rules.face_up is None else chance.randint(0, min(len(cards) - 1, 5))
    tops, rest = cards[: len(cards) - stock], cards[len(cards) - stock :]
    used = rules.compulsion is Compulsion.GRACE and chance.random() < 0.5
    goal = chance.choice(tops) if rules.goal_card else None
    return Row(_piles(rules, tops, len(rest), chance), tuple(rest), used, goal)


def _piles(rules: Accordion, tops: Sequence[Card], stock: int, chance: random.Random) -> tuple[Pile, ...]:
    room = rules.cards - len(tops) - stock
    piles = []
    for top in tops:
        buried = chance.randint(0, min(room, _LARGEST_PILE - 1)) if chance.random() < 0.4 else 0
        room -= buried
        piles.append(Pile(top, 1 + buried))
    return tuple(piles)


def _draw_marriage(rules: Marriage, chance: random.Random) -> Row:
    """Draw a row, a stock if the game has one, and a redeal that may be used."""
    most = (
        _MARRIAGE_CARDS_IN_HAND
        if isinstance(rules, OneHanded)
        else _MARRIAGE_CARDS_COMPELLED
        if rules.compulsory
        else _MARRIAGE_CARDS
    )
    used = rules.redeal and chance.random() < 0.4
    if rules.redeal and not used:
        most = _MARRIAGE_CARDS_WITH_REDEAL
    ends = rules.ends if rules.ends and chance.random() < 0.8 else ()
    cards = [*ends[:1], *_few_cards(chance, most, packs=rules.packs, without=rules.ends or ()), *ends[1:]]
    if not rules.singly:
        return Row(tuple(map(Pile, cards)), used=used)
    # If a fixed end card is still to come it is the last of the stock; without end cards none is.
    dealt = len(cards) if rules.ends and not ends else chance.randint(min(1, len(cards)), len(cards))
    if chance.random() < 0.5:
        dealt = max(dealt, len(cards) - _MARRIAGE_STOCK)
    return Row(tuple(map(Pile, cards[:dealt])), tuple(cards[dealt:]), used)


def _draw_cribbage(rules: Cribbage, chance: random.Random) -> ClaimRow:
    """Draw a row with some fresh links, or with a held pair, and a stock."""
    cards = _few_cards(chance, _CRIBBAGE_CARDS) if chance.random() < 0.4 else _neighbouring_ranks(chance)
    dealt = max(chance.randint(1, len(cards)), len(cards) - _CRIBBAGE_STOCK)
    piles = tuple(Pile(card, chance.choice((1, 1, 2, 3))) for card in cards[:dealt])
    points = GAME_POINTS - chance.randint(1, 5 * len(cards))
    held = _ends_in_held_pair(cards[:dealt]) and chance.random() < 0.7
    fresh = last_link(piles)
    if not held and chance.random() < 0.5:
        fresh = frozenset(link for link in range(len(piles) - 1) if chance.random() < 0.6) or fresh
    return ClaimRow(piles, tuple(cards[dealt:]), points, fresh, held)


def _neighbouring_ranks(chance: random.Random) -> list[Card]:
    """Draw cards that form many sets and runs."""
    ranks = chance.randint(1, 4)
    lowest = chance.randrange(len(RANKS) - ranks + 1)
    cards = [card for card in PACK if lowest <= card.rank < lowest + ranks]
    return chance.sample(cards, min(chance.randint(2, _CRIBBAGE_CARDS), len(cards)))


def _ends_in_held_pair(row: Sequence[Card]) -> bool:
    """Whether the two cards before the last are a pair, which may be claimed for one more deal."""
    return len(row) > 2 and row[-3].rank == row[-2].rank


def _draw_napoleon(rules: Napoleon, chance: random.Random) -> Columns:
    """Draw the end of a game that went well, or of one that did not; now and then a card is missing."""
    return _almost_won(chance) if chance.random() < 0.4 else _blocked(chance)


def _almost_won(chance: random.Random) -> Columns:
    """Lay out a few cards in a few columns; all others are up."""
    suits = chance.sample(range(len(SUITS)), chance.choice((1, 2)))
    count = chance.randint(1, _NAPOLEON_CARDS)
    left, foundations = _missing([suits[number % len(suits)] for number in range(count)], chance)
    if chance.random() < 0.1:
        left.pop()
    stock = [left.pop() for _ in range(min(chance.randint(0, _NAPOLEON_STOCK), len(left)))]
    waste = [left.pop() for _ in range(min(chance.randint(0, _NAPOLEON_WASTE), len(left)))]
    columns = chance.sample(range(COLUMNS), chance.randint(1, _NAPOLEON_COLUMNS))
    laid = {place: left[number :: len(columns)] for number, place in enumerate(columns)}
    return _columns([laid.get(place, []) for place in range(COLUMNS)], waste, foundations, stock)


def _blocked(chance: random.Random) -> Columns:
    """Lay out fairly short columns and a long waste, as late in a game that went badly."""
    lengths = [chance.randint(2, 5) for _ in range(COLUMNS)]
    # Cards that are not in the columns come from the stock.
    count = min(CARDS - chance.randint(0, 50), sum(lengths) + CARDS - FACE_UP)
    left, foundations = _missing([number % len(SUITS) for number in range(count)], chance)
    stock = [left.pop() for _ in range(chance.randint(0, _NAPOLEON_STOCK))]
    columns = [[left.pop() for _ in range(length)] for length in lengths]
    return _columns(columns, left, foundations, stock)


def _missing(suits: list[int], chance: random.Random) -> tuple[list[Card], tuple[tuple[int, int], ...]]:
    """Return a card that is not up yet for each of some suits, in any order, and the foundations."""
    heights = [[KING + 1] * PACKS for _ in SUITS]
    left: list[Card] = []
    for suit in suits:
        copy = chance.choice([copy for copy, height in enumerate(heights[suit]) if height])
        heights[suit][copy] -= 1
        left.append(Card.of(suit, heights[suit][copy]))
    chance.shuffle(left)
    return left, tuple((max(pair), min(pair)) for pair in heights)


def _columns(
    columns: list[list[Card]], waste: list[Card], foundations: tuple[tuple[int, int], ...], stock: list[Card]
) -> Columns:
    return Columns(tuple(map(tuple, columns)), tuple(waste), foundations, tuple(stock))


def _draw_pyramid(rules: Pyramid, chance: random.Random) -> Triangle:
    """Draw a partly cleared pyramid with a stock and a waste, in any pass."""
    cards = _pyramid_cards(chance)
    places = _left_places(chance.randint(0, min(_PYRAMID_CARDS, len(cards))), chance)
    pyramid = tuple(cards.pop() if place in places else None for place in range(len(COVERED_BY)))
    stock = tuple(cards.pop() for _ in range(min(chance.randint(0, _PYRAMID_STOCK), len(cards))))
    waste = tuple(cards.pop() for _ in range(min(chance.randint(0, _PYRAMID_WASTE), len(cards))))
    return Triangle(pyramid, stock, waste, chance.randint(1, rules.passes or 3))


def _pyramid_cards(chance: random.Random) -> list[Card]:
    """Draw cards of few values, with those that make 13 with them."""
    lows = chance.sample(range(KING // 2), chance.randint(1, 3))
    ranks = {rank for low in lows for rank in (low, KING - 1 - low)}
    if chance.random() < 0.4:
        ranks.add(KING)
    if chance.random() < 0.2:
        ranks.add(chance.randrange(len(RANKS)))
    cards = [card for card in PACK if card.rank in ranks]
    chance.shuffle(cards)
    return cards


def _left_places(count: int, chance: random.Random) -> set[int]:
    """Draw `count` places of the pyramid such that none is gone from under another."""
    left: set[int] = set()
    free = [0]
    while len(left) < count:
        place = free.pop(chance.randrange(len(free)))
        left.add(place)
        over = {lower for upper in left for lower in COVERED_BY[upper]}
        # A card lies over a place only if both cards that it would cover are still there.
        free = [each for each in over - left if _covered_by_none_gone(each, left)]
        if not free:
            break
    return left


def _covered_by_none_gone(place: int, left: set[int]) -> bool:
    """Whether all cards that a place would cover are left."""
    return all(upper in left for upper, lower in enumerate(COVERED_BY) if place in lower)


_DRAW: dict[str, Callable[[Any, random.Random], Any]] = {
    "accordion": _draw_accordion,
    "marriage": _draw_marriage,
    "cribbage": _draw_cribbage,
    "napoleon": _draw_napoleon,
    "pyramid": _draw_pyramid,
}
