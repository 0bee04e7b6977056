"""What somebody asks to be dealt, also as text in a button."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from bot.engine.games import find_game
from bot.service.wish import Wish

if TYPE_CHECKING:
    from bot.engine.rules import AnyRules

_ANY = Wish()


class Order(NamedTuple):
    """A game, from a seed or of some kind; any deal, if neither is said."""

    rules: AnyRules
    seed: str | None = None
    wish: Wish = _ANY
    public: bool = False
    day: date | None = None
    """The day of which the daily is wanted; no seed is said then."""

    @property
    def wishes(self) -> bool:
        """Whether a deal must be looked for."""
        return self.wish != _ANY

    def write(self) -> str:
        """Return the order as text.

        `channel:goren:tuesday`, `private:accordion:~4`, `private:french:~w`, `private:accordion:@2026-11-20`.
        """
        where = "channel" if self.public else "private"
        wish = f"~{self.wish.stars or ''}{'w' if self.wish.winnable else ''}" if self.wishes else ""
        daily = f"@{self.day.isoformat()}" if self.day else ""
        return f"{where}:{self.rules.id}:{daily or self.seed or wish}"

    @classmethod
    def read(cls, text: str) -> Order:
        """Read what `write` has written."""
        where, game, deal = text.split(":")
        if deal.startswith("@"):
            return cls(find_game(game), day=date.fromisoformat(deal.removeprefix("@")))
        seed, tilde, wish = deal.partition("~")
        stars = wish.removesuffix("w")
        wished = Wish(int(stars) if stars else None, winnable=wish.endswith("w")) if tilde else _ANY
        return cls(find_game(game), seed or None, wished, public=where == "channel")
