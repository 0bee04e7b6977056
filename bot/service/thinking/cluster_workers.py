"""Workers of a Dask cluster that think for the bot, once each has shown that it thinks as the bot does."""

from __future__ import annotations

import logging
import threading
from collections.abc import Mapping, Set
from concurrent.futures import CancelledError
from typing import TYPE_CHECKING, NamedTuple

from bot.engine.errors import GameError
from bot.service.cluster import (
    PATIENCE,
    SILENCE,
    NoScheduler,
    check_installed,
    check_scheduler,
    connected,
    foreign,
    installation,
    silences,
)
from bot.service.thinking.worker import Conclusion, Thought, carry_out, load_kernels
from bot.solvers.registry import PACKAGES

if TYPE_CHECKING:
    from distributed import Client, Future

log = logging.getLogger(__name__)
_AGAIN = 10.0
"""Seconds between attempts to reach the scheduler."""
_LOOK = 1.0
"""Seconds between looks at which workers the scheduler has."""


class Unreachable(Exception):
    """The cluster has not done what it was asked to do, and somebody else must."""


class _Present(NamedTuple):
    """The workers to hand thoughts to."""

    client: Client
    threads: Mapping[str, int]
    """How many each worker has, by its address."""
    silent: Set[str]
    """The addresses of those that hang."""


class ClusterWorkers:
    """The workers of the scheduler at an address, which may come and go, as the scheduler itself may.

    A thread of its own keeps in touch with them, and logs one line whenever that changes anything.
    """

    def __init__(self, address: str) -> None:
        self._address = address
        self._present: _Present | None = None
        self._trouble: object = None
        self._closing = threading.Event()
        threading.Thread(target=self._keep_in_touch, name="cluster", daemon=True).start()

    @property
    def places(self) -> int:
        """How many can think at the same time; 0 while the cluster cannot be used."""
        present = self._present
        return sum(present.threads.values()) if present else 0

    def think(self, thought: Thought) -> Conclusion:
        """Have a worker think, and wait for it; raise Unreachable if that cannot be had."""
        present = self._present
        if present is None:
            raise Unreachable
        try:
            # Only workers that have been examined; and the same thought may find something else next time.
            future = present.client.submit(_think_there, thought, workers=[*present.threads], pure=False)
            told = self._wait(future, present)
            check_installed("A worker", told.installed)  # it may have been started anew, with something else
        except Exception as error:  # it is the cluster's: one that thinking meets is part of the conclusion
            raise Unreachable from error
        return told.conclusion

    def close(self) -> None:
        """Leave the cluster; whoever waits for it is told that it is unreachable."""
        self._closing.set()

    def _wait(self, future: Future[_Told], present: _Present) -> _Told:
        while True:
            try:
                return future.result(timeout=_LOOK)
            except TimeoutError:
                now = self._present
                # The scheduler replaces a worker that has died; one that hangs may be the one that thinks.
                if (
                    now is None
                    or not now.threads.keys() & present.threads.keys()
                    or now.silent & present.threads.keys()
                ):
                    future.cancel()
                    raise

    def _keep_in_touch(self) -> None:
        while not self._closing.is_set():
            try:
                with connected(self._address) as client:
                    check_scheduler(client)
                    self._follow(client)
            except NoScheduler as error:  # lost is the same as not there: the line has told what to do
                self._lose(str(error), NoScheduler)
            except GameError as error:
                self._lose(str(error))
            except Exception as error:  # noqa: BLE001  whatever Dask raises, it is tried again
                self._lose(f"{type(error).__name__}: {error}")
            self._closing.wait(_AGAIN)

    def _follow(self, client: Client) -> None:
        """Use the workers that are there, until the scheduler is lost."""
        arrivals = _Arrivals(client)
        try:
            while not self._closing.is_set():
                threads = arrivals.look()
                if threads:
                    self._use(_Present(client, threads, arrivals.silent))
                elif self._present is not None:
                    self._lose(f"Nobody works for the scheduler at {self._address} any more.")
                self._closing.wait(_LOOK)
        finally:
            self._present = None

    def _use(self, present: _Present) -> None:
        if self._present is None:
            threads = sum(present.threads.values())
            log.info("The cluster at %s thinks for the bot, with %d threads.", self._address, threads)
        self._present, self._trouble = present, None

    def _lose(self, told: str, trouble: object = None) -> None:
        """Use the workers no more; tell of it, unless the same trouble has been told of."""
        self._present = None
        trouble = trouble or told
        if trouble != self._trouble and not self._closing.is_set():
            log.warning("%s Meanwhile the bot thinks on its own machine.", told)
            self._trouble = trouble


class _Told(NamedTuple):
    """What a worker sends back."""

    conclusion: Conclusion
    installed: dict[str, str]


def _think_there(thought: Thought) -> _Told:
    """Think on a worker of a cluster."""
    return _Told(carry_out(thought), installation())


def prepare() -> dict[str, str]:
    """Load all kernels on a worker, compiling them if need be; return what is installed there."""
    load_kernels(PACKAGES)
    return installation()


class _Arrivals:
    """The workers that a scheduler has, each examined once, and again after it was silent."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._known: set[str] = set()
        self._preparing: dict[str, Future[dict[str, str]]] = {}
        self._good: set[str] = set()
        self.silent: set[str] = set()
        """Those that hang: the scheduler itself gives them up after minutes."""

    def look(self) -> Mapping[str, int]:
        """Return how many threads each worker has that can be used; raise OSError if it is lost."""
        if self._client.status != "running":
            raise ConnectionError
        there = self._client.nthreads(callback_timeout=PATIENCE)
        self._note_silent()
        there = {worker: threads for worker, threads in there.items() if worker not in self.silent}
        for worker in self._known - there.keys():
            self._forget(worker)
        for worker in there.keys() - self._known:
            self._known.add(worker)
            self._preparing[worker] = self._client.submit(prepare, workers=[worker], pure=False)
        for worker in [each for each, preparing in self._preparing.items() if preparing.done()]:
            if _is_good(worker, self._preparing.pop(worker)):
                self._good.add(worker)
        return {worker: there[worker] for worker in self._good}

    def _note_silent(self) -> None:
        """Ask the scheduler which workers hang, and log a line for each."""
        since = self._client.run_on_scheduler(silences)
        silent = {worker for worker, seconds in since.items() if seconds > SILENCE}
        for worker in sorted(silent - self.silent):
            log.warning(
                "The worker %s has been silent for %d seconds: look whether it hangs. "
                "It is not used until it is heard of again.",
                worker,
                SILENCE,
            )
        self.silent = silent

    def _forget(self, worker: str) -> None:
        """Forget a worker that has left; another one may come back under its address."""
        self._known.discard(worker)
        self._good.discard(worker)
        self._preparing.pop(worker, None)


def _is_good(worker: str, prepared: Future[dict[str, str]]) -> bool:
    """Whether a worker may be used; if not, log why."""
    who = f"The worker {worker}"
    try:
        check_installed(who, prepared.result())
    except (CancelledError, OSError):  # the scheduler is lost, and the worker with it
        raise
    except GameError as error:
        log.warning("%s It is not used.", error)
    except Exception as error:  # noqa: BLE001  whatever a strange package raises
        log.warning("%s It is not used.", foreign(who, error))
    else:
        return True
    return False
