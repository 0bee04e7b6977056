"""Fair player: macro moves, compared by sequential halving with common random numbers, in one kernel.

It knows the table and which cards are unseen, but nothing of their order.

The arms are macros, and a pull is a rollout; all arms meet the same orders of the stock. A rollout is
truncated: best-first search for the cheapest table, then turn a card, and so on. A game that is not over
after a few turns is valued by a network: longer rollouts are not worth their cost.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from idle_year.engine.cards import PACK, Card
from idle_year.engine.errors import IllegalMove
from idle_year.engine.games.napoleon import Napoleon
from idle_year.engine.positions.napoleon import CARDS, PACKS, WASTE, Columns
from idle_year.engine.rules import DEAL, Move
from idle_year.solvers.fair_play import Chance
from idle_year.solvers.jit import kernel
from idle_year.solvers.kernels.rng import random, shuffle
from idle_year.solvers.kernels.sequential_halving import halve, rounds_for
from idle_year.solvers.napoleon.best_first import (
    ROOM,
    Workspace,
    best_first_search,
    new_workspace,
    play_greedily,
)
from idle_year.solvers.napoleon.bucket_queue import Record
from idle_year.solvers.napoleon.macro_moves import MACRO, MACROS, make_macros, reset, trace
from idle_year.solvers.napoleon.moves import DEALT, FACE, UP, carry, lay, moves_of, turn
from idle_year.solvers.napoleon.value_network import FEATURES, describe, estimate, learned_network

_MACRO_NODES, _MACRO_NODES_AT_THE_END = 800, 5000
"""Tables expanded to find the macros; the second if no stock is left."""
_NODES_AFTER_A_MOVE, _PULLS = 150, 8
"""Tables expanded after a move that begins no macro, and how many rollouts it gets."""
_ROLLOUT_NODES = 40_000
"""Tables expanded in all rollouts of a decision together."""
_TURNS = 8
"""Cards of the stock after which a rollout ends, if more than a few are left."""
_FEW = 4
_TURN_NODES, _LAST_TURN_NODES = 150, 5000
"""Tables expanded between two cards of a rollout; the second after the last card."""
_WIN, _MEASURE = 0.7, 0.3
"""The weight of a win, and the maximum weight of how far a game gets, lost or won."""


class SearchState(NamedTuple):
    """The work space of the search for macros, and its results."""

    space: Workspace
    network: NDArray[np.float32]
    """(n,): the weights of the value network."""
    macros: NDArray[np.void]
    """(MACROS,): the macros and the results of their rollouts."""
    alone: NDArray[np.void]
    """(1,): the table after a move that begins no macro, and the results of its rollouts."""
    rollout_nodes: int
    """How many tables may be expanded in all rollouts of a decision."""


class _Value(NamedTuple):
    """The result of a rollout."""

    nodes: int
    """How many tables it expanded."""
    wins: float
    """The chance of winning, 0 to 1."""
    measure: float
    """How far the game got, 0 to 1; an estimate if it was not played out."""


def new_search_state(rollout_nodes: int = _ROLLOUT_NODES) -> SearchState:
    """Allocate the state for decisions."""
    return SearchState(
        new_workspace(),
        learned_network(),
        np.zeros(MACROS, MACRO),
        np.zeros(1, MACRO),
        rollout_nodes,
    )


@kernel
def decide(search: SearchState, table: NDArray[np.int8], unseen: NDArray[np.int8], left: int) -> int:
    """Return the best macro; the table itself is one, meaning to turn a card at once.

    `unseen` are the cards, sorted by face, of which `left` are the stock.
    """
    count = _make_macros(search, table, left)
    return int(_rank(search, count, unseen, left)[0]) if count > 1 else 0


@kernel
def rank_macros(
    search: SearchState, table: NDArray[np.int8], unseen: NDArray[np.int8], left: int
) -> NDArray[np.int64]:
    """Return all macros, best first; each has been rolled out."""
    return _rank(search, _make_macros(search, table, left), unseen, left)


@kernel
def steps_to_macro(search: SearchState, table: NDArray[np.int8], macro: int, left: int) -> NDArray[np.int64]:
    """Return the moves that lead from a table to one of the macros just ranked, (n, 2)."""
    steps = np.empty((ROOM, 2), np.int64)
    best_first_search(search.space, table, _node_limit(left))
    return steps[: trace(search.space.queue.slots, search.macros[macro].slot, steps)]


@kernel
def weigh_move(
    search: SearchState,
    table: NDArray[np.int8],
    unseen: NDArray[np.int8],
    left: int,
    source: int,
    target: int,
) -> None:
    """Roll out a few times from the best table after a move; the results go into `search.alone`."""
    after, order = table.copy(), unseen.copy()
    if target != DEALT:
        carry(after, source, target)
        play_greedily(search.space, after, _NODES_AFTER_A_MOVE)
    reset(search.alone[0], after)
    chance = _seed_of_unseen(unseen, left)
    for _ in range(_PULLS if len(unseen) > 1 else 1):
        chance = shuffle(order, chance)
        _pull(search.space, search.network, search.alone[0], order, left)


@kernel
def _make_macros(search: SearchState, table: NDArray[np.int8], left: int) -> int:
    return make_macros(search.space, table, search.macros, _node_limit(left))


@kernel
def _rank(search: SearchState, count: int, unseen: NDArray[np.int8], left: int) -> NDArray[np.int64]:
    macros, nodes = search.macros[:count], search.rollout_nodes
    return _compare(search.space, search.network, macros, unseen.copy(), left, nodes)


@kernel
def _node_limit(left: int) -> int:
    return _MACRO_NODES if left else _MACRO_NODES_AT_THE_END


@kernel
def _compare(
    space: Workspace,
    network: NDArray[np.float32],
    macros: NDArray[np.void],
    unseen: NDArray[np.int8],
    left: int,
    nodes: int,
) -> NDArray[np.int64]:
    """Roll out games from all macros; return their order, best first.

    `unseen` are the cards of which `left` are the stock; they are shuffled. All games together expand about
    `nodes` tables.
    """
    chance = _seed_of_unseen(unseen, left)
    alive = len(macros)
    order, worths, rounds = np.arange(alive), np.empty(alive), rounds_for(alive)
    for _ in range(rounds):
        played = 0
        while played < nodes // rounds:
            chance = shuffle(unseen, chance)
            for macro in order[:alive]:
                played += 1 + _pull(space, network, macros[macro], unseen, left)
            if len(unseen) <= 1:
                break  # all games would be the same
        for macro in order[:alive]:
            worths[macro] = macros[macro].worth / macros[macro].runs
        alive = halve(order, alive, worths)
    return order


@kernel
def _pull(
    space: Workspace,
    network: NDArray[np.float32],
    macro: Record,
    unseen: NDArray[np.int8],
    left: int,
) -> int:
    """Roll out one game from a macro, record the result, and return how many tables it expanded."""
    table = macro.table.copy()
    value = _roll_out(space, network, table, unseen, left)
    macro.runs += 1
    macro.wins += value.wins
    macro.worth += _WIN * value.wins + _MEASURE * value.measure
    return value.nodes


@kernel
def _seed_of_unseen(unseen: NDArray[np.int8], left: int) -> np.uint64:
    """Return the seed for what may be known of the stock."""
    total = random(np.uint64(left))
    for card in unseen:
        total += random(np.uint64(card & FACE))
    return total


@kernel
def _roll_out(
    space: Workspace,
    network: NDArray[np.float32],
    table: NDArray[np.int8],
    unseen: NDArray[np.int8],
    left: int,
) -> _Value:
    """Play on in place, beginning with a card of the stock: the first `left` of the unseen cards."""
    nodes = 0
    if left == 0:
        nodes += play_greedily(space, table, _LAST_TURN_NODES)
    for turned in range(left):
        if turned == _TURNS and left - turned > _FEW:
            features = np.empty(FEATURES, np.float32)
            describe(table, unseen[turned:], features)
            wins, measure = estimate(features, network)
            return _Value(nodes, wins, measure)
        turn(table, unseen[turned])
        limit = _TURN_NODES if turned < left - 1 else _LAST_TURN_NODES
        nodes += play_greedily(space, table, limit)
    up = table[UP] / CARDS
    return _Value(nodes, 1.0 if table[UP] == CARDS else 0.0, up * up * up)


@dataclass(frozen=True)
class InformationSet:
    """The table, and which cards are not on it; there is no place for the order of the stock."""

    columns: tuple[tuple[Card, ...], ...]
    waste: tuple[Card, ...]
    foundations: tuple[tuple[int, int], ...]
    unseen: tuple[Card, ...]
    """The cards among which the stock is, sorted: the stock itself, or a superset if cards are missing."""
    left: int
    """How many cards the stock holds."""

    @classmethod
    def of(cls, state: Columns) -> InformationSet:
        """Return what a state reveals to its player, whether or not it knows the stock."""
        known = [card for card in state.stock if card is not None]
        unseen = known if len(known) == len(state.stock) else _not_seen(state)
        return cls(state.columns, state.waste, state.foundations, tuple(sorted(unseen)), len(state.stock))

    @property
    def table(self) -> Columns:
        """The state as its player sees it."""
        return Columns(self.columns, self.waste, self.foundations, (None,) * self.left)


def _not_seen(state: Columns) -> Iterable[Card]:
    """Return the cards of two packs that are neither on the table nor on a foundation."""
    seen = Counter(card for pile in (*state.columns, state.waste) for card in pile)
    for suit, heights in enumerate(state.foundations):
        seen.update(Card.of(suit, rank) for height in heights for rank in range(height))
    return (Counter(PACK * PACKS) - seen).elements()


@dataclass(frozen=True)
class NapoleonPlayer:
    """A player that knows the table and which cards are unseen."""

    rules: Napoleon

    def see(self, state: Columns) -> InformationSet:
        """Return the table and the unseen cards."""
        return InformationSet.of(state)

    def weigh(self, view: InformationSet) -> tuple[Chance, ...]:
        """Weigh every legal move by rollouts from the best macro that begins with it.

        The best one includes the moves to follow until the next card is turned: deciding anew after each
        move could lead to dithering between macros of equal worth.
        """
        legal = self.rules.moves(view.table)
        if not legal:
            return ()
        decision = _Decision(self.rules, view)
        macros = dict(decision.macros())
        others = sorted(
            (decision.weigh(move) for move in legal if move not in macros),
            key=lambda chance: chance.worth,
            reverse=True,
        )
        return tuple(_capped((*macros.values(), *others)))


class _Decision:
    """One decision: the table as kernels see it, and their search state."""

    def __init__(self, rules: Napoleon, view: InformationSet) -> None:
        self.rules, self.view, self.search = rules, view, new_search_state()
        self.table, self.unseen = lay(replace(view.table, stock=view.unseen))

    def macros(self) -> Iterator[tuple[Move, Chance]]:
        """Yield the best macro for each move that begins any, the best of all first."""
        met: set[Move] = set()
        for number in rank_macros(self.search, self.table, self.unseen, self.view.left).tolist():
            macro = self.search.macros[number]
            move = self._first_move(macro)
            if move is not None and move not in met:
                then = () if met else self._line(number)[1:]
                met.add(move)
                yield move, Chance.counted(move, *_counted(macro))._replace(then=then)

    def weigh(self, move: Move) -> Chance:
        """Weigh a move that begins no macro."""
        source, target = (WASTE, DEALT) if move == DEAL else move.at
        weigh_move(self.search, self.table, self.unseen, self.view.left, source, target)
        return Chance.counted(move, *_counted(self.search.alone[0]))

    def _first_move(self, macro: np.void) -> Move | None:
        """Return the first move of a macro; None for the current table itself, if no stock is left."""
        step = (int(macro["source"]), int(macro["target"]))
        steps = () if step[1] == DEALT else (step,)
        return next(moves_of(self.rules, self.view.table, steps), DEAL if self.view.left else None)

    def _line(self, macro: int) -> tuple[Move, ...]:
        """Return all moves of a macro, followed by turning the next card."""
        steps = steps_to_macro(self.search, self.table, macro, self.view.left).tolist()
        line: list[Move] = []
        try:
            for move in moves_of(self.rules, self.view.table, map(tuple, steps)):
                line.append(move)  # noqa: PERF402  what came before an illegal move is kept
        except IllegalMove:
            line.pop()  # the game was over before it
        return (*line, *((DEAL,) if self.view.left else ()))


def _counted(macro: np.void) -> tuple[float, int, float]:
    """Return the sum of the winning chances, the number of rollouts, and their mean worth."""
    return float(macro["wins"]), int(macro["runs"]), float(macro["worth"]) / int(macro["runs"])


def _capped(chances: Iterable[Chance]) -> Iterator[Chance]:
    """Yield chances in order, worths capped: a macro dropped early may look better than it is."""
    cap = math.inf
    for chance in chances:
        cap = min(cap, chance.worth)
        yield chance._replace(worth=cap)
