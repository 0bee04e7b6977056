"""Every deal of Accordion, one entry each, with its source.

The nine deals of the books differ in how cards come onto the table, in whether a move must be made before
the next card is dealt, and in whether a pile may choose between two places. The relatives change the moves.
"""

from __future__ import annotations

from bot.engine.games.accordion import Accordion, Compulsion, Destination
from bot.engine.rules import Page

_SHIFTS = (
    "Put a pile onto its left neighbour (a slide, 12<) or onto the third pile to its left (a leap, 12<<<: "
    "two piles stand between) if the top cards share rank or suit. Piles move whole, and the row closes up."
)
_ONE_PILE = "One pile of all the cards. Five piles or fewer when nothing moves any more is a minor win."
_SINGLY = "One card is turned up, the others follow one at a time (d)."
_FREE = " You may deal at any time, also past a move."
_MUST = " While any pile can move you must move it before you deal."

OPEN = Accordion(
    id="accordion",
    name="Accordion",
    aliases=("Methuselah", "Leapfrog", "Idle Year", "Tower of Babel", "One Away Three Away", "Qui Sace"),
    minor_target=5,
    page=Page(
        goal=_ONE_PILE,
        deal="All 52 cards are laid out in a row, face up.",
        play=_SHIFTS,
        source="The open game, as most modern books and programs play it.",
    ),
)

TILL_DAWN = Accordion(
    id="till-dawn",
    name="Till Dawn",
    face_up=2,
    minor_target=5,
    page=Page(
        goal=_ONE_PILE,
        deal="Two cards are turned up. Deal any number at any time: d one, d5 five, d* all.",
        play=_SHIFTS,
        source="The rules of the program Solitaire Till Dawn.",
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
        deal=_SINGLY + _MUST,
        play=_SHIFTS + " A pile that can slide may not leap; which pile moves first is yours to choose.",
        source="William B. Dick, Games of Patience, 1883: the oldest rules known.",
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
        deal=_SINGLY + _MUST,
        play=_SHIFTS + " No pile leaps while any pile in the row can slide.",
        source="Michael Keller's reading of Dick, solitairelaboratory.com.",
    ),
)

TARBART = Accordion(
    id="tarbart",
    name="Tarbart",
    face_up=1,
    minor_target=5,
    page=Page(goal=_ONE_PILE, deal=_SINGLY + _FREE, play=_SHIFTS, source="Tarbart, Games of Patience, 1905."),
)

TOWER_OF_BABEL = Accordion(
    id="tower-of-babel",
    name="Tower of Babel",
    face_up=1,
    minor_target=5,
    page=Page(
        goal=_ONE_PILE,
        deal=_SINGLY + _FREE,
        play=_SHIFTS,
        source="Wood and Goddard, 1940; the book does not say when to deal, so any time will do.",
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
        deal=_SINGLY + " With a move open you may deal one card more; then a move must be made.",
        play=_SHIFTS,
        source="Culbertson, 1957, and Goren, 1961.",
    ),
)

PARLETT = Accordion(
    id="parlett",
    name="Parlett",
    face_up=1,
    minor_target=5,
    compulsion=Compulsion.MUST,
    page=Page(goal=_ONE_PILE, deal=_SINGLY + _MUST, play=_SHIFTS, source="David Parlett, 1979."),
)

COMPACTED = Accordion(
    id="compacted",
    name="Compacted",
    face_up=1,
    minor_target=5,
    compulsion=Compulsion.MUST,
    page=Page(
        goal=_ONE_PILE + " Here the minor win is the usual goal.",
        deal=_SINGLY + _MUST,
        play=_SHIFTS,
        source="The compacted deal of CatsAtCards.",
    ),
)

RELAXED = Accordion(
    id="relaxed-accordion",
    name="Relaxed Accordion",
    rightward=True,
    page=Page(
        goal="One pile of all the cards.",
        deal="All 52 cards are laid out in a row, face up.",
        play=_SHIFTS + " Piles may slide and leap to the right as well (12>, 12>>>).",
        source="The program PySolFC.",
    ),
)

SKIDOO = Accordion(
    id="skidoo",
    name="Two Three Skidoo",
    distances=(2, 3),
    target=2,
    page=Page(
        goal="Two piles.",
        deal="All 52 cards are laid out in a row, face up.",
        play="Put a pile onto the second (12<<) or the third pile (12<<<) to its left if the top cards share "
        "rank or suit. Neighbours never meet, so two piles are as few as can be.",
        source="The program PySolFC.",
    ),
)

REVENGE = Accordion(
    id="accordions-revenge",
    name="Accordion's Revenge",
    goal_card=True,
    page=Page(
        goal="One pile of all the cards, with the goal card on top.",
        deal="All 52 cards are laid out in a row, face up, and one of them is named as the goal: never the "
        "first or the second, which cannot end on top.",
        play=_SHIFTS,
        source="Mark Masten's game, as the program PySolFC plays it.",
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
        source="The game of the computer scientists; about 47 deals in 100 can be won.",
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
