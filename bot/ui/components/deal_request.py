"""A request for a deal, which can also be written as text into a button."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from bot.engine.cards import read_seed
from bot.engine.games import find_game
from bot.service.hints.wishes import ANY, Wish
from bot.solvers.difficulty import HARDEST
from bot.ui.components.presses import read_number

if TYPE_CHECKING:
    from bot.engine.rules import AnyRules


class DealRequest(NamedTuple):
    """A game to deal, from a seed or as wished for; any deal, if neither is given."""

    rules: AnyRules
    seed: str | None = None
    wish: Wish = ANY
    public: bool = False
    day: date | None = None
    """The day whose daily is wanted; no seed is given then."""

    @property
    def wishes(self) -> bool:
        """Whether a deal must be searched for."""
        return self.wish != ANY

    def write(self) -> str:
        """Return the request as text.

        `channel:goren:tuesday`, `private:accordion:~4`, `private:french:~w`, `private:accordion:@2026-11-20`.
        """
        where = "channel" if self.public else "private"
        wish = f"~{self.wish.stars or ''}{'w' if self.wish.winnable else ''}" if self.wishes else ""
        daily = f"@{self.day.isoformat()}" if self.day else ""
        return f"{where}:{self.rules.id}:{daily or self.seed or wish}"

    @classmethod
    def read(cls, text: str) -> DealRequest:
        """Read what `write` returned; raise ValueError for anything else."""
        where, game, deal = text.split(":")
        rules, public = find_game(game), ("private", "channel").index(where) == 1
        if deal.startswith("@"):
            return cls(rules, day=date.fromisoformat(deal.removeprefix("@")))
        if deal.startswith("~"):
            return cls(rules, wish=_read_wish(deal.removeprefix("~")), public=public)
        return cls(rules, read_seed(deal) if deal else None, public=public)


def _read_wish(text: str) -> Wish:
    stars = text.removesuffix("w")
    wish = Wish(read_number(stars) if stars else None, winnable=text.endswith("w"))
    if wish.stars is not None and not 1 <= wish.stars <= HARDEST:
        raise ValueError("No deal has so many stars.")
    return wish
