"""What a hint or a check says, always with how sure that is, and with what moves do."""

from __future__ import annotations

import enum
import math
from typing import TYPE_CHECKING, Any

from bot.engine.rules import DEAL, IN_NO_MENU, REDEAL, AnyRules, Move
from bot.render.board import capital, named_move, told_line, told_move
from bot.render.notes import lack_text
from bot.service.analysis import Analysis, LosingMove, Surety
from bot.service.hint import Check, Hint
from bot.service.kernels import Lack
from bot.solvers.protocols import Best

if TYPE_CHECKING:  # the command line words hints, but loads no database for it
    from bot.service.game import Game

_NEARLY_ALL = 0.975
_BEFORE_A_REDEAL = "Take one more look at the board, then redeal."


class Level(enum.StrEnum):
    """How much of a hint is told: where to look, what to play, or a whole winning line."""

    NUDGE = "nudge"
    MOVE = "move"
    LINE = "line"


def hint_text(hint: Hint, level: Level = Level.MOVE, lack: Lack | None = None) -> str:
    """Say as much of a hint as is wanted, and whether the game can be won; `lack` is why that is unknown."""
    sure = _sure(hint.rules, hint.view, hint.analysis, lack)
    if hint.move is None:
        worth = hint.rules.score(hint.view).headline
        return f"{sure} I found nothing better than {worth}: you may as well resign."
    if level is Level.NUDGE:
        return f"{_nudge(hint.rules, hint.view, hint.move)} {sure}"
    if level is Level.LINE and hint.analysis.verdict.line:
        return f"{capital(told_line(hint.rules, hint.view, hint.analysis.verdict.line))}. {sure}"
    return _move(hint, hint.move, sure)


def check_text(check: Check, lack: Lack | None = None) -> str:
    """Say whether a game can be won, and which move lost it if that is known."""
    sure = _sure(check.rules, check.view, check.analysis, lack)
    return sure if check.turn is None else f"{sure} {turn_text(check.rules, check.turn)}"


def turn_text(rules: AnyRules, turn: LosingMove, *, foreseen: bool = False) -> str:
    """Say which move lost a game, and which one would have won, perhaps with cards `foreseen`."""
    lost, wins = (named_move(rules, turn.state, move) for move in (turn.played, turn.line[0]))
    known = "with every card known, " if foreseen else ""
    won = capital(f"{known}{wins} would still have won.")
    return f"Move {turn.number + 1} lost the win: {lost}. {won}"


def is_foreseen(game: Game) -> bool:
    """Whether a proof about a game that is over uses cards that its player had not seen."""
    return game.rules.hides(game.rules.start(game.session.seed))


def _move(hint: Hint, move: Move, sure: str) -> str:
    """Say what to play: `Play 8♠ onto K♠.`, `Try taking out J♠.`, `Deal one card.`."""
    surety = hint.analysis.surety
    named, told = (say(hint.rules, hint.view, move) for say in (named_move, told_move))
    if surety is Surety.LOST:
        return f"{sure} {_leads_on(capital(named), hint.analysis.best)}"
    if surety is Surety.WON or move in IN_NO_MENU:
        return f"{capital(told)}. {sure}"
    return f"Try {named}. {sure}"


def _sure(rules: AnyRules, view: Any, found: Analysis, lack: Lack | None) -> str:
    """Say whether the game can be won, and how sure that is."""
    match found.surety:
        case Surety.WON:
            return f"You can still win (proven){_keeps(found, len(rules.moves(view)))}."
        case Surety.LOST:
            return "You can no longer win (proven)."
        case Surety.ESTIMATE:
            return f"Estimate from the cards you can see: you'd win {_chance(found)} games like this."
        case Surety.OPEN if lack is not None:
            return f"I can't tell yet. {lack_text(lack)}"
        case Surety.OPEN if found.verdict.hidden:
            return "I can't tell yet: some cards are still face down."
    return "I can't tell: there wasn't time to find a win, or to prove that there is none."


def _nudge(rules: AnyRules, view: Any, move: Move) -> str:
    """Name the rank of the card to move first, which four or eight cards share."""
    if move in (DEAL, REDEAL):
        return "Look at the cards you haven't dealt yet." if move == DEAL else _BEFORE_A_REDEAL
    rank = rules.choice(view, move).card.words.split()[0]
    return f"Look at the {'sixes' if rank == 'six' else rank + 's'}."


def _leads_on(named: str, best: Best | None) -> str:
    """Say what the best move of a lost game is good for."""
    if best is None or not best.line:
        if best is not None and best.exact:
            return f"{named} ends the game with {best.score.headline}, the best you can still get."
        return f"{named} changes nothing."
    worth = "the best you can still get" if best.exact else "the best I found"
    return f"{named} leads to {best.score.headline}, {worth}."


def _keeps(found: Analysis, count: int) -> str:
    keeps = found.keeps_win
    if keeps is None or count == 1:
        return ""
    if keeps in (1, count):
        return ", but only one move keeps the win" if keeps == 1 else ", and every move keeps the win"
    return f", and {keeps} of {count} moves keep the win"


def _chance(found: Analysis) -> str:
    """Return the chance after the best move, as far as it is known: `between 19 and 27 of 100`."""
    best = found.chances[0]
    if best.high < 0.02:
        return f"fewer than {max(1, math.ceil(best.high * 1000))} of 1,000"
    if best.low > _NEARLY_ALL:
        return "nearly all"
    low, high = (f"{end * 100:.0f}" for end in (best.low, best.high))
    return f"about {high} of 100" if low == high else f"between {low} and {high} of 100"
