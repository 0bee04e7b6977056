"""What a hint or a check says, always with how sure that is, and with what moves do."""

from __future__ import annotations

import enum
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from bot.engine.records import write_moves
from bot.engine.rules import DEAL, IN_NO_MENU, REDEAL, AnyRules, Move
from bot.engine.wording import counted
from bot.render.board import named_move
from bot.render.notes import lack_text
from bot.service.analysis import Analysis, LosingMove, Surety
from bot.service.hint import Check, Hint
from bot.service.kernels import Lack
from bot.solvers.protocols import Best

if TYPE_CHECKING:  # the command line words hints, but loads no database for it
    from bot.service.game import Game

_LONGEST_LINE = 20
"""Maximum number of moves told at once: more than anybody plays before looking again."""


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
        return f"{sure} I found no way past {worth}: you may as well resign."
    if level is Level.NUDGE:
        return f"{_nudge(hint.rules, hint.view, hint.move)} {sure}"
    if level is Level.LINE and hint.analysis.verdict.line:
        return f"{_line(hint.rules, hint.analysis.verdict.line)} {sure}"
    return _move(hint, hint.move, sure)


def check_text(check: Check, lack: Lack | None = None) -> str:
    """Say whether a game can be won, and which move lost it if that is known."""
    sure = _sure(check.rules, check.view, check.analysis, lack)
    return sure if check.turn is None else f"{sure} {turn_text(check.rules, check.turn)}"


def turn_text(rules: AnyRules, turn: LosingMove, *, foreseen: bool = False) -> str:
    """Say which move lost a game, and which one would have won, perhaps with cards `foreseen`."""
    lost, wins = (named_move(rules, turn.state, move) for move in (turn.played, turn.line[0]))
    could = "With every card known, you could have won" if foreseen else "You could still win"
    return f"{could} until move {turn.number + 1}: {lost} lost it, and {wins} wins (proven)."


def is_foreseen(game: Game) -> bool:
    """Whether a proof about a game that is over uses cards that its player had not seen."""
    return game.rules.hides(game.rules.start(game.session.seed))


def _move(hint: Hint, move: Move, sure: str) -> str:
    """Say what to play: `Play 8♠ onto K♠ (12<).`, `Deal one card (d).`."""
    named, surety = named_move(hint.rules, hint.view, move), hint.analysis.surety
    if surety is Surety.LOST:
        return f"{sure} {_leads_on(named[0].upper() + named[1:], hint.analysis.best)}"
    if move in IN_NO_MENU:
        return f"{named[0].upper()}{named[1:]}. {sure}"
    return f"{'Play' if surety is Surety.WON else 'Try'} {named}. {sure}"


def _line(rules: AnyRules, line: Sequence[Move]) -> str:
    """Say how to win."""
    told = write_moves(rules, line[:_LONGEST_LINE])
    more = f" and {counted(len(line) - _LONGEST_LINE, 'move')} more" if len(line) > _LONGEST_LINE else ""
    return f"Play `{told}`{more}."


def _sure(rules: AnyRules, view: Any, found: Analysis, lack: Lack | None) -> str:
    """Say whether the game can be won, and how sure that is."""
    match found.surety:
        case Surety.WON:
            return f"Proven: this game can still be won.{_keeps(found, len(rules.moves(view)))}"
        case Surety.LOST:
            return "Proven: this game can no longer be won."
        case Surety.ESTIMATE:
            return f"Estimate from the cards you can see: {_chance(found)}."
        case Surety.OPEN if lack is not None:
            return f"Can't tell yet. {lack_text(lack)}"
        case Surety.OPEN if found.verdict.hidden:
            return "Can't tell yet: some cards are still face down."
    return "Can't tell: there wasn't time to find a win, or to prove that there is none."


def _nudge(rules: AnyRules, view: Any, move: Move) -> str:
    """Name the rank of the card to move first, which four or eight cards share."""
    if move in (DEAL, REDEAL):
        return "Look at the stock." if move == DEAL else "Take one more look at the board, then redeal."
    rank = rules.choice(view, move).card.words.split()[0]
    return f"Look at the {'sixes' if rank == 'six' else rank + 's'}."


def _leads_on(named: str, best: Best | None) -> str:
    """Say what the best move of a lost game is good for."""
    if best is None or not best.line:
        if best is not None and best.exact:
            return f"{named} leads to the end of the game with {best.score.headline}, the best there is."
        return f"{named} changes nothing."
    worth = "the best there is" if best.exact else "the best that was found"
    return f"{named} leads to {best.score.headline}, {worth}."


def _keeps(found: Analysis, count: int) -> str:
    keeps = found.keeps_win
    if keeps is None or count == 1:
        return ""
    if keeps in (1, count):
        return " Only one move is safe." if keeps == 1 else " Every move is safe."
    return f" {keeps} of {count} moves are safe."


def _chance(found: Analysis) -> str:
    """Return the chance after the best move: `about 23 in 100 games are won (19 to 27)`."""
    best = found.chances[0]
    if best.high < 0.02:
        return f"fewer than {max(1, math.ceil(best.high * 1000))} in 1000 such games are won"
    low, high = (f"{end * 100:.0f}" for end in (best.low, best.high))
    return f"about {best.wins * 100:.0f} in 100 such games are won ({low} to {high})"
