"""Royal Marriage and its kin, one entry each, with its source.

Most of them take out what stands between two matching cards; Concertina and Bayan take out the matching cards
themselves. Six of them also have the compacted deal of CatsAtCards: cards are dealt singly and must leave.
"""

from __future__ import annotations

from dataclasses import replace

from idle_year.engine.cards import Card
from idle_year.engine.games import chances
from idle_year.engine.games.accordion_deals import ALL_LAID_OUT, SINGLY
from idle_year.engine.games.leaving import Blocks, Pairs
from idle_year.engine.games.marriage import Marriage
from idle_year.engine.rules import Example, Page

_QUEEN, _KING, _JACK = (Card.read(text) for text in ("QH", "KH", "JH"))
_MATCH = "match (share rank or suit)"
_ONE_OR_TWO = (
    "Take out one card (`x5`) or two neighbours (`x5-6`) if the cards to the left and right of them "
    f"{_MATCH}; those stay, and the row closes up."
)
_ENDS_STAY = " The first and the last card never leave."
_TWO_LEFT = "Only two cards left, the first and the last."
_CATS = "The web site CatsAtCards."
_LOST_SUITS = (
    "Wikipedia's text has lost the suits of the queen and the jack. Here both are hearts, as the queen and "
    "the king of Royal Marriage are.",
)

ROYAL_MARRIAGE = Marriage(
    id="royal-marriage",
    name="Royal Marriage",
    leaving=Blocks(any_cards=(1, 2)),
    ends=(_QUEEN, _KING),
    page=Page(
        goal="Only the queen and the king of hearts left, side by side.",
        deal=ALL_LAID_OUT + " Q♥ lies first and K♥ last.",
        play=_ONE_OR_TWO + " Q♥ and K♥ stay where they are.",
        source="CatsAtCards, which has the king and the queen of hearts. In Wikipedia they are of one suit, "
        "whichever it is. Hoffmann printed the game in 1892, Wikipedia says.",
        example=Example(
            "QH 7D 9S TC JD", "x3-4", "7♦ and J♦ match, so the two cards between them may leave."
        ),
        chance=chances.ROYAL_MARRIAGE,
    ),
)

ROYAL_MARRIAGE_DEALT = replace(
    ROYAL_MARRIAGE,
    id="royal-marriage-dealt",
    name="Dealt Royal Marriage",
    singly=True,
    page=replace(
        ROYAL_MARRIAGE.page,
        deal="Q♥ is turned up; the others follow one at a time (`d`) whenever you like, K♥ as the last.",
        source="Royal Marriage as in CatsAtCards, which we deal one card at a time like Queen and Her Lad.",
        chance=chances.ROYAL_MARRIAGE_DEALT,
    ),
)

ROYAL_MARRIAGE_SUITRUN = replace(
    ROYAL_MARRIAGE,
    id="royal-marriage-suitrun",
    name="Royal Marriage with Suit Runs",
    leaving=Blocks(any_cards=(1, 2), suit_run=3),
    page=replace(
        ROYAL_MARRIAGE.page,
        play=_ONE_OR_TWO + " Three or more neighbours leave together (`x5-8`) if they are all of one suit.",
        source="The program SolSuite.",
        example=Example("QH 7D 9S TS AS JD", "x3-5", "7♦ and J♦ match, and three spades stand between them."),
        chance=chances.ROYAL_MARRIAGE_SUITRUN,
    ),
)

QUEEN_AND_HER_LAD = Marriage(
    id="queen-and-her-lad",
    name="Queen and Her Lad",
    leaving=Blocks(any_cards=(1,), pairs=(2, 6, 8)),
    ends=(_QUEEN, _JACK),
    singly=True,
    page=Page(
        goal="Only the queen and the jack of hearts left, side by side.",
        deal="Q♥ is turned up; the others follow one at a time (`d`) whenever you like, J♥ as the last.",
        play=f"Take out what stands between two cards that {_MATCH}: one card (`x5`), or two that match each "
        "other (`x5-6`), or three or four pairs in a row (`x5-10`, `x5-12`), cut two by two from the left, "
        "if the cards of each pair match. Two pairs are too few. Q♥ and J♥ stay where they are.",
        source="Whitmore Jones, 1892, by way of Wikipedia, as The Queen and Her Lad.",
        example=Example(
            "QH 9C 5C 4S 9S AD 7D JH",
            "x2-7",
            "Q♥ and J♥ match, and so do 9♣ and 5♣, 4♠ and 9♠, A♦ and 7♦: three pairs in a row may leave.",
        ),
        chance=chances.QUEEN_AND_HER_LAD,
        misprints=_LOST_SUITS,
    ),
)

QUEEN_AND_HER_LAD_LENIENT = replace(
    QUEEN_AND_HER_LAD,
    id="queen-and-her-lad-lenient",
    name="Lenient Queen and Her Lad",
    leaving=Blocks(any_cards=(1,), pairs=(2, 4, 6, 8)),
    page=replace(
        QUEEN_AND_HER_LAD.page,
        play=QUEEN_AND_HER_LAD.page.play.replace(
            "Two pairs are too few.", "Two pairs (`x5-8`) may leave too."
        ),
        source="Our own milder reading of Queen and Her Lad.",
        example=Example(
            "QH 4D 2D 6S 7S JH",
            "x2-5",
            "Q♥ and J♥ match, and so do 4♦ and 2♦, 6♠ and 7♠: both pairs may leave.",
        ),
        chance=chances.QUEEN_AND_HER_LAD_LENIENT,
    ),
)

