"""Beam search through a known stock: of all rows after a deal, those with the best evaluation are kept.

A stage holds everything reachable with a given number of cards dealt; transpositions are merged in a hash
table. A beam that never had to prune is exhaustive: what it did not find does not exist.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from idle_year.engine.cards import Card
from idle_year.engine.games.claims import CATEGORIES, counts
from idle_year.engine.games.cribbage import GAME_POINTS
from idle_year.engine.positions.cribbage import ClaimRow
from idle_year.engine.rules import DEAL, Move
from idle_year.solvers.cribbage.evaluation import evaluate, horizon_weight
from idle_year.solvers.cribbage.moves import (
    CLAIM_BITS,
    COLUMNS,
    FAR,
    FRESH,
    NEAR,
    NEVER,
    PATH,
    POINTS,
    TOTAL,
    WAYS,
    WAYS_OF_THREE,
    Turn,
    dealt,
    fresh_after_deal,
    list_ends,
    new_turn,
)
from idle_year.solvers.jit import kernel

WIDTHS = (10, 40, 160, 640, 4000)
"""Rows kept per stage, beam after beam, until one finds what is sought."""
_CANDIDATES, _MORE = 8, 1000
"""Room for candidates per row that a stage keeps, plus a constant for narrow beams."""
_NO_CARD = -1
_PARENT = COLUMNS
"""The column after those of an end: the row of the previous stage that this one comes from."""
_MIXER = 0x9E3779B97F4A7C15 >> 1  # odd, and as large as possible


class BeamResult(NamedTuple):
    """The best end of a turn that a beam reached, where to find it, and what it cost."""

    points: int
    stage: int
    row: int
    path: int
    nodes: int
    complete: bool
    """Whether nothing was left out."""


class SearchState(NamedTuple):
    """The arrays that a beam works in, reused by every stage."""

    candidates: NDArray[np.int64]
    """Shape (n, _PARENT + 1): the rows of the next stage, before the best are kept."""
    slots: NDArray[np.int32]
    """Transposition table of the candidates: their places by hash, -1 if free."""
    turn: Turn


@kernel
def beam(
    root: NDArray[np.int64],
    cards: NDArray[np.int64],
    left: int,
    late: bool,
    every: bool,
    nodes: int,
    values: NDArray[np.float32],
    trail: NDArray[np.int64],
) -> BeamResult:
    """Search from a row, in the columns of an end, through the known cards of a stock of `left`.

    `every` distinguishes scores and seeks the best one; otherwise the first win ends the search. `late` is
    whether points still win when the stock is empty. `nodes` are ends of turns; a stage is always finished.
    `trail[stage, row]` (int64, shape (cards + 1, width, 2)) receives paths and parents, which `moves_to`
    reads.
    """
    rows = np.empty((trail.shape[1], _PARENT + 1), np.int64)
    search = _new_search(len(rows))
    rows[0, :COLUMNS] = root
    count, spent, complete = 1, 0, True
    best = BeamResult(-1, 0, 0, 0, 0, True)
    for stage in range(len(cards) + 1):
        enough = GAME_POINTS if late or left > stage else NEVER
        card = cards[stage] if stage < len(cards) else _NO_CARD
        unique, here = _expand(rows[:count], stage, card, enough, every, search)
        spent += here.nodes
        complete = complete and here.complete
        if here.points > best.points:
            best = here
        if spent >= nodes or (best.points >= enough and not every):
            complete = False
            break
        if card != _NO_CARD:
            count = _keep_best(search.candidates, unique, rows, left - stage - 1, values)
            complete = complete and count == unique
            trail[stage + 1, :count] = rows[:count, PATH:]
    return BeamResult(best.points, best.stage, best.row, best.path, spent, complete)


@kernel
def _expand(
    rows: NDArray[np.int64],
    stage: int,
    card: int,
    enough: int,
    every: bool,
    search: SearchState,
) -> tuple[int, BeamResult]:
    """Play the turn of every row and deal a card; return the number of candidates, and the best end."""
    ends = search.turn.ends
    search.slots[:] = -1
    unique, nodes, complete = 0, 0, True
    points, best_row, best_path = -1, 0, 0
    for row in range(len(rows)):
        ends[0] = rows[row, :COLUMNS]
        ends[0, PATH] = 0
        count, all_listed = list_ends(search.turn, enough, every)
        nodes += count
        complete = complete and all_listed
        for number in range(count):
            total = ends[number, TOTAL]
            if total > points:
                points, best_row, best_path = total, row, ends[number, PATH]
            if card != _NO_CARD and total < enough:
                unique, fits = _add_candidate(
                    search.candidates, unique, search.slots, ends[number], card, row, every
                )
                complete = complete and fits
    return unique, BeamResult(points, stage, best_row, best_path, nodes, complete)


@kernel
def _new_search(width: int) -> SearchState:
    """Allocate a beam of some width; the hash table is a power of 2 and never more than half full."""
    size, slots = _CANDIDATES * width + _MORE, 1
    while slots < 2 * size:
        slots *= 2
    return SearchState(
        np.empty((size, _PARENT + 1), np.int64),
        np.empty(slots, np.int32),
        new_turn(),
    )


@kernel
def _add_candidate(
    candidates: NDArray[np.int64],
    count: int,
    slots: NDArray[np.int32],
    end: NDArray[np.int64],
    card: int,
    parent: int,
    every: bool,
) -> tuple[int, bool]:
    """Deal onto the end of a turn and add the row; return the number of rows, and whether there was room.

    `slots` is an open hash table of places among the candidates, -1 if free; its size is a power of 2. A row
    already present with the same points is not added again, and unless `every` score counts, neither is one
    with other points.
    """
    near, far = dealt(end[NEAR], end[FAR], card)
    fresh, points = fresh_after_deal(end[NEAR]), end[TOTAL]
    slot = _hash(near, far, points if every else 0) & (len(slots) - 1)
    while slots[slot] >= 0:
        row = candidates[slots[slot]]
        alike = row[NEAR] == near and row[FAR] == far and row[FRESH] == fresh
        if alike and (row[TOTAL] == points or not every):
            if row[TOTAL] < points:
                row[TOTAL], row[PATH], row[_PARENT] = points, end[PATH], parent
            return count, True
        slot = (slot + 1) & (len(slots) - 1)
    if count == len(candidates):
        return count, False
    slots[slot] = count
    row = candidates[count]
    row[NEAR], row[FAR], row[FRESH] = near, far, fresh
    row[TOTAL], row[PATH], row[_PARENT] = points, end[PATH], parent
    return count + 1, True


@kernel
def _hash(near: int, far: int, points: int) -> int:
    mixed = (near ^ (near >> 29) ^ (far * 31) ^ (points << 7)) * _MIXER
    return mixed >> 20


@kernel
def _keep_best(
    candidates: NDArray[np.int64], count: int, rows: NDArray[np.int64], left: int, values: NDArray[np.float32]
) -> int:
    """Copy the best candidates to `rows`, as many as fit, and return their number."""
    if count <= len(rows):
        rows[:count] = candidates[:count]
        return count
    scores = np.empty(count, np.float64)
    for number in range(count):
        row = candidates[number]
        scores[number] = row[TOTAL] + horizon_weight(left) * evaluate(row[NEAR], values)
    bar = np.partition(scores, count - len(rows))[count - len(rows)]
    kept = _copy(candidates, scores > bar, rows, 0)
    return _copy(candidates, scores == bar, rows, kept)


@kernel
def _copy(
    candidates: NDArray[np.int64], chosen: NDArray[np.bool_], rows: NDArray[np.int64], kept: int
) -> int:
    """Append chosen rows to those kept, while there is room, and return how many are then kept."""
    for number in range(len(chosen)):
        if chosen[number] and kept < len(rows):
            rows[kept] = candidates[number]
            kept += 1
    return kept


def moves_to(state: ClaimRow, end: BeamResult, trail: NDArray[np.int64]) -> Iterator[Move]:
    """Yield the moves from a state to the end that a beam reached."""
    tops = [pile.top for pile in state.piles]
    stock = iter(state.stock)
    for number, path in enumerate(_paths(end, trail)):
        if number:
            yield DEAL
            tops.append(next(card for card in stock if card is not None))
        for claim in _claims(path):
            yield _claim(tops, claim)


def _paths(end: BeamResult, trail: NDArray[np.int64]) -> list[int]:
    """Return the claims of every turn, from the first one on."""
    paths, row = [end.path], end.row
    for stage in range(end.stage, 0, -1):
        path, row = trail[stage, row].tolist()
        paths.append(path)
    return paths[::-1]


def _claims(path: int) -> list[int]:
    """Return the claims of one turn, the first one first."""
    claims = []
    while path:
        claims.append(path & (1 << CLAIM_BITS) - 1)
        path >>= CLAIM_BITS
    return claims[::-1]


def _claim(tops: list[Card], claim: int) -> Move:
    """Make a claim on a row of top cards, and return it as a move."""
    place, way, points = claim & 15, claim >> 4 & 7, POINTS[claim >> 7]
    last = len(tops) - 1 - place
    first = last - (2 if way < WAYS_OF_THREE else 1)
    source, target = (last - back for back in WAYS[way])
    window = tops[first : last + 1]
    letter = next(
        letter
        for letter, category in CATEGORIES.items()
        if category.points == points and counts(category, window)
    )
    tops[target] = tops[source]
    del tops[source]
    return Move(f"{letter}@", (first, last, source, target))
