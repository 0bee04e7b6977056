"""Races as text: board titles, and what a channel sees, which is neither cards nor moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.engine.games import ALL
from bot.engine.records import write_code
from bot.engine.rules import AnyRules
from bot.engine.wording import sentence
from bot.render.board import Occasion
from bot.render.language import _, n_, worded
from bot.render.names import game_name
from bot.render.ranks import HOW_RANKED, MEDALS, duration, worth
from bot.service.race import Standing
from bot.store import NOBODY, Race, Status

_MOST_LINES = 30
"""How many players fit into one message, whatever they have played."""
_LATE = sentence(
    "Somebody has finished. If you join now, you're listed below the others, and on no leaderboard."
)
_PRIVATE = sentence("Everybody plays the same deal on a private board; your time is what you spend at it.")
STOPPED = sentence("The race is over: its message shows the result.")
STILL_ON = sentence("This race is still running: join it instead.")
NO_SERVER = sentence("Races belong to servers: start one there.")
UNSEEN = sentence("I can't see this channel, so I couldn't show how a race goes: let me in first.")


def race_occasion(race: Race, *, late: bool) -> Occasion:
    """Return the occasion above the board of somebody who takes part in a race."""
    if race.over:
        return Occasion(_("Race"), _("The race is over"))
    # Translators: {when} is such as "in 9 minutes"
    facts = [_("Ends {when}, or when all are done", when=_ends(race)), _("nobody sees your cards")]
    if late:
        facts.append(_("you joined after somebody had finished, so it counts on no leaderboard"))
    return Occasion(_("Race"), " · ".join(facts), sealed=True)


def running_text(race: Race, found: Sequence[Standing]) -> str:
    """Return the current standings of a race."""
    lines = [
        _title(race, _("Race")),
        _begun(race),
        *_lines(race, found, _progress_line),
        f"-# {worded(_PRIVATE)}",
        *([f"-# {worded(_LATE)}"] if race.first_end else []),
    ]
    return "\n".join(lines)


def result_text(race: Race, found: Sequence[Standing]) -> str:
    """Return the result of a race, with its deal."""
    lines = [
        _title(race, _("Race, over")),
        *(_lines(race, found, _result_line) or [_("Nobody raced.")]),
        *([f"-# {worded(HOW_RANKED)}"] if found else []),
        "-# " + _("The deal: {code}", code=f"`{write_code(race.game, race.seed)}`"),
    ]
    return "\n".join(lines)


def _begun(race: Race) -> str:
    """Say who has started a race, unless nobody is known to, and when it ends."""
    if race.starter == NOBODY:
        return _("Ends {when}, or when all who joined are done.", when=_ends(race))
    # Translators: {when} is such as "in 9 minutes"
    return _(
        "Started by {player} · ends {when}, or when all who joined are done.",
        player=f"<@{race.starter}>",
        when=_ends(race),
    )


def _ends(race: Race) -> str:
    return f"<t:{int(race.ends_at.timestamp())}:R>"


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
        return f"`{number:>2}` {medal}<@{standing.player}> · {won}{facts}"
    how = _("resigned") if standing.status is Status.RESIGNED else _("not finished")
    return f"` –` <@{standing.player}> · {how} · {facts}"


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
