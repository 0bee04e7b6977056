"""Line reconstruction: from the states of a search, or pairs to make, to moves of the rules.

A line is constructed from pairs without a search: every free card leaves as soon as its partner comes up.
Such a line is longer than necessary but always exists.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

import numpy as np

from idle_year.engine.cards import Card
from idle_year.engine.positions.pyramid import COVERED_BY, Triangle, removal
from idle_year.engine.rules import DEAL, REDEAL, Move
from idle_year.solvers.lines import WrongLine
from idle_year.solvers.pyramid.state import KING, parts_of, shapes, value_of


@dataclass
class Replay:
    """A layout whose cards are moved about, and the moves so far."""

    pyramid: dict[int, Card]
    """The cards of the pyramid by place."""
    stock: list[Card | None]
    waste: list[Card]
    moves: list[Move] = field(default_factory=list)

    @classmethod
    def of(cls, state: Triangle) -> Replay:
        """Return a replay starting from a layout."""
        pyramid = {place: card for place, card in enumerate(state.places) if card is not None}
        return cls(pyramid, list(state.stock), list(state.waste))

    @property
    def top(self) -> Card | None:
        """The card on top of the waste."""
        return self.waste[-1] if self.waste else None

    def free(self) -> list[int]:
        """Return the places of the pyramid whose card is free."""
        return [
            place for place in self.pyramid if not any(over in self.pyramid for over in COVERED_BY[place])
        ]

    def take(self, *places: int, top: bool = False) -> None:
        """Remove cards from the pyramid, with or without the top of the waste."""
        cards = [self.pyramid.pop(place) for place in places]
        if top:
            cards.append(self.waste.pop())
        self.moves.append(removal(cards))

    def go_on(self) -> bool:
        """Deal a card, or turn the waste over; return whether the card is known."""
        if not self.stock:
            self.moves.append(REDEAL)
            self.stock, self.waste = list(self.waste), []
        self.moves.append(DEAL)
        card = self.stock.pop(0)
        if card is not None:
            self.waste.append(card)
        return card is not None

    def free_king(self) -> int | None:
        """Return the place of a king that is free, or None."""
        return next((place for place in self.free() if value_of(self.pyramid[place]) == KING), None)


def moves_through(state: Triangle, keys: Iterable[np.uint64]) -> list[Move]:
    """Return the moves from a layout through states, each a removal, plus any kings, after the one before."""
    replay = Replay.of(state)
    deck = [card for card in (*state.waste, *state.stock) if card is not None]
    for key in keys:
        shape, mask, _, _ = parts_of(np.uint64(key))
        left = int(shapes().left[shape])
        leaving = {place for place in replay.pyramid if not left >> place & 1}
        gone = {card for place, card in enumerate(deck) if not int(mask) >> place & 1}
        _remove_to(replay, leaving, gone)
    return replay.moves


def _remove_to(replay: Replay, leaving: set[int], gone: set[Card]) -> None:
    """Remove a pair or a king, and the kings that leave with it."""
    while leaving or not gone.isdisjoint(replay.waste) or not gone.isdisjoint(replay.stock):
        pair = {place for place in leaving if value_of(replay.pyramid[place]) != KING}
        king = replay.free_king() if leaving != pair else None
        if len(pair) == 2:
            taken = pair
            replay.take(*pair)
        elif replay.top is not None and replay.top in gone:
            taken = set() if value_of(replay.top) == KING else pair
            replay.take(*taken, top=True)
        elif king is not None and king in leaving:
            taken = {king}
            replay.take(king)
        else:
            taken = set()
            replay.go_on()
        leaving -= taken


def carry_out(
    state: Triangle, pairs: Collection[tuple[int, int]], stay: Collection[int], *, whole: bool
) -> tuple[Move, ...]:
    """Return the moves that make the pairs and clear all but the places that stay.

    They end with the deal of the first unknown card. Raise WrongLine if nothing leaves any more.
    """
    replay, idle = Replay.of(state), 0
    while any(place not in stay for place in replay.pyramid) or (whole and _kings_are_left(replay)):
        if _remove_anything(replay, pairs, stay):
            idle = 0
        elif idle > len(replay.stock) + len(replay.waste):
            raise WrongLine("The pairs of a plan do not clear the pyramid.")
        elif not replay.go_on():
            break
        else:
            idle += 1
    return tuple(replay.moves)


def _kings_are_left(replay: Replay) -> bool:
    return any(card is None or value_of(card) == KING for card in (*replay.stock, *replay.waste))


def _remove_anything(replay: Replay, pairs: Collection[tuple[int, int]], stay: Collection[int]) -> bool:
    """Make one removal if possible; return whether one was made."""
    free = [place for place in replay.free() if place not in stay]
    for one, other in pairs:
        if one in free and other in free:
            replay.take(one, other)
            return True
    paired = {place for pair in pairs for place in pair}
    king = next((place for place in free if value_of(replay.pyramid[place]) == KING), None)
    if king is not None:
        replay.take(king)
        return True
    if replay.top is None:
        return False
    wanted = KING - value_of(replay.top)
    if wanted == 0:
        replay.take(top=True)
        return True
    alone = (place for place in free if place not in paired and value_of(replay.pyramid[place]) == wanted)
    partner = next(alone, None)
    if partner is not None:
        replay.take(partner, top=True)
    return partner is not None
