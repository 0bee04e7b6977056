"""How often each game can be won, as counted by our own solvers and players.

`odds.json` holds the output of `idleyear odds` by game: `known` with every card known, `fair` by a player
that sees no more than a person does.
"""

from __future__ import annotations

import functools
import json
import math
from dataclasses import dataclass
from importlib.resources import files
from typing import Any


@dataclass(frozen=True)
class Counted:
    """The counts of one survey."""

    wins: int
    deals: int
    low: float
    """The lower end of the 95 % confidence interval, 0 to 1; undecided deals count as not won."""
    high: float
    seed: int
    undecided: int = 0
    possible: int | None = None
    """For a fair survey: how many of the same deals can be won with every card known, if counted."""

    @property
    def share(self) -> float:
        """The share of deals that were won, 0 to 1."""
        return self.wins / self.deals

    @property
    def percent(self) -> str:
        """The share in percent, with as many digits as the survey supports: `66.82 %`."""
        return f"{_rounded(self.share, self.digits)} %"

    @property
    def interval(self) -> str:
        """The interval in percent: `66.73 to 66.91`."""
        return f"{_rounded(self.low, self.digits)} to {_rounded(self.high, self.digits)}"

    @property
    def digits(self) -> int:
        """Decimals of a percentage, so that the width of the interval shows in two figures."""
        return max(0, 1 - math.floor(math.log10(100 * (self.high - self.low))))


@dataclass(frozen=True)
class Odds:
    """What is known about the chance of winning a game; None if it was not counted."""

    known: Counted | None = None
    """With every card known, by perfect play (or as good as the solver is, if deals were undecided)."""
    fair: Counted | None = None
    """By a player that sees no more than a person does."""


def odds_of(game: str) -> Odds:
    """Return what was counted for a game."""
    surveys = _counted().get(game, {})
    return Odds(**{kind: _read(**survey) for kind, survey in surveys.items()})


def _read(*, interval: tuple[float, float], **rest: int) -> Counted:
    low, high = interval
    return Counted(low=low, high=high, **rest)


def _rounded(share: float, digits: int) -> str:
    return f"{100 * share:.{digits}f}"


@functools.cache
def _counted() -> dict[str, dict[str, Any]]:
    counted: dict[str, dict[str, Any]] = json.loads(
        (files("idle_year.engine.games") / "odds.json").read_text("utf-8")
    )
    return counted
