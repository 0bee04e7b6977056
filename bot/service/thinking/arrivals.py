"""Workers that join a cluster: none is used before it has shown that it thinks as the bot does."""

from __future__ import annotations

import logging
from concurrent.futures import CancelledError
from typing import TYPE_CHECKING, NamedTuple

from bot.engine.errors import GameError
from bot.service.cluster.client import PATIENCE, SILENCE
from bot.service.cluster.connection import check_installed, foreign
from bot.service.cluster.installation import installation
from bot.service.cluster.loading import load_kernels
from bot.service.cluster.silence import silences
from bot.service.thinking.thought import carry_out
from bot.solvers.registry import PACKAGES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from distributed import Client, Future

    from bot.service.thinking.thought import Outcome, Thought

log = logging.getLogger(__name__)

LOOK = 1.0
"""Seconds between looks at which workers the scheduler has."""


class Told(NamedTuple):
    """What a worker sends back."""

    outcome: Outcome
    installed: dict[str, str]


def think_there(thought: Thought) -> Told:
    """Think on a worker of a cluster."""
    return Told(carry_out(thought), installation())


def prepare() -> dict[str, str]:
    """Load all kernels on a worker, compiling them if need be; return what is installed there."""
    load_kernels(PACKAGES)
    return installation()


class Arrivals:
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
