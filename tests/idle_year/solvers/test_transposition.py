"""The transposition table that several solvers share, against a set."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from idle_year.solvers.kernels.transposition import add_if_new

if TYPE_CHECKING:
    from numpy.typing import NDArray

WORDS = st.lists(st.integers(1, 2**64 - 1) | st.integers(1, 40), max_size=64)


def _add(table: NDArray[np.uint64], word: int, probes: int) -> bool:
    return add_if_new(table, np.uint64(word), probes)


@settings(deadline=None)
@given(words=WORDS)
def test_with_room_for_all_none_is_searched_twice(words: list[int]) -> None:
    """With room for all no state is searched twice, wherever its home slot is."""
    table, met = np.zeros(64, np.uint64), set[int]()
    for word in words:
        assert _add(table, word, probes=64) == (word not in met)
        met.add(word)


@settings(deadline=None)
@given(words=WORDS, probes=st.sampled_from((1, 4, 8)))
def test_a_state_never_passes_for_another(words: list[int], probes: int) -> None:
    """A table that is far too small forgets states, but never claims to know an unseen one."""
    table, met = np.zeros(8, np.uint64), set[int]()
    for word in words:
        assert _add(table, word, probes) or word in met
        assert not _add(table, word, probes)
        met.add(word)


def test_where_all_places_are_taken_one_makes_way() -> None:
    """Where all places are taken the state in the first one makes way, and the others stay known."""
    homes = [3, 3 + 8, 3 + 16, 3 + 24]
    table = np.zeros(8, np.uint64)
    assert all(_add(table, word, probes=4) for word in homes)
    assert _add(table, 3 + 32, probes=4)
    assert set(homes) - set(table.tolist()) == {3}
