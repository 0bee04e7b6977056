"""A survey counted while somebody watches: with a progress bar, and a way to stop early."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.cli.output import print_aside
from bot.cli.progress import progress_bar
from bot.engine.errors import GameError
from bot.engine.games import find_game
from bot.service.surveys.on_cluster import counted_on
from bot.service.surveys.on_this_machine import counted_here
from bot.solvers.win_rate import Tally

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager

    from bot.service.surveys.bookmark import Bookmark
    from bot.service.surveys.survey import Survey


@dataclass
class Count:
    """What a command has counted."""

    total: Tally
    before: int
    """Deals that an earlier command had counted."""
    start: float = field(default_factory=time.perf_counter)
    end: float = 0.0
    lost: GameError | None = None
    """The error that ended it after it had begun."""

    @property
    def deals_per_second(self) -> float | None:
        """How fast it went; None if everything had been counted before."""
        counted = self.total.deals - self.before
        return counted / (self.end - self.start) if counted else None


def counting(survey: Survey, deals: int, cluster: str | None, bookmark: Bookmark | None) -> Count:
    """Count until done, until Ctrl-C, or until an error after the beginning."""
    before = bookmark.counted if bookmark else Tally()
    count = Count(before, before.deals)
    if before.deals >= deals:
        return count
    try:
        _follow(_begun(survey, deals, cluster, before), find_game(survey.game).name, deals, count, bookmark)
    except KeyboardInterrupt:
        pass
    except GameError as error:
        count.lost = error
    count.end = time.perf_counter()
    if bookmark:
        _keep(bookmark, count)
    return count


def _keep(bookmark: Bookmark, count: Count) -> None:
    """Write where it ended; if that fails, the error is reported with the count."""
    try:
        bookmark.write(count.total)
    except GameError as error:
        count.lost = error


def _begun(
    survey: Survey, deals: int, cluster: str | None, before: Tally
) -> AbstractContextManager[Iterator[Tally]]:
    if cluster is None:
        return counted_here(survey, deals, before)
    return counted_on(cluster, survey, deals, before, _tell_of_compiling)


def _follow(
    begun: AbstractContextManager[Iterator[Tally]],
    title: str,
    deals: int,
    count: Count,
    bookmark: Bookmark | None,
) -> None:
    """Record, show and save what is counted."""
    with begun as tallies, progress_bar(title, deals) as show:
        count.start = time.perf_counter()
        for total in tallies:
            count.total = total
            show(total.deals)
            if bookmark:
                bookmark.keep(total)


def _tell_of_compiling() -> None:
    print_aside("The workers compile the solvers for their machines, once: under a minute …")
