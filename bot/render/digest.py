"""The digest: a server's results of a day, and what its managers read about it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta

from bot.pure.days import digest_due, hour_of_day
from bot.render.cards import Style
from bot.render.daily import stars_text
from bot.render.discord_limits import fits
from bot.render.language import _, capital, day_and_month, joined, listed, month_name, n_, worded
from bot.render.moves import named_move
from bot.render.names import game_name
from bot.render.notes import hour_text
from bot.render.ranks import SIGNS, clock, duration, moves_text, score_in_words, worth
from bot.render.share import bars
from bot.render.zones import in_time, time_of_day
from bot.service.digest import AT_A_TABLE, Digest, Table
from bot.service.turning_point import TurningPoint
from bot.store import Daily, DailyPlace, Server
from idle_year.engine.daily import ends_at
from idle_year.engine.games import find_game
from idle_year.engine.wording import sentence, spelt

PERMISSIONS = {
    # Translators: these three are called as in Discord's own settings
    "view_channel": sentence("View Channel"),
    "send_messages": sentence("Send Messages"),
    "read_message_history": sentence("Read Message History"),
}
"""What the digest needs in its channel, by discord.py's names; without the last it could come twice."""
_WHAT = sentence(
    "One silent message a day: the results of the last dailies that are over, and who finishes today's. "
    "When nobody has played for a week, the last one is kept up to date instead. Dailies end at 01:00 UTC."
)
_UNBROKEN = "\N{NO-BREAK SPACE}"
NOT_SET_UP = sentence("There's no digest yet, so `/server setup` needs both a `channel` and an `hour`.")
GONE = sentence("The digest's channel is gone: choose another as `channel`.")
NO_MEMBER = sentence("I can only post a digest where I'm a member: add me to this server first.")


def digest_text(digest: Digest, point: TurningPoint | None = None) -> str:
    """Return what a digest says above its proof.

    That is who won a month, a server's results of a day, where it lost a daily, and who has finished those of
    the day after: as many of them as there is room for.
    """
    streak = [f"🔥 {_together(digest.streak)}"] if digest.streak > 1 else []
    over = [*_winners(digest), *_results(digest, streak), *_turning_point(point)]
    after = [_heading_after(digest), *([] if digest.results else streak)]
    tables = [(table, [_finisher(table, place) for place in table.places]) for table in digest.tables]
    open_yet, proof = _open_yet(digest), digest_proof(digest)
    texts = (
        "\n".join([*over, *after, *_names(tables, most), *open_yet]) for most in range(AT_A_TABLE, -1, -1)
    )
    return next(text for text in texts if fits(text, proof))


def digest_proof(digest: Digest) -> str:
    """Return what binds the keys of a coming day: the only copy of it that has a date."""
    return "-# " + _(
        "The fingerprint (SHA-256) of the keys of {day}: {fingerprint}",
        day=day_and_month(digest.coming),
        fingerprint=f"`{digest.fingerprint}`",
    )


def no_digest() -> str:
    """Say that there is no digest, and how to get one."""
    return _explained(_("No digest yet. Choose a channel and an hour with `/server setup`."))


