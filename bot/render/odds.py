"""The chance to win each game: as it is printed, and as we have counted it.

`python -m bot.render.odds` prints the table and the commands of `docs/odds.md`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.games import ALL
from bot.engine.games.odds import odds_of

if TYPE_CHECKING:
    from bot.engine.games.odds import Counted
    from bot.engine.rules import AnyRules
    from bot.render.style import Style


def odds_text(rules: AnyRules, style: Style, *, played: int, won: int) -> str:
    """Return the chance to win a game and a player's own record beside it, in Discord's Markdown."""
    lines = [f"### {rules.name}: the chance to win", f"**Printed.** {rules.page.chance}"]
    lines.append(f"**Counted.** {counted_words(rules) or 'Nothing has been counted yet.'}")
    own = f"{won} of {played} won ({100 * won / played:.0f} %)" if played else "no game ended yet"
    return style.say("\n".join([*lines, f"**You.** {own}."]))


def counted_words(rules: AnyRules) -> str:
    """Return what was counted for a game in a sentence or two; nothing where nothing was."""
    odds, says = odds_of(rules.id), []
    if odds.known:
        verb = "were won" if odds.known.undecided else "can be won"
        says.append(f"With every card known, {_survey(odds.known)} {verb}{_undecided(odds.known)}.")
    if odds.fair:
        says.append(f"Our player, who sees no more than you do, won {_survey(odds.fair)}.")
    return " ".join(says)


def odds_table() -> str:
    """Return the table of all games for `docs/odds.md`."""
    lines = [
        "| game | every card known | fair play | printed |",
        "|---|---|---|---|",
        *(_row(rules) for rules in ALL.values()),
    ]
    return "\n".join(lines)


def commands() -> str:
    """Return the commands that count the table anew, one a line."""
    return "\n".join(
        f"idleyear odds {name} --deals {counted.deals} --seed {counted.seed}{' --fair' * fair}"
        for name in ALL
        for fair, counted in enumerate((odds_of(name).known, odds_of(name).fair))
        if counted
    )


def _row(rules: AnyRules) -> str:
    odds = odds_of(rules.id)
    return f"| `{rules.id}` | {_cell(odds.known)} | {_cell(odds.fair)} | {rules.page.chance} |"


def _cell(counted: Counted | None) -> str:
    if counted is None:
        return "—"
    settled = f"; {counted.undecided:,} undecided" if counted.undecided else ""
    return f"**{counted.percent}** [{counted.interval}] of {counted.deals:,}{settled}"


def _survey(counted: Counted) -> str:
    """Return `66.82 % (66.73 to 66.91) of 1,000,000 deals`."""
    return f"{counted.percent} ({counted.interval}) of {counted.deals:,} deals"


def _undecided(counted: Counted) -> str:
    return f", and {counted.undecided:,} were not settled" if counted.undecided else ""


if __name__ == "__main__":
    print(odds_table(), commands(), sep="\n\n")
