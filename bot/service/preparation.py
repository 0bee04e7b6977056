"""Which solvers are still being prepared in this process, and until about when."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from bot.solvers.registry import packages_of
from bot.store.database import utc_now

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.engine.rules import AnyRules
    from bot.store.database import Clock

_AS_FORESEEN = 10.0
"""Seconds that the first packages weigh less, so that what is loaded in no time foretells nothing."""
_MORE, _LEAST = 0.25, 5.0
"""What takes longer than foreseen is expected to take so much more: a share of it, but so many seconds."""


class Lack(NamedTuple):
    """A game without the solver that it should have."""

    rules: AnyRules
    ready: datetime | None
    """About when the solver will be there; None where it cannot be prepared on this machine."""


class Preparation:
    """What is known of packages of kernels that get ready one after the other; `kernels` tells it.

    So long as nobody tells it anything, nothing is being prepared and nothing is lacking.
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
        """Set by every package that becomes ready; whoever waits for it clears it."""

    def expect(self, seconds: Mapping[str, float]) -> None:
        """Begin: these packages get ready in this order, each in so many seconds on some machine.

        How much faster or slower this machine is shows as soon as the first of them is ready.
        """
        self._coming, self._count = dict(seconds), len(seconds)
        self._began = self._since = self._now()

    def assign(self, packages: Mapping[str, tuple[str, ...]]) -> None:
        """Note which packages solve which game, by its id; else a game waits for all of its family."""
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
        """Return what to tell of a game whose solver is not ready; None where nothing is lacking."""
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
        """The number of the package that is getting ready, from 1 on, and that of all."""
        return self._count - len(self._coming) + 1, self._count

    @property
    def left(self) -> float:
        """About how many seconds it takes until all are ready."""
        return 0.0 if self.over else self._left(next(reversed(self._coming)))

    @property
    def share(self) -> float:
        """About how much of the work is done, 0 to 1."""
        passed = (self._now() - self._began).total_seconds()
        return passed / (passed + self.left) if passed > 0 else float(self.over)

    def _left(self, last: str) -> float:
        """Return in about how many seconds a package is ready, those that come before it included."""
        gone = (self._now() - self._since).total_seconds()
        current, *later = self._coming
        # As though the current one were just ready, where it has taken longer than foreseen.
        overdue = (self._took + gone) / (self._expected + self._coming[current])
        pace = max(self._took / self._expected, overdue)
        left = max(self._coming[current] * pace - gone, gone * _MORE, _LEAST)
        if last == current:
            return left
        return left + pace * sum(self._coming[each] for each in later[: later.index(last) + 1])
