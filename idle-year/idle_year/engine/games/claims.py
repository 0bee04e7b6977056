"""What can be claimed in Cribbage Solitaire: the categories, and the windows open to them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from idle_year.engine.cards import Card
from idle_year.engine.positions.cribbage import ClaimRow
from idle_year.engine.wording import Sentence, listed, plural, sentence


class Category(NamedTuple):
    """A kind of claim: its letter, its name for players, its points, and the windows that it applies to."""

    letter: str
    name: str
    """Its name within a sentence: `three of a kind`."""
    title: str
    """Its name at the beginning of one: `Three of a kind`."""
    points: int
    sizes: tuple[int, ...]
    """How many neighbouring piles it may span."""
    counts: Callable[[Sequence[Card]], bool]
    refusal: Callable[[Sequence[Card]], str]
    """What the player is told if a window does not count."""
    say: Callable[[Sequence[Card]], str]
    """What cards that count are called: `three spades`."""
    brief: Callable[[Sequence[Card]], str]
    """The same in a word or three: `spades`."""


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


def _symbols(cards: Sequence[Card]) -> str:
    return listed([card.symbol for card in cards])


def _side_by_side(cards: Sequence[Card]) -> str:
    return " ".join(card.symbol for card in cards)


CATEGORIES = {
    category.letter: category
    for category in (
        Category(
            letter="p",
            name=sentence("pair"),
            title=sentence("Pair"),
            points=2,
            sizes=(2,),
            counts=_same_rank,
            refusal=lambda cards: sentence("{cards} are not a pair.", cards=_side_by_side(cards)),
            # Translators: such as "a pair of sixes"
            say=lambda cards: sentence("a pair of {ranks}", ranks=cards[0].rank_words),
            brief=lambda _: sentence("pair"),
        ),
        Category(
            letter="t",
            name=sentence("three of a kind"),
            title=sentence("Three of a kind"),
            points=6,
            sizes=(3,),
            counts=_same_rank,
            refusal=lambda cards: sentence("{cards} are not three of a kind.", cards=_side_by_side(cards)),
            # Translators: such as "three sixes"
            say=lambda cards: sentence("three {ranks}", ranks=cards[0].rank_words),
            brief=lambda cards: cards[0].rank_words,
        ),
        Category(
            letter="f",
            name=sentence("three of one suit"),
            title=sentence("Three of one suit"),
            points=3,
            sizes=(3,),
            counts=_same_suit,
            refusal=lambda cards: sentence("{cards} are not of one suit.", cards=_side_by_side(cards)),
            # Translators: such as "three spades"
            say=lambda cards: sentence("three {suit}", suit=cards[0].suit_words),
            brief=lambda cards: cards[0].suit_words,
        ),
        Category(
            letter="r",
            name=sentence("run of three"),
            title=sentence("Run of three"),
            points=3,
            sizes=(3,),
            counts=_run,
            refusal=lambda cards: sentence("{cards} are not a run.", cards=_side_by_side(cards)),
            say=lambda cards: sentence(
                "a run of {cards}", cards=_symbols(sorted(cards, key=lambda card: card.rank))
            ),
            brief=lambda _: sentence("run"),
        ),
        Category(
            letter="s",
            name=sentence("run in one suit"),
            title=sentence("Run in one suit"),
            points=6,
            sizes=(3,),
            counts=_run_in_suit,
            refusal=lambda cards: sentence("{cards} are not a run in one suit.", cards=_side_by_side(cards)),
            say=lambda cards: sentence("a run in {suit}", suit=cards[0].suit_words),
            brief=lambda cards: sentence("run in {suit}", suit=cards[0].suit_words),
        ),
        Category(
            letter="v",
            name=sentence("fifteen"),
            title=sentence("Fifteen"),
            points=2,
            sizes=(2, 3),
            counts=_fifteen,
            refusal=lambda cards: sentence(
                "{cards} total {total}, not 15.",
                cards=_side_by_side(cards),
                total=sum(map(pip_value, cards)),
            ),
            say=lambda cards: sentence("fifteen with {cards}", cards=_symbols(cards)),
            brief=lambda _: sentence("fifteen"),
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


def title_of(category: Category) -> Sentence:
    """Name a kind of claim and its points, above the ways to make it: `Fifteen · 2 points`."""
    return plural("{claim} · {n} point", "{claim} · {n} points", category.points, claim=category.title)


def offer(state: ClaimRow, claims: list[Claim]) -> str:
    """Say what can be scored: `You can score 3: three spades.`, `You can score 6: a run in spades; or …`."""
    best_first = sorted(claims, key=lambda claim: -claim.category.points)
    said = [
        sentence(
            "{points}: {cards}",
            points=category.points,
            cards=category.say([pile.top for pile in state.piles[first : last + 1]]),
        )
        for category, first, last in best_first
    ]
    # Translators: the part after the semicolon is another way to score
    return sentence("You can score {ways}.", ways=_one_or_other(list(dict.fromkeys(said))))


def _one_or_other(ways: Sequence[Sentence]) -> Sentence:
    """Join ways to score: `3: three spades; or 2: fifteen with 7♠ and 8♠`."""
    first, *others = ways
    for other in others:
        first = sentence("{one}; or {other}", one=first, other=other)
    return first
