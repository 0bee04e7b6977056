"""Hints: the move to play, as far as it is told."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.service.errors import GameOver
from bot.service.hint_words import line_words, move_words, nudge_words
from bot.service.study import study
from bot.solvers.verdict import Limit

if TYPE_CHECKING:
    from bot.engine.rules import AnyRules, Move
    from bot.service.game import Game
    from bot.service.study import Study
    from bot.service.thinking import Thinker


class Level(enum.StrEnum):
    """How much a hint tells."""

    NUDGE = "nudge"
    MOVE = "move"
    LINE = "line"


_WORDS = {Level.NUDGE: nudge_words, Level.MOVE: move_words, Level.LINE: line_words}


@dataclass(frozen=True)
class Hint:
    """A move to play, and what is known of the position."""

    move: Move
    study: Study
    text: str


class Hints:
    """Gives hints, in a thread beside everything else."""

    def __init__(self, thinker: Thinker, limit: Limit | None = None) -> None:
        self._thinker = thinker
        self._limit = limit or Limit()

    async def hint(self, game: Game, level: Level = Level.MOVE) -> Hint:
        """Advise on a game by what its player can see; raise GameOver where no move is left."""
        if game.over or not game.rules.moves(game.state):
            raise GameOver(game)
        return await self._thinker.quickly(advise, game.rules, game.state, self._limit, level)


def advise(rules: AnyRules, state: Any, limit: Limit, level: Level = Level.MOVE) -> Hint:
    """Advise on a position with at least one legal move, by what its player has seen of it."""
    view = rules.view(state)
    found = study(rules, state, limit)
    move = _best_move(rules, view, found)
    return Hint(move, found, _WORDS[level](rules, view, move, found))


def _best_move(rules: AnyRules, view: Any, found: Study) -> Move:
    """Return the move that wins, or that a fair player likes best, or that looks most promising."""
    line = found.verdict.line or (found.best.line if found.best else ())
    if line:
        return line[0]
    if found.chances:
        return found.chances[0].move
    return _worth_a_look(rules, view) or _most_promising(rules, view)


def _worth_a_look(rules: AnyRules, view: Any) -> Move | None:
    """Return the move that shows a card, where that loses nothing or nothing else gets the game on."""
    shows = next((move for move in rules.moves(view) if rules.reveals(view, move)), None)
    if shows is None or rules.moves_wait or all(rules.reveals(view, move) for move in rules.moves(view)):
        return shows
    after = rules.play(view, _most_promising(rules, view))
    gain = rules.score(after).rank < rules.score(view).rank
    return None if gain or len(rules.moves(after)) > len(rules.moves(view)) else shows


def _most_promising(rules: AnyRules, view: Any) -> Move:
    """Return the move that scores best, then leaves most moves open."""

    def promise(move: Move) -> tuple[int, int]:
        after = rules.play(view, move)
        return rules.score(after).rank[0], -len(rules.moves(after))

    return min((move for move in rules.moves(view) if not rules.reveals(view, move)), key=promise)
