"""All games, collected from the lists of their families."""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache
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
from bot.engine.games.names import short_spelling, spelling
from bot.engine.quoting import quoted

if TYPE_CHECKING:
    from collections.abc import Callable

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
    spelt, short = _spelt(spelling), _spelt(short_spelling)
    game = spelt.get(spelling(text)) or short.get(short_spelling(text))
    if game is not None:
        return game
    near = get_close_matches(short_spelling(text), spelt, n=2)
    hint = f"did you mean {' or '.join(near)}?" if near else "look through the list of games."
    raise GameError(f"There is no game called {quoted(text)}: {hint}")


def family(name: str) -> tuple[AnyRules, ...]:
    """Return the games of one family; /deal deals the first of them by default."""
    return tuple(game for game in ALL.values() if game.family == name)


@cache
def _spelt(spell: Callable[[str], str]) -> dict[str, AnyRules]:
    """Return the games by id, name and alias; an alias never overrides another game's id or name."""
    games = list(reversed(ALL.values()))
    aliases = {spell(alias): game for game in games for alias in game.aliases}
    names = {spell(game.name): game for game in games}
    ids = {spell(game.id): game for game in games}
    return aliases | names | ids
