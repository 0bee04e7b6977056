"""A digest as text for Discord: scores and streaks, and nothing that would help with a deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.games import find_game, games_of
from bot.engine.wording import counted
from bot.render.cards.style import Style
from bot.render.daily.daily import day_in_words, stars_text
from bot.render.scores.leaderboard import SIGNS, duration, worth

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import date

    from bot.store import Daily, DailyPlace


def digest_text(day: date, streak: int, results: Iterable[tuple[Daily, Sequence[DailyPlace]]]) -> str:
    """Return a server's results of a day; each daily comes with its best places, at least one."""
    lines = [f"## Dailies of {day_in_words(day)}"]
    if streak > 1:
        lines.append(f"🔥 Somebody here has finished a daily {streak} days in a row")
    for daily, places in results:
        stars = "" if daily.stars is None else f" {stars_text(daily.stars, Style())}"
        lines.append(f"**{find_game(daily.game).name}**{stars} · {counted(places[0].players, 'player')}")
        lines += [_line(daily, place, places) for place in places]
    return "\n".join(lines)


def digest_proof(day: date, coming: date, commitments: Iterable[tuple[str, str]]) -> str:
    """Return where the keys of a day are, and the commitments to a coming day's dailies, by family."""
    lines = [
        f"-# Nobody chose these deals: `/daily proof` with {day.isoformat()} shows the keys that made them. "
        f"The keys of {day_in_words(coming)}, as SHA-256 until that day is over:"
    ]
    lines += [f"-# {games_of(family)[0].name} `{bound}`" for family, bound in commitments]
    return "\n".join(lines)


def _line(daily: Daily, place: DailyPlace, places: Sequence[DailyPlace]) -> str:
    before = "👑" if place.number == 1 else f"`{place.number}`"
    helped = " · 🛟" if place.assisted else ""
    score = f"{SIGNS.get(place.outcome, '')}{worth(find_game(daily.game), place, places)}"
    return f"{before} <@{place.player}> · {score} · {duration(place.seconds)}{helped}"
