"""All games, collected from the lists of their families, and how to find one by a name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from functools import cache

from idle_year.engine.errors import GameError
from idle_year.engine.games import accordion_deals, cribbage, marriage_deals, napoleon, one_handed, pyramid
from idle_year.engine.rules import AnyRules
from idle_year.engine.wording import folded_name, listed, quoted, sentence

_GAMES: tuple[AnyRules, ...] = (
    *accordion_deals.DEALS,
    *marriage_deals.DEALS,
    one_handed.ONE_HANDED,
    *cribbage.DEALS,
    *napoleon.DEALS,
    *pyramid.DEALS,
)
ALL: dict[str, AnyRules] = {game.id: game for game in _GAMES}
"""Every game by its id, in the order in which menus list them."""
LONGEST_NAME = 100
"""Characters: what is longer names no game, and is not compared with any."""
_APOSTROPHES = re.compile("['’]")
_WORD = re.compile(r"[^\W_]+")
_SET_ASIDE = ("solitaire", "patience")


def find_game(text: str) -> AnyRules:
    """Return the game with this id, name or alias; raise GameError with the nearest names."""
    game = game_called(text)
    if game is None:
        raise unknown_game(text, near_names(text, _spelt(spelling)))
    return game


def game_called(text: str) -> AnyRules | None:
    """Return the game with this id, name or alias, if there is one."""
    if len(text) > LONGEST_NAME:
        return None
    spelt, short = _spelt(spelling), _spelt(short_spelling)
    return spelt.get(spelling(text)) or short.get(short_spelling(text))


def near_names(text: str, names: Iterable[str]) -> list[str]:
    """Return those of the spelt names that are nearest to what was typed."""
    return get_close_matches(short_spelling(text), names, n=2) if len(text) <= LONGEST_NAME else []


def unknown_game(text: str, near: Sequence[str]) -> GameError:
    """Return what says that no game is called so, with the names that are near."""
    if not near:
        return GameError(
            sentence(
                "There is no game called {name}: look through the list of games.",
                name=quoted(text),
            )
        )
    return GameError(
        sentence(
            "There is no game called {name}: did you mean {games}?",
            name=quoted(text),
            games=listed(near, "or"),
        )
    )


def games_of(name: str) -> tuple[AnyRules, ...]:
    """Return the games of one family; /deal deals the first of them by default."""
    return tuple(game for game in ALL.values() if game.family == name)


def spelling(name: str) -> str:
    """Return a name without case, accents or punctuation: `accordions-revenge`."""
    return "-".join(_words(name))


def short_spelling(name: str) -> str:
    """Return a name also stripped of what books and programs add to it: The, Solitaire, Patience."""
    words = _words(name)
    return "-".join(word for word in words[words[:1] == ["the"] :] if word not in _SET_ASIDE)


def unfinished_spelling(name: str) -> str:
    """Return the short spelling of a name that is still being typed, its last word incomplete.

    `french soli` becomes `french`, because Solitaire will be dropped.
    """
    *words, last = _words(name) or [""]
    begun = any(word.startswith(last) for word in ("the", *_SET_ASIDE))
    return short_spelling(" ".join(words) if begun else name)


@cache
def _spelt(spell: Callable[[str], str]) -> dict[str, AnyRules]:
    """Return the games by id, name and alias; an alias never overrides another game's id or name."""
    games = list(reversed(ALL.values()))
    aliases = {spell(alias): game for game in games for alias in game.aliases}
    names = {spell(game.name): game for game in games}
    ids = {spell(game.id): game for game in games}
    return aliases | names | ids


def _words(name: str) -> list[str]:
    return _WORD.findall(_APOSTROPHES.sub("", folded_name(name)))
