"""The board of a month: how it is found."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from tests.store.plans import plan_of


async def test_only_wins_of_the_month_are_read(tmp_path: Path) -> None:
    """Only what was won in the server and month is read, from an index alone, however much else there is."""
    plan = await plan_of(
        tmp_path,
        lambda store: store.ranks.of_month(
            4, date(2026, 11, 1), date(2026, 12, 1), page=0, count=10, asker=1
        ),
    )
    (look,) = [step for step in plan if " results " in f"{step} "]
    assert look == "SEARCH results USING COVERING INDEX wins_of_a_month (guild=? AND day>? AND day<?)", plan
