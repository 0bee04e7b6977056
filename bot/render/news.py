"""News: the lines under a board, and how sure they are if that matters: hints, refusals, ends of games."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bot.render.cards import Style
from bot.render.challenge import outcome_text
from bot.render.daily import FinishedDaily, standing_lines
from bot.render.hint import NOBODY, Level, check_text, hint_text, is_foreseen, turn_text
from bot.render.language import _, capital, joined, worded
from bot.render.notes import HELP_COSTS
from bot.render.odds import about
from bot.render.puzzle import PRACTISED, RIGHT, UNRATED, move_name, over_text, rated_text, run_text
from bot.render.race import place_lines
from bot.render.ranks import duration
from bot.render.stats import achievement_text, puzzles_text
from bot.service.challenge import Rival
from bot.service.game import Game, TriedPuzzle
from bot.service.kernels import Lack
from bot.service.race import OwnStanding
from bot.service.review import Review
from bot.service.stats import Achievement, Puzzles
from bot.store import Help, Kind, Result, Source, WinRuns
from idle_year.advice import Check, Hint
from idle_year.analysis import Surety
from idle_year.engine.games.odds import odds_of
from idle_year.engine.rules import AnyRules, Move, Outcome
from idle_year.engine.wording import sentence, visible
from idle_year.solvers.difficulty import HARDEST
from idle_year.solvers.protocols import Answer, Best

_SIGNS = {Surety.WON: "✅", Surety.LOST: "❌", Surety.ESTIMATE: "🎲", Surety.OPEN: "❔"}
_MORE = {Level.NUDGE: Level.MOVE, Level.MOVE: Level.LINE}
_CERTAIN = 0.995
"""The share of winnable deals from which it is not worth mentioning."""
_TYPED = re.compile(r"^> .*\n-# [^`\n]*(?:``|`(?!/))([^`\n]+)`+(?!…)[^`\n]*$", re.MULTILINE)
"""Refused moves below the reason, in any language: there they are found again to be corrected, if uncut."""


class News(NamedTuple):
    """A line of news; if it says whether a game can be won, a sign tells how sure that is."""

    text: str
    surety: Surety | None = None
    more: Level | None = None
    """How much the next hint on this position tells; None for as much as a first one does."""
    play: Move | None = None
    """The move that the news tells."""
    follow: bool = False
    """Whether that move begins a winning line."""
    back: int | None = None
    """The number of moves after which one button lets the player go on: those before the one that lost."""
    nobody: bool = False
    """Whether it says that nobody can win the deal, so that one that can be won is offered."""
    asked: Help | None = None
    """The help that one more press gives, now that it has been told what that costs."""
    rest: str = ""
    """How much of that help: the level of a hint, or how many moves are taken back."""
    undo: bool = False
    """Whether it says that taking moves back may still win."""
    winnable: bool = False
    """Whether it is a newcomer's deal, beside which one that counts is offered."""
    typed: str = ""
    """The moves that were refused for the reason told, which can be corrected."""

    def written(self, style: Style, most: int | None = None) -> str:
        """Return the line in a player's style; to have at most so many characters, typed moves are cut."""
        if self.typed:
            told = self._told(style, self.typed)
            if most is None or len(told) <= most:
                return told
            return self._told(style, self.typed[: most - len(told) - 1], "…")
        if self.surety is None:
            return "\n".join(f"> {line}" for line in style.say(self.text).splitlines())
        return style.say(f"{_SIGNS[self.surety]} {worded(self.text)}")

    def _told(self, style: Style, typed: str, cut: str = "") -> str:
        """Say why moves were refused, and which; what stands for those cut off comes behind the marks."""
        marks = "``" if typed.startswith("/") else "`"  # between two of them no command is a link
        said = _("You typed {moves}", moves=f"{marks}{typed}{marks}{cut}")
        return f"> {style.explain(self.text)}\n-# {said}"


class End(NamedTuple):
    """All that is told about a game that has just ended."""

    game: Game
    result: Result | None
    """None if nothing was kept of it: it was given up before its first move, or ended better before."""
    wins: WinRuns
    """The player's wins in this game."""
    review: Review | None
    """Where it was lost, if that was found in time and may be told."""
    earned: Sequence[Achievement] = ()
    """What this very result has achieved."""
    rank: tuple[int, int] | None = None
    """The place on the server's leaderboard of the month, of so many, if this result has one."""
    daily: FinishedDaily | None = None
    """How a daily went that others still play."""
    saved: bool = False
    """Whether it was won from where others of the server had lost it."""
    rival: Rival | None = None
    """Whom it was to beat, if it was dealt by a post."""
    race: OwnStanding | None = None
    """How its player stands in a race that was on until then."""


