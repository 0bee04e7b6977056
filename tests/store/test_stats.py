"""Statistics: how their answers are found."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.store.plans import plan_of

_YEAR = datetime(2026, 1, 1, tzinfo=UTC), datetime(2027, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("query", "asked"),
    [
        ("tally", (1, "parlett")),
        ("tallies", (1, *_YEAR)),
        ("win_runs", (1, "parlett")),
        ("daily_days", (1,)),
        ("wins", (1,)),
        ("dailies_won", (1, 5)),
        ("spread_of_player", (1, "parlett")),
        ("spread_of_server", (3, "parlett")),
    ],
)
async def test_an_index_holds_all_that_is_asked_for(
    tmp_path: Path, query: str, asked: tuple[object, ...]
) -> None:
    """Statistics are read from an index alone, which is ten times as fast as looking up each game."""
    plan = await plan_of(tmp_path, lambda store: getattr(store.stats, query)(*asked))
    (look,) = [step for step in plan if " results " in f"{step} "]
    assert look.startswith("SEARCH results USING COVERING INDEX "), plan
