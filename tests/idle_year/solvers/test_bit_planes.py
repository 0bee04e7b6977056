"""Rows as bit planes, against rows as lists."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as st

from idle_year.engine.cards import Card
from idle_year.solvers.kernels import bit_planes as planes
from idle_year.solvers.kernels import bits

if TYPE_CHECKING:
    from idle_year.solvers.kernels.bit_planes import Planes

ROWS = st.lists(st.integers(0, 51), min_size=1, max_size=64)


def _lay(cards: list[int]) -> Planes:
    return _unsigned(planes.lay(np.array(cards, np.int8)))


def _unsigned(row: Any) -> Planes:
    """Restore unsigned types: planes passed through Python have become ints."""
    return (*(np.uint64(plane) for plane in row),)  # type: ignore[return-value]  # as many as there were


@given(cards=ROWS)
def test_a_row_holds_its_cards(cards: list[int]) -> None:
    """A row holds each card at its place, up to 64 of them."""
    row = _lay(cards)
    assert [planes.card_at(row, place) for place in range(len(cards))] == cards
    assert bits.popcount(row[0]) == len(cards)


@given(cards=ROWS, distance=st.integers(1, 8))
def test_matches_are_where_the_rules_see_them(cards: list[int], distance: int) -> None:
    """Matches are where the rules see the same suit or rank `distance` places to the left."""
    found = int(planes.matches(_lay(cards), distance))
    places = range(distance, len(cards))
    assert found == sum(
        1 << place for place in places if Card(cards[place]).matches(Card(cards[place - distance]))
    )


@given(cards=ROWS, data=st.data())
def test_a_pile_that_leaves_lets_the_row_close_up(cards: list[int], data: st.DataObject) -> None:
    """A pile may leave on its own, or onto another pile on either side."""
    places = st.integers(0, len(cards) - 1)
    source, target = data.draw(places), data.draw(places)
    rest = cards[:source] + cards[source + 1 :]
    assert _unsigned(planes.without(_lay(cards), source)) == _lay(rest)
    assume(source != target)
    covered = [*cards]
    covered[target] = covered[source]
    del covered[source]
    assert _unsigned(planes.merged(_lay(cards), source, target)) == _lay(covered)


@given(mask=st.integers(1, 2**64 - 1))
def test_bits_are_counted_and_found(mask: int) -> None:
    """The number of bits and the lowest bit are correct."""
    assert bits.popcount(np.uint64(mask)) == mask.bit_count()
    assert bits.lowest_bit(np.uint64(mask)) == (mask & -mask).bit_length() - 1


@given(cards=ROWS)
def test_a_row_can_be_kept_in_an_array(cards: list[int]) -> None:
    """A row that is kept in an array comes back unchanged."""
    rows = np.zeros((3, planes.PLANES), np.uint64)
    planes.keep(rows, 1, _lay(cards))
    assert _unsigned(planes.kept(rows, 1)) == _lay(cards)
    assert not rows[0].any()
    assert not rows[2].any()


def test_rows_have_hashes_of_their_own() -> None:
    """Of ten thousand similar rows, no two share even 44 bits of their hash, at either end."""
    chance = np.random.default_rng(1)
    cards = np.arange(40, dtype=np.int8)
    keys: set[int] = set()
    rows: set[bytes] = set()
    while len(rows) < 10_000:
        one, other = chance.integers(30, 40, 2)
        cards[one], cards[other] = cards[other], cards[one]
        rows.add(cards.tobytes())
        keys.add(int(planes.key(_lay_array(cards))) % 2**64)
    assert len({key >> 20 for key in keys}) == len({key % 2**44 for key in keys}) == len(rows)


def _lay_array(cards: Any) -> Planes:
    return _unsigned(planes.lay(cards))
