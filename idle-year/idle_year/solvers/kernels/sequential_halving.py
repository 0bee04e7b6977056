"""Best-arm identification by sequential halving (Karnin, Koren and Somekh 2013): rounds and survivors.

In every round all remaining arms get the same amount of work, then the worse half is dropped, so that most of
the work goes where the choice is close. What an arm is, what a pull costs and what it yields is up to the
packages: they divide the work among the rounds, and pull.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from idle_year.solvers.jit import kernel


@kernel
def rounds_for(arms: int) -> int:
    """Return how many rounds it takes to reduce the arms to one; a single arm also gets one round."""
    rounds = 1
    while 1 << rounds < arms:
        rounds += 1
    return rounds


@kernel
def half_of(arms: int) -> int:
    """Return how many of the arms survive a round."""
    return (arms + 1) // 2


@kernel
def halve(ranking: NDArray[np.int64], left: int, worths: NDArray[np.float64]) -> int:
    """Rank the remaining arms, the first `left` of a ranking; return how many of them survive.

    `ranking` holds the indices of all arms, `worths` what each is worth.
    """
    rank(ranking[:left], worths)
    return half_of(left)


@kernel
def rank(ranking: NDArray[np.int64], worths: NDArray[np.float64]) -> None:
    """Sort arms by worth, best first (insertion sort: stable, and they are few)."""
    for place in range(1, len(ranking)):
        arm, to = ranking[place], place
        while to > 0 and worths[ranking[to - 1]] < worths[arm]:
            ranking[to] = ranking[to - 1]
            to -= 1
        ranking[to] = arm
