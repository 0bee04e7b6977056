"""What a hint or a check says, always with how sure that is, and with what moves do."""

from __future__ import annotations

import enum
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from bot.render.language import _, capital, joined, n_, worded
from bot.render.moves import named_move, told_line, told_move
from bot.render.notes import lack_text
from bot.service.kernels import Lack
from bot.service.menus import offered_moves
from idle_year.advice import Check, Hint
from idle_year.analysis import Analysis, LosingMove, Surety
from idle_year.engine.rules import DEAL, IN_NO_MENU, REDEAL, AnyRules, Move
from idle_year.engine.wording import sentence
from idle_year.solvers.protocols import Answer, Best

if TYPE_CHECKING:  # the command line words hints, but loads no database for it
    from bot.service.game import Game

NOBODY = sentence("Nobody could have won this deal (proven).")
_NEARLY_ALL = 0.975
_LOOK_AT_RANK = (
    sentence("Look at the aces."),
    sentence("Look at the twos."),
    sentence("Look at the threes."),
    sentence("Look at the fours."),
    sentence("Look at the fives."),
    sentence("Look at the sixes."),
    sentence("Look at the sevens."),
    sentence("Look at the eights."),
    sentence("Look at the nines."),
    sentence("Look at the tens."),
    sentence("Look at the jacks."),
    sentence("Look at the queens."),
    sentence("Look at the kings."),
)
"""What a nudge says, by the rank of the card to move first."""


class Level(enum.StrEnum):
    """How much of a hint is told: where to look, what to play, or a whole winning line."""

    NUDGE = "nudge"
    MOVE = "move"
    LINE = "line"


def hint_text(hint: Hint, level: Level = Level.MOVE, lack: Lack | None = None) -> str:
    """Say as much of a hint as is wanted, and whether the game can be won; `lack` is why that is unknown."""
    sure = _sure(hint.rules, hint.view, hint.analysis, lack)
    if hint.opening is Answer.LOST:
        sure = worded(NOBODY)
    if level is Level.NUDGE and hint.turn is not None:
        return joined(sure, _lost(hint.rules, hint.turn))
    if hint.move is None:
        score = hint.rules.score(hint.view).headline
        told = _("I found nothing better than {score}: you may as well resign.", score=score)
        return joined(sure, told)
    if level is Level.NUDGE and hint.analysis.surety is Surety.LOST:
        return sure
    if level is Level.NUDGE:
        return joined(_nudge(hint.rules, hint.view, hint.move), sure)
    if level is Level.LINE and hint.analysis.verdict.line:
        moves = told_line(hint.rules, hint.view, hint.analysis.verdict.line)
        # Translators: some moves one after the other, as a sentence: with its full stop
        return joined(capital(_("{moves}.", moves=moves)), sure)
    return _move(hint, hint.move, sure)


def check_text(check: Check, lack: Lack | None = None) -> str:
    """Say whether a game can be won, and which move lost it if that is known, or that none did."""
    if check.opening is Answer.LOST:
        return worded(NOBODY)
    sure = _sure(check.rules, check.view, check.analysis, lack)
    return sure if check.turn is None else joined(sure, turn_text(check.rules, check.turn))


def turn_text(rules: AnyRules, turn: LosingMove, *, foreseen: bool = False) -> str:
    """Say which move lost a game, which one would have won, perhaps with cards `foreseen`, and why."""
    wins = named_move(rules, turn.state, turn.line[0])
    if foreseen:
        won = _("With every card known, {move} would still have won.", move=wins)
    else:
        won = capital(_("{move} would still have won.", move=wins))
    return joined(_lost(rules, turn), won, because_text(rules, turn))


def _lost(rules: AnyRules, turn: LosingMove) -> str:
    lost = named_move(rules, turn.state, turn.played)
    return _("Move {number} lost the win: {move}.", number=turn.number + 1, move=lost)


def because_text(rules: AnyRules, turn: LosingMove) -> str:
    """Say which move the one that would have won makes possible; "" if that is none, or takes a new card."""
    better, *then = turn.line[:2]
    if not then or not IN_NO_MENU.keys().isdisjoint((turn.played, better, *then)):
        return ""
    before, instead, after = (turn.state, *(rules.play(turn.state, move) for move in (turn.played, better)))
    next_one = named_move(rules, after, then[0])
    # The same cards lie elsewhere after another move, so it is looked for by its name.
    known = {named_move(rules, state, move) for state in (before, instead) for move in rules.moves(state)}
    # Translators: {move} is "8♠ onto K♠" or "taking out J♠", say
    return "" if next_one in known else _("That makes way for {move}.", move=next_one)


