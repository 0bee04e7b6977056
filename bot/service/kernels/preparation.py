"""Which solvers are still being prepared in this process, and when they should be ready."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from bot.solvers.registry import packages_of
from bot.store.clock import utc_now

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.engine.rules import AnyRules
    from bot.store.clock import Clock

_AS_FORESEEN = 10.0
"""Seconds that dampen the first measurements, so that a package loaded in no time predicts nothing."""
_MORE, _LEAST = 0.25, 5.0
"""An overdue package is expected to take this share of its elapsed time longer, at least so many seconds."""


class Lack(NamedTuple):
    """A game whose solver is missing."""

    rules: AnyRules
    ready: datetime | None
    """About when the solver will be ready; None if it cannot be prepared on this machine."""


class Preparation:
    """Tracks packages of kernels as they get ready one after the other; `kernels` reports to it.

    Until something is reported, nothing is being prepared and nothing is lacking.
    """

    def __init__(self, now: Clock = utc_now) -> None:
        self._now = now
        self._coming: dict[str, float] = {}
        self._failed: set[str] = set()
        self._packages: Mapping[str, tuple[str, ...]] = {}
        self._count = 0
        self._expected = self._took = _AS_FORESEEN
        self._began = self._since = now()
        self.arrived = asyncio.Event()
        """Set whenever a package becomes ready; the waiter clears it."""

    def expect(self, seconds: Mapping[str, float]) -> None:
        """Begin: these packages get ready in this order, each taking so many seconds on a reference machine.

        How much faster or slower this machine is becomes clear once the first of them is ready.
        """
        self._coming, self._count = dict(seconds), len(seconds)
        self._began = self._since = self._now()

    def assign(self, packages: Mapping[str, tuple[str, ...]]) -> None:
        """Note which packages each game needs, by its id; a game not listed waits for all of its family's."""
        self._packages = packages

    def settle(self, package: str, *, failed: bool = False) -> None:
        """Note that a package is ready, or has `failed` for as long as this process runs."""
        now = self._now()
        self._expected += self._coming.pop(package)
        self._took += (now - self._since).total_seconds()
        self._since = now
        if failed:
            self._failed.add(package)
        else:
            self.arrived.set()

    def lacking(self, rules: AnyRules) -> Lack | None:
        """Return what a game lacks and when that should be ready; None if nothing is lacking."""
        packages = self._packages.get(rules.id, packages_of(rules.family))
        awaited = [package for package in self._coming if package in packages]
        if awaited:
            return Lack(rules, self._now() + timedelta(seconds=self._left(awaited[-1])))
        return None if self._failed.isdisjoint(packages) else Lack(rules, None)

    @property
    def over(self) -> bool:
        """Whether nothing is being prepared."""
        return not self._coming

    @property
    def number(self) -> tuple[int, int]:
        """The number of the package that is getting ready, counted from 1, and the total."""
        return self._count - len(self._coming) + 1, self._count

    @property
    def left(self) -> float:
        """About how many seconds are left until all are ready."""
        return 0.0 if self.over else self._left(next(reversed(self._coming)))

    @property
    def share(self) -> float:
        """About how much of the work is done, 0 to 1."""
        passed = (self._now() - self._began).total_seconds()
        return passed / (passed + self.left) if passed > 0 else float(self.over)

    def _left(self, last: str) -> float:
        """Return about how many seconds are left until a package is ready, including those before it."""
        gone = (self._now() - self._since).total_seconds()
        current, *later = self._coming
        # If the current one is overdue, reckon as though it had become ready just now.
        overdue = (self._took + gone) / (self._expected + self._coming[current])
        pace = max(self._took / self._expected, overdue)
        left = max(self._coming[current] * pace - gone, gone * _MORE, _LEAST)
        if last == current:
            return left
        return left + pace * sum(self._coming[each] for each in later[: later.index(last) + 1])
