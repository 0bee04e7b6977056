"""The weights of the cost; their order is that of `cost`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bot.solvers.napoleon.evaluation import NOISE, OF_REST, SALT

if TYPE_CHECKING:
    from numpy.typing import NDArray

_OPEN = (
    (0, 0, 0.5, 0.3, -1, 0.2, 0.008, 0, -2),
    (0.35, 0, 0.4, 0, 0, 0.2, 0, 0, 0),
    (3, 0, 0, 1.5, 0, 0, 0, 0, 0),
)
"""For a search that knows the stock; set by hand."""

_FAIR = (
    (-0.05, -0.0015, 0.65, 0.69, -2.02, 0.404, -0.0042, -0.074, -4.61),
    (0.66, -0.0084, 0.149, -0.084, -0.093, 0.096, 0.0109, 0, 0),
    (3, -0.0022, -0.313, 0, 0, 0, 0, 0, 0),
)
"""For a player that does not; from a tuner that had the quick policy play thousands of deals."""


def open_weights(noise: float = 0.0, salt: int = 0) -> NDArray[np.float64]:
    """Return the weights (3, 9) where the stock is known, with noise up to so much."""
    weights = np.array(_OPEN, np.float64)
    weights[OF_REST, NOISE], weights[OF_REST, SALT] = noise, salt
    return weights


def fair_weights() -> NDArray[np.float64]:
    """Return the weights (3, 9) where the stock is not known."""
    return np.array(_FAIR, np.float64)
