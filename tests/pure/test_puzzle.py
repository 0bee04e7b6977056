"""First ratings of puzzles, and how a run gets harder."""

from __future__ import annotations

from itertools import pairwise

import pytest

from bot.pure.glicko import Rating
from bot.pure.puzzle import STEP, first_rating, wanted_in_run


def test_what_a_lot_solves_half_as_often_is_a_step_harder() -> None:
    """The rarer moves drawn by lot solve a puzzle, the higher it is rated: by sixty points a halving."""
    ratings = [first_rating(1 / 9 / 2**halved).rating for halved in range(12)]
    assert all(harder - easier == pytest.approx(STEP) for easier, harder in pairwise(ratings))
    assert ratings[0] == pytest.approx(1390, abs=1)
    assert first_rating(0.0).rating < 9999


def test_a_first_rating_is_unsure() -> None:
    """It says something, but little: a few tries of known players move it."""
    assert 110 < first_rating(0.05).deviation < Rating().deviation


def test_a_run_gets_harder_by_a_step_each() -> None:
    """The first puzzle of a run is about the easiest there is, and each next one sixty points harder."""
    assert [wanted_in_run(solved) - wanted_in_run(0) for solved in range(3)] == [0, 60, 120]
    assert abs(wanted_in_run(0) - first_rating(1 / 9).rating) < STEP
