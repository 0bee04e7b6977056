"""Hints: the move to play, and what is known of the position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.service.errors import GameOver
from bot.service.hints.analysis import analyse
from bot.service.hints.planning import Plans
from bot.service.hints.positions import since_reveal
from bot.solvers.protocols import Limit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.engine.rules import AnyRules, Move
    from bot.engine.session import Session
    from bot.service.game import Game
    from bot.service.hints.analysis import Analysis
    from bot.service.thinking.solver_threads import SolverThreads


@dataclass(frozen=True)
class Hint:
    """A move to play, and what is known of the position."""

    rules: AnyRules
    view: Any
    """The position, as far as the player has seen it."""
    move: Move | None
    """None if no move was found that leads anywhere new: the game may as well be resigned."""
    analysis: Analysis


class Hints:
    """Gives hints, computed in a background thread."""

    def __init__(self, threads: SolverThreads, limit: Limit | None = None) -> None:
        self._threads = threads
        self._limit = limit or Limit()
        self._advisor = Advisor()

    async def hint(self, game: Game) -> Hint:
        """Advise on a game by what its player can see; raise GameOver if no move is left."""
        if game.over or not game.session.legal:
            raise GameOver(game)
        return await self._threads.quickly(game.seat.owner, self._advise, game.session)

    def _advise(self, session: Session[Any]) -> Hint:
        return self._advisor.advise(session.rules, since_reveal(session), self._limit)


class Advisor:
    """Advises on one position after another; where moves can go in circles, it keeps to its plans."""

    def __init__(self) -> None:
        self._plans = Plans()

    def advise(self, rules: AnyRules, positions: Sequence[Any], limit: Limit) -> Hint:
        """Advise on the last of some positions, which has a legal move, by what its player has seen.

        The others are those that its moves could lead back to, as returned by `since_reveal`.
        """
        state = positions[-1]
        view = rules.view(state)
        found = analyse(rules, state, limit)
        move = (
            self._plans.next_move(rules, positions, found)
            if rules.reversible
            else _best_move(rules, view, found)
        )
        return Hint(rules, view, move, found)


def advise(rules: AnyRules, state: Any, limit: Limit) -> Hint:
    """Advise, as `Advisor` does, on a position whose history is unknown."""
    return Advisor().advise(rules, [state], limit)


def _best_move(rules: AnyRules, view: Any, found: Analysis) -> Move:
    """Return the planned move, or else the one that looks most promising."""
    return found.plan[0] if found.plan else _worth_a_look(rules, view) or _most_promising(rules, view)


def _worth_a_look(rules: AnyRules, view: Any) -> Move | None:
    """Return the move that reveals a card, if that loses nothing or nothing else makes progress."""
    shows = next((move for move in rules.moves(view) if rules.reveals(view, move)), None)
    if shows is None or rules.moves_wait or all(rules.reveals(view, move) for move in rules.moves(view)):
        return shows
    after = rules.play(view, _most_promising(rules, view))
    gain = rules.score(after).rank < rules.score(view).rank
    return None if gain or len(rules.moves(after)) > len(rules.moves(view)) else shows


def _most_promising(rules: AnyRules, view: Any) -> Move:
    """Return the move that scores best, ties broken by how many moves it leaves open."""

    def promise(move: Move) -> tuple[int, int]:
        after = rules.play(view, move)
        return rules.score(after).rank[0], -len(rules.moves(after))

    return min((move for move in rules.moves(view) if not rules.reveals(view, move)), key=promise)
