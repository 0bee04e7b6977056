"""What a survey counts, and in which order."""

from __future__ import annotations

import multiprocessing

from bot.engine.games import ALL
from bot.solvers import solver_for
from bot.solvers.survey import survey
from bot.solvers.survey.deals import solve_deals
from bot.solvers.verdict import Limit

SMALL = ALL["late-binding"]


def test_every_deal_is_counted_once() -> None:
    """However a survey is cut into parts, the parts add up to the whole."""
    whole = solve_deals(SMALL, 7, 0, 6)
    assert solve_deals(SMALL, 7, 0, 2) + solve_deals(SMALL, 7, 2, 4) == whole
    assert (whole.deals, whole.wins + whole.undecided <= 6) == (6, True)


def test_a_deal_belongs_to_seed_and_number() -> None:
    """Deal 3 of survey 7 is the game's own deal of the seed `7-3`."""
    verdict = solver_for(SMALL).solve(SMALL.start("7-3"), Limit(20_000, 60))
    assert solve_deals(SMALL, 7, 3, 1).wins == (verdict.answer == "won")


def test_a_survey_grows_to_the_whole() -> None:
    """Whoever breaks off has the first deals, all of them."""
    with survey(SMALL, 7, 6, fair=False) as tallies:
        grown = list(tallies)
    assert [each.deals for each in grown] == sorted({each.deals for each in grown})
    assert grown[-1].deals == 6


def test_breaking_off_ends_the_workers() -> None:
    """No process is left behind, of those that solve the deals one by one."""
    with survey(ALL["napoleon"], 7, 10**9, fair=False) as tallies:
        next(tallies)
    for process in multiprocessing.active_children():
        process.join(10)
    assert multiprocessing.active_children() == []