class TryEnd(NamedTuple):
    """What a try at a puzzle that is over has come to for its player."""

    puzzles: Puzzles | None
    """What the player has done with puzzles, this one included."""
    gain: int | None
    """What it has added to the player's rating; None if it does not count."""


DAILY_PRACTICE = News(sentence("Practice: only your first game of a daily counts, and only on its day."))
PRACTICE = News(sentence("Practice: this game doesn't count."))
CAN_BE_WON = News(
    sentence("This puzzle can still be won: that's proven until a wrong move ends it."), Surety.WON
)
SAVE_IT = News(
    sentence(
        "The win is still there, proven. Find it without a hint, a check or taking a move back, "
        "and the digest counts you."
    )
)
WINNABLE = News(
    sentence(
        "This deal can be won, and from now on you get only such deals. They count on no leaderboard; "
        "`/settings` changes that."
    ),
    Surety.WON,
)
_ENDS_PUZZLE = sentence("This is help: it ends the puzzle, and shows which moves keep the win.")
ANOTHER_DEAL = News(sentence("This is a new deal: you can play the one you saw once that game is over."))


def refused_news(reason: str, typed: str) -> News:
    """Say why typed moves were not played, and keep them."""
    return News(reason, typed=visible(typed).strip())


def read_typed(text: str) -> str:
    """Return the refused moves in a text, or an empty string if there are none."""
    found = _TYPED.findall(text)
    return found[-1] if found else ""


def wished_news(game: Game, stars: int | None) -> News:
    """Say what is known about a deal that was wished for."""
    graded = _("Difficulty {stars} of {hardest}.", stars=stars, hardest=HARDEST) if stars else ""
    won = _("This deal can be won.")
    if game.session.hides:
        won = _("This deal can be won, but hidden cards make it hard.")
    told = joined(graded, won, _("You asked for such a deal, so it counts on no leaderboard."))
    return News(told, Surety.WON)


def newcomers_news(game: Game) -> News:
    """Say that a newcomer's deal can be won; the board offers one that counts beside it."""
    if game.session.hides:
        told = _("This one can be won (proven), but hidden cards make it hard; it counts on no leaderboard.")
    else:
        told = _("This one can be won (proven); it counts on no leaderboard.")
    return News(told, Surety.WON, winnable=True)


def cost_news(game: Game, label: str, asked: Help, rest: str = "1") -> News:
    """Say before the first help what it costs; one more press of the button with that label gives it."""
    cost = _ENDS_PUZZLE if game.kind is Kind.PUZZLE else HELP_COSTS
    # Translators: {button} is one for help, such as "Undo" or "Can it be won?"
    told = joined(cost, _("Press **{button}** again to go ahead.", button=label))
    return News(told, more=Level(rest) if asked is Help.HINT else None, asked=asked, rest=rest)


def hint_news(hint: Hint, level: Level, lack: Lack | None, *, sealed: bool = False) -> News:
    """Tell as much of a hint as `level` says, and how much is left; `lack` prevented a better one.

    While others play the deal for a result (`sealed`), no way to win is told beyond its next move.
    """
    level = Level.MOVE if sealed and level is Level.LINE else level
    whole = bool(hint.analysis.verdict.line) and not sealed
    more = _MORE.get(level) if level is Level.NUDGE or whole else None
    told, line = hint_text(hint, level, lack), hint.analysis.verdict.line
    if level is Level.NUDGE:
        back = hint.turn.number if hint.turn else None
        return News(told, hint.analysis.surety, more, back=back, nobody=hint.opening is Answer.LOST)
    follow = level is Level.LINE and bool(line)
    return News(told, hint.analysis.surety, more, line[0] if follow else hint.move, follow)


def check_news(check: Check, lack: Lack | None) -> News:
    """Tell whether the game can be won, or that the solver to find out was not ready."""
    back = check.turn.number if check.turn else None
    nobody = check.opening is Answer.LOST
    return News(check_text(check, lack), check.analysis.surety, back=back, nobody=nobody)


