"""Careless players: how far they stay below 61 points is how hard a deal is.

They see what a person sees, and score the most that they can before each new card. Which of several ways
they take to the same points, and so what they leave for later, they leave to chance.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from idle_year.engine.games.cribbage import GAME_POINTS
from idle_year.solvers.cribbage.moves import FAR, NEAR, TOTAL, Turn, begin, list_ends, new_turn
from idle_year.solvers.jit import kernel
from idle_year.solvers.kernels.rng import STEP, below, stream

_GAMES = 500


def play_carelessly(row: NDArray[np.int64], cards: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return how many points each of many careless games lacks, from a deal's first row with its cards."""
    missing = np.empty(_GAMES, np.int64)
    play_games(row, cards, missing)
    return missing


@kernel
def play_games(row: NDArray[np.int64], cards: NDArray[np.int64], missing: NDArray[np.int64]) -> None:
    """Play a deal as often as there is room for results, each time by other lots."""
    turn = new_turn()
    for game in range(len(missing)):
        points = _play(turn, row.copy(), cards, stream(np.uint64(0), np.uint64(game)))
        missing[game] = max(GAME_POINTS - points, 0)


@kernel
def _play(turn: Turn, row: NDArray[np.int64], cards: NDArray[np.int64], chance: np.uint64) -> int:
    """Play a game and return the points at its end."""
    for card in cards:
        begin(turn, row[NEAR], row[FAR], card, row[TOTAL])
        count, _ = list_ends(turn, GAME_POINTS, False)
        row[:] = turn.ends[_draw_best(turn.ends[:count, TOTAL], chance)]
        chance += STEP
        if row[TOTAL] >= GAME_POINTS:
            break
    return int(row[TOTAL])


@kernel
def _draw_best(points: NDArray[np.int64], chance: np.uint64) -> int:
    """Draw one of the ends with the most points."""
    best = np.flatnonzero(points == points.max())
    return int(best[below(len(best), chance)])
