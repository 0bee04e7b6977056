"""What tests of more than one layer need."""

from __future__ import annotations

import gc
import inspect
import logging
import os
import random
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from filelock import FileLock

from idle_year.solvers.protocols import Limit
from idle_year.solvers.registry import PACKAGES, compile_package
from tests.databases import blank, empty_url, postgres, postgres_blank, postgres_url, spare, store, url
from tests.kernels import compile_missing
from tests.logs import Failures
from tests.pace import Pace

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["blank", "empty_url", "postgres", "postgres_blank", "postgres_url", "spare", "store", "url"]

pytest_plugins = ["small_discord.plugin"]

_ROOT = Path(__file__).parents[1]
_CORES = os.cpu_count() or 1
_WITH_SOLVERS = {"audit", "cli", "day", "flow", "lab", "render", "service", "solvers", "ui"}
"""The folders whose tests use solvers: the plain search would take minutes where kernels take no time."""
_SLOW = {"audit", "solvers"}
"""The folders whose tests are slow, all of them: what solvers find is found once more another way."""


def pytest_configure(config: pytest.Config) -> None:
    """Heed Ctrl-C, which what a shell starts in the background ignores, and run this copy of the code."""
    config.pluginmanager.register(Pace())
    signal.signal(signal.SIGINT, signal.default_int_handler)
    # What tests start runs this copy of the code, wherever it is started and whatever is installed.
    ours = (str(_ROOT / folder) for folder in ("", "idle-year", "small-discord"))
    places = (*ours, os.environ.get("PYTHONPATH", ""))
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, places))
    # Hundreds of processes load the same modules: compile each once, even where that is switched off.
    sys.dont_write_bytecode = False
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def pytest_xdist_auto_num_workers() -> int:
    """Use two processes for each core: half of the time, tests wait for something."""
    return 2 * _CORES


def pytest_collection() -> None:
    """Look for no garbage while modules are loaded: what they hold lasts as long as they do."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Leave what they hold out of all later collections of garbage as well."""
    gc.collect()
    gc.freeze()
    gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what is slow, and give every test that solves the kernels; begin with those that take longest."""
    for item in items:
        if _SLOW.intersection(item.path.relative_to(_ROOT).parts):
            item.add_marker("slow")
    items.sort(key=lambda item: ("weather" not in item.path.parts, item.get_closest_marker("slow") is None))
    for item in items:
        if isinstance(item, pytest.Function) and _WITH_SOLVERS.intersection(item.path.parts):
            item.fixturenames.insert(0, "kernels")


@pytest.fixture(autouse=True)
def _compiled_by_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget which solvers the bot of another test knew to be compiled: they would be loaded for this one."""
    monkeypatch.setattr("idle_year.solvers.registry._COMPILED", set())


@pytest.fixture(autouse=True)
def _same_deals(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal a test the same each time: its people play whatever comes first, and once in a while that wins."""
    dice = random.Random(request.node.nodeid)  # noqa: S311  they need not be secret here
    monkeypatch.setattr("bot.service.seeds.secrets.choice", dice.choice)
    monkeypatch.setattr("bot.service.daily.secrets.token_hex", lambda size: dice.randbytes(size).hex())


@pytest.fixture(autouse=True)
def _nobody_is_a_newcomer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal people of tests what counts: how soon one that can be won turns up depends on the machine."""
    monkeypatch.setattr("bot.service.stats._FIRST_GAMES", 0)


@pytest.fixture(autouse=True)
def small_discord_failures(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test in which something failed unseen: discord.py and asyncio log what nobody catches.

    `@pytest.mark.logs("…")` declares what a test expects there. It stands for the fixture of the same name
    that comes with the small Discord, by which a test may log what it allows, but need not.
    """
    seen = Failures()
    logging.getLogger().addHandler(seen)
    yield
    if inspect.iscoroutinefunction(request.function):
        gc.collect(1)  # tasks report unretrieved exceptions when they are collected
    logging.getLogger().removeHandler(seen)
    seen.check([mark.args[0] for mark in request.node.iter_markers("logs")])


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let solvers settle what they are asked, here or in a worker, and wait for it on any busy machine."""
    limit = Limit(seconds=600)
    monkeypatch.setattr("idle_year.analysis._SECONDS_FOR_MORE", limit.seconds)
    monkeypatch.setattr("bot.service.review._GLANCE", limit)
    monkeypatch.setattr("bot.service.review._WAIT_SECONDS", limit.seconds)
    monkeypatch.setattr("bot.service.tries._GLANCE", limit)
    monkeypatch.setattr("bot.service.tries._WAIT_SECONDS", limit.seconds)


@pytest.fixture(scope="session")
def kernels(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Load the kernels, once they are compiled."""
    # Test processes running beside us wait for the first one to compile them.
    with FileLock(tmp_path_factory.getbasetemp().parent / "kernels.lock"):
        compile_missing()
    for package in PACKAGES:
        compile_package(package)
    gc.collect()
    gc.freeze()
