"""Puzzles as text: what is asked for, and how a try at one went."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any

from bot.render.board import Occasion
from bot.render.cards import Style
from bot.render.families import family_of
from bot.render.language import _, capital, day_and_month, joined, listed, n_, worded
from bot.render.moves import named_move
from bot.render.names import game_name
from bot.render.zones import in_time
from bot.service.game import Game, TriedPuzzle
from bot.service.menus import offered_as, offered_moves
from bot.store import DayPlace, Puzzle, Source
from idle_year.engine.daily import end_of_day
from idle_year.engine.rules import AnyRules, Move
from idle_year.engine.wording import ListStyle, Sentence, sentence
from idle_year.proof import Found
from idle_year.solvers.protocols import Best

RIGHT = sentence("Right: the win is still there.")
UNRATED = sentence("Puzzles from your own games, of the day and of runs don't change your rating.")
PRACTISED = sentence("This was practice: it changes neither your rating nor your statistics.")
_RIGHT, _WRONG = "🟩", "❌"
"""A square and a cross, as red and green look alike to many."""
_FROM: dict[str, Sentence] = {
    # Translators: where a puzzle is from, as a fact of its own
    Source.LOST: sentence("from a game you lost"),
    Source.DAILY: sentence("from a daily that somebody lost"),
}
_MOST_TOLD = 4
"""Moves that keep the win which are named: more than anybody keeps in mind."""


def puzzle_occasion(
    game: Game, tried: TriedPuzzle, style: Style, *, sealed: bool, place: DayPlace | None = None
) -> Occasion:
    """Return the occasion above the board of a puzzle: what to find or, once it is over, how it went.

    `sealed` says that its code must stay secret. `place` is that of the puzzle of a day among others.
    """
    source, found = _FROM.get(tried.puzzle.source), tried.found
    if game.over:
        facts = [worded(source)] if source else []
        if tried.day is not None:
            facts = [squares(tried, style), *_standing(tried.day, place, sealed=sealed)]
        return Occasion(_result(tried), capital(" · ".join(facts)), sealed, won=found.solved, tried=tried)
    offered = offered_moves(game.rules, game.state)
    few = len(_kept(game.rules, offered, found.keeping))
    ends = _("one wrong move ends the run") if tried.in_run else _("one wrong move ends the puzzle")
    facts = [_keeps(few, len(offered)), ends]
    line = " · ".join([*facts, *([worded(source)] if source else [])])
    return Occasion(_title(tried), line, sealed, tried=tried)


def squares(tried: TriedPuzzle, style: Style) -> str:
    """Return a square for each move that kept the win, and a cross for what ended the try without it."""
    if not style.spoken:
        return _RIGHT * tried.kept + ("" if tried.found.solved else _WRONG)
    right = n_("{n} right move", "{n} right moves", tried.kept)
    # Translators: {right} is such as "3 right moves"
    return _("{right}: solved", right=right) if tried.found.solved else _("{right}: not solved", right=right)


def post_text(game: Game, tried: TriedPuzzle, style: Style) -> str:
    """Return what others may read of a try that is over: neither cards nor moves."""
    title = " · ".join([game_name(game.rules), _result(tried)])
    return style.say(f"**{title}**\n<@{game.seat.owner}> · {squares(tried, style)}")


def rated_text(puzzle: Puzzle) -> str:
    """Say how hard a puzzle is, as far as that is known."""
    if puzzle.is_rated:
        return _("This puzzle is rated {rating}.", rating=puzzle.rating)
    return _("This puzzle isn't rated yet.")


def run_text(tried: TriedPuzzle) -> str:
    """Say how far a run has come, with a puzzle that is over."""
    solved = tried.in_run - (not tried.found.solved)
    if tried.found.solved:
        return n_("{n} solved in this run so far.", "{n} solved in this run so far.", solved)
    return n_("The run is over: {n} solved.", "The run is over: {n} solved.", solved)


def move_name(rules: AnyRules, state: Any, move: Move, style: Style) -> str:
    """Name a move by its cards; where only its button says which of several is meant, by that."""
    label = family_of(rules).on_button(rules, state, move, style)
    return f"**{label}**" if label else named_move(rules, state, move)


def over_text(game: Game, found: Found, best: Best | None, style: Style) -> str:
    """Say how a try went that has just ended: with the moves that keep the win and, if lost, what is left."""
    rules, number = game.rules, len(game.session.moves)
    if found.solved:
        more = _("There are no hard choices left.") if game.session.legal else ""
        told = joined(_("Solved!"), more)
        return f"🎉 {told}"
    if not found.wrong:
        named = _names(rules, game.state, found.keeping, style)
        moves = _listed(named, "standard")
        return capital(n_("{moves} keeps the win.", "{moves} keep the win.", len(named), moves=moves))
    before, wrong = game.session.before, game.session.moves[number - 1]
    played = _as_offered(rules, before, wrong, found.keeping)
    lost = _("{move} lost the win.", move=move_name(rules, before, played, style))
    named = _names(rules, before, found.keeping, style)
    kept = _("{moves} would have kept it.", moves=_listed(named, "or"))
    return joined(capital(lost), capital(kept), _left(best))


def _title(tried: TriedPuzzle) -> str:
    if tried.is_again:
        return _("Puzzle, as practice")
    if tried.in_run:
        # Translators: a run is a chain of puzzles until the first mistake
        return _("Run, puzzle {number}", number=tried.in_run)
    day = tried.day
    # Translators: a puzzle of a day, such as 20 November
    return _("Puzzle of {day}", day=day_and_month(day)) if day else _("Puzzle")


def _result(tried: TriedPuzzle) -> str:
    """Return the title of a puzzle that is over."""
    solved, number = tried.found.solved, tried.in_run
    if tried.is_again:
        return _("Puzzle, as practice: solved") if solved else _("Puzzle, as practice: not solved")
    if number:
        if solved:
            return _("Run, puzzle {number}: solved", number=number)
        return _("Run, puzzle {number}: not solved", number=number)
    if not tried.day:
        return _("Puzzle, solved") if solved else _("Puzzle, not solved")
    day = day_and_month(tried.day)
    return _("Puzzle of {day}, solved", day=day) if solved else _("Puzzle of {day}, not solved", day=day)


def _standing(day: date, place: DayPlace | None, *, sealed: bool) -> Iterator[str]:
    """Yield the place among those who have tried the puzzle of a day, and until then, when the next comes."""
    if place is not None:
        # Translators: a place in a server, by right moves before the first mistake
        yield _("number {place} of {among} here", place=place.number, among=place.among)
    if sealed:
        # Translators: {when} is such as "in 9 hours"
        yield _("the next one {when}", when=in_time(end_of_day(day)))


def _keeps(few: int, count: int) -> str:
    return n_(
        "Only {n} of {count} moves keeps the win: find it",
        "{n} of {count} moves keep the win: find one",
        few,
        count=count,
    )


def _kept(rules: AnyRules, offered: Sequence[Move], keeping: Sequence[str]) -> list[Move]:
    """Return those of the moves on a board that keep the win."""
    return [move for move in offered if rules.notation.write_move(move) in keeping]


def _names(rules: AnyRules, state: Any, keeping: Sequence[str], style: Style) -> list[str]:
    """Name the moves on the board of a position that keep the win."""
    kept = _kept(rules, offered_moves(rules, state), keeping)
    return [move_name(rules, state, move, style) for move in kept]


def _as_offered(rules: AnyRules, state: Any, wrong: Move, keeping: Sequence[str]) -> Move:
    """Return the move on the board for one that lost the win, or the latter if the former would keep it."""
    offered = offered_as(rules, state)[wrong]
    return wrong if rules.notation.write_move(offered) in keeping else offered


def _listed(named: Sequence[str], last: ListStyle) -> str:
    """List the names of some moves."""
    told, more = list(named[:_MOST_TOLD]), len(named) - _MOST_TOLD
    if more > 0:
        # Translators: how many more moves, at the end of a list of them
        told.append(n_("{moves} more", "{moves} more", more, moves=more))
    return listed(told, last)


def _left(best: Best | None) -> str:
    if best is None:
        return ""
    score = best.score.headline
    if best.exact:
        return _("The best you can still get is {score}.", score=score)
    return _("The best that I found from here is {score}.", score=score)
