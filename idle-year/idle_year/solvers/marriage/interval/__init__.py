"""Royal Marriage and its kin, where blocks leave between two matching cards: interval dynamic programming."""

from __future__ import annotations

from typing import cast

import numpy as np

from idle_year.engine.games import find_game
from idle_year.engine.games.marriage import Marriage
from idle_year.engine.rules import AnyRules
from idle_year.solvers.fair_play import AnyPlayer
from idle_year.solvers.marriage.interval.count import count_wins, count_wins_with_redeal, pack_of
from idle_year.solvers.marriage.interval.interval_dp import Permit, permit_of
from idle_year.solvers.marriage.interval.player import FrenchPlayer, RoyalMarriagePlayer
from idle_year.solvers.marriage.interval.solver import RoyalMarriageSolver
from idle_year.solvers.protocols import AnySolver, Counted, Limit


def solver_for(rules: AnyRules) -> AnySolver | None:
    """Return a solver for a game, or None if this package has none."""
    game = _game(rules)
    return None if game is None else RoyalMarriageSolver(*game)


def player_for(rules: AnyRules) -> AnyPlayer | None:
    """Return a fair player for a game with hidden information, or None if this package has none."""
    game = _game(rules)
    if game is None:
        return None
    if game[0].redeal:
        return FrenchPlayer(*game)
    return RoyalMarriagePlayer(*game) if game[0].singly else None


def count_winnable(rules: AnyRules, seed: int, first: int, deals: int) -> Counted | None:
    """Count the deals of a survey that can be won, in French before its redeal; None for other games."""
    game = _game(rules)
    if game is None:
        return None
    marriage, permit = game
    ends = len(marriage.ends or ())
    return Counted(count_wins(pack_of(marriage), ends, permit, np.uint64(seed), first, deals))


def count_fair_wins(rules: AnyRules, seed: int, first: int, deals: int) -> int | None:
    """Count the deals of a survey that the fair player wins; None for games without one.

    In a game dealt singly these are all that can be won, as the player deals everything first.
    """
    game = _game(rules)
    if game is None or player_for(rules) is None:
        return None
    marriage, permit = game
    if marriage.redeal:
        return count_wins_with_redeal(permit, np.uint64(seed), first, deals)
    counted = count_winnable(rules, seed, first, deals)
    return counted and counted.won


def warm() -> None:
    """Run every kernel once, with every type of argument that is used."""
    limit = Limit()
    for name in ("push-pin", "queen-and-her-lad", "french"):
        rules = find_game(name)
        state = rules.start("warm")
        game_solver, game_player = solver_for(rules), player_for(rules)
        if game_solver is not None:
            game_solver.judge(state, limit)
        if game_player is not None:
            game_player.weigh(game_player.see(state))
        count_winnable(rules, 1, 0, 1)
        count_fair_wins(rules, 1, 0, 1)


def _game(rules: AnyRules) -> tuple[Marriage, Permit] | None:
    """Return a game of this package with what may leave in it, or None for any other."""
    permit = permit_of(rules) if isinstance(rules, Marriage) else None
    return None if permit is None else (cast("Marriage", rules), permit)
