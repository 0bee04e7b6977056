"""The digest: a server's results of a day, and what its managers read about it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, timedelta

from bot.engine.games import find_game, games_of
from bot.engine.wording import counted, spelt
from bot.render.board import named_move
from bot.render.cards import Style
from bot.render.daily import day_in_words, stars_text
from bot.render.leaderboard import SIGNS, duration, worth
from bot.render.notes import hour_text
from bot.render.share import bars
from bot.service.digest import Digest, Today
from bot.service.turning_point import TurningPoint
from bot.store import Daily, DailyPlace, Server

PERMISSIONS = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "read_message_history": "Read Message History",
}
"""What the digest needs in its channel, by discord.py's names; without the last it could come twice."""
_WHAT = (
    "-# One silent message a day: the results of the last dailies that are over, and who finishes today's. "
    "When nobody has played for a week, the last one goes on instead. Dailies end at 01:00 UTC."
)
NO_DIGEST = f"No digest yet. Choose a channel and an hour with `/server setup`.\n{_WHAT}"
NOT_SET_UP = "There's no digest yet, so `/server setup` needs both a `channel` and an `hour`."
NO_MEMBER = "I can only post a digest where I'm a member: add me to this server first."


def digest_text(digest: Digest) -> str:
    """Return a server's results of a day, if there are any, under the day that the digest is about."""
    day = digest.day if digest.results else digest.day + timedelta(1)
    lines = [f"## Dailies of {day_in_words(day)}"]
    if digest.streak > 1:
        lines.append(f"🔥 Together, you've finished a daily {digest.streak} days in a row")
    for daily, places in digest.results:
        lines.append(_heading(daily, places))
        lines += [_line(daily, place, places) for place in places]
    return "\n".join(lines)


def turning_point_text(point: TurningPoint) -> str:
    """Say where a server lost a daily that is over, and how many have saved it since."""
    rules, lost, players = point.game.rules, point.lost, point.players
    move = named_move(rules, point.game.session.state_at(point.number), point.move)
    who = spelt(lost).capitalize() + (f" of {spelt(players)}" if players > 1 else " player")
    saved = len(point.savers)
    since = f" {spelt(saved).capitalize()} {'has' if saved == 1 else 'have'} saved it since." if saved else ""
    return Style().say(f"{who} lost the win of {rules.name} at **{move}**, move {point.number + 1}.{since}")


def today_text(today: Today) -> str:
    """Return who has finished the daily of the day after, and how quickly their games shrank."""
    daily, places = today.daily, today.places
    heading = _heading(daily, places, f", {day_in_words(daily.day)}")
    lines = [heading if today.over else f"{heading} so far"]
    for place in places:
        game = today.games.get(place.player)
        strip = f" `{bars(game.session)}`" if game is not None else ""
        lines.append(f"<@{place.player}>{strip} · {_facts(daily, place, places)}")
    return "\n".join(lines)


def digest_proof(day: date, coming: date, commitments: Iterable[tuple[str, str]]) -> str:
    """Return where the keys of a day are, and the commitments to a coming day's dailies, by family."""
    lines = [
        f"-# Nobody chose these deals: `/daily proof` with {day.isoformat()} shows the keys that made them. "
        f"The fingerprints (SHA-256) of the keys of {day_in_words(coming)}:"
    ]
    lines += [f"-# {games_of(family)[0].name} `{bound}`" for family, bound in commitments]
    return "\n".join(lines)


def digest_setup(server: Server) -> str:
    """Say where and when the digest comes; each reader sees the next one's time in their own zone."""
    coming = int(server.due_at.timestamp())
    return (
        f"The digest comes to <#{server.channel}> every day at {hour_text(server.hour, server.zone)}; "
        f"the next one <t:{coming}:R>, at <t:{coming}:t> where you are.\n{_WHAT}"
    )


def digest_given_up(server: Server) -> str:
    """Say why the digest has stopped."""
    return (
        f"The digest has stopped: I couldn't post in <#{server.channel}> three days in a row. "
        "Let me in there, or choose another channel, then start it again with `/server setup`."
        f"\n{_WHAT}"
    )


def tell_manager(name: str, server: Server) -> str:
    """Say so to the manager who set it up, with the server's name."""
    return (
        f"The digest of {name or 'your server'} has stopped: I couldn't post in <#{server.channel}> "
        "three days in a row. Start it again with `/server setup` there."
    )


def may_not_post(channel: int, missing: Sequence[str]) -> str:
    """Say which permissions the digest lacks in a channel."""
    *others, last = missing
    return f"I can't post in <#{channel}>: give me {', '.join(others)}{' and ' * bool(others)}{last} there."


def nobody_knows(channel: int) -> str:
    """Say that it is not known which permissions the bot has in a channel."""
    return f"Discord doesn't say whether I may post in <#{channel}>: try again in a minute."


def _heading(daily: Daily, places: Sequence[DailyPlace], day: str = "") -> str:
    stars = "" if daily.stars is None else f" {stars_text(daily.stars, Style())}"
    players = counted(places[0].players, "player") if places else "nobody"
    return f"**{find_game(daily.game).name}{day}**{stars} · {players}"


def _line(daily: Daily, place: DailyPlace, places: Sequence[DailyPlace]) -> str:
    before = "👑" if place.number == 1 else f"`{place.number}`"
    return f"{before} <@{place.player}> · {_facts(daily, place, places)}"


def _facts(daily: Daily, place: DailyPlace, places: Sequence[DailyPlace]) -> str:
    helped = " · 🛟" if place.assisted else ""
    score = f"{SIGNS.get(place.outcome, '')}{worth(find_game(daily.game), place, places)}"
    return f"{score} · {duration(place.seconds)}{helped}"
