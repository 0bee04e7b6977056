"""Move generation on bit boards: which piles may move in compulsory play, and when a card may be dealt."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from idle_year.engine.games.accordion import Accordion, Compulsion, Destination
from idle_year.engine.rules import DEAL, Move
from idle_year.solvers.jit import kernel
from idle_year.solvers.kernels.bit_planes import Planes, card_at, matches, merged
from idle_year.solvers.kernels.bits import NOTHING, ONE, bit, lowest_bit, popcount

NEAREST = list(Destination).index(Destination.NEAREST)
SLIDES_FIRST = list(Destination).index(Destination.SLIDES_FIRST)
GRACE = list(Compulsion).index(Compulsion.GRACE)
DEALT = 0
"""The move that deals; every other move is encoded as 4 x place + distance."""


class Game(NamedTuple):
    """The rules of a game as the numbers that kernels need."""

    destination: int
    """The index of its `Destination`."""
    compulsion: int
    """The index of its `Compulsion`."""


class Stock(NamedTuple):
    """What a player may know of a face-down stock."""

    unseen: np.uint64
    """The cards that it may hold, as a mask of the pack."""
    left: int
    """How many cards it holds."""


def game_of(rules: Accordion) -> Game:
    """Return a game as kernels see it."""
    return Game(list(Destination).index(rules.destination), list(Compulsion).index(rules.compulsion))


def code_of(move: Move) -> int:
    """Encode a move for kernels."""
    return DEALT if move == DEAL else 4 * move.at[0] + len(move.verb)


def move_of(code: int) -> Move:
    """Decode a move from a kernel."""
    return DEAL if code == DEALT else Move("<" * (code & 3), (code >> 2,))


@kernel
def slides_and_leaps(row: Planes, game: Game) -> tuple[np.uint64, np.uint64]:
    """Return the places whose pile may go one and three places to the left, as two masks."""
    slides, leaps = matches(row, 1), matches(row, 3)
    if game.destination == NEAREST:
        leaps &= ~slides
    elif game.destination == SLIDES_FIRST and slides != NOTHING:
        leaps = NOTHING
    return slides, leaps


@kernel
def next_shift(untried: NDArray[np.uint64]) -> tuple[int, int]:
    """Take a move off the untried ones, given as masks of slides and leaps; return its place and distance.

    The distance is 0 when there are no more.
    """
    for kind in range(2):
        places = untried[kind]
        if places != NOTHING:
            untried[kind] = places & (places - ONE)
            return lowest_bit(places), 2 * kind + 1
    return 0, 0


@kernel
def may_deal(game: Game, shifts: np.uint64, used: int) -> bool:
    """Whether a card may be dealt while these piles may move; `used` is 1 once the grace is used."""
    return shifts == NOTHING or (game.compulsion == GRACE and used == 0)


@kernel
def used_by_dealing(game: Game, shifts: np.uint64) -> int:
    """Return 1 if dealing while these piles may move uses the grace, else 0."""
    return 1 if game.compulsion == GRACE and shifts != NOTHING else 0


@kernel
def piles_in(row: Planes) -> int:
    """Return the number of piles in a row."""
    return popcount(row[0])


@kernel
def with_card(row: Planes, card: int) -> Planes:
    """Return the row after a card has been dealt to its right end."""
    filled, suits_1, suits_2, ranks_1, ranks_2, ranks_4, ranks_8 = row
    end = filled + ONE
    suit, rank = np.uint64(card // 13), np.uint64(card % 13)
    # Places are filled from the right end of the number, so adding one sets just the next bit.
    return (
        filled | end,
        suits_1 | (suit & ONE) * end,
        suits_2 | (suit >> ONE) * end,
        ranks_1 | (rank & ONE) * end,
        ranks_2 | ((rank >> ONE) & ONE) * end,
        ranks_4 | ((rank >> np.uint64(2)) & ONE) * end,
        ranks_8 | (rank >> np.uint64(3)) * end,
    )


@kernel
def without_card(stock: Stock, card: int) -> Stock:
    """Return what is known of the stock after one of its cards has been dealt."""
    return Stock(stock.unseen & ~bit(card), stock.left - 1)


@kernel
def shifted(row: Planes, source: int, distance: int) -> Planes:
    """Return the row after a pile has moved `distance` places to the left."""
    return merged(row, source, source - distance)


@kernel
def tops(row: Planes) -> np.uint64:
    """Return the cards on top of the piles, as a mask of the pack."""
    cards = NOTHING
    for place in range(piles_in(row)):
        cards |= bit(card_at(row, place))
    return cards