def is_foreseen(game: Game) -> bool:
    """Whether a proof about a game that is over uses cards that its player had not seen."""
    return game.rules.hides(game.rules.start(game.session.seed))


def _move(hint: Hint, move: Move, sure: str) -> str:
    """Say what to play: `Play 8♠ onto K♠.`, `Try taking out J♠.`, `Deal one card.`."""
    surety = hint.analysis.surety
    named, told = (say(hint.rules, hint.view, move) for say in (named_move, told_move))
    if surety is Surety.LOST:
        return joined(sure, capital(_leads_on(named, hint.analysis.best)))
    if surety is Surety.WON or move in IN_NO_MENU:
        return joined(told, sure)
    return joined(_("Try {move}.", move=named), sure)


def _sure(rules: AnyRules, view: Any, found: Analysis, lack: Lack | None) -> str:
    """Say whether the game can be won, and how sure that is."""
    match found.surety:
        case Surety.WON:
            return _keeps(found, offered_moves(rules, view))
        case Surety.LOST:
            return _("You can no longer win (proven).")
        case Surety.ESTIMATE:
            return _estimate(found)
        case Surety.OPEN if lack is not None:
            return joined(_("I can't tell yet."), lack_text(lack))
        case Surety.OPEN if found.verdict.hidden:
            return _("I can't tell yet: some cards are still face down.")
    return _("I can't tell: there wasn't time to find a win, or to prove that there is none.")


def _nudge(rules: AnyRules, view: Any, move: Move) -> str:
    """Name the rank of the card to move first, which four or eight cards share."""
    if move == DEAL:
        return _("Look at the cards you haven't dealt yet.")
    if move == REDEAL:
        button = worded(rules.table(view).redeal)
        # Translators: {button} is "Redeal" or "Turn the waste over"
        return _("Take one more look at the board, then press **{button}**.", button=button)
    return worded(_LOOK_AT_RANK[rules.choice(view, move).card.rank])


def _leads_on(move: str, best: Best | None) -> str:
    """Say what the best move of a lost game is good for; it may begin with the move."""
    if best is None or not (best.line or best.exact):
        return _("{move} changes nothing.", move=move)
    score = best.score.headline
    if not best.line:
        return _("{move} ends the game with {score}, the best you can still get.", move=move, score=score)
    if best.exact:
        return _("{move} leads to {score}, the best you can still get.", move=move, score=score)
    return _("{move} leads to {score}, the best I found.", move=move, score=score)


def _keeps(found: Analysis, offered: Sequence[Move]) -> str:
    """Say that the game can be won, and how many of the moves on its board keep the win."""
    keeping, count = found.keeping, len(offered)
    if keeping is None or count == 1:
        return _("You can still win (proven).")
    keeps = sum(move in keeping for move in offered)
    if keeps == 1:
        return _("You can still win (proven), but only one move keeps the win.")
    if keeps == count:
        return _("You can still win (proven), and every move keeps the win.")
    return n_(
        "You can still win (proven), and {n} of {count} moves keeps the win.",
        "You can still win (proven), and {n} of {count} moves keep the win.",
        keeps,
        count=count,
    )


def _estimate(found: Analysis) -> str:
    """Tell the chance after the best move, as far as it is known."""
    best = found.chances[0]
    if best.high < 0.02:
        return n_(
            "Estimate from the cards you can see: you'd win fewer than {n} of 1,000 games like this.",
            "Estimate from the cards you can see: you'd win fewer than {n} of 1,000 games like this.",
            max(1, math.ceil(best.high * 1000)),
        )
    if best.low > _NEARLY_ALL:
        return _("Estimate from the cards you can see: you'd win nearly all games like this.")
    low, high = (f"{end * 100:.0f}" for end in (best.low, best.high))
    if low == high:
        return _(
            "Estimate from the cards you can see: you'd win about {number} of 100 games like this.",
            number=high,
        )
    return _(
        "Estimate from the cards you can see: you'd win between {low} and {high} of 100 games like this.",
        low=low,
        high=high,
    )
