"""Which package of kernels supports which game, and what it offers: a solver, a fair player, counters.

A package is used once its kernels are loaded in this process; until then, and if they cannot be compiled
at all, the plain search takes its place: nobody has to wait for the compiler.
"""

from __future__ import annotations

import importlib
import threading
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar, cast

from idle_year.engine.rules import AnyRules, Rules, S
from idle_year.solvers.fair_play import AnyPlayer
from idle_year.solvers.generic import Search
from idle_year.solvers.jit import CannotCompile, begin_cache, finish_cache
from idle_year.solvers.protocols import AnySolver, Counted, Solver

if TYPE_CHECKING:  # what only deals, lists and replays does without numpy
    import numpy as np
    from numpy.typing import NDArray

C_co = TypeVar("C_co", covariant=True)


class Package(NamedTuple):
    """What is known of a package of kernels before it is loaded."""

    family: str
    """The family of its games."""
    compiled_in: float
    """Seconds of work to compile it: what `python -m idle_year.solvers PACKAGE` took with an empty cache.

    Measured once as processor time, on a shared server in 2026. Only the ratios matter: the speed of a
    machine shows as soon as it has compiled one package.
    """
    games: frozenset[str] = frozenset()
    """The ids of the games that it supports; if empty, those of the family that no other package lists."""


PACKAGES = {
    # The default game of `/deal`, `/daily` and the command line, shown first to new players.
    "accordion.open": Package("accordion", compiled_in=20.0),
    # The second family of every menu, and the patience that most people have met on a computer.
    "marriage.interval": Package("marriage", compiled_in=21.0),
    "pyramid": Package("pyramid", compiled_in=53.0),
    # The other two families, the quicker one to compile first: then each has its daily.
    "napoleon": Package("napoleon", compiled_in=60.0),
    "cribbage": Package("cribbage", compiled_in=74.0),
    # Variants, which have to be asked for by name; those of Accordion first.
    "accordion.compulsory": Package(
        "accordion",
        compiled_in=43.0,
        games=frozenset({"idle-year", "idle-year-slides", "goren", "parlett", "compacted"}),
    ),
    "marriage.forced": Package(
        "marriage",
        compiled_in=20.0,
        games=frozenset(
            {
                "royal-marriage-compacted",
                "queen-and-her-lad-compacted",
                "push-pin-compacted",
                "double-jump-compacted",
                "french-compacted",
                "concertina-compacted",
                "one-handed",
            }
        ),
    ),
    "marriage.pairs": Package("marriage", compiled_in=7.0, games=frozenset({"concertina", "bayan"})),
}
"""The packages under `idle_year.solvers` that hold kernels, by their names from there.

They are compiled in this order, in which a new user is likely to need them: first those that support
the first game of a family, which is the default deal and the source of the daily. No two support the same
game.
"""

_AT_HAND: dict[str, KernelPackage] = {}
"""The packages whose kernels are loaded in this process."""
_COMPILED: set[str] = set()
"""Those known to be compiled on this machine: whoever is handed a thought about such a game loads them."""
_LOADING = threading.Lock()
"""Held while kernels are loaded: all threads of a worker may ask for them at once."""


class Count(Protocol[C_co]):
    """A counter of the deals of a survey; it releases the GIL."""

    def __call__(self, rules: AnyRules, seed: int, first: int, deals: int) -> C_co | None:
        """Count the deals numbered from `first` on; return None if it cannot count the game."""


class KernelPackage(Protocol):
    """The interface of every package of kernels.

    A package may also have a `count_winnable`, a `Count[Counted]` with all cards known, a `count_fair_wins`,
    a `Count[int]` of the deals that its fair player wins, and a `play_carelessly`, for games whose difficulty
    it shows.
    """

    def solver_for(self, rules: AnyRules) -> AnySolver | None:
        """Return a solver for a game, or None if the package has none."""

    def player_for(self, rules: AnyRules) -> AnyPlayer | None:
        """Return a fair player for a game, or None if the package has none."""

    def warm(self) -> None:
        """Run every kernel once, with every type of argument that is used."""


