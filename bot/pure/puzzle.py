"""How hard puzzles are held to be before anybody who is rated has tried them, and how a run gets harder."""

from __future__ import annotations

from math import log2

from bot.pure.glicko import Rating

STEP = 60
"""Points that a puzzle is rated higher if moves drawn by lot solve it half as often."""
_CERTAIN = 1200
"""The rating of one that any moves would solve. The middle one is solved by one lot in thirty or so: 1500."""
_LEAST_CHANCE = 2.0**-60
_DEVIATION = 300.0
"""Chance says something of how hard a puzzle is for people, if little: 350 would be nothing at all."""
_FIRST_OF_RUN = 1380
"""About the easiest: with two hard choices, a lot solves at most one in nine."""


def first_rating(chance: float) -> Rating:
    """Return the first rating of a puzzle, by the chance that moves drawn by lot solve it."""
    return Rating(_CERTAIN - STEP * log2(max(chance, _LEAST_CHANCE)), _DEVIATION)


def wanted_in_run(solved: int) -> int:
    """Return how hard the next puzzle of a run should be, after so many that were solved."""
    return _FIRST_OF_RUN + STEP * solved
