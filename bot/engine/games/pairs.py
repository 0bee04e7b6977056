"""Pairs: two matching cards leave, and the cards between them stay."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from bot.engine.notation.removals import Removals
from bot.engine.rules import Choice, Menu, Move
from bot.engine.wording import spelt

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.engine.games.marriage import Cards


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
        return Choice(
            move, cards[first], first, f"and {cards[other].symbol} leave", self.notation.write(move)
        )


def _distance(move: Move) -> int:
    first, other = move.at
    return other - first


def _title(distance: int) -> str:
    """Name a kind of pair, briefly enough that the number of moves after it also fits on a phone."""
    return "Pairs, side by side" if distance == 1 else f"Pairs, {spelt(distance - 1)} between"
