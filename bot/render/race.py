"""Races as text: board titles, and what a channel sees, which is neither cards nor moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.engine.games import ALL
from bot.engine.records import write_code
from bot.engine.rules import AnyRules
from bot.engine.wording import counted
from bot.render.board import Occasion
from bot.render.leaderboard import HOW_RANKED, MEDALS, duration, worth
from bot.service.race import Standing
from bot.store import NOBODY, Race, Status

_MOST_LINES = 30
"""How many players fit into one message, whatever they have played."""
_LATE = "-# Somebody has finished. If you join now, you're listed below the others, and on no leaderboard."
_JOINED_LATE = "joined late"
STOPPED = "The race is over: its message shows the result."
STILL_ON = "This race is still running: join it instead."
NO_SERVER = "Races belong to servers: start one there."
UNSEEN = "I can't see this channel, so I couldn't show how a race goes: let me in first."


def race_occasion(race: Race, *, late: bool) -> Occasion:
    """Return the occasion above the board of somebody who takes part in a race."""
    if race.over:
        return Occasion("Race", "The race is over")
    counts = " · you joined after somebody had finished, so it counts on no leaderboard" if late else ""
    line = f"Ends {_ends(race)}, or when all are done · nobody sees your cards{counts}"
    return Occasion("Race", line, sealed=True)


def running_text(race: Race, found: Sequence[Standing]) -> str:
    """Return the current standings of a race."""
    begun = "Ends" if race.starter == NOBODY else f"Started by <@{race.starter}> · ends"
    lines = [
        _title(race, "Race"),
        f"{begun} {_ends(race)}, or when all who joined are done.",
        *_lines(race, found, _progress_line),
        "-# Everybody plays the same deal on a private board; your time is what you spend at it.",
        *([_LATE] if race.first_end else []),
    ]
    return "\n".join(lines)


def result_text(race: Race, found: Sequence[Standing]) -> str:
    """Return the result of a race, with its deal."""
    lines = [
        _title(race, "Race, over"),
        *(_lines(race, found, _result_line) or ["Nobody raced."]),
        *([f"-# {HOW_RANKED}"] if found else []),
        f"-# The deal: `{_code(race)}`",
    ]
    return "\n".join(lines)


def _ends(race: Race) -> str:
    return f"<t:{int(race.ends_at.timestamp())}:R>"


def _title(race: Race, what: str) -> str:
    return f"### {what} · {ALL[race.game].name if race.game in ALL else race.game}"


def _code(race: Race) -> str:
    return write_code(race.game, race.seed)


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
    lines += [f"… and {more} more"] if more > 0 else []
    return [
        *lines,
        *([f"-# Not listed: {counted(hidden, 'player')} hidden from leaderboards"] if hidden else []),
    ]


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
    how = "resigned" if standing.status is Status.RESIGNED else "not finished"
    return f"` –` <@{standing.player}> · {how} · {facts}"


def _facts(rules: AnyRules, standing: Standing, finished: Sequence[Standing]) -> str:
    """Return `12 piles after 31 moves`, with the time if the player has finished."""
    is_finished = standing.status is Status.FINISHED
    score = worth(rules, standing, finished if is_finished else ())
    facts = [f"{score} after {counted(standing.moves, 'move')}"]
    if is_finished:
        facts.append(duration(standing.seconds))
    facts += [_JOINED_LATE] if standing.late else []
    return " · ".join([*facts, *(["🛟"] if standing.assisted else [])])