def end_news(end: End) -> News | None:
    """Say how a game ended, beyond what stands on its board; return None if there is nothing to say."""
    lost = lost_news(end.game, end.review) if end.review is not None else None
    lines = [*([lost.text] if lost else []), *_won(end), *map(achievement_text, end.earned)]
    if end.saved:
        lines.append(_("You've saved what was lost here: the digest counts you."))
    if end.rival is not None and end.result is not None:
        lines.append(outcome_text(end.rival, end.result, end.game.rules))
    if end.race is not None:
        lines += place_lines(end.race)
    if end.daily is not None:
        lines += standing_lines(end.daily)
    if not any(lines):
        return None
    undo = end.race is not None and end.race.stuck
    return (lost or News(""))._replace(text="\n".join(filter(None, lines)), undo=undo)


def confirm_news(game: Game, move: Move, style: Style) -> News:
    """Ask before a move is played that cannot be taken back."""
    return News(_("Play {move}?", move=move_name(game.rules, game.state, move, style)), play=move)


def try_news(game: Game, tried: TriedPuzzle, best: Best | None, end: TryEnd | None, style: Style) -> News:
    """Say of a puzzle that a move was right or, at its `end`, how it went; `best` is what is left."""
    if end is None:
        return News(RIGHT, Surety.WON)
    found, number = tried.found, len(game.session.moves)
    told = "\n".join(
        [joined(over_text(game, found, best, style), rated_text(tried.puzzle)), *_counts(tried, end)]
    )
    if found.wrong:
        return News(told, Surety.LOST, back=number - 1)
    return News(told, back=number if game.session.legal else None)


def _counts(tried: TriedPuzzle, end: TryEnd) -> Iterator[str]:
    """Yield what a try has come to: in its run, for its player's statistics and for the rating."""
    if tried.is_again:
        yield worded(PRACTISED)
        return
    if tried.in_run:
        yield run_text(tried)
    if end.puzzles is not None:
        yield puzzles_text(end.puzzles, end.gain)
    if tried.in_run or tried.puzzle.source == Source.LOST or tried.day:
        yield worded(UNRATED)


def _won(end: End) -> Iterator[str]:
    if end.game.outcome is not Outcome.WON or end.game.resigned:
        return
    yield won_text(end.game.rules, end.wins)
    if end.result is not None:
        facts = [
            # Translators: how long a game took: "9 min at the board"
            _("{duration} at the board", duration=duration(end.result.seconds)),
            _("assisted 🛟") if end.result.assisted else _("unaided"),
        ]
        if end.rank is not None:
            place, among = end.rank
            facts.append(_("your best here this month, number {place} of {among}", place=place, among=among))
        yield " · ".join(facts)


def won_text(rules: AnyRules, wins: WinRuns) -> str:
    """Say which win of a player this is, how many came in a row, and how rare it is."""
    return f"🎉 {joined(_which_win(rules.name, wins), _rarity(rules))}"


def _which_win(game: str, wins: WinRuns) -> str:
    if wins.ever == 1:
        return _("Your first win at {game}!", game=game)
    if wins.current > 1:
        return _(
            "Win number {number} at {game}, {run} in a row!",
            number=wins.ever,
            run=wins.current,
            game=game,
        )
    return _("Win number {number} at {game}!", number=wins.ever, game=game)


def lost_news(game: Game, found: Review) -> News | None:
    """Say which move lost a game, or that nobody could have won it; return None if neither is known."""
    rules = game.rules
    if found.turn is not None:
        told = turn_text(rules, found.turn, foreseen=is_foreseen(game))
        return News(told, back=found.turn.number)
    if found.opening is Answer.LOST:
        return News(worded(NOBODY), nobody=True)
    return None


def _rarity(rules: AnyRules) -> str:
    """Say how many deals are won: by our own player if cards are hidden, else at best."""
    odds = odds_of(rules.id)
    if odds.fair:
        share = about(odds.fair.share)
        # Translators: {share} is "about 1 in 3", "nearly all", …
        return _("Our own player, who sees only what you see, wins {share} of these deals.", share=share)
    if odds.known and odds.known.share < _CERTAIN:
        # Translators: {share} is "about 1 in 3", "nearly all", …
        return capital(_("{share} of these deals can be won.", share=about(odds.known.share)))
    return ""
