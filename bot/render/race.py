"""Races as text: board titles, and what a channel sees, which is neither cards nor moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.render.board import Occasion
from bot.render.language import _, n_, worded
from bot.render.names import game_name
from bot.render.ranks import HOW_RANKED, MEDALS, duration, worth
from bot.render.zones import in_time, time_of_day
from bot.service.race import Duel, OwnStanding, Standing
from bot.store import NOBODY, Race, Status
from idle_year.engine.games import ALL
from idle_year.engine.records import write_code
from idle_year.engine.rules import AnyRules
from idle_year.engine.wording import sentence

_MOST_LINES = 30
"""How many players fit into one message, whatever they have played."""
_LATE = sentence(
    "Somebody has finished. If you join now, you're listed below the others, and on no leaderboard."
)
_PRIVATE = sentence("Everybody plays the same deal on a private board; your time is what you spend at it.")
_QUICK = sentence("This deal of 18 cards can be won (proven), and counts on no leaderboard.")
_STUCK = sentence(
    "You rank below those who win, or get further without help. **Undo** still works while the race is on: "
    "it makes your result assisted 🛟, but a win ranks above all who are stuck."
)
_SHUT = sentence("Nobody can join any more.")
STOPPED = sentence("The race is over: this channel shows the result.")
STILL_ON = sentence("This race is still running: join it instead.")
NO_SERVER = sentence("Races belong to servers: start one there.")
UNSEEN = sentence(
    "I can't see this channel, so I couldn't show how a long race goes: let me in first, or start a quick "
    "one by `/race start` without options."
)
_CLOSE = 120
"""Seconds; whoever was further ahead has another time in the list anyway."""


def posting_text(*, quiet: bool) -> str:
    """Say whether the ends of a server's races are posted."""
    if quiet:
        return _("From now on the end of a race isn't posted here: its own message shows the result.")
    return _("From now on the end of a race is posted here, silently, once two or more have finished it.")


def setup_text(*, quiet: bool) -> str:
    """Say whether the ends of a server's races are posted, and what changes that."""
    if quiet:
        return _("**The end of a race:** in the race's own message. `/server races` has it posted.")
    return _("**The end of a race:** posted here, silently. `/server races` switches that off.")


def race_occasion(race: Race, *, late: bool) -> Occasion:
    """Return the occasion above the board of somebody who takes part in a race."""
    title = _("Quick race") if race.quick else _("Race")
    if race.over:
        return Occasion(title, _("The race is over"))
    # Translators: {when} is such as "in 9 minutes"
    facts = [_("Ends {when}, or when all are done", when=in_time(race.ends_at)), _("nobody sees your cards")]
    if race.quick:
        facts.append(_("it can be won (proven)"))
    if late:
        facts.append(_("you joined after somebody had finished, so it counts on no leaderboard"))
    return Occasion(title, " · ".join(facts), sealed=True)


def running_text(race: Race, found: Sequence[Standing], *, shut: bool = False) -> str:
    """Return the current standings of a race, which may be `shut`: nobody can join it any more."""
    lines = [
        _title(race, _("Quick race") if race.quick else _("Race")),
        _begun(race),
        *_lines(race, found, _progress_line),
        f"-# {worded(_PRIVATE)}",
        *(f"-# {line}" for line in _terms(race, shut=shut)),
    ]
    return "\n".join(lines)


def _terms(race: Race, *, shut: bool) -> list[str]:
    """Say what a race counts for, and who can still join it on which terms."""
    if race.open_until is None:
        return [worded(_LATE)] if race.first_end else []
    until = time_of_day(race.open_until)
    # Translators: {time} is such as "12:03"
    return [worded(_QUICK), worded(_SHUT) if shut else _("Anybody can join until {time}.", time=until)]


def result_text(race: Race, found: Sequence[Standing], duel: Duel | None = None) -> str:
    """Return the result of a race, with its deal, and how its first two stand against each other."""
    lines = [
        _over(race),
        *(_lines(race, found, _result_line) or [_("Nobody raced.")]),
        *([_duel_line(duel)] if duel else []),
        *([f"-# {worded(HOW_RANKED)}"] if found else []),
        _deal(race),
    ]
    return "\n".join(lines)


def ended_text(race: Race, found: Sequence[Standing]) -> str:
    """Say that a race is over whose result is posted elsewhere, and who was first."""
    named = [standing for standing in found if standing.named]
    return "\n".join([_over(race), *_lines(race, named[:1], _result_line), _deal(race)])


def _over(race: Race) -> str:
    return _title(race, _("Quick race, over") if race.quick else _("Race, over"))


def _deal(race: Race) -> str:
    return "-# " + _("The deal: {code}", code=f"`{write_code(race.game, race.seed)}`")


