"""The words of Cribbage Solitaire's buttons and lists: what scores, and which cards stay."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.wording import counted
from bot.render.cards import Style
from bot.service.claims import Way

_SHORT = {"p": "pair", "r": "run", "v": "fifteen"}
"""What scores, where its cards have no short name of their own."""


def way_label(way: Way, style: Style, *, twin: bool = False) -> str:
    """Return a way to score: `+3 run: keep Q♠ J♦`; of two that look alike, also what covers what."""
    keep = (" and " if style.spoken else " ").join(card.symbol for card in way.kept)
    label = f"+{way.category.points} {_in_short(way)}: keep {keep}"
    if twin:
        source, target = way.moves
        label += f" · {source.symbol} onto {target.symbol}"
    return style.say(label)


def twins(ways: Sequence[Way]) -> set[Way]:
    """Return the ways to score that only what covers what tells apart."""
    alike: dict[tuple[int, str, tuple[int, ...]], list[Way]] = {}
    for way in ways:
        alike.setdefault((way.category.points, _in_short(way), way.kept), []).append(way)
    return {way for group in alike.values() if len(group) > 1 for way in group}


def claim_text(ways: Sequence[Way], style: Style) -> str:
    """Say what a list of ways scores: `2 points: fifteen with 4♥, 6♦ and 5♣`."""
    category = ways[0].category
    return style.say(f"{counted(category.points, 'point')}: {category.say(ways[0].cards)}")


def _in_short(way: Way) -> str:
    """Return what scores in a word or three: `run`, `clubs`, `sevens`, `run in clubs`."""
    said = way.category.say(way.cards)
    return _SHORT.get(way.category.letter) or said.removeprefix("a ").removeprefix("three ")
