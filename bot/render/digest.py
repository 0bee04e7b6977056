"""The digest: a server's results of a day, and what its managers read about it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, timedelta

from bot.engine.games import find_game
from bot.engine.wording import sentence, spelt
from bot.pure.days import digest_due, hour_of_day
from bot.render.cards import Style
from bot.render.daily import stars_text
from bot.render.language import _, capital, day_and_month, joined, listed, n_, worded
from bot.render.moves import named_move
from bot.render.names import family_name, game_name
from bot.render.notes import hour_text
from bot.render.ranks import SIGNS, duration, worth
from bot.render.share import bars
from bot.service.digest import Digest, Today
from bot.service.turning_point import TurningPoint
from bot.store import Daily, DailyPlace, Server

PERMISSIONS = {
    # Translators: these three are called as in Discord's own settings
    "view_channel": sentence("View Channel"),
    "send_messages": sentence("Send Messages"),
    "read_message_history": sentence("Read Message History"),
}
"""What the digest needs in its channel, by discord.py's names; without the last it could come twice."""
_WHAT = sentence(
    "One silent message a day: the results of the last dailies that are over, and who finishes today's. "
    "When nobody has played for a week, the last one goes on instead. Dailies end at 01:00 UTC."
)
NOT_SET_UP = sentence("There's no digest yet, so `/server setup` needs both a `channel` and an `hour`.")
GONE = sentence("The digest's channel is gone: choose another as `channel`.")
NO_MEMBER = sentence("I can only post a digest where I'm a member: add me to this server first.")


def digest_text(digest: Digest) -> str:
    """Return a server's results of a day, if there are any, under the day that the digest is about."""
    day = digest.day if digest.results else digest.day + timedelta(1)
    lines = ["## " + _("Dailies of {day}", day=day_and_month(day))]
    if digest.streak > 1:
        lines.append(f"🔥 {_together(digest.streak)}")
    for daily, places in digest.results:
        lines.append(_heading(daily, game_name(find_game(daily.game)), _players(places)))
        lines += [_line(daily, place, places) for place in places]
    return "\n".join(lines)


def turning_point_text(point: TurningPoint) -> str:
    """Say where a server lost a daily that is over, and how many have saved it since."""
    return Style().say(joined(_lost(point), _saved(len(point.savers))))


def today_text(today: Today) -> str:
    """Return who has finished the daily of the day after, and how quickly their games shrank."""
    daily, places = today.daily, today.places
    players = _players(places) if today.over else _players_so_far(places)
    name = game_name(find_game(daily.game))
    # Translators: the heading of a daily: its game and its day
    dated = _("{game}, {day}", game=name, day=day_and_month(daily.day))
    lines = [_heading(daily, dated, players)]
    for place in places:
        game = today.games.get(place.player)
        strip = f" `{bars(game.session)}`" if game is not None else ""
        lines.append(f"<@{place.player}>{strip} · {_facts(daily, place, places)}")
    return "\n".join(lines)


def digest_proof(day: date, coming: date, commitments: Iterable[tuple[str, str]]) -> str:
    """Return where the keys of a day are, and the commitments to a coming day's dailies, by family."""
    proof = _(
        "Nobody chose these deals: `/daily proof` with {day} shows the keys that made them.",
        day=day.isoformat(),
    )
    fingerprints = _("The fingerprints (SHA-256) of the keys of {day}:", day=day_and_month(coming))
    lines = [f"-# {joined(proof, fingerprints)}"]
    lines += [f"-# {family_name(family)} `{bound}`" for family, bound in commitments]
    return "\n".join(lines)


def no_digest() -> str:
    """Say that there is no digest, and how to get one."""
    return _explained(_("No digest yet. Choose a channel and an hour with `/server setup`."))


def digest_setup(server: Server) -> str:
    """Say where and when the digest comes; each reader sees the next one's time in their own zone."""
    coming = int(server.due_at.timestamp())
    # Translators: {hour} is such as "08:00 in Europe/Berlin", {when} "in 9 hours", {time} "08:00"
    told = _(
        "The digest comes to {channel} every day at {hour}; the next one {when}, at {time} where you are.",
        channel=f"<#{server.channel}>",
        hour=hour_text(server.hour, server.zone),
        when=f"<t:{coming}:R>",
        time=f"<t:{coming}:t>",
    )
    if not _waits(server):
        return _explained(told)
    waits = _("When that's before 01:00 UTC, it comes at 01:00 UTC: the last dailies are over then.")
    return _explained(joined(told, waits))


