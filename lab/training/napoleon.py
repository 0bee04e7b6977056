"""Train the value network of Napoleon: `python -m lab.training.napoleon` rewrites its weights.

It takes some ten minutes and 4 GB of memory. The network is fitted with Adam (Kingma and Ba 2015), on the
cross-entropy of both outputs, to how games of the rollout policy end. They are played from full deals. A
quarter of the choices are random, so that the network knows tables that good play avoids.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from idle_year.engine.positions.napoleon import CARDS
from idle_year.solvers.kernels.rng import STEP, random, stream
from idle_year.solvers.napoleon.best_first import Workspace, new_workspace, play_greedily
from idle_year.solvers.napoleon.bucket_queue import Queue
from idle_year.solvers.napoleon.count import begin
from idle_year.solvers.napoleon.macro_moves import by_price
from idle_year.solvers.napoleon.moves import UP, settle, turn
from idle_year.solvers.napoleon.value_network import FEATURES, FILE, HIDDEN, OUTPUTS, SECOND, describe
from lab.training.jit import kernel

Floats: TypeAlias = NDArray[np.float32]
_GAMES, _PART, _SEED = 200_000, 5_000, 77
SAMPLES = 14
"""Tables per game used for training."""
_NODES, _NODES_AT_THE_END = 200, 5000
"""Tables expanded between two cards; the second after the last one."""
_NOISY = 4
"""One choice in this many is random among the cheapest tables."""
_AMONG = 24
"""How many tables it chooses among."""
_EPOCHS, _BATCH, _STEP = 6, 1024, 2e-3
_MEAN_DECAY, _SQUARE_DECAY = 0.9, 0.999


class Layer(NamedTuple):
    """The weights of one layer."""

    biases: Floats
    """(units,)"""
    weights: Floats
    """(inputs, units)"""


def main() -> None:
    """Train a new network, and write it where the solvers read theirs."""
    np.save(FILE, np.concatenate([each.ravel() for layer in fit(*_play_all()) for each in layer]))


def _play_all() -> tuple[NDArray[np.float16], Floats]:
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
    main()
