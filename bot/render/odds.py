"""The chance of winning each game: as published, and as counted by us.

`python -m bot.render.odds` prints the table and the commands of `docs/odds.md`.
"""

from __future__ import annotations

import re
from collections import Counter

from bot.engine.games import ALL
from bot.engine.games.chances import NONE_PRINTED
from bot.engine.games.marriage import Marriage
from bot.engine.games.odds import Counted, odds_of
from bot.engine.rules import AnyRules
from bot.render.cards import Style

_SHORT = 40  # characters of a sentence that may well be repeated
_NEARLY_ALL = 0.975
_RARE = 0.18
"""The share below which it is one in so many."""
_SAID = {
    1 / 5: "1 in 5",
    1 / 4: "1 in 4",
    3 / 10: "3 in 10",
    1 / 3: "1 in 3",
    2 / 5: "2 in 5",
    1 / 2: "half",
    3 / 5: "3 in 5",
    2 / 3: "2 in 3",
    7 / 10: "7 in 10",
    3 / 4: "3 in 4",
    4 / 5: "4 in 5",
    9 / 10: "9 in 10",
    19 / 20: "19 in 20",
}


def odds_text(rules: AnyRules, style: Style, *, played: int, won: int) -> str:
    """Return the chance of winning a game and a player's own record beside it, in Discord's Markdown."""
    lines = [f"### {rules.name}: the chance to win", f"**Printed.** {rules.page.chance}"]
    lines.append(f"**Counted.** {counted_words(rules) or 'Nothing has been counted yet.'}")
    own = f"{won} of {played} won ({100 * won / played:.0f} %)" if played else "No finished games yet"
    return style.say("\n".join([*lines, f"**You.** {own}."]))


def about(share: float) -> str:
    """Return a share, 0 to 1, as a person would say it; the exact one stands in `/odds`."""
    if share <= 0:
        return "hardly any"
    if share >= _NEARLY_ALL:
        return "nearly all"
    if share < _RARE:
        return f"about 1 in {_two_figures(1 / share):,}"
    return f"about {_SAID[min(_SAID, key=lambda said: abs(said - share))]}"


def counted_words(rules: AnyRules) -> str:
    """Return what was counted for a game in a sentence or two; empty if nothing was."""
    odds, says = odds_of(rules.id), []
    if odds.known:
        before = " before the redeal" if _redeals(rules) else ""
        won = f"{_how_many(odds.known)} could be won{before}{_undecided(odds.known)}"
        seen = " with every card known" if rules.hides(rules.start("a")) else ""
        says.append(f"We solved {odds.known.deals:,} deals{seen}: {won}.")
    if odds.fair:
        fair = odds.fair
        says.append(
            f"Then we played {fair.deals:,} by the hints alone, which see only what you see, and won "
            f"{_how_many(fair)}."
        )
    return " ".join(says)


def odds_table() -> str:
    """Return the table of all games for `docs/odds.md`; sentences that several share are footnotes."""
    notes = _shared_sentences()
    lines = [
        "| game | every card known | fair play | printed |",
        "|---|---|---|---|",
        *(_row(rules, notes) for rules in ALL.values()),
        "",
        *(f"[^{number}]: {sentence}" for sentence, number in notes.items()),
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


def _two_figures(number: float) -> int:
    return int(float(f"{number:.2g}"))


def _row(rules: AnyRules, notes: dict[str, int]) -> str:
    odds = odds_of(rules.id)
    known = f"{_cell(odds.known)}{' before the redeal' * _redeals(rules)}"
    printed = " ".join(
        f"[^{notes[sentence]}]" if sentence in notes else sentence for sentence in _printed(rules)
    )
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
    times = Counter(sentence for rules in ALL.values() for sentence in _printed(rules))
    shared = [sentence for sentence, number in times.items() if number > 1 and len(sentence) > _SHORT]
    return {sentence: number for number, sentence in enumerate(shared, start=1)}


def _printed(rules: AnyRules) -> list[str]:
    """Return what is printed about a game, sentence by sentence."""
    sentences = re.split(r"(?<=\.) (?=[A-Z])", rules.page.chance)
    return [sentence for sentence in sentences if sentence != NONE_PRINTED]


def _redeals(rules: AnyRules) -> bool:
    """Whether no card is known after a redeal, so that fair play may win more than was counted."""
    return isinstance(rules, Marriage) and rules.redeal


def _how_many(counted: Counted) -> str:
    """Return `all`, or `about 2 in 3 (66.82 %, give or take: 66.73 to 66.91)`."""
    if counted.wins == counted.deals:
        return "all"
    if not counted.wins:
        return "none"
    return f"{about(counted.share)} ({counted.percent}, or {counted.interval} for all deals there are)"


def _undecided(counted: Counted) -> str:
    return f", and we couldn't settle {counted.undecided:,}" if counted.undecided else ""


if __name__ == "__main__":
    print(odds_table(), commands(), sep="\n\n")
