"""Value network: a small multilayer perceptron that estimates how a game will end.

Two hidden layers of rectified linear units; the outputs are the chance of winning, and how far games
get. `training` describes how it was trained.
"""

from __future__ import annotations

import functools
import math
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from bot.solvers.jit import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

HIDDEN, SECOND, OUTPUTS = 64, 32, 2
FILE = Path(__file__).with_name("value_network.npy")


@functools.cache
def learned_network() -> NDArray[np.float32]:
    """Load the weights (n,): for each layer the biases of its units, then a row of weights per input."""
    weights: NDArray[np.float32] = np.load(FILE)
    return weights


@kernel
def estimate(features: NDArray[np.float32], network: NDArray[np.float32]) -> tuple[float, float]:
    """Return the winning chance and the expected measure of the end, both from 0 to 1."""
    first, second = np.empty(HIDDEN, np.float32), np.empty(SECOND, np.float32)
    outputs = np.empty(OUTPUTS, np.float32)
    place = _layer(features, network, 0, first)
    np.maximum(first, np.float32(0), first)
    place = _layer(first, network, place, second)
    np.maximum(second, np.float32(0), second)
    _layer(second, network, place, outputs)
    return _sigmoid(outputs[0]), _sigmoid(outputs[1])


@kernel
def _layer(
    inputs: NDArray[np.float32], network: NDArray[np.float32], place: int, outputs: NDArray[np.float32]
) -> int:
    """Compute one layer, whose weights begin at `place`; return where those of the next layer begin."""
    units = len(outputs)
    outputs[:] = network[place : place + units]
    for number in range(len(inputs)):
        place += units
        if inputs[number]:  # many are 0
            for unit in range(units):
                outputs[unit] += inputs[number] * network[place + unit]
    return place + units


@kernel
def _sigmoid(value: float) -> float:
    return 1.0 / (1.0 + math.exp(-value))