PUSH_PIN = Marriage(
    id="push-pin",
    name="Push Pin",
    leaving=Blocks(any_cards=(1, 2)),
    packs=2,
    page=Page(
        goal=_TWO_LEFT,
        deal="Two packs, 104 cards, are laid out in a row, face up.",
        play=_ONE_OR_TWO + _ENDS_STAY,
        source=_CATS,
        example=Example(
            "2C 9D 7H 4C 9S", "x2-3", "2♣ and 4♣ match, so the two cards between them may leave."
        ),
        chance=chances.PUSH_PIN,
    ),
)

PUSH_PIN_SINGLE = replace(
    PUSH_PIN,
    id="push-pin-single",
    name="Push Pin with One Pack",
    packs=1,
    page=replace(
        PUSH_PIN.page, deal=ALL_LAID_OUT, source="The program PySolFC.", chance=chances.PUSH_PIN_SINGLE
    ),
)

DOUBLE_JUMP = Marriage(
    id="double-jump",
    name="Double Jump",
    leaving=Blocks(any_cards=(2,)),
    page=Page(
        goal=_TWO_LEFT,
        deal=ALL_LAID_OUT,
        play=f"Take out two neighbours (`x5-6`) if the cards to the left and right of them {_MATCH}; those "
        "stay, and the row closes up. One card never leaves alone." + _ENDS_STAY,
        source=_CATS,
        example=Example(
            "4C 9H 2D 4S 9C", "x2-3", "4♣ and 4♠ match, so the two cards between them may leave."
        ),
        chance=chances.DOUBLE_JUMP,
    ),
)

FRENCH = Marriage(
    id="french",
    name="French",
    leaving=Blocks(any_cards=(1,)),
    redeal=True,
    page=Page(
        goal=_TWO_LEFT,
        deal=ALL_LAID_OUT
        + " Once, when no card can leave any more, you may redeal (`r`): the cards that are "
        "left are gathered, shuffled and laid out again.",
        play=f"Take out a card (`x5`) if the two cards beside it {_MATCH}; those stay, and the row closes up."
        + _ENDS_STAY,
        source=_CATS,
        example=Example("4C 9H 4S", "x2", "4♣ and 4♠ match, so the card between them may leave."),
        chance=chances.FRENCH,
    ),
)

CONCERTINA = Marriage(
    id="concertina",
    name="Concertina",
    leaving=Pairs((2, 3)),
    page=Page(
        goal="Two cards left.",
        deal=ALL_LAID_OUT,
        play=f"If two cards {_MATCH} and one or two cards stand between them, take both out (`x4,6` or "
        "`x4,7`); what stands between them stays, and the row closes up.",
        source=_CATS,
        example=Example(
            "5S 6S TD 5H KC",
            "x1,4",
            "5♠ and 5♥ match, so both leave; the two cards between them stay, and so does K♣.",
        ),
        chance=chances.CONCERTINA,
    ),
)

BAYAN = Marriage(
    id="bayan",
    name="Bayan",
    leaving=Pairs((1, 3)),
    target=0,
    page=Page(
        goal="No card left.",
        deal=ALL_LAID_OUT,
        play=f"If two cards {_MATCH} and are neighbours or have two cards between them, take both out "
        "(`x4,5` or `x4,7`); what stands between them stays, and the row closes up.",
        source="The program PySolFC. The program Pretty Good Solitaire calls it Concertina.",
        example=Example("7D 5S 6S TD 5H KC", "x2,3", "5♠ and 6♠ match and are neighbours, so both leave."),
        chance=chances.NONE_PRINTED,
    ),
)


def _compacted(game: Marriage) -> Marriage:
    """Return a game with the compacted deal: dealt singly, with every removal made before the next card."""
    deal = "Two packs are shuffled together. " * (game.packs == 2) + SINGLY
    if game.ends is not None:
        first, last = (card.symbol for card in game.ends)
        deal = f"{first} is turned up; the others follow one at a time (`d`), {last} as the last."
    deal += " While any card can leave you must take it out before you deal."
    if game.redeal:
        deal += (
            " Once, when the stock is empty and no card can leave any more, you may redeal (`r`): the cards "
        )
        deal += "that are left are shuffled and dealt again in the same way."
    return replace(
        game,
        id=f"{game.id}-compacted",
        name=f"Compacted {game.name}",
        singly=True,
        compulsory=True,
        page=replace(
            game.page,
            deal=deal,
            source=f"{game.name} with the compacted deal of CatsAtCards.",
            chance=chances.no_better_than(game.name),
        ),
    )


DEALS = (
    ROYAL_MARRIAGE,
    ROYAL_MARRIAGE_DEALT,
    ROYAL_MARRIAGE_SUITRUN,
    QUEEN_AND_HER_LAD,
    QUEEN_AND_HER_LAD_LENIENT,
    PUSH_PIN,
    PUSH_PIN_SINGLE,
    DOUBLE_JUMP,
    FRENCH,
    CONCERTINA,
    BAYAN,
    *(
        _compacted(game)
        for game in (ROYAL_MARRIAGE, QUEEN_AND_HER_LAD, PUSH_PIN, DOUBLE_JUMP, FRENCH, CONCERTINA)
    ),
)
