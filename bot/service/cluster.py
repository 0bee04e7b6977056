"""The connection to a Dask cluster, given up in time, and what has to be installed on its machines."""

from __future__ import annotations

import asyncio
import functools
import hashlib
import logging
import sys
import threading
import warnings
from collections.abc import Iterator, Mapping
from concurrent.futures import CancelledError, Future
from contextlib import ExitStack, contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from bot.engine.errors import GameError

if TYPE_CHECKING:
    from distributed import Client, Scheduler

log = logging.getLogger(__name__)

PATIENCE = 10
"""Seconds to wait for a scheduler, and for the first worker."""
_SILENCE = 30
"""Seconds without an answer after which a scheduler or a worker is lost: one of a busy cluster takes some."""
_LOOK = 1.0
"""Seconds between questions to the scheduler: whether it is there, and which workers are silent."""

_LOUD = ("distributed", "distributed.client", "tornado", "tornado.application")
"""The loggers whose levels Dask sets itself."""
_INSTALL = "install the same on all machines, and start the scheduler and all workers again"
_STRANGE = (ImportError, AttributeError, RuntimeError)
"""The errors of a process that lacks our package or the function called."""
_SCHEMES = ("tcp", "tls")
_BOT = Path(__file__).parents[1]
_KINDS_OF_FILE = {".py", ".npy", ".json"}


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
def connected(address: str) -> Iterator[Client]:
    """Yield a client of the scheduler at an address such as tcp://10.0.0.1:8786, once it has workers.

    Raise GameError if there is no scheduler, if it has no workers, or if either is lost within the block.
    """
    _check_address(address)
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
            client = stack.enter_context(_client_of(address))
        except Exception as error:  # anything might be listening there, and answer anything
            raise GameError(
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
            raise GameError(
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
    other = _difference(installed, installation())
    if other:
        raise GameError(f"{who} has {other}: {_INSTALL}.")


def foreign(who: str, error: Exception) -> GameError:
    """Return the error for a process that lacks the function called: its idle-year differs or is missing."""
    return GameError(f"{who} has no idle-year, or another one ({error}): {_INSTALL}.")


@functools.cache
def installation() -> dict[str, str]:
    """Return the versions that a worker must share with the machine that gives it work."""
    return {
        "idle-year": fingerprint("engine", "solvers", "service"),
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


@functools.cache
def fingerprint(*packages: str) -> str:
    """Return a fingerprint of all source files of some of our packages.

    A release number would not do: people also run surveys with code they have just changed.
    """
    told = hashlib.sha256()
    for package in packages:
        for source in sorted((_BOT / package).rglob("*")):
            if source.suffix in _KINDS_OF_FILE:
                told.update(f"{source.relative_to(_BOT)}\n".encode() + source.read_bytes())
    return told.hexdigest()[:12]


@contextmanager
def giving_up_silent(client: Client) -> Iterator[None]:
    """Have others do what silent workers were to do, and log a line for each; the scheduler is examined."""
    loop = client.loop.asyncio_loop  # type: ignore[union-attr]  # it has one, of asyncio
    watching = asyncio.run_coroutine_threadsafe(_give_up_silent(client), loop)
    try:
        yield
    finally:
        watching.cancel()


async def _remove_silent(most: float, dask_scheduler: Scheduler) -> list[str]:
    """Remove on a scheduler the workers that have been silent for long; return their addresses."""
    from distributed.metrics import time

    # Each reports every few seconds.
    workers = dask_scheduler.workers.items()
    silent = [address for address, worker in workers if time() - worker.last_seen > most]
    for worker in silent:
        await dask_scheduler.remove_worker(worker, stimulus_id="idle-year-silence")
    return silent


async def _give_up_silent(client: Client) -> None:
    while True:
        await asyncio.sleep(_LOOK)
        for worker in await client.run_on_scheduler(_remove_silent, _SILENCE):
            log.warning(
                "The worker %s has been silent for %d seconds: look whether it hangs. Others count its part.",
                worker,
                _SILENCE,
            )


@contextmanager
def _client_of(address: str) -> Iterator[Client]:
    """Yield a client of the scheduler at an address; raise an error if none answers.

    It is closed once the scheduler has fallen silent: whatever waits for it then ends with an error.
    """
    opened: Future[Client] = Future()
    with _loop_in_a_thread() as loop:
        asyncio.run_coroutine_threadsafe(_stay(address, opened), loop)
        yield opened.result()


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


@contextmanager
def _loop_in_a_thread() -> Iterator[asyncio.AbstractEventLoop]:
    """Run an event loop beside the block; at its end, whatever still runs there is cancelled."""
    with asyncio.Runner(loop_factory=asyncio.new_event_loop) as runner:
        loop = runner.get_loop()
        thread = threading.Thread(target=loop.run_forever, name="cluster client", daemon=True)
        thread.start()
        try:
            yield loop
        finally:
            loop.call_soon_threadsafe(loop.stop)
            thread.join()


async def _stay(address: str, opened: Future[Client]) -> None:
    """Open a client, and close it when its scheduler has fallen silent, or when this is cancelled."""
    from distributed import Client

    try:
        client = Client(address, timeout=PATIENCE, asynchronous=True)
        try:
            async with asyncio.timeout(PATIENCE):
                await client
            opened.set_result(client)
            await _ask_for_ever(client)
        finally:
            await client.close()
    except Exception as error:  # noqa: BLE001  whoever waits for the client is told; later, all calls fail
        if not opened.done():
            opened.set_exception(error)


async def _ask_for_ever(client: Client) -> None:
    """Ask a scheduler again and again whether it is there; raise an error once it does not answer."""
    while True:
        await asyncio.sleep(_LOOK)
        async with asyncio.timeout(_SILENCE):
            await client.nthreads()
