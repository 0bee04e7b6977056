"""Which cards may leave a row: those between two matching cards, or two matching cards themselves.

In games of blocks the two cards themselves, the flanks, stay; in games of pairs what lies between them does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from typing import ClassVar, Protocol, TypeAlias

from bot.engine.cards import Card
from bot.engine.positions.row import Removals
from bot.engine.rules import Choice, Menu, Move
from bot.engine.wording import spelt

Cards: TypeAlias = Sequence[Card]
"""The row from the left."""


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

    def hopeless(self, cards: Cards) -> str | None:
        """Return why a full row obviously cannot be won, as a clause; or None."""

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
            block = self._without_gap(cards, first, end, name)
            return f"In {name} the cards that leave stand side by side{block}."
        reason = self._wrong_size(cards, first, size, name)
        if reason is not None:
            return reason
        if first > 0 and end == len(cards) and more:
            return f"{cards[-1].symbol} has no card to its right yet, so it cannot leave."
        if first == 0 or end == len(cards):
            return "The first and the last card never leave."
        return self._why_unmatched(cards, first, size, name)

    def stuck(self, _cards: Cards) -> str:
        """Return what every removal needs."""
        return "No two matching cards have anything between them that may leave."

    def hopeless(self, cards: Cards) -> str | None:
        """Return that the ends do not match, or that an odd card is left over between them."""
        first, last = cards[0], cards[-1]
        if not first.matches(last):
            ends = f"{first.symbol} and {last.symbol}"
            return f"The first and the last card never leave, and {ends} don't match"
        if len(cards) % 2 and not self.suit_run and all(size % 2 == 0 for size in self._sizes):
            return "Cards leave two by two, and an odd number of them stands between the ends"
        return None

    def menus(self, cards: Cards) -> tuple[Menu, ...]:
        """Return the removals of one card, of two, and of more, each kind from the left."""
        more = "a run of one suit" if self.suit_run else "pairs in a row"
        kinds: dict[str, list[Choice]] = {
            "Take out one card": [],
            "Take out two cards": [],
            f"Take out {more}": [],
        }
        choices = list(kinds.values())
        for move in self.moves(cards):
            choices[min(len(move.at), 3) - 1].append(self.choice(cards, move))
        return tuple(Menu(title, tuple(found)) for title, found in kinds.items() if found)

    def choice(self, cards: Cards, move: Move) -> Choice:
        """Return which cards leave, and between which two."""
        first, last = move.at[0], move.at[-1]
        others = [card.symbol for card in cards[first + 1 : last + 1]]
        leave = "leave" if others else "leaves"
        does = " ".join([*others, leave, "between", cards[first - 1].symbol, "and", cards[last + 1].symbol])
        takes = tuple(cards[first : last + 1])
        return Choice(move, cards[first], first, does, _where(move.at), takes)

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

    def _without_gap(self, cards: Cards, first: int, end: int, name: str) -> str:
        """Return how to write a block from the first card to the last, if it may be so large."""
        if self._wrong_size(cards, first, end - first, name) is not None:
            return ""
        return f": {Blocks.notation.write(Move('x', tuple(range(first, end))))} is a block without a gap"

    def _wrong_size(self, cards: Cards, first: int, size: int, name: str) -> str | None:
        """Return that blocks of this size never leave, or None if they may."""
        if size in self._sizes:
            return None
        if self.suit_run and size >= self.suit_run:
            return self._why_no_run(cards[first : first + size], name)
        *others, most = map(spelt, self._sizes)
        counts = f"{', '.join(others)} or {most}" if others else most
        leave = "card leaves" if self._sizes == (1,) else "cards leave"
        return f"In {name} {counts} {leave} at a time, not {size}."

    def _why_no_run(self, block: Cards, name: str) -> str | None:
        stranger = next((card for card in block if card.suit != block[0].suit), None)
        if stranger is None:
            return None
        few, both = spelt(self.suit_run), f"{block[0].symbol} and {stranger.symbol}"
        return f"In {name} {few} or more cards leave only if they are of one suit, unlike {both}."

    def _why_unmatched(self, cards: Cards, first: int, size: int, name: str) -> str | None:
        """Return which two cards should match, the flanks or a pair between them, or None if all do."""
        left, right = cards[first - 1], cards[first + size]
        if not left.matches(right):
            both = f"{left.symbol} and {right.symbol}"
            return f"{both} share neither suit nor rank, so what stands between them stays."
        unlike = self._unlike(cards, first, size)
        if unlike is None:
            return None
        both = f"{unlike[0].symbol} and {unlike[1].symbol}"
        return f"In {name} {spelt(size)} cards leave in pairs, cut from the left, and {both} do not match."

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
            return f"In {name} two cards leave at a time, not {len(at)}: write the two, such as {pair}."
        first, other = at
        if other - first not in self.distances:
            near, far = map(spelt, self.distances)
            return (
                f"In {name} the two cards that leave stand {near} or {far} places apart, not {other - first}."
            )
        if not cards[first].matches(cards[other]):
            return f"{cards[first].symbol} and {cards[other].symbol} share neither suit nor rank."
        return None

    def stuck(self, _cards: Cards) -> str:
        """Return how far apart two cards would have to match."""
        near, far = map(spelt, self.distances)
        return f"No two cards {near} or {far} places apart match."

    def hopeless(self, _cards: Cards) -> str | None:
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
        does, takes = f"and {cards[other].symbol} leave", (cards[first], cards[other])
        return Choice(move, cards[first], first, does, f"cards {first + 1} and {other + 1}", takes)


def _where(places: tuple[int, ...]) -> str:
    """Return which cards of the row leave: `card 7`, `cards 5-6`."""
    first, last = places[0] + 1, places[-1] + 1
    return f"card {first}" if first == last else f"cards {first}-{last}"


def _distance(move: Move) -> int:
    first, other = move.at
    return other - first


def _title(distance: int) -> str:
    """Name a kind of pair, briefly enough that the number of moves after it also fits on a phone."""
    return "Pairs, side by side" if distance == 1 else f"Pairs, {spelt(distance - 1)} between"
