"""The connection to a Dask cluster: making it, checking what is installed there, telling when it is lost."""

from __future__ import annotations

import logging
import sys
import warnings
from concurrent.futures import CancelledError
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from bot.engine.errors import GameError
from bot.service.cluster.address import check_address
from bot.service.cluster.client import PATIENCE, client_of
from bot.service.cluster.installation import difference, installation

if TYPE_CHECKING:
    from collections.abc import Iterator

    from distributed import Client

_LOUD = ("distributed", "distributed.client", "tornado", "tornado.application")
"""The loggers whose levels Dask sets itself."""
_INSTALL = "install the same on all machines, and start the scheduler and all workers again"
_STRANGE = (ImportError, AttributeError, RuntimeError)
"""The errors of a process that lacks our package or the function called."""


class NoScheduler(GameError):  # noqa: N818  named as the situation
    """There is no scheduler, or none any more, that answers."""


@contextmanager
def connected(address: str) -> Iterator[Client]:
    """Yield a client of the scheduler at an address such as tcp://10.0.0.1:8786, once it has workers.

    Raise GameError if there is no scheduler, if it has no workers, or if either is lost within the block.
    """
    check_address(address)
    try:
        # Imported here because it takes a second to load and is not installed everywhere.
        from distributed import KilledWorker
    except ModuleNotFoundError as error:
        raise GameError(
            "A cluster needs Dask, which is not installed here: in the folder of the project, run "
            f"`{sys.executable} -m pip install --require-hashes -r requirements-cluster.txt`."
        ) from error
    _hush()
    with ExitStack() as stack:
        try:
            client = stack.enter_context(client_of(address))
        except Exception as error:  # anything might be listening there, and answer anything
            raise NoScheduler(
                f"No scheduler answers at {address}: start one with `dask scheduler`, or mend the address."
            ) from error
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
            raise NoScheduler(
                f"The scheduler at {address} is lost: start it again, and its workers."
            ) from error


def check_scheduler(client: Client) -> None:
    """Raise GameError if the scheduler, which unpickles every task before passing it on, must not be used."""
    try:
        check_installed("The scheduler", client.run_on_scheduler(installation))
    except _STRANGE as error:
        raise foreign("The scheduler", error) from error


def check_installed(who: str, installed: dict[str, str]) -> None:
    """Raise GameError if a difference in what is installed could make counts differ."""
    other = difference(installed, installation())
    if other:
        raise GameError(f"{who} has {other}: {_INSTALL}.")


def foreign(who: str, error: Exception) -> GameError:
    """Return the error for a process that lacks the function called: its idle-year differs or is missing."""
    return GameError(f"{who} has no idle-year, or another one ({error}): {_INSTALL}.")


def _is_lost(client: Client, error: Exception) -> bool:
    """Whether an error tells that the scheduler is; a closed client raises others, whatever it is asked."""
    return isinstance(error, (CancelledError, OSError)) or client.status != "running"


def _await_workers(client: Client, address: str) -> None:
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError as error:
        raise GameError(
            f"Nobody works for the scheduler at {address}: start workers with `dask worker {address}`."
        ) from error


def _hush() -> None:
    """Silence Dask: we report what goes wrong ourselves, in one line."""
    for name in _LOUD:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    warnings.filterwarnings("ignore", module="distributed")
