"""Which cards may leave a row: those between two matching cards, or two matching cards themselves.

In games of blocks the two cards themselves, the flanks, stay; in games of pairs what lies between them does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from typing import ClassVar, Protocol, TypeAlias

from idle_year.engine.cards import Card
from idle_year.engine.positions.row import Removals, unlike
from idle_year.engine.rules import Choice, Deed, Menu, Move
from idle_year.engine.wording import Sentence, listed, sentence, spelt

Cards: TypeAlias = Sequence[Card]
"""The row from the left."""
_ONE_CARD, _TWO_CARDS = sentence("Take out one card"), sentence("Take out two cards")
_RUN, _PAIRS = sentence("Take out a run of one suit"), sentence("Take out pairs in a row")
_ONE_TOO_MANY = {
    True: sentence(
        "Cards leave two by two, and an odd number of them stands between the ends, so this can't be won as "
        "it lies: only the redeal can help."
    ),
    False: sentence(
        "Cards leave two by two, and an odd number of them stands between the ends, so this deal can't be "
        "won."
    ),
}
"""Why a row is lost, by whether a redeal is left."""


class Leaving(Protocol):
    """Which cards may leave a row."""

    @property
    def notation(self) -> Removals:
        """How its removals are written."""

    def moves(self, cards: Cards) -> Iterator[Move]:
        """Yield every removal: by the first card to leave, from the left, then by the last."""

    def why_not(self, cards: Cards, at: tuple[int, ...], name: str, *, more: bool) -> str | None:
        """Return why the cards at these places, from the left, may not leave, or None if they may.

        `name` is the game's; `more` says that cards will still be dealt to the right end.
        """

    def stuck(self, cards: Cards) -> str:
        """Return why no card may leave, as a sentence."""

    def hopeless(self, cards: Cards, *, redeal: bool) -> str | None:
        """Return why a full row obviously cannot be won, unless by a `redeal` that is left; or None."""

    def menus(self, cards: Cards) -> tuple[Menu, ...]:
        """Return the removals, grouped by kind."""

    def choice(self, cards: Cards, move: Move) -> Choice:
        """Return one of them in the player's words."""


