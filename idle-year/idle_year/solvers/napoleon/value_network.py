"""Value network: a small multilayer perceptron that estimates how a game will end, and the features it reads.

Two hidden layers of rectified linear units; the outputs are the chance of winning, and how far games get.
`lab.training.napoleon` trained it. The features of a quiescent table are cards home, obstacles, and
cards still to come. They reveal nothing of the order of the stock: a rollout and a player see the same
numbers.
"""

from __future__ import annotations

import functools
import math
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from idle_year.engine.positions.napoleon import CARDS, COLUMNS, WASTE
from idle_year.solvers.jit import kernel
from idle_year.solvers.napoleon.evaluation import terms_of
from idle_year.solvers.napoleon.moves import (
    FACE,
    HEIGHTS,
    NOTHING,
    PILES,
    RANK,
    SUIT_SHIFT,
    TOPS,
    UP,
    WASTED,
    goes_up,
)

FILE = Path(__file__).with_name("value_network.npy")
HIDDEN, SECOND, OUTPUTS = 64, 32, 2
_SUITS, _RANKS = 4, 13
_OF_TABLE, _OF_PILES, _OF_CARD = 14, 8, 4
_OF_SUIT = 2 + _RANKS * _OF_CARD
FEATURES = _OF_TABLE + 2 * _OF_PILES + _SUITS * _OF_SUIT
_FREER, _DEEPER, _UNSEEN, _WASTED = range(_OF_CARD)
_SMALL = 0.02
"""The scale of the terms of the evaluation."""
_DEEP = 0.2
"""The weight of each card on top of another."""


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


@kernel
def describe(table: NDArray[np.int8], unseen: NDArray[np.int8], features: NDArray[np.float32]) -> None:
    """Write the features of a table into `features`; `unseen` are the unseen cards, in any order."""
    features[:] = 0
    cards = np.zeros((FACE + 1, _OF_CARD), np.float32)
    _describe_piles(table, features[_OF_TABLE : _OF_TABLE + 2 * _OF_PILES], cards)
    for card in unseen:
        cards[card & FACE, _UNSEEN] += 0.5
    _describe_table(table, unseen, features)
    _describe_suits(table, cards, features[_OF_TABLE + 2 * _OF_PILES :])


@kernel
def _describe_piles(table: NDArray[np.int8], terms: NDArray[np.float32], cards: NDArray[np.float32]) -> None:
    """Sum the terms of the evaluation, and record for each face how deep its copies lie, and where."""
    for place in range(PILES):
        depth, card = 0, table[TOPS + place]
        if card == NOTHING:
            continue
        for term, value in enumerate(terms_of(table, place)):
            terms[_OF_PILES * (place == WASTE) + term] += _SMALL * value
        while card != NOTHING:
            face, deep = card & FACE, np.float32(1.0 / (1.0 + _DEEP * depth))
            cards[face, _DEEPER] = max(cards[face, _DEEPER], min(cards[face, _FREER], deep))
            cards[face, _FREER] = max(cards[face, _FREER], deep)
            cards[face, _WASTED] += 0.5 * (place == WASTE)
            depth += 1
            card = table[card]


@kernel
def _describe_table(table: NDArray[np.int8], unseen: NDArray[np.int8], features: NDArray[np.float32]) -> None:
    """Write the features of the table as a whole and of the cards to come."""
    wanted = np.zeros(FACE + 2, np.bool_)
    shortest, second, empty, kings = CARDS, CARDS, 0, 0
    for column in range(COLUMNS):
        card, length = table[TOPS + column], 0
        empty += card == NOTHING
        if card != NOTHING and card & RANK > 0:
            wanted[(card & FACE) - 1] = True
        while card != NOTHING:
            length += 1
            kings += table[card] == NOTHING and card & RANK == _RANKS - 1
            card = table[card]
        shortest, second = min(shortest, length), min(max(shortest, length), second)
    up, fit, either = 0, 0, 0
    came = np.zeros(FACE + 2, np.bool_)
    for card in unseen:
        rises, lands = goes_up(table, card), wanted[card & FACE]
        up, fit, either = up + rises, fit + lands, either + (rises or lands)
        came[card & FACE] = True
    unseen_of = max(len(unseen), 1)
    features[0], features[1] = len(unseen) / 64, table[UP] / CARDS
    features[2], features[3], features[4] = empty == 0, empty == 1, empty / 4
    features[5], features[6], features[7] = shortest / 8, second / 8, kings / 8
    features[8], features[9], features[10] = up / unseen_of, fit / unseen_of, either / unseen_of
    features[11] = table[WASTED] / 64
    for face in range(FACE):
        features[12] += np.float32(0.1) * (wanted[face] and came[face])
        features[13] += np.float32(0.1) * (wanted[face] and not came[face])


@kernel
def _describe_suits(
    table: NDArray[np.int8], cards: NDArray[np.float32], features: NDArray[np.float32]
) -> None:
    """Write for each suit, the most advanced first, how far it is up and where its cards are."""
    done = np.zeros(_SUITS, np.bool_)
    for place in range(_SUITS):
        best = -1
        for suit in range(_SUITS):
            if not done[suit] and (best < 0 or _up(table, suit) > _up(table, best)):
                best = suit
        done[best] = True
        own = features[place * _OF_SUIT : (place + 1) * _OF_SUIT]
        own[0], own[1] = table[HEIGHTS + 2 * best] / _RANKS, table[HEIGHTS + 2 * best + 1] / _RANKS
        for rank in range(_RANKS):
            for number in range(_OF_CARD):
                own[2 + _OF_CARD * rank + number] = cards[(best << SUIT_SHIFT) + rank, number]


@kernel
def _up(table: NDArray[np.int8], suit: int) -> int:
    return int(table[HEIGHTS + 2 * suit]) + int(table[HEIGHTS + 2 * suit + 1])
