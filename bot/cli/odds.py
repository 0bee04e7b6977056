"""`idleyear odds`: how often a game can be won."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli.arguments import AsJson, Game
from bot.cli.counting import Count, counting
from bot.cli.kernels import load_kernels
from bot.cli.output import print_json, print_line
from bot.engine.errors import GameError
from bot.engine.games import find_game
from bot.service.surveys.bookmark import Bookmark
from bot.service.surveys.survey import Kind, Survey, check_player
from bot.solvers.registry import at_hand, packages_of

if TYPE_CHECKING:
    from bot.engine.rules import AnyRules

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
"""The exit code that a shell gives a command stopped by Ctrl-C."""


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

    Ctrl-C stops early and prints the count so far; the exit code is then 130.
    """
    rules = find_game(game)
    if fair and by_hints:
        raise GameError("Choose --fair or --by-hints: they count in two ways how often people can win.")
    kind = Kind.FAIR if fair else Kind.BY_HINTS if by_hints else Kind.KNOWN
    if cluster is None:
        load_kernels(rules)
        check_player(rules, kind)
    survey = Survey(rules.id, kind, seed)
    plain = cluster is None and _lacks_kernels(rules)
    bookmark = None if resume is None else Bookmark(resume, survey, plain=plain)
    count = counting(survey, deals, cluster, bookmark)
    if count.total.deals:
        _tell(count, by_hints=by_hints, as_json=as_json)
    if count.lost:
        raise count.lost
    if count.total.deals < deals:
        raise typer.Exit(_INTERRUPTED)


def _lacks_kernels(rules: AnyRules) -> bool:
    return len(at_hand(rules.family)) < len(packages_of(rules.family))


def _tell(count: Count, *, by_hints: bool, as_json: bool) -> None:
    total = count.total
    low, high = total.interval
    if as_json:
        told: dict[str, object] = {"wins": total.wins, "deals": total.deals, "interval": [low, high]}
        if total.undecided:
            told["undecided"] = total.undecided
        if by_hints:
            told["repeats"] = total.repeats
        print_json({**told, "deals_per_second": count.deals_per_second})
        return
    share = f"{total.wins / total.deals:.3%} ({low:.3%} to {high:.3%}, 95 % confidence)"
    left = f", {total.undecided} undecided" if total.undecided else ""
    if total.repeats:
        left += f", and in {total.repeats} the hints went in a circle"
    speed = f"; {count.deals_per_second:.0f} a second" if count.deals_per_second else ""
    print_line(f"{total.wins} of {total.deals} deals are won: {share}{left}{speed}")