@dataclass(frozen=True, kw_only=True)
class Blocks:
    """How many cards may leave from between their flanks, and what these cards must be."""

    any_cards: tuple[int, ...] = ()
    """Sizes of blocks that may hold any cards."""
    pairs: tuple[int, ...] = ()
    """Sizes of blocks whose cards must match in pairs, counted from the left."""
    suit_run: int = 0
    """Fewest cards of one suit that may leave together, beyond the sizes above; 0 disables runs."""

    notation: ClassVar[Removals] = Removals()

    def moves(self, cards: Cards) -> Iterator[Move]:
        """Yield every removal: by the block's first card from the left, smallest block first."""
        for first in range(1, len(cards) - 1):
            flank = cards[first - 1]
            for size in self._sizes_from(cards, first):
                end = first + size
                if end >= len(cards):
                    break
                if flank.matches(cards[end]) and self._unlike(cards, first, size) is None:
                    yield Move("x", tuple(range(first, end)))

    def why_not(self, cards: Cards, at: tuple[int, ...], name: str, *, more: bool) -> str | None:
        """Return why a block may not leave, or None if it may."""
        first, end, size = at[0], at[-1] + 1, len(at)
        if end - first != size:
            return self._why_no_gap(cards, first, end, name)
        reason = self._wrong_size(cards, first, size, name)
        if reason is not None:
            return reason
        if first > 0 and end == len(cards) and more:
            return sentence("{card} has no card to its right yet, so it cannot leave.", card=cards[-1].symbol)
        if first == 0 or end == len(cards):
            return sentence("The first and the last card never leave.")
        return self._why_unmatched(cards, first, size, name)

    def stuck(self, _cards: Cards) -> str:
        """Return what every removal needs."""
        return sentence("No two matching cards have anything between them that may leave.")

    def hopeless(self, cards: Cards, *, redeal: bool) -> str | None:
        """Return that the ends do not match, or that an odd card is left over between them."""
        first, last = cards[0], cards[-1]
        if not first.matches(last):
            return _ends_differ(first.symbol, last.symbol, redeal=redeal)
        if len(cards) % 2 and not self.suit_run and all(size % 2 == 0 for size in self._sizes):
            return _ONE_TOO_MANY[redeal]
        return None

    def menus(self, cards: Cards) -> tuple[Menu, ...]:
        """Return the removals of one card, of two, and of more, each kind from the left."""
        choices: tuple[list[Choice], ...] = ([], [], [])
        for move in self.moves(cards):
            choices[min(len(move.at), 3) - 1].append(self.choice(cards, move))
        titles = (_ONE_CARD, _TWO_CARDS, _RUN if self.suit_run else _PAIRS)
        return tuple(Menu(title, tuple(found)) for title, found in zip(titles, choices, strict=True) if found)

    def choice(self, cards: Cards, move: Move) -> Choice:
        """Return which cards leave, and between which two."""
        first, last = move.at[0], move.at[-1]
        flanks, takes = (cards[first - 1], cards[last + 1]), tuple(cards[first : last + 1])
        return Choice(move, cards[first], first, Deed.BETWEEN, flanks, where_in_row(move.at), takes)

    @cached_property
    def _sizes(self) -> tuple[int, ...]:
        return tuple(sorted(self.any_cards + self.pairs))

    def _sizes_from(self, cards: Cards, first: int) -> Iterator[int]:
        """Yield how many cards might leave starting from a place, fewest first."""
        yield from self._sizes
        if self.suit_run:
            suit = cards[first].suit
            run = sum(1 for _ in takewhile(lambda card: card.suit == suit, cards[first:]))
            yield from range(self.suit_run, run + 1)

    def _why_no_gap(self, cards: Cards, first: int, end: int, name: str) -> str:
        """Say that blocks have no gap, and how to write one that has none, if it may be so large."""
        if self._wrong_size(cards, first, end - first, name) is not None:
            return sentence("In {game} the cards that leave stand side by side.", game=name)
        return sentence(
            "In {game} the cards that leave stand side by side: {block} is a block without a gap.",
            game=name,
            block=Blocks.notation.write(Move("x", tuple(range(first, end)))),
        )

    def _wrong_size(self, cards: Cards, first: int, size: int, name: str) -> str | None:
        """Return that blocks of this size never leave, or None if they may."""
        if size in self._sizes:
            return None
        if self.suit_run and size >= self.suit_run:
            return self._why_no_run(cards[first : first + size], name)
        if self._sizes == (1,):
            return sentence("In {game} one card leaves at a time, not {size}.", game=name, size=size)
        return sentence(
            "In {game} {sizes} cards leave at a time, not {size}.",
            game=name,
            sizes=listed(list(map(spelt, self._sizes)), "or"),
            size=size,
        )

    def _why_no_run(self, block: Cards, name: str) -> str | None:
        stranger = next((card for card in block if card.suit != block[0].suit), None)
        if stranger is None:
            return None
        return sentence(
            "In {game} {few} or more cards leave only if they are of one suit, unlike {card} and {other}.",
            game=name,
            few=spelt(self.suit_run),
            card=block[0].symbol,
            other=stranger.symbol,
        )

    def _why_unmatched(self, cards: Cards, first: int, size: int, name: str) -> str | None:
        """Return which two cards should match, the flanks or a pair between them, or None if all do."""
        left, right = cards[first - 1], cards[first + size]
        if not left.matches(right):
            return sentence(
                "{card} and {other} share neither suit nor rank, so what stands between them stays.",
                card=left.symbol,
                other=right.symbol,
            )
        pair = self._unlike(cards, first, size)
        if pair is None:
            return None
        return sentence(
            "In {game} {size} cards leave in pairs, cut from the left, and {card} and {other} do not match.",
            game=name,
            size=spelt(size),
            card=pair[0].symbol,
            other=pair[1].symbol,
        )

    def _unlike(self, cards: Cards, first: int, size: int) -> tuple[Card, Card] | None:
        """Return the first pair in a block whose cards should match but do not."""
        if size not in self.pairs:
            return None
        pairs = ((cards[place], cards[place + 1]) for place in range(first, first + size, 2))
        return next((pair for pair in pairs if not pair[0].matches(pair[1])), None)


