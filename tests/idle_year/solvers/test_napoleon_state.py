"""The table of the kernels, against the rules."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import numpy as np

from idle_year.engine.cards import PACK, Card
from idle_year.engine.positions.napoleon import COLUMNS, FOUNDATION, WASTE
from idle_year.engine.rules import DEAL
from idle_year.solvers.kernels.rng import shuffle
from idle_year.solvers.napoleon.count import deal, two_packs
from idle_year.solvers.napoleon.evaluation import player_weights, price_all, reprice
from idle_year.solvers.napoleon.moves import (
    DEALT,
    HEIGHTS,
    PILES,
    TOPS,
    UP,
    WASTED,
    carry,
    fits,
    goes_up,
    hash_after,
    hash_of,
    lay,
    move_of,
    settle,
    turn,
)
from tests.idle_year.solvers.napoleon_games import GAMES, draw_game

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from idle_year.engine.positions.napoleon import Columns


MANUAL = GAMES[1]
"""No card moves automatically in this game."""


def _pile(table: NDArray[np.int8], place: int) -> tuple[Card, ...]:
    """Read a pile from a kernel's table."""
    cards: list[Card] = []
    card = int(table[TOPS + place])
    while card >= 0:
        cards.append(Card.of(card % 64 // 16, card % 16))
        card = int(table[card])
    return tuple(reversed(cards))


def _hash(table: NDArray[np.int8]) -> np.uint64:
    return np.uint64(hash_of(table))  # kernels give Python's numbers to Python


def _shows(table: NDArray[np.int8], state: Columns) -> bool:
    """Whether a table and a state show the same."""
    heights = [height for pair in state.foundations for height in pair]
    return (
        [_pile(table, place) for place in range(PILES)] == [*state.columns, state.waste]
        and list(table[HEIGHTS : HEIGHTS + 8]) == heights
        and (table[UP], table[WASTED]) == (state.up, len(state.waste))
    )


def _allowed(table: NDArray[np.int8]) -> set[tuple[int, ...]]:
    """Return the moves that the kernels allow: all legal ones except a lone card to an empty column."""
    found: set[tuple[int, ...]] = set()
    for source in range(PILES):
        card = int(table[TOPS + source])
        if card >= 0 and goes_up(table, card):
            found.add((source, FOUNDATION))
        for column in range(COLUMNS):
            onto_empty = table[TOPS + column] < 0 and (source == WASTE or table[card] >= 0)
            if card >= 0 and (onto_empty or fits(table, card, column)):
                found.add((source, column))
    return found


def test_a_table_goes_the_way_of_the_rules() -> None:
    """A table goes the way of the rules, move by move, with the right hash and costs."""
    chance, weights = random.Random("walk"), player_weights()  # noqa: S311  the same walks every time
    for number in range(24):
        state = draw_game(chance, 100) if number % 2 else MANUAL.start(f"walk-{number}")
        table, stock = lay(state)
        key, piles = _hash(table), np.zeros(PILES, np.float32)
        price_all(table, piles, weights)
        for _ in range(60):
            legal = MANUAL.moves(state)
            if not legal:
                break
            assert _allowed(table) == {move.at for move in legal if move != DEAL}
            move = chance.choice(legal)
            source, target = (WASTE, DEALT) if move == DEAL else move.at
            before = table.copy()
            if target == DEALT:
                turn(table, stock[len(stock) - len(state.stock)])
                key = _hash(table)
            else:
                key = np.uint64(hash_after(table, key, source, target))
                carry(table, source, target)
            assert move == move_of(source, target)
            state = MANUAL.play(state, move)
            assert _shows(table, state)
            assert key == _hash(table)
            reprice(table, before, piles, weights)
            expected = np.zeros_like(piles)
            price_all(table, expected, weights)
            assert np.array_equal(piles, expected)


def test_the_order_of_the_columns_does_not_matter_to_a_hash() -> None:
    """The order of the columns does not matter to a hash, while that of the cards does."""
    read = MANUAL.notation.read_position
    one, other, turned, wasted = (
        _hash(lay(read(position))[0])
        for position in (
            "9CTD 8H - - - - - - - - w:3C",
            "- 8H - - 9CTD - - - - - w:3C",
            "TD9C 8H - - - - - - - - w:3C",
            "9CTD 3C - - - - - - - - w:8H",
        )
    )
    assert one == other
    assert len({one, turned, wasted}) == 3


def test_cards_settle_that_nothing_could_be_put_onto() -> None:
    """Cards settle onto which nothing could be put, such as aces and what the lower foundation needs."""
    table, _ = lay(MANUAL.notation.read_position("4CAD 3H - - - - - - - - w:2S5H f:3C2H4H3S"))
    key = settle(table, _hash(table))
    assert _shows(table, MANUAL.notation.read_position("4C - - - - - - - - - w:2S5H f:3CAD3H4H3S"))
    assert key == _hash(table)


def test_a_survey_deals_two_packs() -> None:
    """A survey of Napoleon deals two packs by rows, and puts nothing else on the table."""
    cards = two_packs()
    shuffle(cards, np.uint64(5))
    table = deal(cards)
    columns = [_pile(table, place) for place in range(COLUMNS)]
    faces = [Card.of(int(card) % 64 // 16, int(card) % 16) for card in cards]
    assert sorted(faces) == sorted((*PACK, *PACK))
    assert columns == [tuple(faces[place:40:COLUMNS]) for place in range(COLUMNS)]
    assert (table[TOPS + WASTE], table[UP], table[WASTED]) == (-1, 0, 0)
