"""Cribbage Solitaire: cards score as they go onto others, and boards offer the ways to score."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import reduce
from typing import ClassVar

from bot.render.cards import Style, card_onto, symbols
from bot.render.discord_limits import SELECT_OPTIONS
from bot.render.families.family import About, Family, Offer, Offers, Phrases
from bot.render.language import _, n_, worded
from bot.service.menus import Way, ways_to_score
from idle_year.engine.cards import Card
from idle_year.engine.games.cribbage import GAME_POINTS
from idle_year.engine.positions.cribbage import ClaimRow
from idle_year.engine.rules import DEAL, AnyRules, Move
from idle_year.engine.wording import sentence

_PLAIN = Style()
_MOST_BUTTONS = 6
"""So many ways to score get a button each: three rows on a phone."""
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

    points: ClassVar = GAME_POINTS
    legend: ClassVar = sentence("On buttons, +3: 6♠ 5♥ scores 3 and keeps those two.")

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
        """Return the ways to score, most points first: the first with a button each, the others in a list."""
        best, less = ways_to_score(rules, state)
        names = _names([*best, *less], style)
        shown, rest = best[:_MOST_BUTTONS], [*best[_MOST_BUTTONS:], *less]
        lists = [rest[start : start + SELECT_OPTIONS] for start in range(0, len(rest), SELECT_OPTIONS)]
        return Offers(
            [Offer(style.say(names[way]), way.move) for way in shown],
            [
                (_list_text(part, style), [Offer(style.say(_in_words(way, style)), way.move) for way in part])
                for part in lists
            ],
        )

    def on_button(self, rules: AnyRules, state: ClaimRow, move: Move, style: Style) -> str | None:
        """Return what the button of a way to score says; None for what deals a card."""
        if move == DEAL:
            return None
        way = Way(move, state, rules.play(state, move))
        best, less = ways_to_score(rules, state)
        return _names([*{*best, *less, way}], style)[way]

    def closed_up(self, text: str) -> str:
        """Return a line without spaces before the place that a card goes to."""
        return re.sub(r">\s+", ">", text)

    def called(self, rules: AnyRules, state: ClaimRow) -> Iterator[tuple[str, Sequence[Move]]]:
        """Yield what the ways to score are called on their buttons, with and without the points."""
        ways = [way for several in ways_to_score(rules, state) for way in several]
        names = _names(ways, _PLAIN)
        for way in ways:
            for name in names[way], _in_words(way, _PLAIN), _exactly(way, _PLAIN):
                yield from ((name, [way.move]), (name.partition(" ")[2], [way.move]))


def _names(ways: Sequence[Way], style: Style) -> dict[Way, str]:
    """Return what each way to score is called on its button: as short as tells it from all others."""
    names = {way: (_in_words if style.spoken else _in_short)(way, style) for way in ways}
    for longer in _in_words, _exactly:
        alike = Counter(names.values())
        names = {way: name if alike[name] == 1 else longer(way, style) for way, name in names.items()}
    return names


def _in_short(way: Way, style: Style) -> str:
    """Return a way to score by its points and the cards that stay: `+3: Q♠ J♦`."""
    # Translators: on a button, a way to score: "+3: Q♠ J♦" are its points, and the cards that stay
    return _("+{points}: {cards}", points=way.category.points, cards=_beside_each_other(way.kept, style))


def _in_words(way: Way, style: Style) -> str:
    """Return a way to score: `+3 run: keep Q♠ J♦`."""
    # Translators: a way to score, such as "+3 run: keep Q♠ J♦"
    return _(
        "+{points} {claim}: keep {cards}",
        points=way.category.points,
        claim=way.category.brief(way.cards),
        cards=_beside_each_other(way.kept, style),
    )


def _exactly(way: Way, style: Style) -> str:
    """Return a way to score with what covers what; in words, which are long, without the cards that stay."""
    claim = worded(way.category.brief(way.cards))
    told = f"+{way.category.points} {claim}" if style.spoken else _in_words(way, style)
    return f"{told} · {card_onto(*way.moves)}"


def _list_text(ways: Sequence[Way], style: Style) -> str:
    """Say what a list of ways scores, or of how many different ones it is."""
    if len({way.claim for way in ways}) == 1:
        return _claim_text(ways, style)
    return n_("{n} more way to score", "{n} more ways to score", len(ways))


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