def _duel_line(duel: Duel) -> str:
    """Return `Against each other so far: Ada 7, Ben 4`."""
    one, other = f"<@{duel.one}> {duel.won}", f"<@{duel.other}> {duel.lost}"
    # Translators: how many races each of two players has won: "Against each other so far: Ada 7, Ben 4"
    return _("Against each other so far: {one}, {other}", one=one, other=other)


def place_lines(stands: OwnStanding) -> list[str]:
    """Say how somebody stands who has just finished in a race."""
    told = {"number": stands.number, "among": stands.among}
    if stands.last:
        place = _("The race is over: you're number {number} of {among}.", **told)
    else:
        place = _("In this race you're number {number} of {among} so far.", **told)
    return [*([place] if stands.among > 1 else []), *([worded(_STUCK)] if stands.stuck else [])]


def _begun(race: Race) -> str:
    """Say who has started a race, unless nobody is known to, and when it ends."""
    if race.starter == NOBODY:
        return _("Ends {when}, or when all who joined are done.", when=in_time(race.ends_at))
    # Translators: {when} is such as "in 9 minutes"
    return _(
        "Started by {player} · ends {when}, or when all who joined are done.",
        player=f"<@{race.starter}>",
        when=in_time(race.ends_at),
    )


def _title(race: Race, what: str) -> str:
    return f"### {what} · {game_name(ALL[race.game]) if race.game in ALL else race.game}"


def _lines(
    race: Race, found: Sequence[Standing], line: Callable[[AnyRules, int, Standing, Sequence[Standing]], str]
) -> list[str]:
    """Return a line for each player, how many more there are if not all fit, and how many hide."""
    rules = ALL.get(race.game)
    if rules is None:
        return []
    shown = [standing for standing in found if not standing.hidden]
    finished = [standing for standing in shown if standing.status is Status.FINISHED]
    ranks = [standing.rank for standing in finished]
    lines = [
        line(rules, ranks.index(standing.rank) + 1 if standing in finished else 0, standing, finished)
        for standing in shown[:_MOST_LINES]
    ]
    more, hidden = len(shown) - _MOST_LINES, len(found) - len(shown)
    if more > 0:
        # Translators: players
        lines.append(n_("… and {n} more", "… and {n} more", more))
    if hidden:
        told = n_(
            "Not listed: {n} player hidden from leaderboards",
            "Not listed: {n} players hidden from leaderboards",
            hidden,
        )
        lines.append(f"-# {told}")
    return lines


def _progress_line(rules: AnyRules, _number: int, standing: Standing, finished: Sequence[Standing]) -> str:
    """Return `<@1> · 12 piles after 31 moves`."""
    signs = {Status.FINISHED: "🏆 " if standing.won else "🏁 ", Status.RESIGNED: "🏳️ "}
    return f"{signs.get(standing.status, '')}<@{standing.player}> · {_facts(rules, standing, finished)}"


def _result_line(rules: AnyRules, number: int, standing: Standing, finished: Sequence[Standing]) -> str:
    """Return a row of the result; only those who have finished have a number."""
    facts = _facts(rules, standing, finished)
    if standing.status is Status.FINISHED:
        won = "🏆 " if standing.won else ""
        medal = "" if standing.late else MEDALS.get(number, "")
        ahead = f" · {_ahead(*finished[:2])}" if standing is finished[0] and _is_close(finished) else ""
        return f"`{number:>2}` {medal}<@{standing.player}> · {won}{facts}{ahead}"
    how = _("resigned") if standing.status is Status.RESIGNED else _("not finished")
    return f"` –` <@{standing.player}> · {how} · {facts}"


def _is_close(finished: Sequence[Standing]) -> bool:
    """Whether time alone tells the first two apart, and not much of it."""
    if len(finished) < 2:
        return False
    first, second = finished[:2]
    return first.rank[:-1] == second.rank[:-1] and 0 < second.seconds - first.seconds < _CLOSE


def _ahead(first: Standing, second: Standing) -> str:
    # Translators: of the second: "🥇 Ada · 1 pile after 17 moves · 40 s · 2 seconds ahead"
    return n_("{n} second ahead", "{n} seconds ahead", second.seconds - first.seconds)


def _facts(rules: AnyRules, standing: Standing, finished: Sequence[Standing]) -> str:
    """Return `12 piles after 31 moves`, with the time if the player has finished."""
    is_finished = standing.status is Status.FINISHED
    score = worth(rules, standing, finished if is_finished else ())
    # Translators: {score} is such as "12 piles"
    facts = [n_("{score} after {n} move", "{score} after {n} moves", standing.moves, score=score)]
    if is_finished:
        facts.append(duration(standing.seconds))
    if standing.late:
        facts.append(_("joined late"))
    return " · ".join([*facts, *(["🛟"] if standing.assisted else [])])
