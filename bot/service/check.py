"""Checks: whether a game can still be won, and if not, which move lost it. No move to play is told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.service.analysis import Surety, analyse
from bot.service.errors import GameOver
from bot.service.hint_words import named_move, sure_words
from bot.service.losing_move import losing_move
from bot.service.positions import positions
from bot.solvers.protocols import Limit

if TYPE_CHECKING:
    from bot.engine.rules import AnyRules
    from bot.engine.session import Session
    from bot.service.game import Game
    from bot.service.losing_move import LosingMove
    from bot.service.solver_threads import SolverThreads


@dataclass(frozen=True)
class Check:
    """Whether a game can be won, in words, and how sure that is."""

    surety: Surety
    text: str


class Checks:
    """Checks games, in a thread beside everything else."""

    def __init__(self, threads: SolverThreads, limit: Limit | None = None) -> None:
        self._threads = threads
        self._limit = limit or Limit()

    async def check(self, game: Game) -> Check:
        """Check a game by what its player can see; raise GameOver where no move is left."""
        if game.over or not game.rules.moves(game.state):
            raise GameOver(game, "This game is over: Review shows where it was decided.")
        return await self._threads.quickly(check, game.session, self._limit)


def check(session: Session[Any], limit: Limit) -> Check:
    """Check a game with at least one legal move, by what its player has seen of it."""
    rules, state = session.rules, session.state
    found = analyse(rules, state, limit)
    text = sure_words(rules, rules.view(state), found)
    if found.surety is Surety.LOST:
        seen = [rules.view(each) for each in positions(session)]
        text = f"{text} {turn_words(rules, losing_move(rules, seen, session.moves, limit))}".rstrip()
    return Check(found.surety, text)


def turn_words(rules: AnyRules, turn: LosingMove | None) -> str:
    """Say which move lost a game, and which one would have won; nothing where no move is known to have."""
    if turn is None:
        return ""
    lost, wins = (named_move(rules, turn.state, move) for move in (turn.played, turn.line[0]))
    return f"You could win until move {turn.number + 1}. Then {lost} lost it; {wins} wins (proven)."
