"""A survey on this machine."""

from __future__ import annotations

from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from bot.engine.games import find_game
from bot.service.surveys.following import follow_deals
from bot.service.surveys.survey import Kind
from bot.solvers import win_rate
from bot.solvers.win_rate import growing
from bot.solvers.win_rate.workers import processes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.service.surveys.survey import Survey
    from bot.solvers.win_rate import Tally


@contextmanager
def counted_here(survey: Survey, deals: int, counted: Tally) -> Iterator[Iterator[Tally]]:
    """Continue a survey from what is already counted; yield an iterator over the running count."""
    game, kind, seed = survey
    rules = find_game(game)
    if kind is Kind.BY_HINTS:
        with processes(rules.family) as workers:
            yield growing(workers, partial(follow_deals, game, seed), deals, counted)
    else:
        begun = win_rate.survey(rules, seed, deals, fair=kind is Kind.FAIR, counted=counted)
        with begun as tallies:
            yield tallies
