"""The rounds of sequential halving that all fair players share."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from idle_year.solvers.kernels.sequential_halving import halve, rounds_for


@pytest.mark.parametrize("arms", [1, 2, 3, 4, 5, 24, 64, 65, 128])
def test_the_best_is_alone_after_the_last_round(arms: int) -> None:
    """The best of any number of arms is alone after the last round, and not before."""
    worths = np.random.default_rng(arms).random(arms)
    ranking, left = np.arange(arms), arms
    lefts = [left := halve(ranking, left, worths) for _ in range(rounds_for(arms))]
    assert lefts[-1] == 1
    assert 1 not in lefts[:-1]
    assert ranking[0] == worths.argmax()


@settings(deadline=None)
@given(worths=st.lists(st.integers(0, 5).map(float), min_size=1, max_size=128), data=st.data())
def test_the_better_half_stays(worths: list[float], data: st.DataObject) -> None:
    """The better half of the arms stays, and ties go to those ranked higher before."""
    left = data.draw(st.integers(1, len(worths)))
    before = data.draw(st.permutations(range(len(worths))))
    ranking = np.array(before)
    assert halve(ranking, left, np.array(worths)) == (left + 1) // 2
    best_first = sorted(before[:left], key=lambda arm: -worths[arm])
    assert ranking.tolist() == best_first + before[left:]
