"""Every deal of Accordion, one entry each, with its source.

The nine deals of the books differ in how cards come onto the table, in whether a move must be made before
the next card is dealt, and in whether a pile has a choice of destinations. The relatives change the moves.
"""

from __future__ import annotations

from idle_year.engine.games import chances
from idle_year.engine.games.accordion import Accordion, Compulsion, Destination
from idle_year.engine.rules import Example, Page

ALL_LAID_OUT = "All 52 cards are laid out in a row, face up."
SINGLY = "One card is turned up, the others follow one at a time (`d`)."
_SHIFTS = (
    "Put a pile onto its left neighbour (a slide, `12<`) or onto the third pile to its left (a leap, "
    "`12<<<`: two piles stand between) if the top cards share rank or suit. Piles move whole, and the row "
    "closes up."
)
_ONE_PILE = (
    "One pile of all the cards. If you get stuck with five piles or fewer, that's a minor win, which "
    "Sheinwold counts as a win."
)
_LENGTH_OF_TIME = '"with a well-shuffled pack, it will require about that length of time to accomplish it"'
_FREE = " You may deal at any time, also past a move."
_MUST = " While any pile can move you must move it before you deal."
_EITHER = Example(
    "JS 5D 8C 8S | 2H",
    "4<<<",
    "8♠ may slide onto 8♣ or leap onto J♠. One of the two it must, before a card is dealt.",
)
_PAST = Example(
    "JS 5D 8C 8S | 2H",
    "d",
    "8♠ could slide onto 8♣ or leap onto J♠. You need do neither: a card may be dealt past both.",
)

_SWEEPERS = (
    "Choose a rank of which most cards lie near the right end of the row, and keep all four for the end: "
    "Wikipedia and Solitaire Till Dawn call them sweepers. Put nothing onto them. Bring them together at the "
    "end of the row, and sweep up the rest with them."
)
_DEAL_FIRST = (
    "Deal everything (`d*`) before you move anything, says Solitaire Till Dawn: you can plan only with cards "
    f"that you see. {_SWEEPERS}"
)
_HOW_TO_PAGE = (
    "A how-to page on Accordion lays out `JH KC 9D 8C 8D`, lets 8♦ go onto 9♦ and calls 8♣ onto K♣ the best "
    "move. Both are two places away. The only move is 8♦ onto 8♣, `5<`.",
    "In the row `8S 5H 7D 3S QD 2D 3D 5S AH 6C` the same page puts Q♦ onto 7♦ (two places away: not "
    "allowed), then 3♦ onto Q♦ (three: allowed), then 5♠ onto 3♠ (two: not allowed). Five moves "
    "are possible there, and `6< 7<<< 4<<< 2< 3< 4<<< 3<` leaves three piles.",
    "That page wants the last pile to lie in a certain order. Any order will do.",
)
_MISPRINTED_CAPTION = (
    "A caption in the rules of Solitaire Till Dawn puts 2♣ onto K♣, 2♠ onto 2♣ and A♦ onto 3♦, in a row that "
    "is one card too short for that. The row `3D 7H KC 2C 2S AD` fits: `4< 4< 4<<<`.",
)

OPEN = Accordion(
    id="accordion",
    name="Accordion",
    aliases=("Methuselah", "Leapfrog", "Idle Year", "Tower of Babel", "One Away Three Away", "Qui Sace"),
    minor_target=5,
    page=Page(
        goal=_ONE_PILE,
        deal=ALL_LAID_OUT,
        play=_SHIFTS,
        source="CatsAtCards and Wikipedia; Solitaire Till Dawn lets you play so.",
        example=Example(
            "5S 6S TD 5H KC",
            "4<<<",
            "6♠ may slide onto 5♠, and 5♥ may leap onto it over two piles. No other pile can move. The "
            "example is Wikipedia's.",
        ),
        strategy=_SWEEPERS,
        history="Wikipedia has the name from the row, which grows and shrinks in play like an accordion. An "
        f"older name is The Idle Year, because, Dick says, {_LENGTH_OF_TIME}; Methuselah probably means the "
        "same. Qui Sace, an Italian game, may be this one.",
        chance=chances.ACCORDION,
        misprints=_HOW_TO_PAGE,
    ),
)

