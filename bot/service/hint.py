"""Advice on the next move, which says what is proven and what is a guess."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.engine.rules import IN_NO_MENU, REDEAL
from bot.engine.wording import counted
from bot.service.errors import GameOver
from bot.solvers import solver_for
from bot.solvers.verdict import Answer, Limit

if TYPE_CHECKING:
    from bot.engine.rules import AnyRules, Move
    from bot.service.game import Game
    from bot.solvers.verdict import Verdict

_AT_ONCE = 2
"""Searches that run side by side; more would slow every other player down."""
_SECONDS_FOR_OTHER_MOVES = 0.3
"""How long a player who has a winning move waits to hear whether the others win too."""


@dataclass(frozen=True)
class Hint:
    """A move to play and why."""

    move: Move
    verdict: Verdict
    keeps_win: int | None
    """How many of the legal moves are proven to keep the win; None where not all of them are settled."""
    text: str


class Hints:
    """Gives hints; the search runs in a thread, beside everything else."""

    def __init__(self, limit: Limit | None = None) -> None:
        self._limit = limit or Limit()
        self._room = asyncio.Semaphore(_AT_ONCE)

    async def hint(self, game: Game) -> Hint:
        """Advise on a game by what its player can see; raise GameOver where no move is left."""
        if game.over or not game.rules.moves(game.state):
            raise GameOver(game)
        async with self._room:
            return await asyncio.to_thread(advise, game.rules, game.rules.view(game.state), self._limit)


def advise(rules: AnyRules, view: Any, limit: Limit) -> Hint:
    """Advise on a state as its player knows it, with at least one legal move."""
    start = time.perf_counter()
    verdict = solver_for(rules).solve(view, limit)
    if verdict.answer is Answer.WON:
        seconds = limit.seconds - (time.perf_counter() - start)
        left = Limit(limit.nodes, min(seconds, _SECONDS_FOR_OTHER_MOVES))
        keeps = _keeps_win(rules, view, left)
        return Hint(verdict.line[0], verdict, keeps, _win_text(rules, view, verdict.line[0], keeps))
    keeps = 0 if verdict.answer is Answer.LOST else None
    unseen = _worth_a_look(rules, view)
    if unseen is not None:
        return Hint(unseen, verdict, keeps, _look_text(rules, view, unseen))
    move, mobility = _most_promising(rules, view)
    opens = f"it leaves {counted(mobility, 'move') if mobility else 'no moves'} open"
    why = opens if len(rules.moves(view)) > 1 else "no other move is allowed now"
    return Hint(move, verdict, keeps, _guess_text(_named(rules, view, move), why, verdict))


def _worth_a_look(rules: AnyRules, view: Any) -> Move | None:
    """Return the move that shows a card, where that loses nothing or nothing else gets the game on."""
    shows = next((move for move in rules.moves(view) if rules.reveals(view, move)), None)
    if shows is None or rules.moves_wait or all(rules.reveals(view, move) for move in rules.moves(view)):
        return shows
    move, mobility = _most_promising(rules, view)
    gain = rules.score(rules.play(view, move)).rank < rules.score(view).rank
    return None if gain or mobility > len(rules.moves(view)) else shows


def _keeps_win(rules: AnyRules, view: Any, limit: Limit) -> int | None:
    """Count the moves after which the game is still won; None where one of them stays open."""
    end = time.perf_counter() + limit.seconds
    keeps = 0
    for move in rules.moves(view):
        if rules.reveals(view, move):
            return None
        left = Limit(limit.nodes, end - time.perf_counter())
        verdict = solver_for(rules).solve(rules.play(view, move), left)
        if not verdict.proved:
            return None
        keeps += verdict.answer is Answer.WON
    return keeps


def _most_promising(rules: AnyRules, view: Any) -> tuple[Move, int]:
    """Return the move that scores best, then leaves most moves, and how many it leaves."""
    after = {move: rules.play(view, move) for move in rules.moves(view) if not rules.reveals(view, move)}
    mobility = {move: len(rules.moves(state)) for move, state in after.items()}
    best = min(after, key=lambda move: (rules.score(after[move]).rank[0], -mobility[move]))
    return best, mobility[best]


def _named(rules: AnyRules, view: Any, move: Move) -> str:
    """Return a move with what it does: `12< (8♠ onto K♠)`, `d (deal one card)`."""
    does = {choice.move: choice.what for menu in rules.menus(view) for choice in menu.choices} | IN_NO_MENU
    return f"{rules.notation.write_move(move)} ({does[move]})"


def _win_text(rules: AnyRules, view: Any, move: Move, keeps: int | None) -> str:
    count = len(rules.moves(view))
    text = f"Play {_named(rules, view, move)} — proven: this deal can still be won from here."
    if keeps is None or count == 1:
        return text
    if keeps == 1:
        return f"{text} No other move keeps the win."
    return f"{text} {keeps} of {count} moves keep the win."


def _look_text(rules: AnyRules, view: Any, move: Move) -> str:
    if move == REDEAL:
        return "Redeal (r): no other move is left. What it brings is not known, so nothing is proven."
    if len(rules.moves(view)) == 1:
        why = "no other move is left"
    elif rules.moves_wait:
        why = "you see one more card before you choose"
    else:
        why = "no other move gets you on"
    return f"Deal (d): {why}. The stock is face down, so nothing is proven."


def _guess_text(move: str, why: str, verdict: Verdict) -> str:
    if verdict.answer is Answer.LOST:
        return f"No way to win is left — proven. {move} keeps most moves open."
    if verdict.hidden:
        return f"Try {move}: {why}; unknown cards are still to come, so nothing is proven."
    return f"Try {move}: {why}. Whether this can be won is not settled."
