"""Puzzles as text: what is asked for, and how a try at one went."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.rules import AnyRules
from bot.engine.wording import listed
from bot.render.board import Occasion, capital, named_move
from bot.render.daily import day_in_words
from bot.service.game import Game
from bot.service.lookup import TriedPuzzle
from bot.service.proof import Found
from bot.solvers.protocols import Best
from bot.store import Puzzle, Source

RIGHT = "Right: the win is still there."
_SOLVED = "🎉 Solved! There are no hard choices left."
_WON = "🎉 Solved!"
_FROM = {Source.LOST: "from a game you lost", Source.DAILY: "from a daily that somebody lost"}
_MOST_TOLD = 4
"""Moves that keep the win which are named: more than anybody keeps in mind."""


def puzzle_occasion(game: Game, tried: TriedPuzzle, *, sealed: bool) -> Occasion:
    """Return the occasion above the board of a puzzle: what to find or, once it is over, how it went.

    `sealed` says that its code must stay secret.
    """
    title, found = _title(tried.puzzle), tried.found
    source = [_FROM[tried.puzzle.source]] if tried.puzzle.source in _FROM else []
    if game.over:
        title += ", solved" if found.solved else ", not solved"
        return Occasion(title, " · ".join(source).capitalize(), sealed=sealed, won=found.solved)
    facts = [_keeps(len(found.keeping), len(game.session.legal)), "one wrong move ends the puzzle", *source]
    return Occasion(title, " · ".join(facts), sealed=sealed)


def over_text(game: Game, found: Found, best: Best | None) -> str:
    """Say how a try went that has just ended: with the moves that keep the win and, if lost, what is left."""
    rules, number = game.rules, len(game.session.moves)
    if found.solved:
        return _WON if not game.session.legal else _SOLVED
    if not found.wrong:
        keeps = "keeps" if len(found.keeping) == 1 else "keep"
        return f"{capital(_named(rules, game.state, found.keeping, 'and'))} {keeps} the win."
    before = game.session.before
    lost = named_move(rules, before, game.session.moves[number - 1])
    kept = capital(_named(rules, before, found.keeping, "or"))
    return f"{capital(lost)} lost the win. {kept} would have kept it.{_left(best)}"


def _title(puzzle: Puzzle) -> str:
    return f"Puzzle of {day_in_words(puzzle.day)}" if puzzle.day else "Puzzle"


def _keeps(few: int, count: int) -> str:
    if few == 1:
        return f"Only 1 of {count} moves keeps the win: find it"
    return f"{few} of {count} moves keep the win: find one"


def _named(rules: AnyRules, state: object, keeping: Sequence[str], last: str) -> str:
    """Name some moves in a position by their cards."""
    moves = {rules.notation.write_move(move): move for move in rules.moves(state)}
    named = [named_move(rules, state, moves[each]) for each in keeping[:_MOST_TOLD]]
    more = len(keeping) - len(named)
    return listed([*named, *([f"{more} more"] if more else [])], last)


def _left(best: Best | None) -> str:
    if best is None:
        return ""
    worth = "The best you can still get is" if best.exact else "The best that I found from here is"
    return f" {worth} {best.score.headline}."
