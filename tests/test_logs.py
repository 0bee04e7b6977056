"""Unseen failures fail the test in which they happen."""

from __future__ import annotations

import asyncio
import gc
import logging
from typing import TYPE_CHECKING

import pytest

from tests.logs import Failures

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.logs("on purpose")


@pytest.fixture
def seen() -> Iterator[Failures]:
    """Watch the log in addition to the watch that every test has."""
    failures = Failures()
    logging.getLogger().addHandler(failures)
    yield failures
    logging.getLogger().removeHandler(failures)


@pytest.mark.parametrize(
    "name", ["bot.ui.answers", "cogs.play", "discord.client", "asyncio", "aiohttp.server"]
)
def test_an_error_in_the_log_fails_a_test(seen: Failures, name: str) -> None:
    """An error in the log fails a test, unless the test expects it."""
    logging.getLogger(name).error("It broke on purpose.")
    with pytest.raises(AssertionError, match="It broke on purpose"):
        seen.check([])
    with pytest.raises(AssertionError, match="It broke on purpose"):
        seen.check(["something else"])
    seen.check(["broke on"])


async def test_an_exception_that_nobody_hears_of_fails_a_test(seen: Failures) -> None:
    """An exception that nobody hears of fails a test, which shows its traceback."""

    async def fail() -> None:
        raise ValueError("on purpose")

    await asyncio.wait([asyncio.create_task(fail())])
    gc.collect(1)
    with pytest.raises(AssertionError, match=r"Traceback(.|\n)*ValueError: on purpose"):
        seen.check([])


def test_what_is_expected_must_come(seen: Failures) -> None:
    """An error that a test expects must come, or the test would expect it long after it is fixed."""
    logging.getLogger("bot").warning("Not on purpose.")
    logging.getLogger("bot").error("It broke on purpose.")
    with pytest.raises(AssertionError, match="This was expected"):
        seen.check(["on purpose", "the other one"])


def test_others_may_log_what_they_like(seen: Failures) -> None:
    """Errors that others log fail no test, as it is not the bot that failed."""
    logging.getLogger("bot").error("It broke on purpose.")
    logging.getLogger("sqlalchemy.pool").error("Not ours.")
    seen.check(["on purpose"])