TILL_DAWN = Accordion(
    id="till-dawn",
    name="Till Dawn",
    face_up=2,
    minor_target=5,
    page=Page(
        goal=_ONE_PILE,
        deal="Two cards are turned up. Deal any number at any time: `d` one, `d5` five, `d*` all.",
        play=_SHIFTS,
        source="The rules of the program Solitaire Till Dawn.",
        example=Example(
            "3D 7H KC 2C | 2S AD",
            "d*",
            "2♣ could slide onto K♣, but nothing hurries you: all cards may be dealt first.",
        ),
        strategy=_DEAL_FIRST,
        chance=chances.TILL_DAWN,
        misprints=_MISPRINTED_CAPTION,
    ),
)

IDLE_YEAR = Accordion(
    id="idle-year",
    name="Idle Year",
    face_up=1,
    minor_target=5,
    compulsion=Compulsion.MUST,
    destination=Destination.NEAREST,
    page=Page(
        goal=_ONE_PILE,
        deal=SINGLY + _MUST,
        play=_SHIFTS + " A pile that can slide may not leap; which pile moves first is yours to choose.",
        source="William B. Dick, Games of Patience, 1883, by way of Wikipedia: the oldest rules known.",
        example=Example(
            "JS 5D 8C 8S | 2H",
            "4<",
            "8♠ matches 8♣, its neighbour, and J♠, the third to its left. It can slide, so it may not "
            "leap, and no card is dealt before it has.",
        ),
        history=f"William B. Dick says that it is so called because, {_LENGTH_OF_TIME}.",
        chance=chances.IDLE_YEAR,
    ),
)

IDLE_YEAR_SLIDES = Accordion(
    id="idle-year-slides",
    name="Idle Year, slides first",
    face_up=1,
    minor_target=5,
    compulsion=Compulsion.MUST,
    destination=Destination.SLIDES_FIRST,
    page=Page(
        goal=_ONE_PILE,
        deal=SINGLY + _MUST,
        play=_SHIFTS + " No pile leaps while any pile in the row can slide.",
        source="Michael Keller's reading of Dick's book, in his article on solitairelaboratory.com.",
        example=Example(
            "5S 9D QC 5H 5C | 2H",
            "5<",
            "5♥ could leap onto 5♠, but 5♣ can slide onto 5♥, and slides come first in the whole row.",
        ),
        chance=chances.SLIDES_FIRST,
    ),
)

TARBART = Accordion(
    id="tarbart",
    name="Tarbart",
    face_up=1,
    minor_target=5,
    page=Page(
        goal=_ONE_PILE,
        deal=SINGLY + _FREE,
        play=_SHIFTS,
        source="Tarbart, Games of Patience, 1905, by way of Wikipedia.",
        example=_PAST,
        strategy=_DEAL_FIRST,
        chance=chances.OPTIONAL_ACCORDION,
    ),
)

TOWER_OF_BABEL = Accordion(
    id="tower-of-babel",
    name="Tower of Babel",
    face_up=1,
    minor_target=5,
    page=Page(
        goal=_ONE_PILE,
        deal=SINGLY + _FREE,
        play=_SHIFTS,
        source="Wood and Goddard, 1940, by way of Wikipedia. It is silent on when to deal: at any time.",
        example=_PAST,
        strategy=_DEAL_FIRST,
        chance=chances.OPTIONAL_ACCORDION,
    ),
)

GOREN = Accordion(
    id="goren",
    name="Goren",
    face_up=1,
    minor_target=5,
    compulsion=Compulsion.GRACE,
    page=Page(
        goal=_ONE_PILE,
        deal=SINGLY + " While you could move you may deal one more card; then you must make a move.",
        play=_SHIFTS,
        source="Ely Culbertson, 1957, and Charles Goren, 1961, by way of Wikipedia.",
        example=Example(
            "JS 5D 8C 8S | 2H 9C",
            "d",
            "8♠ could move, and you may deal past it once. Now a move must be made before 9♣ is dealt.",
        ),
        chance=chances.GOREN,
    ),
)

