"""Games dealt singly from the elimination family: the compacted deals, and One-Handed Solitaire."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bot.engine.cards import PACK
from bot.engine.games.marriage_deals import DEALS
from bot.engine.games.one_handed import ONE_HANDED
from bot.solvers.dealt.hunt import path_from
from bot.solvers.dealt.leaving import leaving_of
from bot.solvers.dealt.one_handed import OneHandedSolver
from bot.solvers.dealt.solving import DealtSolver
from bot.solvers.dealt.survey import count_dealt, count_one_handed, count_redealt
from bot.solvers.dealt.weighing import DealtPlayer
from bot.solvers.verdict import Limit

if TYPE_CHECKING:
    from bot.engine.games.marriage import Marriage
    from bot.engine.rules import AnyRules
    from bot.solvers.fair import AnyPlayer
    from bot.solvers.verdict import AnySolver


_PLAYERS = {rules.id: DealtPlayer(rules, DealtSolver(rules)) for rules in DEALS if rules.compulsory}
_PLAYERS[ONE_HANDED.id] = DealtPlayer(ONE_HANDED, OneHandedSolver(ONE_HANDED))


def solver(rules: AnyRules) -> AnySolver | None:
    """Return a solver for a game, or None where this package has none."""
    found = _PLAYERS.get(rules.id)
    return None if found is None else found.solver


def player(rules: AnyRules) -> AnyPlayer | None:
    """Return a fair player for a game, or None where this package has none."""
    return _PLAYERS.get(rules.id)


def count(rules: Marriage, seed: int, first: int, deals: int) -> int:
    """Return how many of some numbered deals of a survey can be won if the order of the stock is known.

    Of a game with a redeal it counts those that are won.
    """
    pack = np.array(_pack(rules), dtype=np.int8)
    if rules.id == ONE_HANDED.id:
        return count_one_handed(pack, seed, first, deals)
    game = leaving_of(rules)
    if rules.redeal:
        return count_redealt(pack, game, rules.target, seed, first, deals)
    path = path_from(pack[:1].tolist(), pack[1:].tolist())
    return count_dealt(path, game, rules.target, 0 if rules.ends is None else 1, seed, first, deals)


def warm() -> None:
    """Run every kernel once, with arguments of the types that are ever used."""
    for fair in _PLAYERS.values():
        count(fair.rules, 1, 0, 1)
        state = fair.rules.start("warm")
        fair.solver.solve(state, Limit())
        fair.weigh(fair.see(state))


def _pack(rules: Marriage) -> list[int]:
    """Return the cards of a deal before they are shuffled."""
    ends = rules.ends or ()
    return [*ends[:1], *(card for card in PACK * rules.packs if card not in ends), *ends[1:]]
