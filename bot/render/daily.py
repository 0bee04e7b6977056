"""Dailies as text for Discord: titles, results, what is told at their end, and proofs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import NamedTuple

from bot.engine.daily import commitment, ends_at
from bot.engine.games import find_game, games_of
from bot.engine.records import write_code
from bot.engine.wording import counted
from bot.render.board import Occasion
from bot.render.cards import Style
from bot.render.leaderboard import HOW_RANKED, NOT_RANKED, SIGNS, YOU_HIDE, duration, with_gaps, worth
from bot.render.odds import about
from bot.render.share import result_line
from bot.render.stats import streak_text
from bot.service.game import Game
from bot.service.stats import Streak
from bot.solvers.difficulty import HARDEST
from bot.store import Daily, DailyPlace, Result

NO_SERVER = "Results belong to a server: ask for them there."
_EVEN, _RARE = 0.5, 0.01
"""The chances of a good player from which a deal is not called hard, and below which it is no number."""
_DAY_OVER = "-# Its day is over. `/daily play` deals today's."


class FinishedDaily(NamedTuple):
    """All that is told about a daily that its player has finished."""

    game: Game
    result: Result | None
    """None if it was resigned before the first move and before that counted."""
    place: DailyPlace | None
    """None outside servers, and if the player has none in this one."""
    streak: Streak
    """The streak of days on which the player has finished a daily."""
    next_day: datetime | None
    """When the next one is dealt; None if that is so already."""
    occasion: Occasion
    hidden: bool
    """Whether the player has chosen to be on no leaderboard."""


def daily_occasion(daily: Daily, style: Style, *, over: bool, practice: bool) -> Occasion:
    """Return the occasion above the board of a daily."""
    title = " · ".join([_title(daily, style), *(["practice"] if practice else [])])
    until = "this daily is over and no longer counts" if over else _until(ends_at(daily.day))
    facts = [_winnable(daily), until]
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
    lines += with_gaps(
        # The asker's own may come after some that are left out.
        (max(position, place.number), _line(daily, place, places, asker))
        for position, place in enumerate(places, start=1)
    )
    if not places:
        lines.append("Nobody on this server has finished it yet.")
    if hidden:
        lines.append(YOU_HIDE)
    elif places and all(place.player != asker for place in places):
        lines.append(NOT_RANKED)
    if places:
        lines.append(f"-# {counted(places[0].players, 'player')}. {HOW_RANKED}")
    return style.say("\n".join(lines))


def commitments_text(days: Iterable[tuple[date, Sequence[tuple[str, str]]]]) -> str:
    """Return the commitments to the dailies of some days, given as pairs of family and commitment."""
    lines = [
        "### Nobody chooses the dailies",
        "Each deal is made from a secret key. Until it's over you see the key's fingerprint (SHA-256), "
        "so that nobody can swap the key; after that, `/daily proof` with that day shows the key itself.",
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
        "Each command makes one of them again from its key: run it wherever Idle Year is installed.",
    ]
    for daily in dailies:
        code = write_code(daily.game, daily.seed)
        command = f"idleyear verify-daily {day.isoformat()} {daily.family} {daily.key}"
        lines.append(f"`{code}`, candidate {daily.number}:\n`{command} --commitment {commitment(daily.key)}`")
    return "\n".join(lines)


def finished_daily_text(finished: FinishedDaily, style: Style) -> str:
    """Return what the player reads, without a word that would help others with the deal."""
    lines = [
        f"### {finished.game.rules.name} · {finished.occasion.title}",
        f"**Your result.** {_result(finished)}",
        *standing_lines(finished),
        *_later(finished),
    ]
    return style.say("\n".join(lines))


def standing_lines(finished: FinishedDaily) -> list[str]:
    """Return where a daily puts its player: rank, streak, and when the next one comes."""
    return [*_rank(finished), f"**Dailies.** {streak_text(finished.streak)}", _next(finished)]


def _winnable(daily: Daily) -> str:
    """Say that a daily can be won, and how hard its hidden cards make that."""
    rules = find_game(daily.game)
    if not rules.hides(rules.start(daily.seed)):
        return "Can be won"
    if daily.chance is None:
        return "Can be won, but hidden cards make it hard"
    hard = ", but hidden cards make it hard" if daily.chance < _EVEN else ""
    wins = about(daily.chance) if daily.chance >= _RARE else "fewer than 1 in 100"
    return f"Can be won{hard}: a good player wins {wins}"


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


def _result(finished: FinishedDaily) -> str:
    if finished.result is None:
        return "resigned before the first move"
    return result_line(finished.game, finished.result)


def _rank(finished: FinishedDaily) -> list[str]:
    if finished.place is not None:
        place = f"{finished.place.number} of {finished.place.players}"
        return [f"**Rank in this server.** {place}{' so far' if finished.occasion.sealed else ''}"]
    return [YOU_HIDE] if finished.hidden else []


def _next(finished: FinishedDaily) -> str:
    if finished.next_day is None:
        return _DAY_OVER
    return f"**Next daily** {_in_time(finished.next_day)}"


def _later(finished: FinishedDaily) -> list[str]:
    if not finished.occasion.sealed or finished.game.day is None:
        return []
    return [f"-# Review opens {_in_time(ends_at(finished.game.day))}, so that nobody is spoiled."]


def _until(moment: datetime) -> str:
    """Return `counts until 01:00, in 9 hours`, which Discord shows in the reader's own zone."""
    return f"counts until <t:{int(moment.timestamp())}:t>, {_in_time(moment)}"


def _in_time(moment: datetime) -> str:
    """Return a moment as a relative timestamp, which Discord shows as `in 9 hours`."""
    return f"<t:{int(moment.timestamp())}:R>"
