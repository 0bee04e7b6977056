"""The games: each family lists its own, and here they are all together."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import TYPE_CHECKING

from bot.engine.errors import GameError
from bot.engine.games import (
    accordion_deals,
    cribbage_deals,
    marriage_deals,
    napoleon_deals,
    one_handed,
    pyramid_deals,
)
from bot.engine.quoting import quoted

if TYPE_CHECKING:
    from bot.engine.rules import AnyRules

_GAMES: tuple[AnyRules, ...] = (
    *accordion_deals.DEALS,
    *marriage_deals.DEALS,
    one_handed.ONE_HANDED,
    *cribbage_deals.DEALS,
    *napoleon_deals.DEALS,
    *pyramid_deals.DEALS,
)
ALL: dict[str, AnyRules] = {game.id: game for game in _GAMES}
"""Every game by its id, in the order in which menus list them."""


def find_game(text: str) -> AnyRules:
    """Return the game with this id, name or alias; raise GameError with the nearest names."""
    wanted = _slug(text)
    if wanted in ALL:
        return ALL[wanted]
    names = {_slug(name): game for game in reversed(ALL.values()) for name in (game.name, *game.aliases)}
    if wanted in names:
        return names[wanted]
    near = get_close_matches(wanted, {**ALL, **names}, n=2)
    hint = f"did you mean {' or '.join(near)}?" if near else "look through the list of games."
    raise GameError(f"There is no game called {quoted(text)}: {hint}")


def family(name: str) -> tuple[AnyRules, ...]:
    """Return the games of one family; /deal deals the first of them unasked."""
    return tuple(game for game in ALL.values() if game.family == name)


def _slug(text: str) -> str:
    return "-".join(re.sub("['’,]", "", text.lower()).split())
