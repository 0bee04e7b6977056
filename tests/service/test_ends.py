"""What results are ranked by."""

from __future__ import annotations

import pytest

from bot.service.game import ranked_by
from bot.store import NO_TIEBREAK
from idle_year.engine.games import ALL
from idle_year.engine.rules import AnyRules


@pytest.mark.parametrize("rules", ALL.values(), ids=ALL)
def test_the_store_keeps_all_that_a_score_is_ranked_by(rules: AnyRules) -> None:
    """All numbers that a score is ranked by fit into the two that the store keeps."""
    rank = rules.score(rules.start("tuesday")).rank
    assert ranked_by(rules.score(rules.start("tuesday"))) == (*rank, NO_TIEBREAK)[:2]
    assert max(rank) < NO_TIEBREAK
