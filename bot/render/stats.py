"""A player's results in words: in one game, in all of them, in a year, and what was achieved."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bot.render.cards import Style
from bot.render.families import FAMILIES
from bot.render.language import _, commas, n_, percent
from bot.render.names import game_name
from bot.render.odds import about
from bot.service.stats import Achievement, Overview, Puzzles, Streak
from bot.store import PlayerRating, Tally, WinRuns
from idle_year.engine.games import ALL
from idle_year.engine.games.odds import odds_of
from idle_year.engine.rules import AnyRules
from idle_year.engine.wording import Sentence, sentence

_ACHIEVEMENTS = {
    # Translators: from here to "Against the odds", the names of achievements
    Achievement.CLEAN_WIN: sentence("Unaided"),
    Achievement.ALL_FAMILIES: sentence("Five families"),
    Achievement.TEN_GAMES: sentence("Well travelled"),
    Achievement.WEEK: sentence("A patient week"),
    Achievement.MONTH: sentence("A patient month"),
    Achievement.YEAR: sentence("The Idle Year"),
    Achievement.HARD_DAILY: sentence("Five stars"),
    Achievement.AGAINST_THE_ODDS: sentence("Against the odds"),
    **{Achievement(name): family.achievement[0] for name, family in FAMILIES.items()},
}
_HOW = {
    # Translators: from here on, what achievements are earned for, behind their names: no full stop
    Achievement.CLEAN_WIN: sentence("win a game without undo, hint or check"),
    Achievement.ALL_FAMILIES: sentence("win a game of each family"),
    Achievement.TEN_GAMES: sentence("win ten different games"),
    Achievement.WEEK: sentence("finish a daily seven days in a row"),
    Achievement.MONTH: sentence("finish a daily thirty days in a row"),
    Achievement.YEAR: sentence("finish a daily 365 days in a row"),
    Achievement.HARD_DAILY: sentence("win a daily of difficulty 5"),
    Achievement.AGAINST_THE_ODDS: sentence(
        "win a game that our own player wins less than once in a hundred deals"
    ),
    **{Achievement(name): family.achievement[1] for name, family in FAMILIES.items()},
}
_OF_DAYS = (Achievement.WEEK, Achievement.MONTH, Achievement.YEAR)


def game_text(rules: AnyRules, tally: Tally, wins: WinRuns, style: Style) -> str:
    """Return a player's results in one game."""
    lines = [
        "### " + _("{game}: your games", game=game_name(rules)),
        _(
            "**Played.** {played}, {clean} of them unaided ({share})",
            played=tally.played,
            clean=tally.clean,
            share=_percent(tally.clean, tally.played),
        ),
        _won(tally, _chance(rules)),
        _("**Winning streak.** {current} now, best {best}", current=wins.current, best=wins.best),
    ]
    if tally.explained:
        lines.append(_lost(tally))
    return style.say("\n".join(lines))


def no_games_text(rules: AnyRules) -> str:
    """Say that there is nothing to tell about a game yet."""
    return _("You haven't finished a game of {game} yet. Try `/deal`.", game=rules.name)


def overview_text(year: int | None, found: Overview, style: Style) -> str:
    """Return a player's results in all games, of all time or of a year."""
    tallies = found.tallies
    title = _("Your games") if year is None else _("Your year {year}", year=year)
    puzzles = [] if found.puzzles is None else [puzzles_text(found.puzzles)]
    if not tallies:
        return style.say("\n".join([f"### {title}", _nothing(year), *puzzles]))
    days = streak_text(found.days) if year is None else _("Best streak {best}", best=found.days.best)
    lines = [
        f"### {title}",
        *_all_games(tallies),
        dailies_text(days),
        *puzzles,
        *([achievements_text(found.achieved)] if year is None else []),
        *(f"- {_won_of_a_kind(tally)}" for tally in tallies),
    ]
    return style.say("\n".join(lines))


def puzzles_text(puzzles: Puzzles, gain: int | None = None) -> str:
    """Return what a player has done with puzzles: `12 of 20 solved · Streak 3, best 7 · Rating 1534 (+14)`.

    `gain` is what the last one has added to the rating, if it counted.
    """
    solved, current, best, tried = puzzles.runs
    facts = [
        _("**Puzzles.** {solved} of {tried} solved", solved=solved, tried=tried),
        _("Streak {current}, best {best}", current=current, best=best),
        *([] if puzzles.rating is None else [_rating(puzzles.rating, gain)]),
        *([_("Best run {n}", n=puzzles.best_run)] if puzzles.best_run else []),
    ]
    return " · ".join(facts)


def streak_text(streak: Streak) -> str:
    """Return how many days in a row a player has finished a daily: `Streak 3, best 7 …`."""
    return _(
        "Streak {current}, best {best} (one missed day a month is forgiven)",
        current=streak.current,
        best=streak.best,
    )


def dailies_text(streak: str) -> str:
    """Return the line about a player's dailies, which tells their streak."""
    return _("**Dailies.** {streak}", streak=streak)


