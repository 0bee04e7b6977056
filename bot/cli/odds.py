"""`idleyear odds`: how often a game can be won."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Annotated

import typer

from bot.cli.solve import prepare_solver
from bot.cli.terminal import AsJson, Game, print_aside, print_json, print_line, progress_bar, stopped_in_order
from bot.service.survey import Bookmark, Counting, Survey, check_player, counted_here
from bot.service.survey_on_cluster import counted_on
from bot.watch import installed_version
from idle_year.engine.errors import GameError
from idle_year.engine.games import find_game
from idle_year.engine.rules import AnyRules
from idle_year.solvers.registry import at_hand, packages_of
from idle_year.solvers.win_rate import Tally

Deals = Annotated[int, typer.Option(min=1, max=10**12, help="How many deals to count.")]
Seed = Annotated[int, typer.Option(min=0, max=2**63 - 1, help="The same seed counts the same deals.")]
Fair = Annotated[bool, typer.Option("--fair", help="Play without looking at hidden cards, as people do.")]
ByHints = Annotated[
    bool, typer.Option("--by-hints", help="Play by taking every hint; slower, with the same result.")
]
Cluster = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Count on a Dask cluster, such as tcp://10.0.0.1:8786."),
]
Resume = Annotated[
    str | None,
    typer.Option(metavar="FILE", help="Keep the count in a file, and continue from it next time."),
]

_INTERRUPTED = 130
"""The exit code that a shell gives a command stopped by Ctrl-C; it is the same after SIGTERM."""


@stopped_in_order()
def odds(
    game: Game,
    deals: Deals = 1000,
    seed: Seed = 1,
    fair: Fair = False,
    by_hints: ByHints = False,
    cluster: Cluster = None,
    resume: Resume = None,
    as_json: AsJson = False,
) -> None:
    """Count how many deals can be won with all cards known or, with --fair, as people play.

    Ctrl-C or SIGTERM stops early and prints the count so far; the exit code is then 130.
    """
    rules = find_game(game)
    if fair and by_hints:
        raise GameError("Choose --fair or --by-hints: they count in two ways how often people can win.")
    kind = Counting.FAIR if fair else Counting.BY_HINTS if by_hints else Counting.KNOWN
    if cluster is None:
        prepare_solver(rules)
        check_player(rules, kind)
    survey = Survey(rules.id, kind, seed)
    plain = cluster is None and _lacks_kernels(rules)
    bookmark = None if resume is None else Bookmark(resume, survey, plain=plain)
    count = _counting(survey, deals, cluster, bookmark)
    if count.total.deals:
        _tell(survey, count, as_json=as_json)
    if count.lost:
        raise count.lost
    if count.total.deals < deals:
        raise typer.Exit(_INTERRUPTED)


def _lacks_kernels(rules: AnyRules) -> bool:
    return len(at_hand(rules.family)) < len(packages_of(rules.family))


def _tell(survey: Survey, count: _Count, *, as_json: bool) -> None:
    total = count.total
    low, high = total.interval
    if as_json:
        of = {**survey._asdict(), "revision": find_game(survey.game).revision, "version": installed_version()}
        told = {**of, "wins": total.wins, "deals": total.deals, "interval": [low, high]}
        if total.undecided:
            told["undecided"] = total.undecided
        if survey.kind is Counting.BY_HINTS:
            told["repeats"] = total.repeats
        print_json({**told, "deals_per_second": count.deals_per_second})
        return
    share = f"{total.wins / total.deals:.3%} ({low:.3%} to {high:.3%}, 95 % confidence)"
    left = f", {total.undecided} undecided" if total.undecided else ""
    if total.repeats:
        left += f", and in {total.repeats} the hints went in a circle"
    speed = f"; {speed_text(count.deals_per_second)}" if count.deals_per_second else ""
    print_line(f"{total.wins} of {total.deals} deals are won: {share}{left}{speed}")


def speed_text(deals_per_second: float) -> str:
    """Say how fast deals are counted; where each takes seconds, how many."""
    if deals_per_second < 1:
        return f"one in {1 / deals_per_second:.1f} s"
    return f"{deals_per_second:.0f} a second"


@dataclass
class _Count:
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


def _counting(survey: Survey, deals: int, cluster: str | None, bookmark: Bookmark | None) -> _Count:
    """Count until done, until Ctrl-C, or until an error after the beginning."""
    before = bookmark.counted if bookmark else Tally()
    count = _Count(before, before.deals)
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
        _write_end(bookmark, count)
    return count


def _write_end(bookmark: Bookmark, count: _Count) -> None:
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
    count: _Count,
    bookmark: Bookmark | None,
) -> None:
    """Record, show and save what is counted."""
    with begun as tallies, progress_bar(title, deals) as show:
        count.start = time.perf_counter()
        for total in tallies:
            count.total = total
            show(total.deals)
            if bookmark:
                bookmark.write_now_and_then(total)


def _tell_of_compiling() -> None:
    print_aside("The workers compile the solvers for their machines, once: under a minute …")
