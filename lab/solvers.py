"""`solvers`: solvers on deals and endgames, next to the plain search.

Times are processor time of this thread, so that other work on the machine does not show.
"""

from __future__ import annotations

import itertools
import math
import random
import time
from collections.abc import Callable, Sequence
from statistics import median
from typing import Annotated, Any, NamedTuple

import typer

from bot.cli.solve import prepare_solver
from bot.cli.terminal import AsJson, print_json, print_line, progress_bar
from idle_year.engine.games import find_game
from idle_year.engine.rules import AnyRules
from idle_year.solvers.fair_play import AnyPlayer
from idle_year.solvers.generic import Search
from idle_year.solvers.protocols import Answer, AnySolver, Limit
from idle_year.solvers.registry import player_for, solver_for
from lab.bots import games_with_solvers
from lab.figures import percentiles, times_in_words

_LIMIT = Limit()
"""The limit that the bot sets."""
_PLAIN_LIMIT = Limit(nodes=20_000, seconds=math.inf)
_PLAIN_POSITIONS = 5
_DECISIONS = 30


OneGame = Annotated[
    str | None, typer.Argument(metavar="GAME", help="A game; by default, every game that has a solver.")
]
Deals = Annotated[int, typer.Option(min=1, max=100_000, help="How many deals of each game to solve.")]


def solvers(game: OneGame = None, deals: Deals = 100, as_json: AsJson = False) -> None:
    """Time the solvers on deals and on endings of random play, the first few also with the plain search."""
    for rules in [find_game(game)] if game else games_with_solvers():
        prepare_solver(rules)
        figures = _measured(rules, deals)
        if as_json:
            print_json(figures)
        else:
            _tell(figures)


def _measured(rules: AnyRules, deals: int) -> dict[str, Any]:
    solved = itertools.count(1)
    with progress_bar(rules.name, 2 * deals) as show:
        return _measure(rules, deals, lambda: show(next(solved)))


def _tell(figures: dict[str, Any]) -> None:
    print_line(f"{figures['game']}, {figures['positions']} deals")
    for part in ("deals", "ends"):
        ours, plain = figures[part]["solver"], figures[part]["plain"]
        print_line(f"  {part:5} {times_in_words(ours)}; {ours['decided']:.1%} decided, {ours['won']:.1%} won")
        more = f"{figures[part]['ratio']:.3g} times as long, {plain['decided']:.0%} decided"
        print_line(f"        plain search {plain['p50']:.3f} ms at the median: {more}")
    if "fair" in figures:
        print_line(f"  fair  {times_in_words(figures['fair'])} a decision")


class Measured(NamedTuple):
    """How long a solver took over some positions, in milliseconds, and what it found out."""

    times: list[float]
    answers: list[Answer]

    def figures(self) -> dict[str, float]:
        """Return percentiles of the times, and the shares of positions, 0 to 1, that are decided and won."""
        count = len(self.answers)
        return {
            **percentiles(self.times),
            "decided": 1 - self.answers.count(Answer.UNKNOWN) / count,
            "won": self.answers.count(Answer.WON) / count,
        }


def _measure(rules: AnyRules, deals: int, step: Callable[[], None]) -> dict[str, object]:
    """Solve deals of a game, and as many random endgames; call `step` after each position."""
    starts = [rules.start(f"bench-{number}") for number in range(deals)]
    ends = [_random_end(rules, start, number) for number, start in enumerate(starts)]
    figures: dict[str, object] = {"game": rules.id, "positions": deals}
    for name, states in (("deals", starts), ("ends", ends)):
        figures[name] = _beside_plain(rules, states, step)
    player = player_for(rules)
    if player is not None:
        figures["fair"] = percentiles(_decisions(rules, player, starts))
    return figures


def _beside_plain(rules: AnyRules, states: Sequence[Any], step: Callable[[], None]) -> dict[str, object]:
    """Solve all states, and the first few by the plain search as well."""
    ours = _solve(solver_for(rules), states, _LIMIT, step)
    plain = _solve(Search(rules), states[:_PLAIN_POSITIONS], _PLAIN_LIMIT)
    ratio = median(plain.times) / median(ours.times[:_PLAIN_POSITIONS])
    return {"solver": ours.figures(), "plain": plain.figures(), "ratio": ratio}


def _solve(
    solver: AnySolver, states: Sequence[Any], limit: Limit, step: Callable[[], None] = lambda: None
) -> Measured:
    measured = Measured([], [])
    for state in states:
        start = time.thread_time()
        verdict = solver.solve(state, limit)
        measured.times.append((time.thread_time() - start) * 1000)
        measured.answers.append(verdict.answer)
        step()
    return measured


def _random_end(rules: AnyRules, state: Any, number: int) -> Any:
    """Play a game at random to its end; return a state from its second half, before the end."""
    chance = random.Random(number)  # noqa: S311  which position is measured, not a secret
    states = [state]
    while moves := rules.moves(states[-1]):
        states.append(rules.play(states[-1], chance.choice(moves)))
    return states[chance.randrange(len(states) // 2, max(1, len(states) - 1))]


def _decisions(rules: AnyRules, player: AnyPlayer, starts: Sequence[Any]) -> list[float]:
    """Let the fair player play deal after deal until enough decisions are made; return their times."""
    times: list[float] = []
    for state in starts:
        while len(times) < _DECISIONS and rules.moves(state):
            start = time.thread_time()
            best = player.weigh(player.see(state))[0].move
            times.append((time.thread_time() - start) * 1000)
            state = rules.play(state, best)  # noqa: PLW2901  the deal goes on
    return times
