"""The solvers' machine code: commands load it, compiling it if need be, before they use a solver."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.cli.output import print_aside
from bot.solvers.jit import CannotCompile, ready
from bot.solvers.registry import compile_package, packages_of

if TYPE_CHECKING:
    from bot.engine.rules import AnyRules


def load_kernels(rules: AnyRules) -> None:
    """Load the kernels that solve a game; if they are not compiled yet, say so on stderr and compile them.

    If they cannot be compiled, the plain search is used.
    """
    for package in packages_of(rules.family):
        if not ready(package):
            print_aside(f"Compiling the solver `{package}` for this machine, once: under a minute …")
        try:
            compile_package(package)
        except CannotCompile as error:
            print_aside(f"The solver `{package}` cannot be compiled ({error}): the plain search answers.")
