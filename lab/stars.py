"""`stars`: what difficulty is worth, by who wins deals of each.

The fair player and careless players play deals that the borders between the grades were not made from.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Callable
from statistics import mean
from typing import Annotated, Any, NamedTuple

import typer

from bot.cli.solve import prepare_solver
from bot.cli.terminal import AsJson, print_json, print_line, progress_bar
from bot.service.seeds import limit_of_proof
from idle_year.engine.games import find_game
from idle_year.engine.rules import AnyRules
from idle_year.solvers.difficulty import stars as stars_of
from idle_year.solvers.registry import fair_counter_for, play_carelessly, solver_for
from idle_year.solvers.win_rate import deal

_SEED = 1883
Graded = Annotated[str, typer.Argument(metavar="GAME", help="Napoleon or Cribbage, or a variant of theirs.")]
Deals = Annotated[int, typer.Option(min=1, max=100_000, help="How many deals to look at.")]


class Played(NamedTuple):
    """Deals of one difficulty, and how they were played."""

    deals: int
    fair: float
    """The share that the fair player won, 0 to 1."""
    careless: float
    """The share of their games that careless players won, 0 to 1."""


class _Won(NamedTuple):
    """How often a deal was won, 0 to 1: once by the fair player or not, and by careless players."""

    fair: float
    careless: float


def stars(game: Graded, deals: Deals = 300, as_json: AsJson = False) -> None:
    """Count who wins deals of each difficulty; those that can't be graded are left out."""
    rules, done = find_game(game), itertools.count(1)
    prepare_solver(rules)
    _careless(rules, rules.start("refused"))
    with progress_bar("deals", deals) as show:
        figures = _measure(rules, deals, lambda: show(next(done)))
    if as_json:
        print_json({str(graded): played._asdict() for graded, played in figures.items()})
        return
    for graded, (count, fair, careless) in figures.items():
        print_line(f"{graded}: {count} deals; fair play wins {fair:.0%}, careless play {careless:.1%}")


def _careless(rules: AnyRules, state: Any) -> float:
    """Return how often careless players win a deal, 0 to 1."""
    missing = play_carelessly(rules, state)
    if missing is None:
        raise typer.BadParameter(f"Nobody plays {rules.name} carelessly: name Napoleon or Cribbage.")
    return float((missing == 0).mean())


def _measure(rules: AnyRules, deals: int, step: Callable[[], object]) -> dict[int, Played]:
    """Play the deals of a survey; return what came of those of each difficulty."""
    won, play = defaultdict[int, list[_Won]](list), fair_counter_for(rules)
    for number in range(deals):
        state = deal(rules, _SEED, number)
        graded = stars_of(rules, solver_for(rules), state, limit_of_proof(rules))
        if graded is not None and play is not None:
            fairly = play(rules, _SEED, number, 1) or 0
            won[graded].append(_Won(fairly, _careless(rules, state)))
        step()
    return {graded: _summed_up(each) for graded, each in sorted(won.items())}


def _summed_up(won: list[_Won]) -> Played:
    fair, careless = zip(*won, strict=True)
    return Played(len(won), mean(fair), mean(careless))
