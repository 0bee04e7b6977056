"""Cribbage Solitaire: cards score as they go onto others, and boards offer the ways to score."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import groupby
from typing import ClassVar

from bot.engine.cards import Card
from bot.engine.positions.cribbage import ClaimRow
from bot.engine.rules import DEAL, AnyRules, Move
from bot.engine.wording import sentence
from bot.render.cards import Style, card_onto, symbols
from bot.render.families.family import About, Family, Offer, Offers, Phrases
from bot.render.language import _
from bot.service.menus import Way, ways_to_score

_PLAIN = Style()
_MOST_BUTTONS = 12
"""Up to this many ways to score get a button each; beyond, each claim has a list."""
_POINTS = sentence(
    "Score 61 points with 2 or 3 neighbours: pairs, runs (4 5 6), three of a suit, fifteens (sum 15)."
)
_AWAY = sentence("Each takes a card; the order of the rest is the game.")


class CribbageFamily(Family):
    """What Cribbage Solitaire and its variant say of themselves."""

    about: ClassVar = {
        "cribbage": About(sentence("Score pairs, runs and fifteens as the cards come: 61 points win"), 65),
        "cribbage-strict": About(sentence("61 points before the last card"), 65),
    }
    achievement: ClassVar = (sentence("Game hole"), sentence("win Cribbage Solitaire"))
    goals: ClassVar = {
        "cribbage": (_POINTS, _AWAY),
        "cribbage-strict": (_POINTS, _AWAY, sentence("The last card comes too late.")),
    }

    def phrases(self, rules: AnyRules, view: ClaimRow, move: Move) -> Phrases | None:
        """Return what a move scores and for what, and which cards stay."""
        if move == DEAL:
            return super().phrases(rules, view, move)
        way = Way(move, view, rules.play(view, move))
        category = way.category
        scored = {
            "points": category.points,
            "claim": category.say(way.cards),
            "cards": symbols(way.kept),
        }
        return Phrases(
            # Translators: such as "score 3 for three spades, keeping 7♠ and 9♠", as what a move does
            sentence("score {points} for {claim}, keeping {cards}", **scored),
            sentence("scoring {points} for {claim}, keeping {cards}", **scored),
            sentence("Score {points} for {claim}, keeping {cards}.", **scored),
        )

    def counts_moves(self, legal: Sequence[Move]) -> bool:
        """Whether nothing can be scored: what can is under every board."""
        return legal[:1] == (DEAL,)

    def offers(self, rules: AnyRules, state: ClaimRow, style: Style) -> Offers:
        """Return the ways to score, most points first: with a button each, or in a list for each claim."""
        best, less = ways_to_score(rules, state)
        alike = _twins([*best, *less])
        if len(best) > _MOST_BUTTONS:
            best, less = [], [*best, *less]

        def offered(ways: Sequence[Way]) -> list[Offer]:
            return [Offer(_way_label(way, style, twin=way in alike), way.move) for way in ways]

        return Offers(
            [offered(group) for group in _by_claim(best)],
            [(_claim_text(group, style), offered(group)) for group in _by_claim(less)],
        )

    def on_button(self, rules: AnyRules, state: ClaimRow, move: Move, style: Style) -> str | None:
        """Return what the button of a way to score says; None for what deals a card."""
        if move == DEAL:
            return None
        way = Way(move, state, rules.play(state, move))
        best, less = ways_to_score(rules, state)
        return _way_name(way, style, twin=way in _twins([*{*best, *less, way}]))

    def closed_up(self, text: str) -> str:
        """Return a line without spaces before the place that a card goes to."""
        return re.sub(r">\s+", ">", text)

    def called(self, rules: AnyRules, state: ClaimRow) -> Iterator[tuple[str, Sequence[Move]]]:
        """Yield what the ways to score are called on their buttons, with and without the points."""
        ways = [way for several in ways_to_score(rules, state) for way in several]
        alike = _twins(ways)
        for way in ways:
            name = _way_label(way, _PLAIN, twin=way in alike)
            yield from ((name, [way.move]), (name.partition(" ")[2], [way.move]))


def _by_claim(ways: Sequence[Way]) -> Iterator[list[Way]]:
    for _claim, group in groupby(ways, key=lambda way: way.claim):
        yield list(group)


def _way_label(way: Way, style: Style, *, twin: bool = False) -> str:
    """Return a way to score: `+3 run: keep Q♠ J♦`; of two that look alike, also what covers what."""
    return style.say(_way_name(way, style, twin=twin))


def _way_name(way: Way, style: Style, *, twin: bool = False) -> str:
    """Return what its button says, for a sentence that is yet to be put into a player's style."""
    # Translators: a way to score, such as "+3 run: keep Q♠ J♦"
    label = _(
        "+{points} {claim}: keep {cards}",
        points=way.category.points,
        claim=way.category.brief(way.cards),
        cards=_beside_each_other(way.kept, style),
    )
    if not twin:
        return label
    covers = card_onto(*way.moves)
    return f"{label} · {covers}"


def _twins(ways: Sequence[Way]) -> set[Way]:
    """Return the ways to score that only what covers what tells apart."""
    alike: dict[tuple[int, str, tuple[int, ...]], list[Way]] = {}
    for way in ways:
        alike.setdefault((way.category.points, way.category.brief(way.cards), way.kept), []).append(way)
    return {way for group in alike.values() if len(group) > 1 for way in group}


def _claim_text(ways: Sequence[Way], style: Style) -> str:
    """Say what a list of ways scores, so short that a phone shows all of it: `+2 fifteen: 4♥ 6♦ 5♣`."""
    category, cards = ways[0].category, ways[0].cards
    said = _(
        "+{points} {claim}: {cards}",
        points=category.points,
        claim=category.brief(cards),
        cards=_beside_each_other(cards, style),
    )
    return style.say(said)


def _beside_each_other(cards: Sequence[Card], style: Style) -> str:
    """Return a few cards as they lie, with words between them if they are spoken."""
    faces = [card.symbol for card in cards]
    if not style.spoken:
        return " ".join(faces)
    return reduce(lambda one, other: _("{one} and {other}", one=one, other=other), faces)
