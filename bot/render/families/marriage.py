"""Royal Marriage and its relatives: a row from which cards between two that match are taken out."""

from __future__ import annotations

from typing import ClassVar

from bot.render.families.family import About, Family
from idle_year.engine.games.leaving import Blocks
from idle_year.engine.games.marriage import Marriage
from idle_year.engine.rules import AnyRules
from idle_year.engine.wording import sentence

_OUT = sentence(
    "You can take out a card, or it and the next, if the cards either side match in suit or rank."
)
_BLOCKS = sentence(
    "You can take out a card, two that match, or three or four matching pairs in a row, if the cards either "
    "side match in suit or rank."
)
_MORE_BLOCKS = sentence(
    "You can take out a card, two that match, or two to four matching pairs in a row, if the cards either "
    "side match in suit or rank."
)
_TWO_LEFT = sentence("Bring it down to the first and the last card.")
_ROYAL = sentence("Bring the king and queen of hearts together.")
_LAD = sentence("Bring the queen and jack of hearts together.")


class MarriageFamily(Family):
    """What Royal Marriage and its relatives say of themselves."""

    about: ClassVar = {
        "royal-marriage": About(sentence("Bring the king and queen of hearts together"), 30),
        "royal-marriage-dealt": About(sentence("The cards come one at a time"), 85),
        "royal-marriage-suitrun": About(sentence("Three or more cards of one suit may leave as well"), 25),
        "queen-and-her-lad": About(sentence("Bring the queen and jack of hearts together; pairs leave"), 80),
        "queen-and-her-lad-lenient": About(sentence("Two pairs in a row may leave too"), 85),
        "push-pin": About(sentence("Two packs, 104 cards: one or two cards leave at a time"), 60),
        "push-pin-single": About(sentence("Push Pin with 52 cards"), 30),
        "double-jump": About(sentence("Exactly two cards leave at a time"), 15),
        "french": About(sentence("Exactly one card leaves at a time; one redeal"), 30),
        "concertina": About(sentence("Two matching cards leave, with one or two others between them"), 25),
        "bayan": About(sentence("Two matching cards leave: neighbours, or with two between"), 25),
        "royal-marriage-compacted": About(sentence("One card at a time, and cards that can leave must"), 85),
        "queen-and-her-lad-compacted": About(sentence("Pairs leave, and cards that can leave must"), 80),
        "push-pin-compacted": About(
            sentence("Two packs, one card at a time; cards that can leave must"), 175
        ),
        "double-jump-compacted": About(sentence("One card at a time, and cards that can leave must"), 70),
        "french-compacted": About(
            sentence("One card at a time, and cards that can leave must; one redeal"), 115
        ),
        "concertina-compacted": About(sentence("One card at a time, and cards that can leave must"), 75),
        "one-handed": About(sentence("Only the last four cards count: play it in your hand"), 65),
    }
    achievement: ClassVar = (sentence("Newly-weds"), sentence("win Royal Marriage or one of its kin"))
    goals: ClassVar = {
        "royal-marriage": (_ROYAL, _OUT),
        "royal-marriage-suitrun": (_ROYAL, _OUT, sentence("Three or more of one suit may leave too.")),
        "queen-and-her-lad": (_LAD, _BLOCKS),
        "queen-and-her-lad-lenient": (_LAD, _MORE_BLOCKS),
        "push-pin": (_TWO_LEFT, _OUT),
        "double-jump": (
            _TWO_LEFT,
            sentence("Two neighbours can leave if the cards either side match in suit or rank."),
        ),
        "french": (_TWO_LEFT, sentence("A card can leave if the cards either side match in suit or rank.")),
        "concertina": (
            sentence("Bring it down to two cards."),
            sentence("Two matching cards leave, if one or two lie between."),
        ),
        "bayan": (
            sentence("Clear the row."),
            sentence("Two that match in suit or rank leave: neighbours, or with two cards between."),
        ),
        "one-handed": (
            sentence("Get rid of all the cards."),
            sentence(
                "Look at the last four: if the outer two share a suit, the two between them can leave; if "
                "they share a rank, all four can."
            ),
        ),
    }

    legend: ClassVar = sentence("On buttons, +K♦ means that K♦ leaves too.")

    def has_signs(self, rules: AnyRules) -> bool:
        """Whether more than one card can leave at a time."""
        return not isinstance(rules, Marriage) or rules.leaving != Blocks(any_cards=(1,))

    def redeals_blind(self, rules: AnyRules) -> bool:
        """Whether there is a redeal: it shuffles the cards anew."""
        return isinstance(rules, Marriage) and rules.redeal