@dataclass(frozen=True)
class Pairs:
    """How many places apart two cards must be to leave together, fewest first."""

    notation: ClassVar[Removals] = Removals(apart=True)

    distances: tuple[int, int]

    def moves(self, cards: Cards) -> Iterator[Move]:
        """Yield every removal: by the left card from the left, nearer partner first."""
        for first, card in enumerate(cards):
            for distance in self.distances:
                other = first + distance
                if other < len(cards) and card.matches(cards[other]):
                    yield Move("x", (first, other))

    def why_not(self, cards: Cards, at: tuple[int, ...], name: str, *, more: bool) -> str | None:
        """Return why the cards at these places may not leave, or None if they may."""
        if len(at) != 2:
            pair = Removals(apart=True).write(Move("x", (0, self.distances[-1])))
            return sentence(
                "In {game} two cards leave at a time, not {number}: write the two, such as {move}.",
                game=name,
                number=len(at),
                move=pair,
            )
        first, other = at
        if other - first not in self.distances:
            near, far = map(spelt, self.distances)
            return sentence(
                "In {game} the two cards that leave stand {near} or {far} places apart, not {number}.",
                game=name,
                near=near,
                far=far,
                number=other - first,
            )
        if not cards[first].matches(cards[other]):
            return unlike(cards[first], cards[other])
        return None

    def stuck(self, _cards: Cards) -> str:
        """Return how far apart two cards would have to match."""
        near, far = map(spelt, self.distances)
        return sentence("No two cards {near} or {far} places apart match.", near=near, far=far)

    def hopeless(self, _cards: Cards, *, redeal: bool) -> str | None:
        """Return None: play alone shows whether a row can be won."""
        return None

    def menus(self, cards: Cards) -> tuple[Menu, ...]:
        """Return the removals by the distance between the two cards, each kind from the left."""
        moves = list(self.moves(cards))
        kinds = ((away, [move for move in moves if _distance(move) == away]) for away in self.distances)
        return tuple(
            Menu(_title(away), tuple(self.choice(cards, move) for move in found))
            for away, found in kinds
            if found
        )

    def choice(self, cards: Cards, move: Move) -> Choice:
        """Return which two cards leave."""
        first, other = move.at
        where = sentence("cards {first} and {last}", first=first + 1, last=other + 1)
        takes = (cards[first], cards[other])
        return Choice(move, cards[first], first, Deed.LEAVE, where=where, takes=takes)


def where_in_row(places: tuple[int, ...]) -> Sentence:
    """Return which cards of the row leave: `card 7`, `cards 5-6`."""
    first, last = places[0] + 1, places[-1] + 1
    if first == last:
        return sentence("card {place}", place=first)
    return sentence("cards {first}-{last}", first=first, last=last)


def _ends_differ(first: str, last: str, *, redeal: bool) -> Sentence:
    """Say that the two cards that stay do not match."""
    if redeal:
        return sentence(
            "The first and the last card never leave, and {first} and {last} don't match, so this can't be "
            "won as it lies: only the redeal can help.",
            first=first,
            last=last,
        )
    return sentence(
        "The first and the last card never leave, and {first} and {last} don't match, so this deal can't be "
        "won.",
        first=first,
        last=last,
    )


def _distance(move: Move) -> int:
    first, other = move.at
    return other - first


def _title(distance: int) -> str:
    """Name a kind of pair, briefly enough that the number of moves after it also fits on a phone."""
    if distance == 1:
        return sentence("Pairs, side by side")
    # Translators: pairs of cards with so many cards between them
    return sentence("Pairs, {number} between", number=spelt(distance - 1))
