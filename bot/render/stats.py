"""A player's statistics as text for Discord: games, streaks of dailies and achievements."""

from __future__ import annotations

from collections.abc import Collection

from bot.engine.games import ALL
from bot.engine.games.odds import odds_of
from bot.engine.rules import AnyRules
from bot.engine.wording import counted
from bot.render.cards import Style
from bot.service.stats import Achievement, Overview, Streak
from bot.store import Tally, WinRuns

_ACHIEVEMENTS = {
    Achievement.CLEAN_WIN: "Unaided",
    Achievement.ACCORDION: "Squeezed shut",
    Achievement.MARRIAGE: "Newly-weds",
    Achievement.PYRAMID: "Tomb raider",
    Achievement.CRIBBAGE: "Game hole",
    Achievement.NAPOLEON: "Off the island",
    Achievement.ALL_FAMILIES: "Five families",
    Achievement.TEN_GAMES: "Well travelled",
    Achievement.WEEK: "A patient week",
    Achievement.MONTH: "A patient month",
    Achievement.YEAR: "The Idle Year",
    Achievement.HARD_DAILY: "Five stars",
    Achievement.AGAINST_THE_ODDS: "Against the odds",
}
_HOW = {
    Achievement.CLEAN_WIN: "win a game without undo, hint or check",
    Achievement.ACCORDION: "win a game of the Accordion family",
    Achievement.MARRIAGE: "win Royal Marriage or one of its kin",
    Achievement.PYRAMID: "win a game of Pyramid",
    Achievement.CRIBBAGE: "win Cribbage Solitaire",
    Achievement.NAPOLEON: "win Napoleon at St Helena",
    Achievement.ALL_FAMILIES: "win a game of each family",
    Achievement.TEN_GAMES: "win ten different games",
    Achievement.WEEK: "finish a daily seven days in a row",
    Achievement.MONTH: "finish a daily thirty days in a row",
    Achievement.YEAR: "finish a daily 365 days in a row",
    Achievement.HARD_DAILY: "win a daily of difficulty 5",
    Achievement.AGAINST_THE_ODDS: "win a game that our own player wins less than once in a hundred deals",
}


def game_text(rules: AnyRules, tally: Tally, wins: WinRuns, style: Style) -> str:
    """Return a player's results in one game."""
    lines = [
        f"### {rules.name}: your games",
        f"**Played.** {tally.played}, {tally.clean} of them clean ({_percent(tally.clean, tally.played)})",
        f"**Won.** {tally.won} ({_percent(tally.won, tally.played)}){_minor(tally)}{_chance(rules)}",
        f"**Winning streak.** {wins.current} now, best {wins.best}",
    ]
    if tally.explained:
        lines.append(
            f"**Winnable after all.** {tally.blundered} of {counted(tally.explained, 'game')} you didn't win "
            "where we know what went wrong"
        )
    return style.say("\n".join(lines))


def no_games_text(rules: AnyRules) -> str:
    """Say that there is nothing to tell about a game yet."""
    return f"You haven't finished a game of {rules.name} yet. Try `/deal`."


def overview_text(year: int | None, found: Overview, style: Style) -> str:
    """Return a player's results in all games, of all time or of a year."""
    tallies = found.tallies
    title, when = ("Your games", "yet") if year is None else (f"Your year {year}", f"in {year}")
    if not tallies:
        return style.say(f"### {title}\nYou haven't finished a game {when}. Try `/deal` or `/daily play`.")
    played, won = (sum(getattr(tally, name) for tally in tallies) for name in ("played", "won"))
    clean = sum(tally.clean for tally in tallies)
    days = streak_text(found.days) if year is None else f"Best streak {found.days.best}"
    lines = [
        f"### {title}",
        f"**Played.** {counted(played, 'game')} of {counted(len(tallies), 'kind')}, {clean} of them clean",
        f"**Won.** {won} ({_percent(won, played)})",
        f"**Dailies.** {days}",
        *([achievements_text(found.achieved)] if year is None else []),
        *(f"- {_name(tally.game)}: {tally.won} of {tally.played} won" for tally in tallies),
    ]
    return style.say("\n".join(lines))


def streak_text(streak: Streak) -> str:
    """Return how many days in a row a player has finished a daily: `Streak 3, best 7 …`."""
    return f"Streak {streak.current}, best {streak.best} (one missed day a month is forgiven)"


def achievements_text(achieved: Collection[Achievement]) -> str:
    """Return what a player has achieved, and what comes next."""
    names = [_ACHIEVEMENTS[each] for each in Achievement if each in achieved]
    reached = f"**Achievements.** {len(names)} of {len(Achievement)}"
    lines = [f"{reached}: {', '.join(names)}" if names else reached]
    missing = next((each for each in Achievement if each not in achieved), None)
    if missing is not None:
        lines.append(f"-# Next: {_ACHIEVEMENTS[missing]} — {_HOW[missing]}")
    return "\n".join(lines)


def _name(game: str) -> str:
    return ALL[game].name if game in ALL else game


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f} %"


def _minor(tally: Tally) -> str:
    return f", and {counted(tally.minor, 'minor win')}" if tally.minor else ""


def _chance(rules: AnyRules) -> str:
    """Return what can be expected: of a fair player, or with every card known."""
    odds = odds_of(rules.id)
    if odds.fair:
        return f"; our own player, who sees only what you see, wins {odds.fair.percent}"
    if odds.known is None:
        return ""
    each = odds.known.wins == odds.known.deals
    return "; every deal we tried is winnable" if each else f"; {odds.known.percent} of deals are winnable"
