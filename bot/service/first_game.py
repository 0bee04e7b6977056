"""The first game: a short deal whose first moves are shown; the player finds the rest.

No progress is stored besides the game itself: it is read from the moves.
"""

from __future__ import annotations

import enum

from bot.service.game import Game
from idle_year.engine.errors import GameError
from idle_year.engine.games import find_game
from idle_year.engine.records import write_moves
from idle_year.engine.rules import AnyRules

SEED = "first-game-12441"
MOVES = ("7<", "7<<<", "7<")
"""The moves shown: a slide, a leap, and a slide that the leap makes possible; the deal can then be won."""
NEXT = "accordion"
"""The game to play after the first one."""


class Stage(enum.Enum):
    """Where a player is in the first game."""

    SHOWN = enum.auto()
    """The next move is shown."""
    ALONE = enum.auto()
    """The player finds the moves."""
    OVER = enum.auto()


def first_rules() -> AnyRules:
    """Return the rules of the first game."""
    return find_game("late-binding")


def stage_of(game: Game) -> Stage | None:
    """Return where a player is in the first game; None for any other game."""
    if game.session.seed != SEED or game.rules.id != first_rules().id:
        return None
    if game.over:
        return Stage.OVER
    played = tuple(write_moves(game.rules, game.session.moves).split())
    shown = len(played) < len(MOVES) and played == MOVES[: len(played)]
    return Stage.SHOWN if shown else Stage.ALONE


def strays(game: Game, typed: str) -> bool:
    """Whether legal moves, typed or pressed, leave the path of those that are shown."""
    if stage_of(game) is not Stage.SHOWN:
        return False
    try:
        played = game.session.play(typed).moves
    except GameError:  # the rules refuse them, with the reason
        return False
    written = write_moves(game.rules, played).split()
    return any(one != shown for one, shown in zip(written, MOVES, strict=False))


def shown_move(game: Game) -> str:
    """Return the next move to show; only for Stage.SHOWN."""
    return MOVES[len(game.session.moves)]
