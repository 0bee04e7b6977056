"""Deal codes such as `goren:tuesday`: the name of a game and a seed, short enough to type."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bot.engine.cards import read_seed
from bot.engine.errors import GameError
from bot.engine.games import find_game
from bot.engine.quoting import quoted

if TYPE_CHECKING:
    from bot.engine.rules import AnyRules


class BadCode(GameError):  # noqa: N818  named as the thing, like IllegalMove
    """The text is neither a deal code nor a seed."""


class Deal(NamedTuple):
    """A game and the seed that deals it."""

    rules: AnyRules
    seed: str


def write_code(game: str, seed: str) -> str:
    """Write the code of a deal of a game, which is named by its id: it may have been removed since."""
    return f"{game}:{seed}"


def read_code(text: str) -> Deal:
    """Read the code of a deal; raise GameError saying what is wrong with it."""
    name, colon, seed = text.strip().partition(":")
    if not (name and colon and seed):
        raise BadCode(
            f"{quoted(text)} is not a deal code: write game, colon and seed, such as goren:tuesday."
        )
    return Deal(find_game(name), _seed(seed))


def read_deal(rules: AnyRules, text: str) -> Deal:
    """Read a seed for a game, or a deal code, which then names the game itself."""
    return read_code(text) if ":" in text else Deal(rules, _seed(text))


def _seed(text: str) -> str:
    try:
        return read_seed(text)
    except ValueError as error:
        raise BadCode(str(error)) from None