def achievements_text(achieved: Collection[Achievement]) -> str:
    """Return what a player has achieved, and what comes next."""
    lines = [_reached([_ACHIEVEMENTS[each] for each in Achievement if each in achieved])]
    missing = next((each for each in Achievement if each not in achieved), None)
    if missing is not None:
        lines.append(_next(missing))
    return "\n".join(lines)


def days_achieved_text(achieved: Collection[Achievement]) -> list[str]:
    """Return what has been achieved by days in a row, and which of that comes next."""
    reached = [achievement_text(each) for each in _OF_DAYS if each in achieved]
    return reached + [_next(each) for each in _OF_DAYS if each not in achieved][:1]


def achievement_text(achievement: Achievement) -> str:
    """Say that something was just achieved: its name, and for what."""
    # Translators: an achievement that was just earned, and what for
    return "🏅 " + _("**{name}**: {how}.", name=_ACHIEVEMENTS[achievement], how=_HOW[achievement])


def _next(achievement: Achievement) -> str:
    # Translators: the achievement that is nearest, and what it is earned for
    return "-# " + _("Next: {name} — {how}", name=_ACHIEVEMENTS[achievement], how=_HOW[achievement])


def _reached(names: list[Sentence]) -> str:
    if not names:
        return _("**Achievements.** {n} of {all}", n=0, all=len(Achievement))
    return _(
        "**Achievements.** {n} of {all}: {names}", n=len(names), all=len(Achievement), names=commas(names)
    )


def _nothing(year: int | None) -> str:
    if year is None:
        return _("You haven't finished a game yet. Try `/deal` or `/daily play`.")
    return _("You haven't finished a game in {year}. Try `/deal` or `/daily play`.", year=year)


def _all_games(tallies: Sequence[Tally]) -> list[str]:
    """Return how many games a player has finished, and how many of them were won."""
    played, clean, won = (
        sum(counts) for counts in zip(*((each.played, each.clean, each.won) for each in tallies), strict=True)
    )
    # Translators: {of_kinds} is such as "of 3 kinds": so many different games
    finished = n_(
        "**Played.** {n} game {of_kinds}, {clean} of them unaided",
        "**Played.** {n} games {of_kinds}, {clean} of them unaided",
        played,
        of_kinds=n_("of {n} kind", "of {n} kinds", len(tallies)),
        clean=clean,
    )
    return [finished, _("**Won.** {won}", won=_with_share(won, played))]


def _won_of_a_kind(tally: Tally) -> str:
    name = game_name(ALL[tally.game]) if tally.game in ALL else tally.game
    return _("{game}: {won} of {played} won", game=name, won=tally.won, played=tally.played)


def _rating(rating: PlayerRating, gain: int | None) -> str:
    if gain is not None:
        change = f"{gain:+}"
        if rating.known:
            # Translators: {change} is such as "+14" or "-9"
            return _("Rating {rating} ({change})", rating=rating.rating, change=change)
        return _("Rating {rating} ({change}, provisional)", rating=rating.rating, change=change)
    if rating.known:
        return _("Rating {rating}", rating=rating.rating)
    return _("Rating {rating} (provisional)", rating=rating.rating)


def _lost(tally: Tally) -> str:
    """Say how many of the lost games that were looked through could have been won."""
    could, beyond = tally.blundered, tally.explained - tally.blundered
    if not could:
        return n_("{n} lost game couldn't have been won.", "{n} lost games couldn't have been won.", beyond)
    if not beyond:
        return n_("{n} lost game could have been won.", "{n} lost games could have been won.", could)
    return n_(
        "{n} lost game could have been won, and {others} couldn't.",
        "{n} lost games could have been won, and {others} couldn't.",
        could,
        others=beyond,
    )


def _percent(part: int, whole: int) -> str:
    return percent(part / whole, 0)


def _with_share(part: int, whole: int) -> str:
    # Translators: how many, and what share that is: "3 (25 %)"
    return _("{n} ({share})", n=part, share=_percent(part, whole))


def _won(tally: Tally, chance: str) -> str:
    won = _with_share(tally.won, tally.played)
    if tally.minor:
        # Translators: {won} is such as "3 (25 %)"
        won = n_("{won}, and {n} minor win", "{won}, and {n} minor wins", tally.minor, won=won)
    if not chance:
        return _("**Won.** {won}", won=won)
    # Translators: {won} is such as "3 (25 %)", {chance} such as "about half of these deals can be won"
    return _("**Won.** {won}; {chance}", won=won, chance=chance)


def _chance(rules: AnyRules) -> str:
    """Return what can be expected: of a fair player, or with every card known."""
    odds = odds_of(rules.id)
    if odds.fair:
        # Translators: {wins} is such as "about 1 in 3"
        return _("our own player, who sees only what you see, wins {wins}", wins=about(odds.fair.share))
    if odds.known is None:
        return ""
    if odds.known.wins == odds.known.deals:
        return _("every deal we tried can be won")
    # Translators: {share} is such as "about half"
    return _("{share} of these deals can be won", share=about(odds.known.share))
