"""Fair player: best-arm identification over determinizations of the stock, for all moves at once.

It knows which cards are left, but nothing of their order, and compares by sequential halving with common
random numbers.

The arms are the ends of a turn, and a move is worth the best of those that it can lead to. A pull is a
rollout: greedy on the evaluation for a few deals, then a fitted chance of winning. Every arm meets the same
cards in the same order, so that luck favours none of them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from idle_year.engine.cards import PACK, Card
from idle_year.engine.games.cribbage import GAME_POINTS, Cribbage
from idle_year.engine.positions.cribbage import ClaimRow
from idle_year.engine.positions.words import face_down
from idle_year.engine.rules import DEAL, Move, Pile
from idle_year.solvers.cribbage.evaluation import evaluate, greedy_end, horizon_weight, learned_values
from idle_year.solvers.cribbage.moves import (
    COLUMNS,
    FAR,
    FRESH,
    NEAR,
    NEVER,
    TOTAL,
    Turn,
    begin,
    list_ends,
    new_turn,
    packed,
    root_row,
)
from idle_year.solvers.fair_play import Chance
from idle_year.solvers.information_set import seed_of
from idle_year.solvers.jit import kernel
from idle_year.solvers.kernels.rng import STEP, random
from idle_year.solvers.kernels.sequential_halving import half_of, rounds_for

_ENDS_EACH = 3
"""How many ends of the turn are tried per move."""
_PULLS = 4000
_FEW_PULLS = 100
"""Trials if there is only one arm, whose chance must still be reported."""
_POINTS_COUNT = 0.01
"""What 61 points are worth relative to a win: something, so that no game is given up."""
_WINS, _POINTS, _TRIALS = range(3)
"""Columns of the results of trials: sums of chances and of points, and the number of trials."""
_DEALS = 6
"""How many deals are rolled out; beyond that, the quality of the row hardly matters."""
_RATE, _SPREAD, _USUAL = 1.7, 4.5, 14.0
"""The mean points per deal, the standard deviation, and the value of a typical row.

