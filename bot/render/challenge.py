"""Challenges: whom to beat, and who has tried, as a post and a board say it."""

from __future__ import annotations

from bot.render.language import _, capital, commas, n_, worded
from bot.render.ranks import clock, worth
from bot.service.challenge import Answered, Rival, Try, is_better
from bot.store import RESIGNED, Result
from idle_year.engine.rules import AnyRules, Outcome
from idle_year.engine.wording import sentence

SOMEBODY = sentence("somebody")
ATTEMPT = sentence(
    "This is a daily that's still on, and you have one try at it that counts: this would be the one."
)
FINISHED = sentence(
    "You've finished this daily already. Your result can stand under the post, where others read it."
)
_MOST_NAMES = 12
"""So many people are named who have answered a post."""


def answered_text(answered: Answered, rules: AnyRules) -> str:
    """Return who has answered a post, and how it went; nothing if nobody has."""
    count = len(answered.tries) + answered.hidden
    if not count:
        return ""
    told = [_try_text(each, answered.goal, rules) for each in answered.tries[:_MOST_NAMES]]
    if more := count - len(told):
        # Translators: players
        told.append(n_("… and {n} more", "… and {n} more", more))
    # Translators: under a post about a game; {n} people have played the same since, who follow
    head = n_("Tried by {n}:", "Tried by {n}:", count)
    return f"{head} {' · '.join(told)}"


def rival_text(rival: Rival, rules: AnyRules) -> str:
    """Say whom to beat, above the board of somebody who has just been dealt the same."""
    if rival.result is None:
        return _("Whoever shared this deal has deleted that game: play it for its own sake.")
    # Translators: {player} is a name or "somebody", {feat} such as "won in 3:04" or "12 piles"
    return _("To beat: {player}, {feat}.", player=_name(rival), feat=feat(rival.result, rules))


def outcome_text(rival: Rival, result: Result, rules: AnyRules) -> str:
    """Say at the end of a game whether it beats the one that was shared.

    Nothing if that was deleted, or its player has given up.
    """
    if rival.result is None or result.outcome == RESIGNED:
        return ""
    theirs, own = feat(rival.result, rules, result), feat(result, rules, rival.result)
    told = {"player": _name(rival), "feat": theirs, "own": own}
    if is_better(result, rival.result):
        # Translators: {own} and {feat} are such as "won in 3:04" or "12 piles"
        return _("You've beaten {player}: {own} against {feat}.", **told)
    if is_better(rival.result, result):
        return capital(_("{player} stays ahead: {feat} against your {own}.", **told))
    return _("You and {player} have done equally well: {own}.", **told)


def feat(result: Result, rules: AnyRules, beside: Result | None = None) -> str:
    """Return what a result is worth, in short: `won in 3:04`, `12 piles`, `won in 9:10, assisted`.

    If that alone does not tell it from the one `beside` it, what it is ranked by next follows.
    """
    if result.outcome == Outcome.WON:
        # Translators: {time} is such as "3:04" (minutes and seconds)
        told = _("won in {time}", time=clock(result.seconds))
    else:
        told = worth(rules, result, [beside] if beside else [])
        if result.outcome == RESIGNED:
            # Translators: {score} is such as "12 piles"
            told = _("resigned at {score}", score=told)
    helped = [_("assisted")] if result.assisted else []
    return commas([told, *helped, *(_finer(result, beside) if beside else [])])


def _finer(result: Result, beside: Result) -> list[str]:
    """Return the moves, or else the time, if one of them tells apart two results that are alike."""
    if (result.outcome == Outcome.WON) != (beside.outcome == Outcome.WON):
        return []
    if (result.assisted, result.left, result.tiebreak) != (beside.assisted, beside.left, beside.tiebreak):
        return []
    if result.moves != beside.moves:
        return [n_("{n} move", "{n} moves", result.moves)]
    untold = result.outcome != Outcome.WON and result.seconds != beside.seconds
    return [clock(result.seconds)] if untold else []


def _try_text(tried: Try, goal: Result | None, rules: AnyRules) -> str:
    name = f"<@{tried.player}>"
    if tried.result is None:
        # Translators: {player} is a name: that player's game is still on
        return _("{player} is playing", player=name)
    told = feat(tried.result, rules, goal)
    # Translators: {player} has done better than the one who shared a game; {feat} is such as "won in 3:04"
    return _("{player} beat it: {feat}", player=name, feat=told) if tried.beats else f"{name} {told}"


def _name(rival: Rival) -> str:
    return worded(SOMEBODY) if rival.player is None else f"<@{rival.player}>"
