"""The chance to win each game: what is printed about it, beside what counting says."""

from __future__ import annotations

_NONE_PRINTED = "No printed chance is known"
NOT_COUNTED = f"{_NONE_PRINTED}, and nothing has been counted."

_SHORTHAND = (
    "Morehead and Mott-Smith's Complete Book of Solitaire prints 1 in 100, its shorthand for hardly ever, "
    "and Wikipedia repeats it. "
)
_OPEN_ACCORDION = (
    "30,000,000 of 30,000,000 deals in Michael Keller's article on solitairelaboratory.com, and 999,996 of "
    "1,000,000, with 4 undecided, in Blake and Gent's paper The Winnability of Klondike Solitaire and Many "
    "Other Patience Games"
)
_DEAL_FIRST = "Nothing is lost by dealing everything (`d*`) before the first move, and then it is "
_STOCK_KNOWN = (
    "If the order of the stock were known, about 11 deals in 100 could be won (between 9.8 and 12.6). "
    "Without knowing it, the best program so far wins 1 in 200, and mechanical play 6 in 10,000."
)

ACCORDION = (
    f"{_SHORTHAND}Played perfectly, with all cards open, practically every deal can be won: "
    f"{_OPEN_ACCORDION}."
)
TILL_DAWN = (
    f"Solitaire Till Dawn promises a good player over half of the deals. {_DEAL_FIRST}open Accordion, in "
    f"which practically every deal can be won: {_OPEN_ACCORDION}."
)
OPTIONAL_ACCORDION = (
    f"{_SHORTHAND}{_DEAL_FIRST}open Accordion, in which practically every deal can be won: {_OPEN_ACCORDION}."
)
IDLE_YEAR = (
    "Dick says that a win will take about an idle year. Mechanical play, counted over 10,000,000 deals, "
    "won between 39 and 73 in 100,000, depending on which pile it moved first. How many a free choice can "
    "win has not been counted."
)
SLIDES_FIRST = (
    "No chance is printed for this reading, and none has been counted. Michael Keller tells of a simple "
    "program that made slides wherever it could, and leaps otherwise: it won 4 of 10,000 deals."
)
GOREN = (
    "No chance is printed for this deal, and none has been counted. Whoever never deals past a move plays "
    "Parlett's game, of which about 11 deals in 100 could be won if the order of the stock were known: "
    "here it is that or better."
)
PARLETT = _SHORTHAND + _STOCK_KNOWN
COMPACTED = (
    "CatsAtCards prints 1 in 2,000 (0.05 %), and that is what a count of mechanical play finds, too. "
    + _STOCK_KNOWN
)
RELAXED_ACCORDION = (
    f"{_NONE_PRINTED}. Whoever moves only to the left plays Accordion, so whatever can be won there can be "
    f"won here: {_OPEN_ACCORDION}."
)
LATE_BINDING = (
    "About 47 deals in 100 can be won: 47.02 % of 10,000,000 in Blake and Gent's paper The Winnability of "
    "Klondike Solitaire and Many Other Patience Games."
)

_ROYAL = "98.65 in 100 deals can be won, counted over 4,000,000"
ROYAL_MARRIAGE = (
    "CatsAtCards prints 19 in 100, which does not survive a count. With all cards open and perfect play, "
    f"{_ROYAL}."
)
ROYAL_MARRIAGE_DEALT = f"{_NONE_PRINTED}. {_DEAL_FIRST}Royal Marriage: {_ROYAL}."
ROYAL_MARRIAGE_SUITRUN = (
    "SolSuite prints 1 in 30. Whatever may leave in Royal Marriage may leave here too, so the true figure is "
    f"at least as good: {_ROYAL}."
)
_QUEEN = "88.2 in 100 deals can be won, counted over 2,000,000"
QUEEN_AND_HER_LAD = (
    "Wikipedia calls it very difficult. Nothing is lost by dealing everything (`d*`) before the first "
    f"removal; played perfectly from there, {_QUEEN}."
)
QUEEN_AND_HER_LAD_LENIENT = (
    f"{_NONE_PRINTED}. Whatever may leave in Queen and Her Lad may leave here too, so the true figure is at "
    f"least as good: {_QUEEN}."
)
PUSH_PIN = (
    "CatsAtCards prints 1 in 2,000 (0.05 %), which does not survive a count. A deal can be won only if the "
    "first and the last card match, and 31 in 103 (30.10 %) do. With perfect play nearly all of those can be "
    "won: 30.08 % of 4,000,000 deals."
)
PUSH_PIN_SINGLE = (
    f"{_NONE_PRINTED}. A deal can be won only if the first and the last card match, and 15 in 51 (29.4 %) "
    "do. How many of those can be won has not been counted."
)
DOUBLE_JUMP = (
    "CatsAtCards prints 1 in 2,500 (0.04 %), which does not survive a count. The first and the last card "
    "must match, as they do in 15 deals of 51 (29.4 %); with perfect play 11.96 % of 10,000,000 deals can "
    "be won."
)
FRENCH = (
    "CatsAtCards prints 1 in 200 (0.5 %), which does not survive a count. Before the redeal about 1 deal in "
    "870,000 can be won, counted over 20,000,000. With it about 1 in 7,800 was won, counted over 30,000,000, "
    "where as few cards as can be were kept for the redeal; whether others are better to keep is not known."
)
CONCERTINA = f"{_NONE_PRINTED}. With all cards open, each of 1,500,000 deals counted could be won."
ONE_HANDED = (
    "Wikipedia has put it at 1 in 500 and at 1 in 140. Of 200,000 deals, 7 in 1,000 were won by taking out "
    "at once whatever may leave."
)

CRIBBAGE = (
    f"{_NONE_PRINTED}. If every card were known, at least 99 deals in 100 would reach 61. A program that "
    "sees no more than you do reached it in 76 to 79 of 100, and one that always claims the most points in "
    "41."
)
CRIBBAGE_STRICT = (
    "No chance is printed for this deadline, and none has been counted. It can only be lower than that of "
    "Cribbage Solitaire."
)
_NAPOLEON = (
    "With every card known, a program found a win in 115 of 200 deals (57.5 %, give or take 7), and no "
    "deal was proven lost. One that sees no more than you do won about 23 in 100, give or take 8."
)
NAPOLEON = f"Wikipedia prints 1 in 10. {_NAPOLEON}"
NAPOLEON_MANUAL = (
    "Wikipedia prints 1 in 10. It was counted for Napoleon at St Helena, which you play if you move every "
    f"ace up at once. {_NAPOLEON}"
)
_PYRAMID = "66.8 in 100 deals can be won, counted over 1,000,000"
PYRAMID = f"No printed chance is known for passes without limit. With perfect play {_PYRAMID}."
PYRAMID_THREE_PASSES = (
    f"{_NONE_PRINTED}, and none has been counted for three passes. Without a limit {_PYRAMID}; here it can "
    "only be fewer."
)
PYRAMID_ALL = (
    f"{_NONE_PRINTED}. No two cards of the stock are ever free together, so each but a king needs a partner "
    "in the pyramid, and only in about 5.5 deals of 100 there are enough of them. How many of those can be "
    "won has not been counted."
)


def no_better_than(name: str) -> str:
    """Return what is known of a deal that forbids some of what another game allows."""
    return (
        "No chance is printed for this deal, and none has been counted. It is no better than that of "
        f"{name}: whatever wins here would win there."
    )
