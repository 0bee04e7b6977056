"""Train the value network: `python -m bot.solvers.napoleon.train` rewrites its weights.

It takes some ten minutes and 4 GB of memory. `training` plays the games; here the network is
fitted to their outcomes, with Adam (Kingma and Ba 2015) on the cross-entropy of both outputs.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bot.solvers.napoleon.best_first import new_workspace
from bot.solvers.napoleon.features import FEATURES
from bot.solvers.napoleon.training import SAMPLES, play_games
from bot.solvers.napoleon.value_network import FILE, HIDDEN, OUTPUTS, SECOND

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

_GAMES, _PART, _SEED = 200_000, 5_000, 77
_EPOCHS, _BATCH, _STEP = 6, 1024, 2e-3
_MEAN_DECAY, _SQUARE_DECAY = 0.9, 0.999


class Layer(NamedTuple):
    """The weights of one layer."""

    biases: Floats
    """(units,)"""
    weights: Floats
    """(inputs, units)"""


def play_all() -> tuple[NDArray[np.float16], Floats]:
    """Return the features of many games, (games, SAMPLES, FEATURES), and their outcomes, (games, 2)."""
    features = np.zeros((_GAMES, SAMPLES, FEATURES), np.float16)
    targets = np.zeros((_GAMES, OUTPUTS), np.float32)
    part = np.zeros((_PART, SAMPLES, FEATURES), np.float32)
    space = new_workspace()
    for first in range(0, _GAMES, _PART):
        here = slice(first, first + _PART)
        play_games(space, np.uint64(_SEED), first, part, targets[here])
        features[here] = part
        print(f"{first + _PART} of {_GAMES} games", flush=True)
    return features, targets


def fit(features: NDArray[np.float16], targets: Floats) -> list[Layer]:
    """Return the layers of a network fitted to the outcomes of games."""
    inputs, ends = features.reshape(-1, FEATURES), np.repeat(targets, SAMPLES, 0)
    sample = inputs[::37].astype(np.float32)
    mean, spread = sample.mean(0), sample.std(0) + np.float32(1e-3)
    chance = np.random.default_rng(_SEED)
    sizes = (FEATURES, HIDDEN, SECOND, OUTPUTS)
    layers = [
        Layer(
            np.zeros(units, np.float32),
            chance.normal(0, (2 / width) ** 0.5, (width, units)).astype(np.float32),
        )
        for width, units in pairwise(sizes)
    ]
    adam = _Adam(layers, steps=_EPOCHS * (len(inputs) // _BATCH))
    for batch in _batches(len(inputs), chance):
        adam.update(_gradients(layers, (inputs[batch].astype(np.float32) - mean) / spread, ends[batch]))
    # The kernels' network takes the features unscaled.
    first = layers[0].weights / spread[:, None]
    return [Layer(layers[0].biases - mean @ first, first), *layers[1:]]


def _batches(count: int, chance: np.random.Generator) -> Iterator[NDArray[np.int64]]:
    for epoch in range(_EPOCHS):
        print(f"epoch {epoch + 1} of {_EPOCHS}", flush=True)
        order = chance.permutation(count)
        yield from (order[begin : begin + _BATCH] for begin in range(0, count - _BATCH + 1, _BATCH))


def _gradients(layers: list[Layer], inputs: Floats, ends: Floats) -> list[Layer]:
    """Return the mean gradients of the cross-entropy over a batch (backpropagation)."""
    passed = [inputs]
    for layer in layers[:-1]:
        passed.append(np.maximum(passed[-1] @ layer.weights + layer.biases, 0))
    outputs = passed[-1] @ layers[-1].weights + layers[-1].biases
    error = (1 / (1 + np.exp(-outputs)) - ends) / np.float32(len(inputs))
    gradients: list[Layer] = []
    for layer, before in zip(reversed(layers), reversed(passed), strict=True):
        gradients.append(Layer(error.sum(0), before.T @ error))
        error = (error @ layer.weights.T) * (before > 0)
    return gradients[::-1]


class _Adam:
    """The Adam optimizer: gradient descent with a separate step size for each weight."""

    def __init__(self, layers: list[Layer], steps: int) -> None:
        self._layers, self._steps, self._step = layers, steps, 0
        self._means = [np.zeros_like(each) for layer in layers for each in layer]
        self._squares = [np.zeros_like(each) for layer in layers for each in layer]

    def update(self, gradients: list[Layer]) -> None:
        """Update the weights in place, with decreasing steps."""
        self._step += 1
        rate = _STEP * (1 - self._step / self._steps) + _STEP / 200
        rate *= (1 - _SQUARE_DECAY**self._step) ** 0.5 / (1 - _MEAN_DECAY**self._step)
        weights = (each for layer in self._layers for each in layer)
        slopes = (each for layer in gradients for each in layer)
        for weight, slope, mean, square in zip(weights, slopes, self._means, self._squares, strict=True):
            mean[:] += (1 - _MEAN_DECAY) * (slope - mean)
            square[:] += (1 - _SQUARE_DECAY) * (slope * slope - square)
            weight[:] -= rate * mean / (np.sqrt(square) + 1e-8)


if __name__ == "__main__":
    np.save(FILE, np.concatenate([each.ravel() for layer in fit(*play_all()) for each in layer]))
