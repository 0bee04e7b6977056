"""The pytest plugin: a fixture with a small Discord that discord.py connects to instead of the real one.

pytest loads it wherever small-discord is installed, so it imports neither a client nor a server before the
fixture is used.
"""

from __future__ import annotations

import gc
import logging
from collections.abc import AsyncIterator, Generator, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from small_discord.failures import Failures

if TYPE_CHECKING:
    from small_discord.server import SmallDiscord

try:
    from pytest_asyncio import fixture
except ModuleNotFoundError:
    # A test that uses it is told by pytest what it lacks.
    fixture = pytest.fixture  # type: ignore[assignment]


def pytest_configure(config: pytest.Config) -> None:
    """Declare the marker."""
    config.addinivalue_line(
        "markers",
        "allows(pattern): errors that match may be logged; any other one fails a test with a small Discord",
    )


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Fail a test in which the bot failed."""
    yield
    if failures := _failures_of(item):
        _check(item, failures)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Show what was told when a test fails, and report a failure of the bot's once."""
    report = yield
    if report.failed and (failures := _failures_of(item)):
        failures.told.clear()  # they are in the log of the test
    if report.failed and (local := _arguments(item).get("small_discord")):
        report.sections.append(("small Discord: gateway and REST", str(local.transcript)))
    return report


def _arguments(item: pytest.Item) -> dict[str, Any]:
    return getattr(item, "funcargs", None) or {}


def _failures_of(item: pytest.Item) -> Failures | None:
    """Return the failures in a test, unless another fixture of this name stands for the one below."""
    failures = _arguments(item).get("small_discord_failures")
    return failures if isinstance(failures, Failures) else None


def _check(item: pytest.Item, failures: Failures) -> None:
    gc.collect(1)  # tasks report unretrieved exceptions when they are collected
    allowed = [mark.args[0] for mark in item.iter_markers("allows")]
    if unexpected := failures.unexpected(allowed):
        reason = 'The bot failed, or asked for what is not there; @pytest.mark.allows("…") would allow it:'
        failures.told.clear()
        pytest.fail("\n".join([reason, *unexpected]), pytrace=False)


@pytest.fixture
def small_discord_failures(request: pytest.FixtureRequest) -> Iterator[Failures]:
    """Collect the errors and tracebacks that are logged while there is a small Discord; they fail the test.

    `@pytest.mark.allows("…")` allows those that match.
    """
    failures = Failures()
    logging.getLogger().addHandler(failures)
    yield failures
    logging.getLogger().removeHandler(failures)
    _check(request.node, failures)


@pytest.fixture
def small_discord_options() -> dict[str, Any]:
    """Return what `small_discord` is made with, as SmallDiscord takes it; a test, or a file, has its own."""
    return {}


@fixture
async def small_discord(
    small_discord_options: dict[str, Any], small_discord_failures: object
) -> AsyncIterator[SmallDiscord]:
    """Start a fresh small Discord; every discord.py client that the test makes connects to it."""
    from small_discord.redirect import pointed_at
    from small_discord.server import SmallDiscord

    local = SmallDiscord(**small_discord_options)
    await local.start()
    try:
        with pointed_at(local.url):
            yield local
    finally:
        await local.close()
