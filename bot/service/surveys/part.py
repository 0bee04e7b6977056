"""The work of a cluster's worker: counting a part of a survey."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from bot.engine.games import find_game
from bot.service.cluster.installation import installation
from bot.service.cluster.loading import load_kernels
from bot.service.surveys.following import follow_deals
from bot.service.surveys.survey import Kind, check_player
from bot.solvers.jit import ready
from bot.solvers.registry import packages_of
from bot.solvers.win_rate.counting import timed, work_of_kernel, work_one_by_one

if TYPE_CHECKING:
    from bot.engine.rules import AnyRules
    from bot.solvers.win_rate import Tally
    from bot.solvers.win_rate.counting import Work


class Part(NamedTuple):
    """What a worker has counted, and with which versions."""

    tally: Tally
    seconds: float
    """How long the counting took, without loading."""
    installed: dict[str, str]


class Report(NamedTuple):
    """What a worker reports about itself."""

    installed: dict[str, str]
    ready: bool
    """Whether the game's solvers are compiled there."""


def count_part(game: str, kind: str, seed: int, first: int, deals: int) -> Part:
    """Count `deals` deals of a survey, numbered from `first` on.

    Raise GameError if this machine cannot compile the kernels: the plain search leaves other deals undecided,
    so the counts would depend on which machine counted.
    """
    rules = find_game(game)
    load_kernels(packages_of(rules.family))
    check_player(rules, Kind(kind))
    counted, seconds = timed(_work(rules, Kind(kind), seed), first, deals)
    return Part(counted, seconds, installation())


def report(game: str) -> Report:
    """Return what is installed on this worker, and whether it can start on a game at once."""
    packages = packages_of(find_game(game).family)
    return Report(installation(), all(ready(package) for package in packages))


def _work(rules: AnyRules, kind: Kind, seed: int) -> Work:
    if kind is Kind.BY_HINTS:
        return partial(follow_deals, rules.id, seed)
    fair = kind is Kind.FAIR
    return work_of_kernel(rules, seed, fair=fair) or work_one_by_one(rules, seed, fair=fair)
