"""Glicko-2: the example of the paper, and what may be expected of any rating."""

from __future__ import annotations

from itertools import pairwise, product
from math import exp, inf, isfinite, log, nan, pi, sqrt

import pytest

from bot.pure.glicko import Game, Rating, rated

_RATINGS = (-1_000_000, 0, 900, 1500, 2600, 1_000_000)
_DEVIATIONS = (0.001, 10, 60, 350)
_VOLATILITIES = (0.01, 0.06, 0.1)
_IMPOSSIBLE = (-1.0, 0.0, 10.0**300, inf, nan)


def test_the_example_of_the_paper() -> None:
    """The example that Glickman works through gives what he gets, rounded as he does."""
    opponents = Rating(1400, 30), Rating(1550, 100), Rating(1700, 300)
    games = map(Game, opponents, (True, False, False))
    after = Rating(1500, 200, 0.06).after(games)
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


@pytest.mark.parametrize("won", [True, False])
@pytest.mark.parametrize("deviation", [60, 110, 350])
@pytest.mark.parametrize("other", [900, 1500, 2400])
def test_the_volatility_is_the_likeliest(other: int, deviation: float, *, won: bool) -> None:
    """The volatility after a game is where the slope that the paper gives is nought, found by halving."""
    before = Rating(1500, deviation, 0.06)
    g = 1 / sqrt(1 + 3 * (200 / 173.7178) ** 2 / pi**2)
    chance = 1 / (1 + exp(-g * (1500 - other) / 173.7178))
    v = 1 / (g**2 * chance * (1 - chance))
    delta, phi = v * g * (won - chance), deviation / 173.7178

    def slope(x: float) -> float:
        top, bottom = exp(x) * (delta**2 - phi**2 - v - exp(x)), 2 * (phi**2 + v + exp(x)) ** 2
        return top / bottom - (x - log(0.06**2)) / 0.5**2

    low, high = -20.0, 5.0
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if slope(middle) > 0 else (low, middle)
    assert before.after([Game(Rating(other, 200), won)]).volatility == pytest.approx(exp(low / 2), rel=1e-6)


def test_nobody_gains_by_failing() -> None:
    """Whoever solves a puzzle gains and it loses, and the other way round, from any ratings."""
    for player, puzzle in product(_some_ratings(900, 1500, 2600), repeat=2):
        for solved in (True, False):
            gain, loss = (
                after.rating - before.rating
                for after, before in zip(rated(player, puzzle, solved=solved), (player, puzzle), strict=True)
            )
            assert (gain > 0) == solved, (player, puzzle)
            assert (loss < 0) == solved, (player, puzzle)


def test_what_is_hard_earns_more() -> None:
    """A solved puzzle earns the more, and a failed one costs the less, the higher it is rated."""
    for deviation in (60, 200, 350):
        for solved in (True, False):
            after = [
                rated(Rating(1500, deviation), Rating(puzzle, 80), solved=solved)[0]
                for puzzle in range(700, 2400, 100)
            ]
            assert all(less.rating < more.rating for less, more in pairwise(after))


def test_what_nobody_knows_says_little() -> None:
    """A puzzle of which little is known moves a player less than one that is known well."""
    for solved in (True, False):
        after = [
            rated(Rating(1500, 100), Rating(1500, known), solved=solved)[0] for known in (50, 110, 200, 350)
        ]
        moves = [abs(each.rating - 1500) for each in after]
        assert moves == sorted(moves, reverse=True)


def test_tries_make_sure_and_days_away_unsure() -> None:
    """Each try makes a new rating surer, the time away makes it less sure again, but never beyond none."""
    rating, known = Rating(), []
    for number in range(60):
        rating, _ = rated(rating, Rating(1500, 80), solved=number % 2 == 0)
        known.append(rating.deviation)
    assert known == sorted(known, reverse=True)
    assert known[0] > 110 > known[25]
    away = [rating.after_periods(days).deviation for days in (0, 1, 30, 365, 10**6, 10**300)]
    assert away == sorted(away)
    assert away[0] == rating.deviation
    assert away[-1] == Rating().deviation
    until = rating.periods_until(110)
    assert rating.after_periods(until).deviation == pytest.approx(110)
    assert rating.after_periods(-5) == rating
    assert Rating().periods_until(110) == 0


def test_extremes_stay_numbers() -> None:
    """Whatever ratings a damaged or bought database may hold, a try leaves numbers that can go on."""
    odd = [Rating(1500, *each) for each in product(_IMPOSSIBLE, repeat=2)]
    for player, puzzle in product([*_some_ratings(*_RATINGS), *odd], repeat=2):
        for solved in (True, False):
            for after in rated(player, puzzle, solved=solved):
                assert all(map(isfinite, after)), (player, puzzle)
                assert 0 < after.deviation <= Rating().deviation
                assert 0.01 <= after.volatility <= 0.1


def test_the_true_rating_is_found() -> None:
    """Whoever solves what should be solved at 1,900 points, and no more, ends up near 1,900, every time."""
    puzzles = [Rating(each, 60) for each in range(1300, 2500, 50)] * 5
    found = set()
    for _ in range(2):
        rating = Rating()
        for puzzle in puzzles:
            rating, _ = rated(rating, puzzle, solved=puzzle.rating < 1900)
        found.add(rating)
    assert len(found) == 1
    assert rating.rating == pytest.approx(1900, abs=100)


def _some_ratings(*ratings: float) -> list[Rating]:
    return [Rating(*each) for each in product(ratings, _DEVIATIONS, _VOLATILITIES)]
