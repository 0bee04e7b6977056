"""Find wins, and prove that there are none; where cards are hidden, weigh moves by what may be known.

Kernels do the work where there are some for a game, once they are compiled; else the plain search does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.solvers.compiled import PACKAGES, load, ready
from bot.solvers.search import Search

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.engine.rules import Rules, S
    from bot.solvers.compiled import KernelPackage
    from bot.solvers.fair import AnyPlayer
    from bot.solvers.verdict import Solver


def solver_for(rules: Rules[S]) -> Solver[S]:
    """Return the best solver there is for a game."""
    solvers = (package.solver(rules) for package in _packages(rules.family))
    return next((solver for solver in solvers if solver is not None), Search(rules))


def player_for(rules: Rules[S]) -> AnyPlayer | None:
    """Return the fair player of a game with hidden cards, or None where there is none (yet)."""
    players = (package.player(rules) for package in _packages(rules.family))
    return next((player for player in players if player is not None), None)


def _packages(family: str) -> Iterator[KernelPackage]:
    """Yield the packages of kernels for a family of games that are compiled."""
    return (load(name) for name, of in PACKAGES.items() if of == family and ready(name))
