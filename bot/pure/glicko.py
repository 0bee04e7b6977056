"""Glicko-2: how well somebody plays, or how hard something is, and how sure that is.

By Mark Glickman's "Example of the Glicko-2 system" (http://www.glicko.net/glicko/glicko2.pdf), whose steps
and letters are named here. Pure: the same numbers always give the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import exp, hypot, log, pi, sqrt
from typing import NamedTuple

_SCALE, _CENTRE = 173.7178, 1500
"""What turns ratings into the paper's own scale, and back: mu = (rating - 1500) / 173.7178."""
_TAU = 0.5
"""How little volatilities change: the paper finds .3 to 1.2 reasonable."""
_CLOSE = 0.000_001
"""How close to the new volatility the search ends, as a logarithm."""
_MOST_DEVIATION = 350.0
"""The deviation of whoever nothing is known of: no time away makes a rating less sure than that."""
_LEAST_VOLATILE, _MOST_VOLATILE = 0.01, 0.1
"""No surprise, however large, makes a rating swing for long; and none stands still for ever."""
_FARTHEST = 35.0
"""Of the paper's scale, some 6,000 points: beyond that, who wins is as good as certain."""


class Rating(NamedTuple):
    """What is known of a player, or of what a player tries."""

    rating: float = _CENTRE
    deviation: float = _MOST_DEVIATION
    """In 19 of 20 cases, the true rating is at most two of these away."""
    volatility: float = 0.06
    """How much the true rating is expected to change in a period."""

    def after_periods(self, count: float) -> Rating:
        """Return the rating after periods without a game, in which the true one may have changed."""
        grown = hypot(self.deviation, _SCALE * self.volatility * sqrt(max(count, 0)))
        return self._replace(deviation=min(grown, _MOST_DEVIATION))

    def periods_until(self, deviation: float) -> float:
        """Return after how many periods without a game it is no surer than that; at least 0."""
        room = deviation**2 - self.deviation**2
        return max(room, 0) / (_SCALE * self.volatility) ** 2

    def after(self, games: Iterable[Game]) -> Rating:
        """Return the rating after a period with some games."""
        mu, phi = (self.rating - _CENTRE) / _SCALE, self.deviation / _SCALE
        # Steps 3 and 4: what the games alone say, and how sure they are of it.
        sureness = gain = 0.0
        for game in games:
            weight = _weight(game.other.deviation / _SCALE)
            expected = _expected(mu - (game.other.rating - _CENTRE) / _SCALE, weight)
            sureness += weight**2 * expected * (1 - expected)
            gain += weight * (game.won - expected)
        volatility = _volatility(self.volatility, phi, 1 / sureness, gain / sureness)
        # Steps 6 to 8
        phi = 1 / sqrt(1 / (phi**2 + volatility**2) + sureness)
        rating = _CENTRE + _SCALE * (mu + phi**2 * gain)
        return Rating(rating, min(_SCALE * phi, _MOST_DEVIATION), volatility)


class Game(NamedTuple):
    """A game against somebody or something that is rated as well."""

    other: Rating
    """Before the period."""
    won: bool


def rated(player: Rating, puzzle: Rating, *, solved: bool) -> tuple[Rating, Rating]:
    """Return both ratings after a player's try at a puzzle: a period of one game for either.

    What no rating can be, as another program may have written it, counts as the nearest that one can.
    """
    player, puzzle = _possible(player), _possible(puzzle)
    return player.after([Game(puzzle, solved)]), puzzle.after([Game(player, not solved)])


def _possible(rating: Rating) -> Rating:
    return Rating(
        rating.rating,
        _within(0, rating.deviation, _MOST_DEVIATION),
        _within(_LEAST_VOLATILE, rating.volatility, _MOST_VOLATILE),
    )


def _within(least: float, number: float, most: float) -> float:
    """Return a number, or the nearest bound; what is no number counts as the lower one."""
    return min(max(least, number), most)


def _weight(phi: float) -> float:
    """Return what the paper calls g: how much a game says, by how well the other is known."""
    return 1 / sqrt(1 + 3 * phi**2 / pi**2)


def _expected(ahead: float, weight: float) -> float:
    """Return what the paper calls E: the chance to win, for whoever is so far ahead."""
    return 1 / (1 + exp(-weight * _within(-_FARTHEST, ahead, _FARTHEST)))


def _volatility(before: float, phi: float, v: float, delta: float) -> float:
    """Return the volatility after a period (step 5), by the Illinois variant of regula falsi."""
    start = log(before**2)

    def f(x: float) -> float:
        spread = phi**2 + v + exp(x)
        return exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - start) / _TAU**2

    low, high = start, _other_side(f, start, delta**2 - phi**2 - v)
    f_low, f_high = f(low), f(high)
    while abs(high - low) > _CLOSE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return _within(_LEAST_VOLATILE, exp(low / 2), _MOST_VOLATILE)


def _other_side(f: Callable[[float], float], start: float, surprise: float) -> float:
    """Return a place on the other side of the root than `start`."""
    if surprise > 0:
        return log(surprise)
    steps = 1
    while f(start - steps * _TAU) < 0:
        steps += 1
    return start - steps * _TAU