def digest_setup(server: Server) -> str:
    """Say where and when the digest comes; each reader sees the next one's time in their own zone."""
    # Translators: {hour} is such as "08:00 in Europe/Berlin", {when} "in 9 hours", {time} "08:00"
    told = _(
        "The digest comes to {channel} every day at {hour}; the next one {when}, at {time} where you are.",
        channel=f"<#{server.channel}>",
        hour=hour_text(server.hour, server.zone),
        when=in_time(server.due_at),
        time=time_of_day(server.due_at),
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


def _winners(digest: Digest) -> list[str]:
    """Say who has won the month that has ended with the day, if one has."""
    if not digest.winners:
        return []
    names, points = [f"<@{place.player}>" for place in digest.winners], digest.winners[0].points
    # Translators: {month} is such as "November"
    told = n_(
        "{names} won {month}",
        "{names} won {month}",
        len(names),
        names=listed(names),
        month=month_name(digest.day),
    )
    gained = n_("{n} point in the dailies", "{n} points in the dailies", points)
    return [f"👑 **{capital(told)}** · {gained}"]


def _results(digest: Digest, streak: list[str]) -> list[str]:
    """Return the results of the day that is over, line by line, if there are any."""
    if not digest.results:
        return []
    lines = ["## " + _("Dailies of {day}", day=day_and_month(digest.day)), *streak]
    for daily, places in digest.results:
        # Translators: how many have finished a daily
        players = n_("{n} player", "{n} players", places[0].players)
        lines.append(f"**{_name(daily)}**{_stars(daily)} · {players}")
        lines += [_line(daily, place, places) for place in places]
    return lines


def _turning_point(point: TurningPoint | None) -> list[str]:
    """Say where a server lost a daily that is over, and how many have saved it since."""
    return [] if point is None else [Style().say(joined(_lost(point), _saved(len(point.savers))))]


def _heading_after(digest: Digest) -> str:
    """Return the heading of the day after, which is never that of the next digest."""
    after, level = digest.day + timedelta(1), "###" if digest.results else "##"
    if digest.over:
        return f"{level} " + _("How {day} went", day=day_and_month(after))
    # Translators: {time} is such as "01:00"
    told = _(
        "Dailies of {day}, open until {time}",
        day=day_and_month(after),
        time=time_of_day(ends_at(after)),
    )
    return f"{level} {told}"


def _finisher(table: Table, place: DailyPlace) -> str:
    """Return who has finished a daily, how quickly their game shrank, and what they reached, on one line."""
    game, rules = table.games.get(place.player), find_game(table.daily.game)
    score = f"{SIGNS.get(place.outcome, '')}{score_in_words(rules, place.left)}"
    strip, helped = f"`{bars(game.session)}`" if game is not None else "", "🛟" if place.assisted else ""
    return _UNBROKEN.join(filter(None, [f"<@{place.player}>", strip, score, helped]))


def _names(tables: Sequence[tuple[Table, list[str]]], most: int) -> Iterator[str]:
    """Yield a line for each daily that somebody has finished: so many names, and how many are left out."""
    for (daily, places, _games), names in tables:
        if places:
            told = names[:most]
            if left := places[0].players - len(told):
                told = [*told, n_("… and {n} more", "… and {n} more", left)]
            yield f"**{_name(daily)}**{_stars(daily)} {' · '.join(told)}"


def _open_yet(digest: Digest) -> list[str]:
    """Say which dailies of the day after nobody has finished, while that goes on."""
    left = [table.daily for table in digest.tables if not table.places]
    is_new = len(left) == len(digest.tables)
    if digest.over:
        return [_("Nobody finished a daily.")] if is_new else []
    dailies = " · ".join(f"{_name(daily)}{_stars(daily)}" for daily in left)
    if is_new:
        return [_("Nobody so far: {dailies}", dailies=dailies) if left else capital(_("nobody so far"))]
    return [_("Also open: {dailies}", dailies=dailies)] if left else []


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


def _name(daily: Daily) -> str:
    return game_name(find_game(daily.game))


def _stars(daily: Daily) -> str:
    return "" if daily.stars is None else f" {stars_text(daily.stars, Style())}"


def _line(daily: Daily, place: DailyPlace, places: Sequence[DailyPlace]) -> str:
    """Return a row of the results, with what decided between those that are alike: moves, or else seconds."""
    before = "👑" if place.number == 1 else f"`{place.number}`"
    facts = [f"{SIGNS.get(place.outcome, '')}{worth(find_game(daily.game), place, places)}"]
    ranked = [(each.assisted, each.left, each.tiebreak, each.moves) for each in places]
    alike = {moves for *same, moves in ranked if same == [place.assisted, place.left, place.tiebreak]}
    if len(alike) > 1:
        facts.append(moves_text(place))
    # All of a game's times look the same.
    facts.append((duration if len({*ranked}) == len(ranked) else clock)(place.seconds))
    return " · ".join([f"{before} <@{place.player}>", *facts, *(["🛟"] if place.assisted else [])])
