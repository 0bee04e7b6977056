"""Mistakes in printed sources, each with its correction, for players who learnt from them."""

from __future__ import annotations

HOW_TO_PAGE = (
    "A how-to page on Accordion lays out `JH KC 9D 8C 8D`, lets 8♦ go onto 9♦ and calls 8♣ onto K♣ the best "
    "move. Both are two places away. The only move is 8♦ onto 8♣, `5<`.",
    "In the row `8S 5H 7D 3S QD 2D 3D 5S AH 6C` the same page puts Q♦ onto 7♦ (two places away: not "
    "allowed), then 3♦ onto Q♦ (three: allowed), then 5♠ onto 3♠ (two: not allowed). Five moves are open "
    "there, and `6< 7<<< 4<<< 2< 3< 4<<< 3<` leaves three piles.",
    "That page wants the last pile to lie in a certain order. Any order will do.",
)
TILL_DAWN = (
    "A caption in the rules of Solitaire Till Dawn puts 2♣ onto K♣, 2♠ onto 2♣ and A♦ onto 3♦, in a row that "
    "is one card too short for that. The row `3D 7H KC 2C 2S AD` fits: `4< 4< 4<<<`.",
)
LOST_SUITS = (
    "Wikipedia's text has lost the suits of the queen and the jack. Here both are hearts, as the queen and "
    "the king of Royal Marriage are.",
)