def solver_for(rules: Rules[S]) -> Solver[S]:
    """Return the best available solver for a game."""
    solvers = (package.solver_for(rules) for package in at_hand(rules.family).values())
    return next((solver for solver in solvers if solver is not None), Search(rules))


def player_for(rules: Rules[S]) -> AnyPlayer | None:
    """Return the fair player of a game with hidden cards, or None if there is none (yet)."""
    players = (package.player_for(rules) for package in at_hand(rules.family).values())
    return next((player for player in players if player is not None), None)


def counter_for(rules: AnyRules) -> Count[Counted] | None:
    """Return the counter of deals of a game that can be won with all cards known, or None."""
    return _able(
        (getattr(package, "count_winnable", None) for package in at_hand(rules.family).values()), rules
    )


def fair_counter_for(rules: AnyRules) -> Count[int] | None:
    """Return the counter of deals of a game that its fair player wins, or None."""
    return _able(
        (getattr(package, "count_fair_wins", None) for package in at_hand(rules.family).values()), rules
    )


def play_carelessly(rules: Rules[S], deal: S) -> NDArray[np.int64] | None:
    """Return how far below the goal each of many careless games of a deal ends; None if nobody plays so."""
    packages = (getattr(package, "play_carelessly", None) for package in at_hand(rules.family).values())
    return next((play(rules, deal) for play in packages if play is not None), None)


def packages_of(family: str) -> tuple[str, ...]:
    """Return the names of the packages for a family of games."""
    return tuple(name for name, package in PACKAGES.items() if package.family == family)


def at_hand(family: str) -> dict[str, KernelPackage]:
    """Return the packages for a family of games whose kernels are loaded in this process, by name."""
    return {name: _AT_HAND[name] for name in packages_of(family) if name in _AT_HAND}


def is_loaded(package: str) -> bool:
    """Whether the kernels of a package are loaded in this process."""
    return package in _AT_HAND


def note_compiled(package: str) -> None:
    """Note that a package can be loaded by any process of this machine without being compiled."""
    _COMPILED.add(package)


def to_load(rules: AnyRules) -> tuple[str, ...]:
    """Return the packages that solve a game and that are loaded here, or can be loaded at once elsewhere."""
    return tuple(name for name in packages_for(rules) if name in _AT_HAND or name in _COMPILED)


def is_to_be_had(rules: AnyRules) -> bool:
    """Whether the kernels that solve a game are loaded in this process, or can be loaded by another."""
    return bool(to_load(rules))


def packages_for(rules: AnyRules) -> tuple[str, ...]:
    """Return the package whose kernels solve a game, without importing it; empty if there is none."""
    own = packages_of(rules.family)
    listed = tuple(name for name in own if rules.id in PACKAGES[name].games)
    return listed or tuple(name for name in own if not PACKAGES[name].games)


def load(package: str) -> KernelPackage:
    """Import a package of kernels."""
    return cast("KernelPackage", importlib.import_module(f"idle_year.solvers.{package}"))


def compile_package(package: str) -> None:
    """Load every kernel of a package into this process, once, compiling those not in the cache.

    Raise CannotCompile if that fails, whatever the reason: a full disk, or a compiler that does not work.
    """
    with _LOADING:
        if package not in _AT_HAND:
            _AT_HAND[package] = _compiled(package)


def _compiled(package: str) -> KernelPackage:
    try:
        begin_cache(package)
        kernels = load(package)
        kernels.warm()
        finish_cache(package)
    except CannotCompile:
        raise
    except Exception as error:
        raise _cannot_compile(error) from error
    return kernels


def _cannot_compile(error: Exception) -> CannotCompile:
    return CannotCompile(f"{type(error).__name__}: {error}".splitlines()[0])


def _able(counters: Iterable[Count[C_co] | None], rules: AnyRules) -> Count[C_co] | None:
    """Return the first counter that supports a game, tested by counting zero deals."""
    return next((count for count in counters if count and count(rules, 0, 0, 0) is not None), None)
