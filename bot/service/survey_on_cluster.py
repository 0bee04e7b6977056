"""A survey on a Dask cluster: parts are handed out to all workers, and their counts added up in order."""

from __future__ import annotations

import logging
import math
import sys
import time
import warnings
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import CancelledError
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, partial
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from bot.service.survey import LIBRARY, Counting, Survey, check_player, fingerprint, follow_deals
from bot.service.thinking.worker import load_kernels
from idle_year.engine.errors import GameError
from idle_year.engine.games import find_game
from idle_year.engine.rules import AnyRules
from idle_year.solvers.jit import ready
from idle_year.solvers.registry import packages_of
from idle_year.solvers.win_rate import Parts, Tally, Work, timed, work_of_kernel, work_one_by_one

if TYPE_CHECKING:
    from distributed import Client, Future

_SECONDS = 1.0
"""How long a part should take: long enough for a scheduler to keep up with a thousand threads."""
_AHEAD = 4
"""Parts outstanding at once for each thread of the cluster."""
_LOOK_SECONDS = 2.0
"""Seconds between looks at which workers the scheduler has."""

_WAIT_SECONDS = 10
"""Seconds to wait for a scheduler, and for the first worker."""
_LOUD = ("distributed", "distributed.client", "tornado", "tornado.application")
"""The loggers whose levels Dask sets itself."""
_INSTALL = "install the same on all machines, and start the scheduler and all workers again"
_STRANGE = (ImportError, AttributeError, RuntimeError)
"""The errors of a process that lacks our package or the function called."""
_SCHEMES = ("tcp", "tls")


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
    with _connected(address) as client:
        _check_scheduler(client)
        if not _examine(client, survey.game):
            compiling()
        yield _spread(client, survey, deals, counted)


def _check_address(address: str) -> None:
    """Raise GameError if a text cannot be the address of a scheduler."""
    try:
        parts = urlsplit(address)
        right = parts.scheme in _SCHEMES and parts.hostname and parts.port and not parts.path
    except ValueError:
        right = False
    if not right:
        raise GameError(
            f"{address or 'Nothing'} is no address of a scheduler: write one such as tcp://10.0.0.1:8786."
        )


@contextmanager
def _connected(address: str) -> Iterator[Client]:
    """Yield a client of the scheduler at an address such as tcp://10.0.0.1:8786, once it has workers.

    Raise GameError if there is no scheduler, if it has no workers, or if either is lost within the block.
    """
    _check_address(address)
    try:
        # Imported here because it takes a second to load and is not installed everywhere.
        from distributed import Client, KilledWorker
    except ModuleNotFoundError as error:
        raise GameError(
            "A cluster needs Dask, which is not installed here: in the folder of the project, run "
            f"`{sys.executable} -m pip install --require-hashes -r requirements-cluster.txt`."
        ) from error
    _hush()
    try:
        client = Client(address, timeout=_WAIT_SECONDS)
    except Exception as error:  # anything might be listening there, and answer anything
        raise GameError(
            f"No scheduler answers at {address}: start one with `dask scheduler`, or mend the address."
        ) from error
    with client:
        try:
            _await_workers(client, address)
            yield client
        except GameError:
            raise
        except KilledWorker as error:
            raise GameError(
                "Workers died of one part again and again: look into their logs, "
                "and how much memory they have."
            ) from error
        except Exception as error:
            if not _is_lost(client, error):
                raise
            raise GameError(
                f"The scheduler at {address} is lost: start it again, and its workers."
            ) from error


def _check_scheduler(client: Client) -> None:
    """Raise GameError if the scheduler, which unpickles every task before passing it on, must not be used."""
    try:
        _check_installed("The scheduler", client.run_on_scheduler(_installation))
    except _STRANGE as error:
        raise _foreign("The scheduler", error) from error


def _check_installed(who: str, installed: dict[str, str]) -> None:
    """Raise GameError if a difference in what is installed could make counts differ."""
    other = _difference(installed, _installation())
    if other:
        raise GameError(f"{who} has {other}: {_INSTALL}.")


def _foreign(who: str, error: Exception) -> GameError:
    """Return the error for a process that lacks the function called: its idle-year differs or is missing."""
    return GameError(f"{who} has no idle-year, or another one ({error}): {_INSTALL}.")


@cache
def _installation() -> dict[str, str]:
    """Return the versions that a worker must share with the machine that gives it work."""
    return {
        "idle-year": fingerprint(LIBRARY, Path(__file__).parent),
        # Python releases that differ only in the patch number are compatible.
        "Python": f"{sys.version_info.major}.{sys.version_info.minor}",
        "Numba": version("numba"),
        "NumPy": version("numpy"),
        "Dask": version("distributed"),
    }


def _difference(theirs: Mapping[str, str], ours: Mapping[str, str]) -> str | None:
    """Return in words the first difference of another installation, or None."""
    for name, wanted in ours.items():
        if theirs.get(name) != wanted:
            return f"{name} {theirs.get(name)}, not {wanted} as here"
    return None


def _is_lost(client: Client, error: Exception) -> bool:
    """Whether an error tells that the scheduler is; a closed client raises others, whatever it is asked."""
    return isinstance(error, (CancelledError, OSError)) or client.status != "running"


def _await_workers(client: Client, address: str) -> None:
    try:
        client.wait_for_workers(1, timeout=_WAIT_SECONDS)
    except TimeoutError as error:
        raise GameError(
            f"Nobody works for the scheduler at {address}: start workers with `dask worker {address}`."
        ) from error


def _hush() -> None:
    """Silence Dask: we report what goes wrong ourselves, in one line."""
    for name in _LOUD:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    warnings.filterwarnings("ignore", module="distributed")


def _examine(client: Client, game: str) -> bool:
    """Return whether all workers can start on a game at once; raise GameError if one must not be used."""
    reports = client.run(_report, game, on_error="return")
    # A worker that cannot be reached has just gone: the scheduler will notice.
    present = {worker: told for worker, told in reports.items() if not isinstance(told, OSError)}
    for worker, told in present.items():
        if not isinstance(told, _Report):
            raise _foreign(f"The worker {worker}", told)
        _check_installed(f"The worker {worker}", told.installed)
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
            _check_installed("A worker that has joined", part.installed)
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
            elif now - self._seen >= _WAIT_SECONDS:
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
    return _Part(counted, seconds, _installation())


def _report(game: str) -> _Report:
    """Return what is installed on this worker, and whether it can start on a game at once."""
    packages = packages_of(find_game(game).family)
    return _Report(_installation(), all(ready(package) for package in packages))


def _work(rules: AnyRules, kind: Counting, seed: int) -> Work:
    if kind is Counting.BY_HINTS:
        return partial(follow_deals, rules.id, seed)
    fair = kind is Counting.FAIR
    return work_of_kernel(rules, seed, fair=fair) or work_one_by_one(rules, seed, fair=fair)
