"""A player's results, in words and as a chart: a bar for each number of piles, cards or points."""

from __future__ import annotations

import io
from collections.abc import Collection, Mapping

from PIL import Image, ImageDraw, ImageFont

from bot.engine.games import ALL
from bot.engine.games.odds import odds_of
from bot.engine.rules import AnyRules
from bot.engine.wording import counted
from bot.render.cards import Style
from bot.render.odds import about
from bot.service.stats import Achievement, Overview, Puzzles, Streak
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
_SIZE = 720, 440
"""Small, so that its letters stay legible when a phone shows it at half its width."""
_LEFT, _TOP, _BOTTOM = 84, 112, 362
_PAPER, _INK, _FAINT = "#2b2d31", "#f2f3f5", "#4e5058"
MINE, THEIRS = "#f0b232", "#949ba4"
"""Colours that colour-blind people can tell apart, and that differ in lightness alone too."""
_MOST_BARS = 15


def game_text(rules: AnyRules, tally: Tally, wins: WinRuns, style: Style) -> str:
    """Return a player's results in one game."""
    lines = [
        f"### {rules.name}: your games",
        f"**Played.** {tally.played}, {tally.clean} of them unaided ({_percent(tally.clean, tally.played)})",
        f"**Won.** {tally.won} ({_percent(tally.won, tally.played)}){_minor(tally)}{_chance(rules)}",
        f"**Winning streak.** {wins.current} now, best {wins.best}",
    ]
    if tally.explained:
        lines.append(_lost(tally))
    return style.say("\n".join(lines))


def no_games_text(rules: AnyRules) -> str:
    """Say that there is nothing to tell about a game yet."""
    return f"You haven't finished a game of {rules.name} yet. Try `/deal`."


def overview_text(year: int | None, found: Overview, style: Style) -> str:
    """Return a player's results in all games, of all time or of a year."""
    tallies = found.tallies
    title, when = ("Your games", "yet") if year is None else (f"Your year {year}", f"in {year}")
    puzzles = [] if found.puzzles is None else [puzzles_text(found.puzzles)]
    if not tallies:
        nothing = f"You haven't finished a game {when}. Try `/deal` or `/daily play`."
        return style.say("\n".join([f"### {title}", nothing, *puzzles]))
    played, won = (sum(getattr(tally, name) for tally in tallies) for name in ("played", "won"))
    clean = sum(tally.clean for tally in tallies)
    days = streak_text(found.days) if year is None else f"Best streak {found.days.best}"
    lines = [
        f"### {title}",
        f"**Played.** {counted(played, 'game')} of {counted(len(tallies), 'kind')}, {clean} of them unaided",
        f"**Won.** {won} ({_percent(won, played)})",
        f"**Dailies.** {days}",
        *puzzles,
        *([achievements_text(found.achieved)] if year is None else []),
        *(f"- {_name(tally.game)}: {tally.won} of {tally.played} won" for tally in tallies),
    ]
    return style.say("\n".join(lines))


def puzzles_text(puzzles: Puzzles) -> str:
    """Return what a player has done with puzzles: `12 of 20 solved · Streak 3, best 7 · Rating 1534`."""
    solved, current, best, tried = puzzles.runs
    told = f"**Puzzles.** {solved} of {tried} solved · Streak {current}, best {best}"
    if puzzles.rating is None:
        return told
    return f"{told} · Rating {puzzles.rating.rating}{'' if puzzles.rating.known else ' (provisional)'}"


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


def achievement_text(achievement: Achievement) -> str:
    """Say that something was just achieved: its name, and for what."""
    return f"🏅 **{_ACHIEVEMENTS[achievement]}**: {_HOW[achievement]}."


def _name(game: str) -> str:
    return ALL[game].name if game in ALL else game


def _lost(tally: Tally) -> str:
    """Say how many of the lost games that were looked through could have been won."""
    could, beyond = tally.blundered, tally.explained - tally.blundered
    if not could:
        return f"{counted(beyond, 'lost game')} couldn't have been won."
    rest = f", and {beyond} couldn't" if beyond else ""
    return f"{counted(could, 'lost game')} could have been won{rest}."


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f} %"


def _minor(tally: Tally) -> str:
    return f", and {counted(tally.minor, 'minor win')}" if tally.minor else ""


