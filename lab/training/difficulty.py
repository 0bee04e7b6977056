"""Find the borders between a game's stars: `python -m lab.training.difficulty GAME [DEALS]`."""

from __future__ import annotations

import json
import statistics
import sys

from bot.service.seeds import limit_of_proof
from idle_year.engine.games import find_game
from idle_year.solvers.difficulty import HARDEST, hardness
from idle_year.solvers.registry import compile_package, packages_of, solver_for


def borders(game: str, deals: int) -> list[float]:
    """Return how hard the deals are that divide the winnable ones among this many deals into fifths."""
    rules = find_game(game)
    for package in packages_of(rules.family):
        compile_package(package)
    solver = solver_for(rules)
    limit = limit_of_proof(rules)
    found = (hardness(rules, solver, rules.start(f"grade-{number}"), limit) for number in range(deals))
    return [
        round(border, 2)
        for border in statistics.quantiles([hard for hard in found if hard is not None], n=HARDEST)
    ]


if __name__ == "__main__":
    name, *rest = sys.argv[1:]
    print(json.dumps({name: borders(name, int(rest[0]) if rest else 300)}))
