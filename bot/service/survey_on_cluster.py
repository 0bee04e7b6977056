"""A survey on a cluster: parts are handed out to all workers, and their counts added up in order."""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from bot.engine.errors import GameError
from bot.engine.games import find_game
from bot.engine.rules import AnyRules
from bot.service.cluster import (
    PATIENCE,
    check_installed,
    check_scheduler,
    connected,
    foreign,
    giving_up_silent,
    installation,
)
from bot.service.survey import Counting, Survey, check_player, follow_deals
from bot.service.thinking.worker import load_kernels
from bot.solvers.jit import ready
from bot.solvers.registry import packages_of
from bot.solvers.win_rate import Parts, Tally, Work, timed, work_of_kernel, work_one_by_one

if TYPE_CHECKING:
    from distributed import Client, Future

_SECONDS = 1.0
"""How long a part should take: long enough for a scheduler to keep up with a thousand threads."""
_AHEAD = 4
"""Parts outstanding at once for each thread of the cluster."""
_LOOK_SECONDS = 2.0
"""Seconds between looks at which workers the scheduler has."""


class _Part(NamedTuple):
    """What a worker has counted, and with which versions."""

    tally: Tally
    seconds: float
    """How long the counting took, without loading."""
    installed: dict[str, str]


class _Report(NamedTuple):
    """What a worker reports about itself."""

    installed: dict[str, str]
    ready: bool
    """Whether the game's solvers are compiled there."""


@contextmanager
def counted_on(
    address: str, survey: Survey, deals: int, counted: Tally, compiling: Callable[[], None]
) -> Iterator[Iterator[Tally]]:
    """Continue a survey on the cluster at an address; yield an iterator over the running count.

    As on one machine, it always covers the first deals. `compiling` is called if workers must first compile.
    Raise GameError if the cluster cannot be used, or is lost.
    """
    with connected(address) as client:
        check_scheduler(client)
        with giving_up_silent(client):
            if not _examine(client, survey.game):
                compiling()
            yield _spread(client, survey, deals, counted)


def _examine(client: Client, game: str) -> bool:
    """Return whether all workers can start on a game at once; raise GameError if one must not be used."""
    reports = client.run(_report, game, on_error="return")
    # A worker that cannot be reached has just gone: the scheduler will notice.
    present = {worker: told for worker, told in reports.items() if not isinstance(told, OSError)}
    for worker, told in present.items():
        if not isinstance(told, _Report):
            raise foreign(f"The worker {worker}", told)
        check_installed(f"The worker {worker}", told.installed)
    return all(told.ready for told in present.values())


def _spread(client: Client, survey: Survey, deals: int, counted: Tally) -> Iterator[Tally]:
    """Count up to so many deals on a cluster; yield the count so far.

    A part that is lost with its worker is counted again by another one.
    """
    total, parts, crew = counted, Parts(counted.deals, deals, _SECONDS), _Crew(client)
    waiting: deque[Future[_Part]] = deque()
    while total.deals < deals:
        begun: list[tuple[int, int]] = []
        ahead = _AHEAD * crew.threads()
        while parts.left and len(waiting) + len(begun) < ahead:
            begun.append(parts.take())
        if begun:
            waiting.extend(_give(client, survey, begun))
        for part in client.gather(_done(waiting)):
            check_installed("A worker that has joined", part.installed)
            parts.learn(part.tally.deals, part.seconds)
            total += part.tally
        yield total


def _give(client: Client, survey: Survey, begun: list[tuple[int, int]]) -> list[Future[_Part]]:
    """Hand out parts, each described by plain strings and numbers."""
    words = (survey.game, survey.kind.value, survey.seed)
    # The result is a function of the deals, but the time taken must not be shared between two commands.
    return client.map(_count_part, *zip(*((*words, *part) for part in begun), strict=True), pure=False)


def _done(waiting: deque[Future[_Part]]) -> list[Future[_Part]]:
    """Pop the finished parts from the head of the queue, waiting a short while for the first."""
    from distributed import wait

    done: list[Future[_Part]] = []
    try:
        wait(waiting[0], timeout=_LOOK_SECONDS)
    except TimeoutError:
        return done
    while waiting and waiting[0].done():
        done.append(waiting.popleft())
    return done


@dataclass
class _Crew:
    """The workers of a scheduler, which come and go."""

    client: Client
    _threads: int = 1
    _looked: float = -math.inf
    _seen: float = field(default_factory=time.monotonic)

    def threads(self) -> int:
        """Return the number of threads, at least one; raise GameError if there have been none for long."""
        now = time.monotonic()
        if now - self._looked >= _LOOK_SECONDS:
            threads, self._looked = sum(self.client.nthreads().values()), now
            if threads:
                self._threads, self._seen = threads, now
            elif now - self._seen >= PATIENCE:
                raise GameError(
                    "No worker is left: start some with `dask worker`, and then this command again."
                )
        return self._threads


def _count_part(game: str, kind: str, seed: int, first: int, deals: int) -> _Part:
    """Count `deals` deals of a survey, numbered from `first` on.

    Raise GameError if this machine cannot compile the kernels: the plain search leaves other deals undecided,
    so the counts would depend on which machine counted.
    """
    rules = find_game(game)
    load_kernels(packages_of(rules.family))
    check_player(rules, Counting(kind))
    counted, seconds = timed(_work(rules, Counting(kind), seed), first, deals)
    return _Part(counted, seconds, installation())


def _report(game: str) -> _Report:
    """Return what is installed on this worker, and whether it can start on a game at once."""
    packages = packages_of(find_game(game).family)
    return _Report(installation(), all(ready(package) for package in packages))


def _work(rules: AnyRules, kind: Counting, seed: int) -> Work:
    if kind is Counting.BY_HINTS:
        return partial(follow_deals, rules.id, seed)
    fair = kind is Counting.FAIR
    return work_of_kernel(rules, seed, fair=fair) or work_one_by_one(rules, seed, fair=fair)
