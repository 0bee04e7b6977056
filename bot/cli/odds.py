"""`idleyear odds`: how often a game can be won."""

from __future__ import annotations

import time
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli.arguments import AsJson, Game  # noqa: TC001  Typer reads the annotations of a command
from bot.cli.kernels import load_kernels
from bot.cli.output import print_json, print_line
from bot.cli.progress import progress_bar
from bot.engine.errors import GameError
from bot.engine.games import find_game
from bot.service.following import follow_deals
from bot.solvers.registry import player_for
from bot.solvers.win_rate import Tally, growing, survey
from bot.solvers.win_rate.workers import processes

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager

    from bot.engine.rules import AnyRules

Deals = Annotated[int, typer.Option(min=1, max=10**12, help="How many deals to look at.")]
Seed = Annotated[int, typer.Option(min=0, max=2**63 - 1, help="The same seed counts the same deals.")]
Fair = Annotated[
    bool, typer.Option("--fair", help="Let a player play who sees what people see, not all the cards.")
]
ByHints = Annotated[
    bool, typer.Option("--by-hints", help="Play as somebody does who takes every hint; slower, but the same.")
]

_INTERRUPTED = 130
"""What a shell says of a command that was stopped by Ctrl-C."""


def odds(
    game: Game,
    deals: Deals = 1000,
    seed: Seed = 1,
    fair: Fair = False,
    by_hints: ByHints = False,
    as_json: AsJson = False,
) -> None:
    """Count how many of many deals can be won, with all cards known or, with --fair, as people play.

    Ctrl-C ends it early with the result so far: whoever asked for more deals is told by the exit code.
    """
    rules = find_game(game)
    if fair and by_hints:
        raise GameError("Choose --fair or --by-hints: they count in two ways how often people can win.")
    load_kernels(rules)
    if fair and player_for(rules) is None:
        raise GameError(f"There is no fair player for {rules.name}: leave --fair out.")
    begun = _by_hints(rules, seed, deals) if by_hints else survey(rules, seed, deals, fair=fair)
    total, seconds = _count(rules, begun, deals)
    if total.deals:
        _tell(total, seconds, by_hints=by_hints, as_json=as_json)
    if total.deals < deals:
        raise typer.Exit(_INTERRUPTED)


@contextmanager
def _by_hints(rules: AnyRules, seed: int, deals: int) -> Iterator[Iterator[Tally]]:
    """Begin to take every hint in many deals; yield what is counted so far, as `survey` does."""
    with processes(rules.family) as workers:
        yield growing(workers, partial(follow_deals, rules.id, seed), deals)


def _count(
    rules: AnyRules, begun: AbstractContextManager[Iterator[Tally]], deals: int
) -> tuple[Tally, float]:
    """Return what was counted until all is, or until Ctrl-C, and the seconds that it took."""
    total, start = Tally(), time.perf_counter()
    try:
        with begun as tallies, progress_bar(rules.name, deals) as show:
            start = time.perf_counter()
            for total in tallies:
                show(total.deals)
    except KeyboardInterrupt:
        pass
    return total, time.perf_counter() - start


def _tell(total: Tally, seconds: float, *, by_hints: bool, as_json: bool) -> None:
    low, high = total.interval
    if as_json:
        told: dict[str, object] = {"wins": total.wins, "deals": total.deals, "interval": [low, high]}
        if total.undecided:
            told["undecided"] = total.undecided
        if by_hints:
            told["repeats"] = total.repeats
        print_json({**told, "deals_per_second": total.deals / seconds})
        return
    share = f"{total.wins / total.deals:.3%} ({low:.3%} to {high:.3%}, 95 % confidence)"
    left = f", {total.undecided} undecided" if total.undecided else ""
    if total.repeats:
        left += f", and in {total.repeats} the hints went in a circle"
    print_line(
        f"{total.wins} of {total.deals} deals are won: {share}{left}; {total.deals / seconds:.0f} a second"
    )
