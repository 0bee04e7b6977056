"""What is said about a database that does not work."""

from __future__ import annotations

import pytest
from sqlalchemy.exc import IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from bot.store.errors import StoreFailing
from bot.store.troubles import Troubles, reason_of


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (ConnectionRefusedError(111, "Connection refused"), "[Errno 111] Connection refused"),
        (PoolTimeout("QueuePool limit of size 5 overflow 10 reached"), "all connections are busy"),
        (ConnectionResetError(), "no answer"),
    ],
)
def test_why_it_cannot_be_reached(error: Exception, reason: str) -> None:
    """In the words of the system, or in ours where it has none that help."""
    with pytest.raises(StoreFailing) as told, Troubles().told(OSError, PoolTimeout):
        raise error
    assert (
        str(told.value) == f"The database cannot be reached ({reason}): the bot tries again at every press."
    )


def test_a_database_that_says_nothing_is_told_as_such() -> None:
    """When it cannot be opened or moved, where the reason is part of a sentence."""
    assert reason_of(TimeoutError()) == "no answer"
    assert reason_of(OSError("first line\nsecond line")) == "first line"


def test_what_is_wrong_with_a_statement_is_nobody_elses_trouble() -> None:
    """Such as a second row of a kind of which there may be one: whoever asked deals with it."""
    with pytest.raises(IntegrityError), Troubles().told():
        raise IntegrityError("INSERT", None, Exception("UNIQUE constraint failed"))
