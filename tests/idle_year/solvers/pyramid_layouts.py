"""Small layouts of Pyramid, and what brute force finds out about them."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

from idle_year.engine.cards import PACK
from idle_year.engine.games.pyramid import DEALS
from idle_year.engine.positions.pyramid import COVERED_BY, Triangle
from idle_year.engine.rules import Outcome
from idle_year.solvers.generic import Search
from idle_year.solvers.protocols import Limit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from idle_year.engine.games.pyramid import Pyramid

PATIENT = Limit(seconds=60)
GAMES = DEALS
"""With unlimited passes and with three; then the same for clearing all cards."""
_RANKS = ((0, 11), (4, 7), (5, 6, 12), (0, 11, 1, 10), (2, 9, 12, 3, 8))
"""Few ranks with their partners, so that many cards pair up."""
_ENOUGH = 4
"""More turns of the waste than any of the small layouts needs."""


def layouts(seed: str, many: int, most_stock: int = 4) -> Iterator[Triangle]:
    """Yield small layouts: up to three rows, some cards gone, few in stock and waste, any of three passes."""
    chance = random.Random(seed)  # noqa: S311  the same layouts every time
    for _ in range(many):
        size = chance.choice((1, 3, 6, 6, 6))
        waste = chance.randint(0, 2)
        ranks = chance.choice(_RANKS)
        pool = [card for card in PACK if card.rank in ranks]
        cards = chance.sample(pool, min(len(pool), size + waste + chance.randint(0, most_stock)))
        places = [*cards[:size], *[None] * (len(COVERED_BY) - size)]
        for place in reversed(range(size)):
            if all(places[over] is None for over in COVERED_BY[place]) and chance.random() < 0.25:
                places[place] = None
        deck = tuple(cards[size:])
        yield Triangle(tuple(places), deck[waste:], deck[:waste], chance.randint(1, 3))


def oracle(rules: Pyramid, state: Triangle) -> Search[Triangle]:
    """Return the plain search for a game; with unlimited passes it would never terminate."""
    return Search(rules if rules.passes else replace(rules, passes=state.passes + _ENOUGH))


def fewest_moves(rules: Pyramid, state: Triangle) -> int:
    """Count the moves of the shortest winning line, by trying all; unlimited passes are treated alike."""
    moves, front, seen = 0, [state], {state}
    while not any(rules.outcome(each) is Outcome.WON for each in front):
        reached = {rules.play(each, move) for each in front for move in rules.moves(each)}
        if rules.passes is None:
            reached = {replace(each, passes=1) for each in reached}
        front = list(reached - seen)
        seen |= reached
        moves += 1
    return moves
