"""Train the evaluation by self-play: `python -m bot.solvers.cribbage.train` rewrites its weights.

It takes some minutes. `td_training` describes the method.
"""

from __future__ import annotations

import numpy as np

from bot.solvers.cribbage.evaluation import FILE, SHAPES
from bot.solvers.cribbage.td_training import DISCOUNT, train

_TABLES, _ROUNDS, _DEALS, _SEED = 3, 24, 40_000, 11
_POINTS_A_DEAL = 1.44
_STEP, _LAST_STEP = 0.1, 0.0005
"""The initial and the final learning rate."""

if __name__ == "__main__":
    values = np.zeros((_TABLES, SHAPES), np.float32)
    values[0] = _POINTS_A_DEAL / (1 - DISCOUNT)
    for done in range(_ROUNDS):
        step = _STEP * (1 - done / _ROUNDS) ** 2 + _LAST_STEP
        points = train(np.uint64(_SEED), done * _DEALS, _DEALS, step, values)
        print(f"{done + 1} of {_ROUNDS}: {points / _DEALS:.2f} points a game", flush=True)
    np.save(FILE, values.astype(np.float16))
