"""Best-arm identification by sequential halving (Karnin, Koren and Somekh 2013): its rounds, and who stays.

In every round all arms that are left get the same work, then the worse half of them goes, so that most of the
work is done where the choice is close. What an arm is, what pulling it costs and what it is worth then, the
packages know: they share the work out among the rounds, and pull.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.solvers.jit import kernel

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@kernel
def rounds_for(arms: int) -> int:
    """Return after how many rounds one of so many arms is left; a single arm has one round as well."""
    rounds = 1
    while 1 << rounds < arms:
        rounds += 1
    return rounds


@kernel
def half_of(arms: int) -> int:
    """Return how many of so many arms stay after a round."""
    return (arms + 1) // 2


@kernel
def halve(ranking: NDArray[np.int64], left: int, worths: NDArray[np.float64]) -> int:
    """Rank the arms that are left, the first ones of a ranking; return how many of them stay.

    `ranking` holds the numbers of all arms, `worths` what each is worth.
    """
    rank(ranking[:left], worths)
    return half_of(left)


@kernel
def rank(ranking: NDArray[np.int64], worths: NDArray[np.float64]) -> None:
    """Sort arms by their worths, the best first (insertion sort: stable, and they are few)."""
    for place in range(1, len(ranking)):
        arm, to = ranking[place], place
        while to > 0 and worths[ranking[to - 1]] < worths[arm]:
            ranking[to] = ranking[to - 1]
            to -= 1
        ranking[to] = arm
