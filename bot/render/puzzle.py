"""Puzzles as text: what is asked for, and how a try at one went."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.rules import AnyRules
from bot.engine.wording import ListStyle, sentence
from bot.render.board import Occasion
from bot.render.language import _, capital, day_and_month, joined, listed, n_, worded
from bot.render.moves import named_move
from bot.service.game import Game
from bot.service.lookup import TriedPuzzle
from bot.service.proof import Found
from bot.solvers.protocols import Best
from bot.store import Puzzle, Source

RIGHT = sentence("Right: the win is still there.")
_FROM = {
    # Translators: where a puzzle is from, as a fact of its own
    Source.LOST: sentence("from a game you lost"),
    Source.DAILY: sentence("from a daily that somebody lost"),
}
_MOST_TOLD = 4
"""Moves that keep the win which are named: more than anybody keeps in mind."""


def puzzle_occasion(game: Game, tried: TriedPuzzle, *, sealed: bool) -> Occasion:
    """Return the occasion above the board of a puzzle: what to find or, once it is over, how it went.

    `sealed` says that its code must stay secret.
    """
    source, found = _FROM.get(tried.puzzle.source), tried.found
    if game.over:
        title = _result(tried.puzzle, solved=found.solved)
        return Occasion(title, capital(worded(source or "")), sealed=sealed, won=found.solved)
    facts = [_keeps(len(found.keeping), len(game.session.legal)), _("one wrong move ends the puzzle")]
    line = " · ".join([*facts, *([worded(source)] if source else [])])
    return Occasion(_title(tried.puzzle), line, sealed=sealed)


def over_text(game: Game, found: Found, best: Best | None) -> str:
    """Say how a try went that has just ended: with the moves that keep the win and, if lost, what is left."""
    rules, number = game.rules, len(game.session.moves)
    if found.solved:
        more = _("There are no hard choices left.") if game.session.legal else ""
        told = joined(_("Solved!"), more)
        return f"🎉 {told}"
    if not found.wrong:
        moves = _named(rules, game.state, found.keeping, "standard")
        return capital(n_("{moves} keeps the win.", "{moves} keep the win.", len(found.keeping), moves=moves))
    before = game.session.before
    lost = _("{move} lost the win.", move=named_move(rules, before, game.session.moves[number - 1]))
    kept = _("{moves} would have kept it.", moves=_named(rules, before, found.keeping, "or"))
    return joined(capital(lost), capital(kept), _left(best))


def _title(puzzle: Puzzle) -> str:
    # Translators: a puzzle of a day, such as 20 November
    return _("Puzzle of {day}", day=day_and_month(puzzle.day)) if puzzle.day else _("Puzzle")


def _result(puzzle: Puzzle, *, solved: bool) -> str:
    """Return the title of a puzzle that is over."""
    if not puzzle.day:
        return _("Puzzle, solved") if solved else _("Puzzle, not solved")
    day = day_and_month(puzzle.day)
    return _("Puzzle of {day}, solved", day=day) if solved else _("Puzzle of {day}, not solved", day=day)


def _keeps(few: int, count: int) -> str:
    return n_(
        "Only {n} of {count} moves keeps the win: find it",
        "{n} of {count} moves keep the win: find one",
        few,
        count=count,
    )


def _named(rules: AnyRules, state: object, keeping: Sequence[str], last: ListStyle) -> str:
    """Name some moves in a position by their cards."""
    moves = {rules.notation.write_move(move): move for move in rules.moves(state)}
    named = [named_move(rules, state, moves[each]) for each in keeping[:_MOST_TOLD]]
    more = len(keeping) - len(named)
    if more:
        # Translators: how many more moves, at the end of a list of them
        named.append(n_("{moves} more", "{moves} more", more, moves=more))
    return listed(named, last)


def _left(best: Best | None) -> str:
    if best is None:
        return ""
    score = best.score.headline
    if best.exact:
        return _("The best you can still get is {score}.", score=score)
    return _("The best that I found from here is {score}.", score=score)
