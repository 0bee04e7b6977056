"""The message that a channel sees of a race: how it goes, then how it went; neither cards nor moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from bot.engine.codes import write_code
from bot.engine.games import ALL
from bot.engine.wording import counted
from bot.render.leaderboard import HOW_RANKED, duration, worth
from bot.store import NOBODY, Status
from bot.ui.items import ButtonStyle, PressButton
from bot.ui.presses import Press

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bot.engine.rules import AnyRules
    from bot.service.race import Standing
    from bot.store import Race

_MOST_LINES = 30
"""So many players fit into one message, whatever they have played."""
_LATE = "-# Somebody has finished: whoever joins from now on stands in this table, but on no leaderboard."
_MEDALS = {1: "🥇 ", 2: "🥈 ", 3: "🥉 "}


def running_view(race: Race, found: Sequence[Standing]) -> discord.ui.LayoutView:
    """Return the message of a race that is on, with the button that joins it."""
    ends = f"<t:{int(race.ends_at.timestamp())}:R>"
    begun = "Ends" if race.starter == NOBODY else f"Started by <@{race.starter}> · ends"
    lines = [
        f"{begun} {ends}, or when all who joined are done.",
        *_lines(race, found, _progress_line),
        "-# Everybody plays the same deal on a private board; your time runs from your own deal.",
        *([_LATE] if race.first_end else []),
    ]
    button = PressButton("Race", Press(0, 0, "race", str(race.id)), style=ButtonStyle.primary)
    return _view(_title(race, "Race"), lines, button)


def result_view(race: Race, found: Sequence[Standing]) -> discord.ui.LayoutView:
    """Return the message of a race that is over, with its deal and the button that deals it again."""
    lines = [
        *(_lines(race, found, _result_line) or ["Nobody raced."]),
        *([f"-# {HOW_RANKED}"] if found else []),
        f"-# The deal: `{_code(race)}`",
    ]
    button = PressButton("Play the same deal", Press(0, 0, "raced", str(race.id)))
    return _view(_title(race, "Race, over"), lines, button)


def _title(race: Race, what: str) -> str:
    return f"### {what} · {ALL[race.game].name if race.game in ALL else race.game}"


def _code(race: Race) -> str:
    return write_code(ALL[race.game], race.seed) if race.game in ALL else f"{race.game}:{race.seed}"


def _view(title: str, lines: Sequence[str], button: PressButton) -> discord.ui.LayoutView:
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.TextDisplay("\n".join([title, *lines])))
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(button)
    view.add_item(row)
    view.stop()
    return view


def _lines(
    race: Race, found: Sequence[Standing], line: Callable[[AnyRules, int, Standing], str]
) -> list[str]:
    """Return a line for each player, and how many more there are where not all fit."""
    rules = ALL.get(race.game)
    if rules is None:
        return []
    lines = [line(rules, number, standing) for number, standing in enumerate(found[:_MOST_LINES], start=1)]
    more = len(found) - _MOST_LINES
    return [*lines, f"… and {more} more"] if more > 0 else lines


def _progress_line(rules: AnyRules, _number: int, standing: Standing) -> str:
    """Return `<@1> · 12 piles after 31 moves`."""
    signs = {Status.FINISHED: "🏆 " if standing.won else "🏁 ", Status.RESIGNED: "🏳️ "}
    return f"{signs.get(standing.status, '')}<@{standing.player}> · {_facts(rules, standing)}"


def _result_line(rules: AnyRules, number: int, standing: Standing) -> str:
    """Return a row of the result; only who has finished has a number."""
    facts = _facts(rules, standing)
    if standing.status is Status.FINISHED:
        won = "🏆 " if standing.won else ""
        return f"`{number:>2}` {_MEDALS.get(number, '')}<@{standing.player}> · {won}{facts}"
    how = "resigned" if standing.status is Status.RESIGNED else "not finished"
    return f"` –` <@{standing.player}> · {how} · {facts}"


def _facts(rules: AnyRules, standing: Standing) -> str:
    """Return `12 piles after 31 moves`, with the time of who has finished."""
    facts = [f"{worth(rules, standing.left)} after {counted(standing.moves, 'move')}"]
    if standing.status is Status.FINISHED:
        facts.append(duration(standing.seconds))
    return " · ".join([*facts, *(["🛟"] if standing.assisted else [])])
