"""Best score by iterated targets: the fewest piles first, then branch and bound for the largest pile."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from bot.engine.cards import PACK
from bot.solvers import lines
from bot.solvers.accordion_open.branch_and_bound import Sizes, enlarge
from bot.solvers.accordion_open.moves import NO_GOAL, cards_of, game_of, line_of
from bot.solvers.accordion_open.restarts import decide, lay_out
from bot.solvers.accordion_open.search_state import LOST, SLICE, WON, own_search_state
from bot.solvers.budget import Budget
from bot.solvers.kernels.bit_planes import LONGEST

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.engine.games.accordion import Accordion
    from bot.engine.positions.row import Row
    from bot.engine.rules import Move
    from bot.solvers.accordion_open.moves import Game
    from bot.solvers.protocols import Best, Limit


def find_best(rules: Accordion, state: Row, limit: Limit) -> Best:
    """Return the best score within reach; an unknown stock is left undealt, and then nothing is proven."""
    hidden = None in state.stock
    row = replace(state, stock=()) if hidden else state
    budget = Budget(limit)
    game, moves, proven = _fewest(rules, row, budget)
    best = lines.best(rules, state, moves, budget.used, exact=False)
    if not proven:
        return best
    largest = rules.cards - best.score.rank[1]
    larger, proven = _largest(game, row, largest, budget)
    return lines.best(rules, state, larger or moves, budget.used, exact=proven and not hidden)


def _fewest(rules: Accordion, row: Row, budget: Budget) -> tuple[Game, tuple[Move, ...], bool]:
    """Return the game with the fewest reachable piles as target, a line to it, and whether it is proven."""
    search, cards, proven = own_search_state(), cards_of(row), True
    for game in _targets(rules, row, len(cards)):
        search.clear()
        answer = decide(game, search, cards, budget.share(2))
        budget.used += search.nodes
        if answer == WON:
            break
        # The score ignores the goal card, so a game lost only because of that card proves nothing here.
        proven &= answer == LOST or game.goal != NO_GOAL
    return game, line_of(game, row, search.line()), proven


def _targets(rules: Accordion, row: Row, piles: int) -> Iterator[Game]:
    """Yield the targets to try in turn: the game's own, then ever more piles, up to all of them."""
    if row.goal is not None:
        yield game_of(rules, row.goal)
    game = game_of(rules, None)
    for target in range(min(game.near, piles), piles + 1):
        yield game._replace(target=target)


def _largest(game: Game, row: Row, largest: int, budget: Budget) -> tuple[tuple[Move, ...] | None, bool]:
    """Return a line to as few piles with one larger than `largest`, or None; and whether that is optimal."""
    search, cards = own_search_state(), cards_of(row)
    sizes = Sizes(np.ones(len(PACK), np.int64), np.zeros(1 + LONGEST, np.int64))
    for pile in row.piles:
        sizes.piles[pile.top] = pile.size
    sizes.incumbent[0] = largest
    enough = int(sizes.piles[cards].sum()) - (game.target - 1)
    search.clear()
    lay_out(game, search, cards)
    share = Budget(budget.share(1))
    proven = any(enlarge(game, search, sizes, enough, share.used) for _ in share.slices(SLICE))
    budget.used += search.nodes
    if sizes.incumbent[0] == largest:
        return None, proven
    return line_of(game, row, sizes.incumbent[1 : 1 + len(cards) - game.target]), proven
