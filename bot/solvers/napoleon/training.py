"""Supervised training data for the value network: games of the rollout policy, played from full deals.

A quarter of the choices are random, so that the network knows tables that good play avoids.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bot.engine.positions.napoleon import CARDS
from bot.solvers.jit import kernel
from bot.solvers.kernels.rng import STEP, random, stream
from bot.solvers.napoleon.best_first import play_greedily
from bot.solvers.napoleon.deal import begin
from bot.solvers.napoleon.features import describe
from bot.solvers.napoleon.macro_moves import by_price
from bot.solvers.napoleon.moves import settle, turn
from bot.solvers.napoleon.state import UP

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bot.solvers.napoleon.best_first import Workspace
    from bot.solvers.napoleon.bucket_queue import Queue

SAMPLES = 14
"""Tables per game used for training."""
_NODES, _NODES_AT_THE_END = 200, 5000
"""Tables expanded between two cards; the second after the last one."""
_NOISY = 4
"""One choice in this many is random among the cheapest tables."""
_AMONG = 24
"""How many tables it chooses among."""


@kernel
def play_games(
    space: Workspace,
    seed: np.uint64,
    first: int,
    features: NDArray[np.float32],
    targets: NDArray[np.float32],
) -> None:
    """Play deals starting with number `first`; write the features seen on the way, and the outcomes.

    `features` is (deals, SAMPLES, FEATURES), `targets` (deals, 2): won or not, and how far the game got.
    """
    for game in range(len(features)):
        table, stock, chance = begin(stream(seed, np.uint64(first + game)))
        taken = 0
        for turned in range(len(stock)):
            play_greedily(space, table, _NODES)
            if random(chance) % np.uint64(_NOISY) == 0:
                _wander(space.queue, random(chance + STEP), table)
            chance += STEP + STEP
            left = len(stock) - turned
            if taken < SAMPLES and random(chance) % np.uint64(left) < SAMPLES - taken:
                describe(table, stock[turned:], features[game, taken])
                taken += 1
            turn(table, stock[turned])
            settle(table, np.uint64(0))
        play_greedily(space, table, _NODES_AT_THE_END)
        up = table[UP] / CARDS
        targets[game, 0], targets[game, 1] = table[UP] == CARDS, up * up * up


@kernel
def _wander(queue: Queue, chance: np.uint64, table: NDArray[np.int8]) -> None:
    """Take one of the cheapest tables at random."""
    order = by_price(queue)[:_AMONG]
    table[:] = queue.slots[order[chance % np.uint64(len(order))]].table