PARLETT = Accordion(
    id="parlett",
    name="Parlett",
    face_up=1,
    minor_target=5,
    compulsion=Compulsion.MUST,
    page=Page(
        goal=_ONE_PILE,
        deal=SINGLY + _MUST,
        play=_SHIFTS,
        source="David Parlett, 1979, by way of Wikipedia.",
        example=_EITHER,
        chance=chances.PARLETT,
    ),
)

COMPACTED = Accordion(
    id="compacted",
    name="Compacted",
    aliases=("Compacted Accordion",),
    face_up=1,
    minor_target=5,
    compulsion=Compulsion.MUST,
    page=Page(
        goal=_ONE_PILE + " Here the minor win is the usual goal.",
        deal=SINGLY + _MUST,
        play=_SHIFTS,
        source="The compacted deal of CatsAtCards.",
        example=_EITHER,
        chance=chances.COMPACTED,
    ),
)

RELAXED = Accordion(
    id="relaxed-accordion",
    name="Relaxed Accordion",
    rightward=True,
    page=Page(
        goal="One pile of all the cards.",
        deal=ALL_LAID_OUT,
        play=_SHIFTS + " Piles may slide and leap to the right as well (`12>`, `12>>>`).",
        source="The program PySolFC.",
        example=Example(
            "5S 6S TD 5H KC",
            "1>>>",
            "5♠ may go right as well as left: onto 6♠, its neighbour, or over two piles onto 5♥.",
        ),
        chance=chances.RELAXED_ACCORDION,
    ),
)

SKIDOO = Accordion(
    id="skidoo",
    name="Two Three Skidoo",
    distances=(2, 3),
    target=2,
    page=Page(
        goal="Two piles.",
        deal=ALL_LAID_OUT,
        play="Put a pile onto the second (`12<<`) or the third pile (`12<<<`) to its left if the top cards "
        "share rank or suit. Neighbours never meet, so two piles are as few as can be.",
        source="The program PySolFC.",
        example=Example(
            "5S TS 6S KC",
            "3<<",
            "6♠ goes over 10♠ onto 5♠. 10♠ itself cannot go onto 5♠: they are neighbours.",
        ),
        chance=chances.NONE_PRINTED,
    ),
)

REVENGE = Accordion(
    id="accordions-revenge",
    name="Accordion's Revenge",
    goal_card=True,
    page=Page(
        goal="One pile of all the cards, with the goal card on top.",
        deal=ALL_LAID_OUT
        + " One of them is named as the goal: never the first or the second, which cannot end on top.",
        play=_SHIFTS,
        source="Mark Masten's game, as the program PySolFC plays it.",
        example=Example(
            "5S 9S 2C 5D 9D *5D",
            "5<<<",
            "5♦ must end on top. 9♦ could slide onto it and bury it for good, so it leaps onto 9♠.",
        ),
        chance=chances.NONE_PRINTED,
    ),
)

LATE_BINDING = Accordion(
    id="late-binding",
    name="Late-Binding Solitaire",
    cards=18,
    page=Page(
        goal="One pile of the eighteen cards; short of that, as few piles as you can.",
        deal="Eighteen cards of the pack are laid out in a row, face up.",
        play=_SHIFTS,
        source="Ross and Knuth, A Programming and Problem-Solving Seminar, Stanford, 1989.",
        example=Example(
            "QC 7D 7H 2C",
            "4<<<",
            "2♣ leaps over two piles onto Q♣. 7♥ can still slide onto 7♦, and two piles are left.",
        ),
        chance=chances.LATE_BINDING,
    ),
)

DEALS = (
    OPEN,
    TILL_DAWN,
    IDLE_YEAR,
    IDLE_YEAR_SLIDES,
    TARBART,
    TOWER_OF_BABEL,
    GOREN,
    PARLETT,
    COMPACTED,
    RELAXED,
    SKIDOO,
    REVENGE,
    LATE_BINDING,
)
