"""Use every solver, player and counter briefly, and print what was compiled in doing so: for a test."""

import math

from idle_year.engine.games import ALL
from idle_year.solvers import jit
from idle_year.solvers.protocols import Limit
from idle_year.solvers.registry import (
    PACKAGES,
    compile_package,
    counter_for,
    fair_counter_for,
    play_carelessly,
    player_for,
    solver_for,
)

_LITTLE = Limit(nodes=200, seconds=math.inf)

if __name__ == "__main__":
    for package in PACKAGES:
        compile_package(package)
    before = [len(kernel.overloads) for kernel in jit._KERNELS]
    for rules in ALL.values():
        state, solver, player = rules.start("late"), solver_for(rules), player_for(rules)
        solver.solve(state, _LITTLE)
        solver.best(state, _LITTLE)
        solver.judge(state, _LITTLE)
        if player is not None:
            player.weigh(player.see(state))
        play_carelessly(rules, state)
        for count in (counter_for(rules), fair_counter_for(rules)):
            if count is not None:
                count(rules, 1, 0, 1)
    for kernel, known in zip(jit._KERNELS, before, strict=True):
        if len(kernel.overloads) > known:
            print(f"{kernel.__module__}.{kernel.__name__}")
