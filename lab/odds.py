"""The table of all chances to win: `python -m lab.odds` prints it for `docs/odds.md`, with its commands."""

from __future__ import annotations

from collections import Counter

from bot.render.families import family_of
from bot.render.names import sentences
from idle_year.engine.games import ALL
from idle_year.engine.games.chances import NONE_PRINTED
from idle_year.engine.games.odds import Counted, odds_of
from idle_year.engine.rules import AnyRules

_SHORT = 40  # characters of a sentence that may well be repeated


def odds_table() -> str:
    """Return the table of all games for `docs/odds.md`; sentences that several share are footnotes."""
    notes = _shared_sentences()
    lines = [
        "| game | every card known | fair play | printed |",
        "|---|---|---|---|",
        *(_row(rules, notes) for rules in ALL.values()),
        "",
        *(f"[^{place}]: {text}" for text, place in notes.items()),
    ]
    return "\n".join(lines)


def commands() -> str:
    """Return the commands that recompute the table, one per line."""
    return "\n".join(
        f"idleyear odds {name} --deals {counted.deals} --seed {counted.seed}{' --fair' * fair}"
        for name in ALL
        for fair, counted in enumerate((odds_of(name).known, odds_of(name).fair))
        if counted
    )


def _row(rules: AnyRules, notes: dict[str, int]) -> str:
    odds = odds_of(rules.id)
    known = f"{_cell(odds.known)}{' before the redeal' * family_of(rules).redeals_blind(rules)}"
    printed = " ".join(f"[^{notes[text]}]" if text in notes else text for text in _printed(rules))
    return f"| `{rules.id}` | {known} | {_cell(odds.fair)} | {printed or '—'} |"


def _cell(counted: Counted | None) -> str:
    if counted is None:
        return "—"
    settled = f"; {counted.undecided:,} undecided" if counted.undecided else ""
    possible = f", of which {counted.possible:,} can be won" if counted.possible is not None else ""
    won = f"{counted.wins:,} of " if counted.possible is not None else "of "
    return f"**{counted.percent}** [{counted.interval}] {won}{counted.deals:,}{possible}{settled}"


def _shared_sentences() -> dict[str, int]:
    """Return a number for each long sentence that applies to more than one game."""
    times = Counter(text for rules in ALL.values() for text in _printed(rules))
    shared = [text for text, often in times.items() if often > 1 and len(text) > _SHORT]
    return {text: place for place, text in enumerate(shared, start=1)}


def _printed(rules: AnyRules) -> list[str]:
    """Return what is printed about a game, sentence by sentence."""
    return [text for text in sentences(rules.page.chance) if text != NONE_PRINTED]


if __name__ == "__main__":
    print(odds_table(), commands(), sep="\n\n")
