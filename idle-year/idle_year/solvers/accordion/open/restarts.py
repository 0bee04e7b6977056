"""Restarts: randomized dives, each with a bounded depth-first search below it, then exhaustive search.

Random restarts escape an early mistake that would trap a single backtracking search for ever (Gomes, Selman
and Kautz 1998). All attempts share one transposition table.

A dive is greedy play on a noisy evaluation of moves, without backtracking. Most full deals are won this way
(iterative sampling, Langley 1992). The weights were tuned by an evolution strategy that minimized the mean
time to a win of full deals.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from idle_year.solvers.accordion.open.depth_first import (
    ATTEMPT,
    BASE,
    LEFT,
    LOST,
    MOVE,
    NODES,
    SLICE,
    UNDECIDED,
    VISIBLE,
    WON,
    SearchState,
    begin,
    search_on,
)
from idle_year.solvers.accordion.open.moves import (
    NO_GOAL,
    Game,
    covered,
    distance,
    encoded,
    goal_is_lost,
    legal_moves,
    source_and_target,
)
from idle_year.solvers.jit import kernel
from idle_year.solvers.kernels.bit_planes import LONGEST, Planes, card_at, kept, key, lay, matches, merged
from idle_year.solvers.kernels.bits import ONE, bit, lowest_bit, popcount
from idle_year.solvers.kernels.card_components import components, of_rank, of_suit
from idle_year.solvers.kernels.rng import STEP, deal_pack, random, stream
from idle_year.solvers.protocols import Budget, Limit

_SEARCHED = 20
"""Rows with at most this many piles are searched exhaustively at once."""
_PILES = (14, 18, 22, 26)
"""Piles left where a dive ends: first many deep dives, then fewer that end higher and higher up."""
_NODES = (1500, 6000, 50_000, 300_000)
"""Nodes for the search below each: enough for nearly every row of that many piles."""
_DIVES = (0, 20, 15, 10)
"""How many dives of a round end at each; deep dives increase with the length of the row (see `_deep`)."""
_SHORTEST = 6
"""Moves in the shortest dive."""
_FRESH, _HALFWAY = 3, 30
"""Every third deep dive begins at the top; the others branch off the last one at this many piles."""
_HOPELESS = -(10**9)
_NOISE = np.uint64(63)
"""The noise on the evaluation of a move is the difference of two random numbers up to this."""


def decide(game: Game, search: SearchState, cards: NDArray[np.int8], limit: Limit) -> int:
    """Search from a row of cards, 0..51; return LOST, WON or UNDECIDED, with nodes and line in the state."""
    lay_out(game, search, cards)
    answer, budget = resume(game, search, 0), Budget(limit)
    for _ in budget.slices(SLICE):
        if answer != UNDECIDED:
            break
        answer = resume(game, search, budget.used)
    return answer


@kernel
def lay_out(game: Game, search: SearchState, cards: NDArray[np.int8]) -> None:
    """Lay out a row of cards, 0..51, for a new search, leaving the transposition table as it is."""
    visible = np.uint64(0)
    for card in cards:
        visible |= bit(card)
    begin(game, search, 0, lay(cards), visible)
    search.counters[ATTEMPT] = search.counters[LEFT] = search.counters[NODES] = 0


@kernel
def resume(game: Game, search: SearchState, nodes: int) -> int:
    """Continue a search until it has used `nodes` in all.

    Return LOST, WON (by the moves up to the depth) or UNDECIDED; then call it again with more nodes.
    """
    if _lost_at_sight(game, kept(search.stack, 0), search.stack[0, VISIBLE]):
        return LOST
    if popcount(search.stack[0, 0]) <= game.target:
        return WON
    attempts = _attempts(popcount(search.stack[0, 0]))
    while search.counters[ATTEMPT] < attempts:
        if search.counters[NODES] >= nodes:
            return UNDECIDED
        if _attempt(game, search, nodes):
            return WON
        if search.counters[ATTEMPT] == attempts:
            begin(game, search, 0, kept(search.stack, 0), search.stack[0, VISIBLE])
    return search_on(game, search, nodes - search.counters[NODES])


@kernel
def _lost_at_sight(game: Game, row: Planes, visible: np.uint64) -> bool:
    """Whether the row has too many components, or the goal card cannot end on top."""
    return components(visible) > game.target or (game.goal != NO_GOAL and goal_is_lost(row, game.goal))


@kernel
def _attempt(game: Game, search: SearchState, nodes: int) -> bool:
    """Dive, or resume, and search below until `nodes` are used in all; return whether that won."""
    if not search.counters[LEFT]:
        _begin_attempt(game, search)
    if search.counters[LEFT] and _search_below(game, search, nodes):
        return True
    if not search.counters[LEFT]:
        search.counters[ATTEMPT] += 1
    return False


@kernel
def _begin_attempt(game: Game, search: SearchState) -> None:
    """Begin an attempt: dive once, and allow a search below it if it ends deep enough."""
    row, number = kept(search.stack, 0), search.counters[ATTEMPT]
    piles = popcount(row[0])
    level = _level(number, piles)
    if piles < _PILES[level] + _SHORTEST:
        return
    same = 0 if level > 0 or number % _FRESH == 0 else piles - _HALFWAY
    if _dive(game, search, _PILES[level], same, stream(key(row), np.uint64(number))):
        search.counters[LEFT] = _NODES[level]


@kernel
def _search_below(game: Game, search: SearchState, nodes: int) -> bool:
    """Search below a dive with the nodes left to the attempt, but use no more than `nodes` in all."""
    before = search.counters[NODES]
    answer = search_on(game, search, min(search.counters[LEFT], nodes - before))
    search.counters[LEFT] -= search.counters[NODES] - before
    if answer == LOST:
        search.counters[LEFT] = 0
    return bool(answer == WON)


@kernel
def _attempts(piles: int) -> int:
    """Return how many dives to try: one round, or more if exhaustive search is hopeless."""
    if piles <= _SEARCHED:
        return 0
    return max(1, (piles - 28) // 4) * (_deep(piles) + sum(_DIVES))


@kernel
def _deep(piles: int) -> int:
    """Return how many dives of a round go deep."""
    return 2 * (piles - 16)


@kernel
def _level(number: int, piles: int) -> int:
    """Return the index in _PILES to which an attempt dives."""
    left = number % (_deep(piles) + sum(_DIVES)) - _deep(piles)
    level = 0
    while left >= 0:
        level += 1
        left -= _DIVES[level]
    return level


@kernel
def _dive(game: Game, search: SearchState, piles: int, same: int, stream: np.uint64) -> bool:
    """Play from the first row until `piles` are left, for `search_on` to continue; return False if stuck.

    The first `same` moves repeat those of the last dive, as far as it went.
    """
    depth, row, visible = 0, kept(search.stack, 0), search.stack[0, VISIBLE]
    same = min(same, search.counters[BASE])
    while popcount(row[0]) > piles:
        if depth < same:
            kind, right = divmod(int(np.int64(search.stack[depth, MOVE])), LONGEST)
        else:
            kind, right = _choose(game, row, visible, stream + np.uint64(depth) * STEP)
        if kind < 0:
            search.counters[BASE] = depth
            return False
        source, target = source_and_target(game, kind, right)
        search.stack[depth, MOVE] = encoded(kind, right)
        visible = covered(row, visible, target)
        row = merged(row, source, target)
        depth += 1
    begin(game, search, depth, row, visible)
    return True


@kernel
def _choose(game: Game, row: Planes, visible: np.uint64, stream: np.uint64) -> tuple[int, int]:
    """Return the kind and the right place of the best-looking move; the kind is -1 if there is none."""
    best, best_kind, best_right = _HOPELESS, -1, 0
    for kind in range(game.kinds):
        untried = legal_moves(game, row, kind)
        while untried:
            right = lowest_bit(untried)
            untried &= untried - ONE
            drawn = random(stream ^ np.uint64(encoded(kind, right)))
            noise = np.int64(drawn & _NOISE) - np.int64((drawn >> np.uint64(32)) & _NOISE)
            worth = _evaluate(game, row, visible, kind, right) + int(noise)
            if worth > best:
                best, best_kind, best_right = worth, kind, right
    return best_kind, best_right


@kernel
def _evaluate(game: Game, row: Planes, visible: np.uint64, kind: int, right: int) -> int:
    """Evaluate a move by linear features: what it leaves open, less the usefulness of the covered card."""
    source, target = source_and_target(game, kind, right)
    visible_after = covered(row, visible, target)
    if components(visible_after) > game.target:
        return _HOPELESS - int(_NOISE)
    upper, lower = card_at(row, source), card_at(row, target)
    row = merged(row, source, target)
    mobility = 0
    for apart in range(1, 5):
        weight = 15 + 9 * (apart == game.near) + 30 * (apart == game.far)
        mobility += weight * popcount(matches(row, apart))
    # Late in the game four of a rank sweep up the rest, so keep cards whose rank is still visible.
    given_up = 23 * popcount(of_suit(visible, lower)) + 56 * popcount(of_rank(visible, lower))
    disturbed = 20 * popcount(of_rank(visible, upper))
    leap = 50 * (distance(game, kind) == game.far)
    return mobility - given_up - disturbed + leap + 3 * right // 2


_ENOUGH = 5_000_000
"""Nodes per deal, after which it is left undecided."""


@kernel
def count_wins(
    game: Game, search: SearchState, pack: NDArray[np.int8], row: int, seed: np.uint64, first: int, deals: int
) -> tuple[int, int]:
    """Count the deals of a survey, from number `first`, that can be won, and those left undecided.

    A deal has `row` cards of a pack.
    """
    won = undecided = 0
    for number in range(first, first + deals):
        deal_pack(pack, seed, number)
        search.salt[0] += STEP
        lay_out(game, search, pack[:row])
        answer = resume(game, search, _ENOUGH)
        won += answer == WON
        undecided += answer == UNDECIDED
    return won, undecided