def _waits(server: Server) -> bool:
    """Whether a digest's hour is ever before the end of the last dailies, in summer or in winter."""
    days = (server.due_at.date() + timedelta(weeks=week) for week in range(53))
    return any(
        digest_due(day, server.hour, server.zone) > hour_of_day(day, server.hour, server.zone) for day in days
    )


def digest_homeless() -> str:
    """Say that the digest has no channel any more, and what to do."""
    return _explained(
        _(
            "The digest's channel is gone, so none can come: choose another `channel` with `/server setup`, "
            "or switch the digest off."
        )
    )


def digest_given_up(server: Server) -> str:
    """Say why the digest has stopped."""
    return _explained(
        _(
            "The digest has stopped: I couldn't post in {channel} three days in a row. "
            "Let me in there, or choose another channel, then start it again with `/server setup`.",
            channel=f"<#{server.channel}>",
        )
    )


def tell_manager(name: str, server: Server) -> str:
    """Say so to the manager who set it up, with the server's name if it can be read."""
    if not name:
        return _(
            "The digest of your server has stopped: I couldn't post in {channel} three days in a row. "
            "Start it again with `/server setup` there.",
            channel=f"<#{server.channel}>",
        )
    # Translators: {name} is that of a server
    return _(
        "The digest of {name} has stopped: I couldn't post in {channel} three days in a row. "
        "Start it again with `/server setup` there.",
        name=name,
        channel=f"<#{server.channel}>",
    )


def may_not_post(channel: int, missing: Sequence[str]) -> str:
    """Say which permissions the digest lacks in a channel."""
    return _(
        "I can't post in {channel}: give me {permissions} there.",
        channel=f"<#{channel}>",
        permissions=listed(missing),
    )


def nobody_knows(channel: int) -> str:
    """Say that it is not known which permissions the bot has in a channel."""
    return _(
        "Discord doesn't say whether I may post in {channel}: try again in a minute.",
        channel=f"<#{channel}>",
    )


def _together(streak: int) -> str:
    return n_(
        "Together, you've finished a daily {n} day in a row",
        "Together, you've finished a daily {n} days in a row",
        streak,
    )


def _lost(point: TurningPoint) -> str:
    rules, players = point.game.rules, point.players
    facts = {
        "game": rules.name,
        "move": named_move(rules, point.game.session.state_at(point.number), point.move),
        "number": point.number + 1,
    }
    if players == 1:
        return _("One player lost the win of {game} at **{move}**, move {number}.", **facts)
    # Translators: {lost} and {players} are words, as in "two of three"; {n} is {lost} in digits
    told = n_(
        "{lost} of {players} lost the win of {game} at **{move}**, move {number}.",
        "{lost} of {players} lost the win of {game} at **{move}**, move {number}.",
        point.lost,
        lost=spelt(point.lost),
        players=spelt(players),
        **facts,
    )
    return capital(told)


def _saved(saved: int) -> str:
    """Say how many have saved a win that was lost; nothing if nobody has."""
    if not saved:
        return ""
    # Translators: how many, as a word, have won since from the position in which others lost the win
    return capital(
        n_("{saved} has saved it since.", "{saved} have saved it since.", saved, saved=spelt(saved))
    )


def _explained(text: str) -> str:
    """Return what a manager is told, above what a digest is."""
    return f"{text}\n-# {worded(_WHAT)}"


def _players(places: Sequence[DailyPlace]) -> str:
    """Say how many have finished a daily."""
    # Translators: how many have finished a daily
    return n_("{n} player", "{n} players", places[0].players) if places else _("nobody")


def _players_so_far(places: Sequence[DailyPlace]) -> str:
    """Say how many have finished a daily that others may finish yet."""
    return n_("{n} player so far", "{n} players so far", places[0].players) if places else _("nobody so far")


def _heading(daily: Daily, name: str, players: str) -> str:
    stars = "" if daily.stars is None else f" {stars_text(daily.stars, Style())}"
    return f"**{name}**{stars} · {players}"


def _line(daily: Daily, place: DailyPlace, places: Sequence[DailyPlace]) -> str:
    before = "👑" if place.number == 1 else f"`{place.number}`"
    return f"{before} <@{place.player}> · {_facts(daily, place, places)}"


def _facts(daily: Daily, place: DailyPlace, places: Sequence[DailyPlace]) -> str:
    helped = " · 🛟" if place.assisted else ""
    score = f"{SIGNS.get(place.outcome, '')}{worth(find_game(daily.game), place, places)}"
    return f"{score} · {duration(place.seconds)}{helped}"
