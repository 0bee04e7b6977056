"""Dailies as text for Discord: titles, results, what is told at their end, and proofs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import date, datetime
from typing import NamedTuple

from bot.render.board import Occasion
from bot.render.cards import Style
from bot.render.language import WITH_YEAR, _, day_and_month, joined, n_, worded
from bot.render.names import family_name, game_name
from bot.render.odds import about
from bot.render.ranks import (
    HOW_RANKED,
    NOBODY,
    SIGNS,
    WHY_HIDDEN,
    YOU,
    duration,
    moves_text,
    who_is_missing,
    with_gaps,
    worth,
)
from bot.render.share import RESIGNED_AT_ONCE, result_line
from bot.render.stats import dailies_text, streak_text
from bot.render.zones import in_time, time_of_day
from bot.service.daily import in_one
from bot.service.game import Game
from bot.service.ranks import Hidden
from bot.service.stats import Streak
from bot.store import Daily, DailyPlace, Result
from idle_year.engine.daily import FAMILIES, commitment, ends_at
from idle_year.engine.games import find_game
from idle_year.engine.records import write_code
from idle_year.engine.wording import sentence
from idle_year.solvers.difficulty import HARDEST

NO_SERVER = sentence("Results belong to a server: ask for them there.")
_EVEN, _RARE = 0.5, 0.01
"""The chances of a good player from which a deal is not called hard, and below which it is no number."""


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
    hidden: Hidden | None
    """Why the player is on no leaderboard of this server; None outside servers, or if not."""


def daily_occasion(daily: Daily, style: Style, *, over: bool, practice: bool) -> Occasion:
    """Return the occasion above the board of a daily."""
    title = " · ".join([_title(daily, style), *([_("practice")] if practice else [])])
    until = _("this daily is over and no longer counts") if over else _until(ends_at(daily.day))
    facts = [_winnable(daily), until]
    return Occasion(title, " · ".join(facts), sealed=not over)


def stars_text(stars: int, style: Style) -> str:
    """Return how hard a deal is: `★★★★☆`, or `difficulty 4 of 5`."""
    if style.spoken:
        return _("difficulty {stars} of {most}", stars=stars, most=HARDEST)
    return "★" * stars + "☆" * (HARDEST - stars)


def results_text(
    daily: Daily,
    places: Sequence[DailyPlace],
    asker: int,
    style: Style,
    *,
    hidden: Hidden | None,
    gone: Collection[int] = frozenset(),
) -> str:
    """Return a server's results as `asker` reads them: scores, and nothing that would help with the deal.

    Players who are `gone` from the server are not listed, and nobody takes their places.
    """
    shown = [place for place in places if place.player not in gone]
    own = next((place for place in places if place.player == asker), None)
    lines = [f"### {game_name(find_game(daily.game))} · {_title(daily, style)}"]
    lines += with_gaps(
        # The asker's own may come after some that are left out.
        (max(position, place.number), _line(daily, place, shown, asker))
        for position, place in enumerate(places, start=1)
        if place in shown
    )
    if not places:
        lines.append(worded(NOBODY))
    lines += who_is_missing(places, own, gone, hidden=hidden)
    if places:
        players = n_("{n} player.", "{n} players.", places[0].players)
        lines.append(f"-# {joined(players, HOW_RANKED)}")
    return style.say("\n".join(lines))


def commitments_text(days: Iterable[tuple[date, Sequence[tuple[str, str]]]]) -> str:
    """Return the commitments to the dailies of some days, given as pairs of family and commitment."""
    lines = [
        "### " + _("Nobody chooses the dailies"),
        _(
            "Each deal is made from a secret key. Until it's over you see the key's fingerprint (SHA-256), "
            "so that nobody can swap the key; after that, `/daily proof` with that day shows the key itself."
        ),
    ]
    for day, published in days:
        lines.append(f"**{day_and_month(day)}** ({day.isoformat()})")
        lines += [
            _("{label}: {text}", label=family_name(family), text=f"`{bound}`") for family, bound in published
        ]
        lines.append(_in_one(bound for _family, bound in published))
    return "\n".join(lines)


def keys_text(day: date, dailies: Sequence[Daily]) -> str:
    """Return the keys that prove the dailies of a past day, each with the command that checks it."""
    if not dailies:
        return _("There is no daily of {day}.", day=day_and_month(day, WITH_YEAR))
    lines = [
        "### " + _("Dailies of {day}, proven", day=day_and_month(day)),
        _("Each command makes one of them again from its key: run it wherever Idle Year is installed."),
    ]
    for daily in dailies:
        code = f"`{write_code(daily.game, daily.seed)}`"
        # Translators: the number of a deal, of several that were made for a day, the first of which fits
        lines.append(_("{code}, candidate {number}:", code=code, number=daily.number))
        command = f"idleyear verify-daily {day.isoformat()} {daily.family} {daily.key}"
        lines.append(f"`{command} --commitment {commitment(daily.key)}`")
    if len(dailies) == len(FAMILIES):
        lines.append(_in_one(commitment(daily.key) for daily in dailies))
    return "\n".join(lines)


def finished_daily_text(finished: FinishedDaily, style: Style) -> str:
    """Return what the player reads, without a word that would help others with the deal."""
    lines = [
        f"### {game_name(finished.game.rules)} · {finished.occasion.title}",
        _("**Your result.** {result}", result=_result(finished)),
        *standing_lines(finished),
        *_later(finished),
    ]
    return style.say("\n".join(lines))


def standing_lines(finished: FinishedDaily) -> list[str]:
    """Return where a daily puts its player: rank, streak, and when the next one comes."""
    return [*_rank(finished), dailies_text(streak_text(finished.streak)), _next(finished)]


def _in_one(commitments: Iterable[str]) -> str:
    """Return the commitments to the dailies of a day in one, as a digest shows them."""
    return "-# " + _(
        "All in one, as the digest shows it: {fingerprint}", fingerprint=f"`{in_one(commitments)}`"
    )


def _winnable(daily: Daily) -> str:
    """Say that a daily can be won, and how hard its hidden cards make that."""
    rules = find_game(daily.game)
    if not rules.hides(rules.start(daily.seed)):
        return _("Can be won")
    if daily.chance is None:
        return _("Can be won, but hidden cards make it hard")
    # Translators: how many games of a hundred, behind "a good player wins"
    wins = about(daily.chance) if daily.chance >= _RARE else _("fewer than 1 in 100")
    if daily.chance < _EVEN:
        # Translators: {wins} is such as "about 1 in 3"
        return _("Can be won, but hidden cards make it hard: a good player wins {wins}", wins=wins)
    return _("Can be won: a good player wins {wins}", wins=wins)


def _title(daily: Daily, style: Style) -> str:
    """Return `Daily, 20 November · ★★★★☆`, with the stars if it is graded."""
    title = _("Daily, {day}", day=day_and_month(daily.day))
    if daily.stars is None:
        return title
    return f"{title} · {stars_text(daily.stars, style)}"


def _line(daily: Daily, place: DailyPlace, places: Sequence[DailyPlace], asker: int) -> str:
    score = f"{SIGNS.get(place.outcome, '')}{worth(find_game(daily.game), place, places)}"
    helped = " · 🛟" if place.assisted else ""
    you = f" · **{worded(YOU)}**" if place.player == asker else ""
    facts = f"{score} · {moves_text(place)} · {duration(place.seconds)}{helped}{you}"
    return f"`{place.number:>2}` <@{place.player}> · {facts}"


def _result(finished: FinishedDaily) -> str:
    if finished.result is None:
        return worded(RESIGNED_AT_ONCE)
    return result_line(finished.game, finished.result)


def _rank(finished: FinishedDaily) -> list[str]:
    place = finished.place
    if place is None:
        return [f"-# {worded(WHY_HIDDEN[finished.hidden])}"] if finished.hidden else []
    rank, players = place.number, place.players
    if finished.occasion.sealed:
        return [_("**Rank in this server.** {rank} of {players} so far", rank=rank, players=players)]
    return [_("**Rank in this server.** {rank} of {players}", rank=rank, players=players)]


def _next(finished: FinishedDaily) -> str:
    if finished.next_day is None:
        return "-# " + _("Its day is over. `/daily play` deals today's.")
    # Translators: {when} is such as "in 9 hours"
    return _("**Next daily** {when}", when=in_time(finished.next_day))


def _later(finished: FinishedDaily) -> list[str]:
    if not finished.occasion.sealed or finished.game.day is None:
        return []
    opens = in_time(ends_at(finished.game.day))
    # Translators: {when} is such as "in 9 hours"
    return ["-# " + _("Review opens {when}, so that nobody is spoiled.", when=opens)]


def _until(moment: datetime) -> str:
    """Return `counts until 01:00, in 9 hours`, which Discord shows in the reader's own zone."""
    # Translators: {time} is such as "01:00", {when} such as "in 9 hours"
    return _("counts until {time}, {when}", time=time_of_day(moment), when=in_time(moment))