def _chance(rules: AnyRules) -> str:
    """Return what can be expected: of a fair player, or with every card known."""
    odds = odds_of(rules.id)
    if odds.fair:
        return f"; our own player, who sees only what you see, wins {about(odds.fair.share)}"
    if odds.known is None:
        return ""
    each = odds.known.wins == odds.known.deals
    return f"; {'every deal we tried' if each else f'{about(odds.known.share)} of these deals'} can be won"


def spread_chart(title: str, unit: str, mine: Mapping[int, int], theirs: Mapping[int, int]) -> bytes:
    """Return a PNG of the share of games that ended with each number of a unit, the player's own and all.

    If there are more than fifteen numbers, each bar stands for several.
    """
    low, high = min((*mine, *theirs)), max((*mine, *theirs))
    step = -(-(high - low + 1) // _MOST_BARS)
    values = range(low, high + 1, step)
    image = Image.new("RGB", _SIZE, _PAPER)
    draw = ImageDraw.Draw(image)
    draw.text((_LEFT, 14), title, _INK, ImageFont.load_default(30))
    _legend(draw, both=bool(theirs))
    shares = [_shares(each, values) for each in (mine, theirs) if each]
    highest = max(map(max, shares))
    _grid(draw, highest)
    width = (_SIZE[0] - _LEFT - 20) / len(values)
    for number, value in enumerate(values):
        start = _LEFT + number * width
        _bars(draw, start, width, [share[number] / highest for share in shares])
        draw.text((start + width / 2, _BOTTOM + 8), str(value), _INK, _font(), anchor="ma")
    draw.text((_SIZE[0] / 2, _BOTTOM + 40), f"{unit} at the end{_steps(step)}", _INK, _font(), anchor="ma")
    file = io.BytesIO()
    image.save(file, "PNG", optimize=True)
    return file.getvalue()


def spread_in_words(unit: str, mine: Mapping[int, int], theirs: Mapping[int, int]) -> str:
    """Return what the chart shows, for those who cannot see it."""
    told = f"{unit.capitalize()} at the end of your {_most_often(mine)}."
    return f"{told} Of this server's {_most_often(theirs)}." if theirs else told


def _most_often(spread: Mapping[int, int]) -> str:
    total = sum(spread.values())
    often = sorted(spread, key=lambda value: (-spread[value], value))[:3]
    told = ", ".join(f"{value} in {100 * spread[value] / total:.0f} %" for value in sorted(often))
    return f"{counted(total, 'game')}: most often {told}"


def _shares(spread: Mapping[int, int], values: range) -> list[float]:
    """Return the share of the bin that begins at each value, 0 to 1."""
    counts = [sum(spread.get(value + more, 0) for more in range(values.step)) for value in values]
    return [count / sum(counts) for count in counts]


def _steps(step: int) -> str:
    return "" if step == 1 else f", in steps of {step}"


def _bars(draw: ImageDraw.ImageDraw, start: float, width: float, heights: list[float]) -> None:
    """Draw the player's own bar and everybody's side by side; heights are 0 to 1."""
    bar = width * 0.8 / len(heights)
    for number, (height, colour) in enumerate(zip(heights, (MINE, THEIRS), strict=False)):
        left = start + width * 0.1 + number * bar
        if height:
            draw.rectangle((left, _BOTTOM - (_BOTTOM - _TOP) * height, left + bar, _BOTTOM), colour)


def _legend(draw: ImageDraw.ImageDraw, *, both: bool) -> None:
    left: float = _LEFT
    for name, colour in (("you", MINE), ("this server", THEIRS))[: 1 + both]:
        draw.rectangle((left, 66, left + 18, 84), colour)
        draw.text((left + 26, 62), name, _INK, _font())
        left += 56 + draw.textlength(name, _font())


def _grid(draw: ImageDraw.ImageDraw, highest: float) -> None:
    for part in (0.5, 1.0):
        height = _BOTTOM - (_BOTTOM - _TOP) * part
        draw.line((_LEFT, height, _SIZE[0] - 20, height), _FAINT)
        draw.text((_LEFT - 8, height), f"{100 * highest * part:.0f} %", _INK, _font(), anchor="rm")
    draw.line((_LEFT, _BOTTOM, _SIZE[0] - 20, _BOTTOM), _INK)


def _font() -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(22)