They are fitted to games of the fair player, so that chances are calibrated. Points come in clusters, and good
rows stay good, so the spread is wider than that of one deal.
"""


@kernel
def weigh(
    starts: NDArray[np.int64],
    enough: int,
    left: int,
    unseen: NDArray[np.int64],
    stream: np.uint64,
    values: NDArray[np.float32],
) -> NDArray[np.float64]:
    """Return each move's sum of winning chances, its number of trials, and its worth, `[move, 3]`.

    If a chance is certain, trials is 0 and the chance replaces the sum. `starts` are the rows after
    the moves, in the columns of ends; before a deal nothing is fresh any more.
    """
    turn = new_turn()
    arms = _candidate_arms(starts, _ENDS_EACH, enough, left, values, turn)
    _sequential_halving(arms, enough, left, unseen, stream, values, turn)
    weighed = np.empty((len(starts), 3), np.float64)
    for start in range(len(starts)):
        best = -1
        for arm in range(len(arms.ends)):
            if arms.reach[start, arm] and (best < 0 or _worth_of(arms, arm) > _worth_of(arms, best)):
                best = arm
        sums = arms.sums[best]
        certain = arms.ends[best, TOTAL] >= enough or (left == 0 and arms.complete)
        weighed[start, 0] = sums[_WINS] / sums[_TRIALS] if certain else sums[_WINS]
        weighed[start, 1] = 0.0 if certain else sums[_TRIALS]
        weighed[start, 2] = _worth_of(arms, best)
    return weighed


class _Arms(NamedTuple):
    """Ends of turns that are worth a try."""

    ends: NDArray[np.int64]
    """`[arm, COLUMNS]`, as in `Turn`."""
    reach: NDArray[np.bool_]
    """`[start, arm]`: whether the end can be reached from that start of a turn."""
    sums: NDArray[np.float64]
    """`[arm, 3]`: see _WINS."""
    complete: bool
    """Whether every end was considered."""


@kernel
def _candidate_arms(
    starts: NDArray[np.int64],
    each: int,
    enough: int,
    left: int,
    values: NDArray[np.float32],
    turn: Turn,
) -> _Arms:
    """Return the best-evaluated ends, `each` from every start of one turn."""
    room = each * len(starts)
    ends = np.empty((room, COLUMNS), np.int64)
    reach = np.zeros((len(starts), room), np.bool_)
    arms, complete = 0, True
    for start in range(len(starts)):
        turn.ends[0] = starts[start]
        count, all_of_them = list_ends(turn, enough, False)
        complete = complete and all_of_them
        scores = np.empty(count, np.float64)
        for number in range(count):
            end = turn.ends[number]
            scores[number] = end[TOTAL] + horizon_weight(left) * evaluate(end[NEAR], values)
        for _ in range(each):
            best = scores.argmax()
            if scores[best] == -np.inf:
                break
            # The same row with fewer points or other fresh links is not a separate choice.
            scores[turn.ends[:count, NEAR] == turn.ends[best, NEAR]] = -np.inf
            arm = _find(ends, arms, turn.ends[best])
            ends[arm] = turn.ends[best]
            reach[start, arm] = True
            arms = max(arms, arm + 1)
    return _Arms(ends[:arms], reach[:, :arms], np.zeros((arms, 3), np.float64), complete)


@kernel
def _find(ends: NDArray[np.int64], arms: int, end: NDArray[np.int64]) -> int:
    """Return the arm with the row and points of an end, or the next free one."""
    for arm in range(arms):
        if ends[arm, NEAR] == end[NEAR] and ends[arm, TOTAL] == end[TOTAL]:
            return arm
    return arms


@kernel
def _sequential_halving(
    arms: _Arms,
    enough: int,
    left: int,
    unseen: NDArray[np.int64],
    stream: np.uint64,
    values: NDArray[np.float32],
    turn: Turn,
) -> None:
    """Roll out from every arm, dropping the worse half after each round.

    `left` cards, drawn from the unseen ones, still count, and `enough` points win.
    """
    alive = np.arange(len(arms.ends))
    rounds = rounds_for(len(alive))
    budget = _PULLS // rounds if len(alive) > 1 else _FEW_PULLS
    cards, trials = unseen.copy(), 0
    for _ in range(rounds):
        for _ in range(max(1, budget // len(alive))):
            if left:
                stream = _draw(unseen, trials, min(left, _DEALS), cards, stream)
            trials += 1
            for arm in alive:
                _sample(arms, int(arm), enough, left, cards, values, turn)
        worths = np.array([_worth_of(arms, int(arm)) for arm in alive])
        # Quicksort, unlike `halve`, is not stable, and ties are common at the end of a game. Which of them
        # survive affects what players read: with the other sort, hints would change.
        alive = alive[np.argsort(-worths)[: half_of(len(alive))]]


@kernel
def _draw(
    unseen: NDArray[np.int64], trial: int, wanted: int, cards: NDArray[np.int64], stream: np.uint64
) -> np.uint64:
    """Draw the next cards at random; each unseen card comes first in turn (stratified sampling)."""
    cards[:] = unseen
    first = trial % len(cards)
    cards[0], cards[first] = cards[first], cards[0]
    for place in range(1, wanted):
        other = place + np.int64(random(stream) >> np.uint64(33)) % (len(cards) - place)
        stream += STEP
        cards[place], cards[other] = cards[other], cards[place]
    return stream


@kernel
def _sample(
    arms: _Arms,
    arm: int,
    enough: int,
    left: int,
    cards: NDArray[np.int64],
    values: NDArray[np.float32],
    turn: Turn,
) -> None:
    """Roll out from one arm with the cards in their given order."""
    end, sums = arms.ends[arm], arms.sums[arm]
    chance, points = 1.0, end[TOTAL]
    if points < enough:
        chance, points = _roll_out(end[NEAR], end[FAR], points, cards, left, values, turn)
    sums[_WINS] += chance
    sums[_POINTS] += points
    sums[_TRIALS] += 1.0


@kernel
def _worth_of(arms: _Arms, arm: int) -> float:
    """Return the mean worth of an arm over its trials: wins, plus a little for points."""
    sums = arms.sums[arm]
    return float((sums[_WINS] + _POINTS_COUNT * sums[_POINTS] / GAME_POINTS) / sums[_TRIALS])


@kernel
def _roll_out(
    near: int,
    far: int,
    points: int,
    cards: NDArray[np.int64],
    left: int,
    values: NDArray[np.float32],
    turn: Turn,
) -> tuple[float, int]:
    """Play the next cards greedily; return the chance of winning after them, and the points.

    `cards` are packed, the next one first; `left` of them count.
    """
    for number in range(min(left, _DEALS)):
        left -= 1
        begin(turn, near, far, cards[number], points)
        count, _ = list_ends(turn, GAME_POINTS, False)
        end = turn.ends[greedy_end(turn.ends, count, horizon_weight(left), values)]
        near, far, points = end[NEAR], end[FAR], end[TOTAL]
        if points >= GAME_POINTS:
            return 1.0, points
    return _win_probability(near, points, left, values), points


@kernel
def _win_probability(near: int, points: int, left: int, values: NDArray[np.float32]) -> float:
    """Return the chance of winning with `left` cards left, modelling points as normally distributed."""
    if left == 0:
        return 0.0
    expected = points + _RATE * left + horizon_weight(left) * (evaluate(near, values) - _USUAL)
    lead = (expected - (GAME_POINTS - 0.5)) / (_SPREAD * math.sqrt(left))
    return 0.5 * math.erfc(-lead / math.sqrt(2.0))


@dataclass(frozen=True)
class InformationSet:
    """What a player knows: the open cards, how many cards are left, and which cards they may be."""

    piles: tuple[Pile, ...]
    points: int
    fresh: frozenset[int]
    held: bool
    left: int
    unseen: frozenset[Card]
    """More than are left if the cards under the piles are not known."""

    @classmethod
    def of(cls, state: ClaimRow) -> InformationSet:
        """Return the open cards of a state, and the unseen ones without their order."""
        unseen = frozenset(card for card in state.stock if card is not None)
        if len(unseen) < len(state.stock):
            unseen = frozenset(PACK) - {pile.top for pile in state.piles}
        return cls(state.piles, state.points, state.fresh, state.held, len(state.stock), unseen)


@dataclass(frozen=True)
class CribbagePlayer:
    """A fair player of Cribbage Solitaire, with either deadline."""

    rules: Cribbage

    def see(self, state: ClaimRow) -> InformationSet:
        """Return the open cards of a state, and the unseen ones without their order."""
        return InformationSet.of(state)

    def weigh(self, view: InformationSet) -> tuple[Chance, ...]:
        """Weigh every legal move by playing on with the unseen cards in many orders, best move first."""
        stock = face_down(tuple(view.unseen)[: view.left])
        state = ClaimRow(view.piles, stock, view.points, view.fresh, view.held)
        moves = self.rules.moves(state)
        if not moves:
            return ()
        useful = view.left if self.rules.late_win else max(view.left - 1, 0)
        enough = GAME_POINTS if self.rules.late_win or view.left else NEVER
        unseen = np.array(sorted(map(packed, view.unseen)), np.int64)
        starts = np.array([self._start(state, move) for move in moves])
        weighed = weigh(starts, enough, useful, unseen, _stream(state, unseen), learned_values())
        chances = [_chance(move, *row) for move, row in zip(moves, weighed.tolist(), strict=True)]
        return tuple(sorted(chances, key=lambda chance: chance.worth, reverse=True))

    def _start(self, state: ClaimRow, move: Move) -> NDArray[np.int64]:
        """Return the row after a move; a deal ends the turn and leaves the row with nothing fresh."""
        if move != DEAL:
            return root_row(self.rules.play(state, move))
        row = root_row(state)
        row[FRESH] = 0
        return row


def _chance(move: Move, wins: float, trials: float, worth: float) -> Chance:
    return Chance.counted(move, wins, int(trials), worth) if trials else Chance.certain(move, wins, worth)


def _stream(state: ClaimRow, unseen: NDArray[np.int64]) -> np.uint64:
    """Return the start of the random stream for what is known."""
    return seed_of(f"{root_row(state).tolist()} {len(state.stock)} {unseen.tolist()}")
