"""What can be claimed in Cribbage Solitaire: the categories, and the windows open to them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from bot.engine.cards import SUIT_WORDS, Card
from bot.engine.positions.cribbage import ClaimRow
from bot.engine.wording import listed


class Category(NamedTuple):
    """A kind of claim: its letter, its name for players, its points, and the windows that it applies to."""

    letter: str
    name: str
    points: int
    sizes: tuple[int, ...]
    """How many neighbouring piles it may span."""
    counts: Callable[[Sequence[Card]], bool]
    refusal: str
    """What the player is told if a window does not count."""
    say: Callable[[Sequence[Card]], str]
    """What cards that count are called: `three spades`."""


class Claim(NamedTuple):
    """A category that is open on the piles from `first` to `last`, counted from 0."""

    category: Category
    first: int
    last: int


def pip_value(card: Card) -> int:
    """Return what a card counts towards fifteen: an ace 1, a court card 10."""
    return min(card.rank + 1, 10)


def _same_rank(cards: Sequence[Card]) -> bool:
    return len({card.rank for card in cards}) == 1


def _same_suit(cards: Sequence[Card]) -> bool:
    return len({card.suit for card in cards}) == 1


def _run(cards: Sequence[Card]) -> bool:
    low, middle, high = sorted(card.rank for card in cards)
    return low + 2 == middle + 1 == high


def _run_in_suit(cards: Sequence[Card]) -> bool:
    return _same_suit(cards) and _run(cards)


def _fifteen(cards: Sequence[Card]) -> bool:
    return sum(map(pip_value, cards)) == 15


def _rank_name(cards: Sequence[Card]) -> str:
    """Return what cards of one rank are called: `sixes`."""
    rank = cards[0].words.split()[0]
    return "sixes" if rank == "six" else f"{rank}s"


def _suit_name(cards: Sequence[Card]) -> str:
    return SUIT_WORDS[cards[0].suit]


def _symbols(cards: Sequence[Card]) -> str:
    return listed([card.symbol for card in cards])


CATEGORIES = {
    category.letter: category
    for category in (
        Category(
            "p", "Pair", 2, (2,), _same_rank, "are not a pair", lambda cards: f"a pair of {_rank_name(cards)}"
        ),
        Category(
            "t",
            "Three of a kind",
            6,
            (3,),
            _same_rank,
            "are not three of a kind",
            lambda cards: f"three {_rank_name(cards)}",
        ),
        Category(
            "f",
            "Three of one suit",
            3,
            (3,),
            _same_suit,
            "are not of one suit",
            lambda cards: f"three {_suit_name(cards)}",
        ),
        Category(
            "r",
            "Run of three",
            3,
            (3,),
            _run,
            "are not a run",
            lambda cards: f"a run of {_symbols(sorted(cards, key=lambda card: card.rank))}",
        ),
        Category(
            "s",
            "Run in one suit",
            6,
            (3,),
            _run_in_suit,
            "are not a run in one suit",
            lambda cards: f"a run in {_suit_name(cards)}",
        ),
        Category(
            "v",
            "Fifteen",
            2,
            (2, 3),
            _fifteen,
            "total {total}, not 15",
            lambda cards: f"fifteen with {_symbols(cards)}",
        ),
    )
}
"""Every category by its letter, in the order in which claims are listed."""


def open_claims(state: ClaimRow) -> Iterator[Claim]:
    """Yield every claim that may be made now: by window from the left, shorter first, then by category."""
    tops = [pile.top for pile in state.piles]
    for first in range(len(tops) - 1):
        for last in range(first + 1, min(first + 3, len(tops))):
            if is_fresh(state, first, last):
                window = tops[first : last + 1]
                for category in CATEGORIES.values():
                    if counts(category, window):
                        yield Claim(category, first, last)


def counts(category: Category, cards: Sequence[Card]) -> bool:
    """Return whether neighbouring cards form what the category names."""
    return len(cards) in category.sizes and category.counts(cards)


def is_fresh(state: ClaimRow, first: int, last: int) -> bool:
    """Return whether a window arose since the last deal, or is a pair held over from before it."""
    if any(link in state.fresh for link in range(first, last)):
        return True
    # No other claim is open on a pair: two cards of one rank never total 15.
    return state.held and (first, last) == (len(state.piles) - 3, len(state.piles) - 2)


def fresh_after(state: ClaimRow, source: int, target: int) -> frozenset[int]:
    """Return the fresh links after one pile has moved onto another and the row has closed up.

    The links of the changed pile and the one over the gap are new; links of other piles keep their state.
    """
    landed = target - (target > source)
    kept = {link - (link > source) for link in state.fresh if not {link, link + 1} & {source, target}}
    links = range(len(state.piles) - 2)
    return frozenset(link for link in kept | {landed - 1, landed, source - 1} if link in links)
