"""Careless players: how few cards they bring home is how hard a deal is.

They see what a person sees, and play what looks best before they turn the next card, as the rollouts of the
fair player do. But noise blurs what they see, differently in each game, so they overlook good moves.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from idle_year.engine.positions.napoleon import CARDS, Columns
from idle_year.solvers.jit import kernel
from idle_year.solvers.napoleon.best_first import Workspace, new_workspace, play_greedily
from idle_year.solvers.napoleon.evaluation import OF_REST, SALT
from idle_year.solvers.napoleon.moves import UP, lay, settle, turn

_GAMES = 100
_NOISE = 6.0
"""The most that a table may look worse than it is: with less, all games of most deals end alike."""
_NODES, _NODES_AT_THE_END = 150, 1000
"""Tables that they think of between two cards; the second after the last one."""


def play_carelessly(deal: Columns) -> NDArray[np.int64]:
    """Return how many cards each of many careless games fails to bring home."""
    missing = np.empty(_GAMES, np.int64)
    play_games(new_workspace(_NOISE), *lay(deal), missing)
    return missing


@kernel
def play_games(
    space: Workspace, deal: NDArray[np.int8], stock: NDArray[np.int8], missing: NDArray[np.int64]
) -> None:
    """Play a deal as often as there is room for results, each time with other noise."""
    for game in range(len(missing)):
        space.weights[OF_REST, SALT] = game
        missing[game] = CARDS - _play(space, deal.copy(), stock)


@kernel
def _play(space: Workspace, table: NDArray[np.int8], stock: NDArray[np.int8]) -> int:
    """Play a game and return how many cards are home at its end."""
    for card in stock:
        play_greedily(space, table, _NODES)
        turn(table, card)
        settle(table, np.uint64(0))
    play_greedily(space, table, _NODES_AT_THE_END)
    return int(table[UP])
