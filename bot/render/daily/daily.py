"""Dailies as text for Discord: board titles, results, and the proof that nobody chose a deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.daily import commitment
from bot.engine.games import find_game, games_of
from bot.engine.records import write_code
from bot.engine.wording import counted
from bot.render.playing.board import Occasion
from bot.render.scores.leaderboard import HOW_RANKED, SIGNS, YOU_HIDE, duration, with_gaps, worth
from bot.solvers.difficulty import HARDEST

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import date, datetime

    from bot.render.cards.style import Style
    from bot.store import Daily, DailyPlace

NO_SERVER = "Results belong to a server: ask for them there."
_RARE = 0.01


def daily_occasion(daily: Daily, ends: datetime, style: Style, *, over: bool, practice: bool) -> Occasion:
    """Return the occasion above the board of a daily; `ends` is the end of its day."""
    title = " · ".join([_title(daily, style), *(["practice"] if practice else [])])
    rules = find_game(daily.game)
    known = ", if you knew every card" if rules.hides(rules.start(daily.seed)) else ""
    facts = [f"Winnable{known}"]
    if daily.chance is not None:
        about = f"about {100 * daily.chance:.0f} %" if daily.chance >= _RARE else "under 1 %"
        facts.append(f"a good player wins {about} of the time")
    if over:
        facts.append("its day is over, so it no longer counts")
    else:
        facts.append(f"ends {_in_time(ends)}")
    return Occasion(title, " · ".join(facts), sealed=not over)


def day_in_words(day: date) -> str:
    """Return a day in words: `20 November`."""
    return f"{day.day} {day:%B}"


def stars_text(stars: int, style: Style) -> str:
    """Return how hard a deal is: `★★★★☆`, or `difficulty 4 of 5`."""
    return f"difficulty {stars} of {HARDEST}" if style.spoken else "★" * stars + "☆" * (HARDEST - stars)


def results_text(
    daily: Daily, places: Sequence[DailyPlace], asker: int, style: Style, *, hidden: bool
) -> str:
    """Return a server's results as `asker` reads them: scores, and nothing that would help with the deal."""
    lines = [f"### {find_game(daily.game).name} · {_title(daily, style)}"]
    lines += with_gaps((place.number, _line(daily, place, places, asker)) for place in places)
    if not places:
        lines.append("Nobody on this server has finished it yet.")
    if hidden:
        lines.append(YOU_HIDE)
    elif places and all(place.player != asker for place in places):
        lines.append("-# You're not ranked yet.")
    if places:
        players = counted(places[0].players, "player")
        lines.append(f"-# {players}. {HOW_RANKED}")
    return style.say("\n".join(lines))


def commitments_text(days: Iterable[tuple[date, Sequence[tuple[str, str]]]]) -> str:
    """Return the commitments to the dailies of some days, given as pairs of family and commitment."""
    lines = [
        "### Nobody chooses the dailies",
        "Each deal follows from a secret key. Until its day is over you see the SHA-256 of the key, which "
        "binds us to it; then `/daily proof` with that day shows the key itself.",
    ]
    for day, published in days:
        lines.append(f"**{day_in_words(day)}** ({day.isoformat()})")
        lines += [f"{games_of(family)[0].name}: `{bound}`" for family, bound in published]
    return "\n".join(lines)


def keys_text(day: date, dailies: Sequence[Daily]) -> str:
    """Return the keys that prove the dailies of a past day, each with the command that checks it."""
    if not dailies:
        return f"There is no daily of {day_in_words(day)} {day.year}."
    lines = [
        f"### Dailies of {day_in_words(day)}, proven",
        "Each command deals one of them again from its key: run it wherever Idle Year is installed.",
    ]
    for daily in dailies:
        code = write_code(daily.game, daily.seed)
        command = f"idleyear verify-daily {day.isoformat()} {daily.family} {daily.key}"
        lines.append(f"`{code}`, candidate {daily.number}:\n`{command} --commitment {commitment(daily.key)}`")
    return "\n".join(lines)


def _title(daily: Daily, style: Style) -> str:
    """Return `Daily, 20 November · ★★★★☆`, with the stars if it is graded."""
    title = f"Daily, {day_in_words(daily.day)}"
    if daily.stars is None:
        return title
    return f"{title} · {stars_text(daily.stars, style)}"


def _line(daily: Daily, place: DailyPlace, places: Sequence[DailyPlace], asker: int) -> str:
    score = f"{SIGNS.get(place.outcome, '')}{worth(find_game(daily.game), place, places)}"
    helped = " · 🛟" if place.assisted else ""
    you = " · **you**" if place.player == asker else ""
    facts = f"{score} · {counted(place.moves, 'move')} · {duration(place.seconds)}{helped}{you}"
    return f"`{place.number:>2}` <@{place.player}> · {facts}"


def _in_time(moment: datetime) -> str:
    """Return a moment as a relative timestamp, which Discord shows as `in 9 hours`."""
    return f"<t:{int(moment.timestamp())}:R>"
