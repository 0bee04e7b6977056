"""The chance of winning each game, according to books, programs and other people's counts.

Our own counts are in `odds`; pages show both.
"""

from __future__ import annotations

NONE_PRINTED = "No printed chance is known."

_SHORTHAND = (
    'Morehead and Mott-Smith\'s Complete Book of Solitaire prints "1 in 100", its way of saying "hardly '
    'ever", and Wikipedia repeats it.'
)
_OPEN_ACCORDION = (
    "With all its cards face up, Accordion could be won in 30,000,000 of 30,000,000 deals in Michael "
    "Keller's article on solitairelaboratory.com, and in 999,996 of 1,000,000, with 4 undecided, in Blake "
    "and Gent's paper The Winnability of Klondike Solitaire and Many Other Patience Games."
)
_GOOD_PLAYER = "Solitaire Till Dawn promises a good player over half of the deals."
_DEAL_FIRST = "Nothing is lost by dealing everything (`d*`) before anything is moved"

ACCORDION = f"{_SHORTHAND} {_GOOD_PLAYER} {_OPEN_ACCORDION}"
TILL_DAWN = f"{_GOOD_PLAYER} {_DEAL_FIRST}, and then it is Accordion. {_OPEN_ACCORDION}"
OPTIONAL_ACCORDION = f"{_SHORTHAND} {_DEAL_FIRST}, and then it is Accordion. {_OPEN_ACCORDION}"
IDLE_YEAR = "Dick says that a win takes about an idle year."
SLIDES_FIRST = (
    "No chance is printed for this reading. Michael Keller tells of a simple program that made slides "
    "wherever it could, and leaps otherwise: it won 4 of 10,000 deals."
)
GOREN = (
    f"{NONE_PRINTED} Whoever never deals past a move plays Parlett's game: so here it can only be that or "
    "better."
)
PARLETT = _SHORTHAND
COMPACTED = "CatsAtCards prints 1 in 2,000 (0.05 %)."
RELAXED_ACCORDION = (
    f"{NONE_PRINTED} Whoever moves only to the left plays Accordion, so whatever can be won there can be won "
    f"here. {_OPEN_ACCORDION}"
)
LATE_BINDING = (
    "47.02 % of 10,000,000 deals could be won in Blake and Gent's paper The Winnability of Klondike "
    "Solitaire and Many Other Patience Games."
)

ROYAL_MARRIAGE = "CatsAtCards prints 19 in 100; counting tells another story."
ROYAL_MARRIAGE_DEALT = f"{NONE_PRINTED} {_DEAL_FIRST}, and then it is Royal Marriage."
ROYAL_MARRIAGE_SUITRUN = (
    "SolSuite prints 1 in 30. Whatever a run takes away can leave by ones and twos as well, so the true "
    "figure is that of Royal Marriage."
)
QUEEN_AND_HER_LAD = f"Wikipedia calls it very difficult. {_DEAL_FIRST}."
QUEEN_AND_HER_LAD_LENIENT = (
    f"{NONE_PRINTED} Whatever may leave in Queen and Her Lad may leave here too, so the true figure is at "
    "least as good as its."
)
PUSH_PIN = (
    "CatsAtCards prints 1 in 2,000 (0.05 %); counting tells another story. A deal can be won only if the "
    "first and the last card match, and 31 in 103 (30.10 %) do."
)
PUSH_PIN_SINGLE = (
    f"{NONE_PRINTED} A deal can be won only if the first and the last card match, and 15 in 51 (29.4 %) do."
)
DOUBLE_JUMP = (
    "CatsAtCards prints 1 in 2,500 (0.04 %); counting tells another story. The first and the last card "
    "must match, as they do in 15 deals of 51 (29.4 %)."
)
FRENCH = "CatsAtCards prints 1 in 200 (0.5 %); counting tells another story."
CONCERTINA = NONE_PRINTED
ONE_HANDED = (
    "Wikipedia's 1 in 140 is for the game in which whatever can leave must: of 100,000 such deals 0.709 % "
    "were won (0.66 to 0.76). Before, it printed 1 in 500."
)

CRIBBAGE = NONE_PRINTED
CRIBBAGE_STRICT = f"{NONE_PRINTED} With the deadline it can only be lower than that of Cribbage Solitaire."
NAPOLEON = "Wikipedia prints 1 in 10."
NAPOLEON_MANUAL = (
    "Wikipedia prints 1 in 10. It was counted for Napoleon at St Helena, which you play if you move every "
    "ace up at once."
)
PYRAMID = f"{NONE_PRINTED[:-1]} for going through the stock as often as you like."
PYRAMID_THREE_PASSES = f"{NONE_PRINTED} It can only be lower than without a limit."
PYRAMID_ALL = (
    f"{NONE_PRINTED} No two cards of the stock are ever free together, so each but a king needs a partner in "
    "the pyramid. Only in about 5.5 deals of 100 there are enough of them, and not all of these can be won."
)


def no_better_than(name: str) -> str:
    """Return what is known of a deal that forbids some of what another game allows."""
    return f"{NONE_PRINTED} It is no better than that of {name}: whatever wins here would win there."
