"""How cards and tables of them are shown: as emoji or pictures, as text, or in plain words."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from bot.render.language import Language, _, commas, joined, listed, n_, read_here, worded
from bot.render.marks import UNMARKED, Marks, Spot
from idle_year.engine.cards import SUIT_SYMBOLS, SUIT_WORDS, Card
from idle_year.engine.positions.row import pile_number
from idle_year.engine.rules import Menu, Pile, Table, TableRow
from idle_year.engine.wording import Sentence, sentence, spelt

_FOLDER = Path(__file__).parent / "art" / "cards"
_COVERED = Path(__file__).parent / "art" / "covered.png"
EDITIONS = "editions.json"
"""The file beside the pictures that lists the editions of each: `python -m lab.draw` keeps it."""
_RANKS = "ace 2 3 4 5 6 7 8 9 10 jack queen king".split()
EMPTY = "empty_place"
"""The picture of an empty place."""
_FREE = "_free"
_REPAINTED = {"clubs": "_black", "diamonds": "_red"}
"""The suits that are drawn in another colour if there are only two."""
_DIGITS = 6
"""So many digits of a hash tell the pictures of a card apart."""
_BAR = "|"
"""Where a card has come to or gone from, instead of the space between two cards: about as narrow."""
_HALF_A_CARD = "\N{EN SPACE}\N{FOUR-PER-EM SPACE}"
"""About half as wide as a card's picture and the space after it."""
_CODE = re.compile("(`[^`]*`)")
_SUIT, _AS_TEXT = re.compile(f"[{SUIT_SYMBOLS}](?![\ufe0e\ufe0f])"), "\\g<0>\ufe0e"
_CARD = re.compile(r"(?:10|[A2-9JQK])[♣♦♥♠]")
_TAG = r"<[@#t][^<>\s]*>"
# ASCII only: in Japanese a word may follow a move without a space.
_STEPS = re.compile(rf"(?P<tag>{_TAG})|(?<=\w)(?:<+|>+)(?![\w>])", re.ASCII)
_ONTO = re.compile(r"(?<=\w)>(?=\w)", re.ASCII)
_SAID_BEFORE = re.compile(r"(?<=[\w“”»]) 🛟")
"""The sign behind the words for it."""
_UNSAID = re.compile("[⚠✅❌🎲❔🥇🥈🥉] ")
_ENDED = re.compile(r"(?P<sign>[🏆⭐]) (?P<said>\*\*)?")
_HOW = {"🏆": sentence("won"), "⭐": sentence("minor win")}
"""How a game ended; on boards, words in bold behind the sign say so already."""
# Translators: between two places, from and to which a card moves, with its spaces: "pile 11 to 10"
TO = sentence(" to ")
"""How an arrow is spoken."""


def _suit(name: Sentence) -> list[Sentence]:
    """Return the cards of a suit in words, from the ace to the king."""
    # Translators: {suit} is one of "clubs", "diamonds", "hearts" and "spades"
    return [
        sentence("ace of {suit}", suit=name),
        sentence("two of {suit}", suit=name),
        sentence("three of {suit}", suit=name),
        sentence("four of {suit}", suit=name),
        sentence("five of {suit}", suit=name),
        sentence("six of {suit}", suit=name),
        sentence("seven of {suit}", suit=name),
        sentence("eight of {suit}", suit=name),
        sentence("nine of {suit}", suit=name),
        sentence("ten of {suit}", suit=name),
        sentence("jack of {suit}", suit=name),
        sentence("queen of {suit}", suit=name),
        sentence("king of {suit}", suit=name),
    ]


_CARDS = [card for name in SUIT_WORDS for card in _suit(name)]


def _symbol(card: Card | None) -> str:
    return "—" if card is None else card.symbol


@dataclass(frozen=True)
class Style:
    """How a player sees a board."""

    face: Callable[[Card | None], str] = _symbol
    """How to write a card, or an empty place (None)."""
    free: Callable[[Card], str] | None = None
    """How to write a card that can move; None if it looks like any other."""
    a_line: int = 8
    """Cards on a line of a numbered row."""
    spoken: bool = False
    """Whether everything is said in plain words, for a screen reader; `face` is unused then."""
    large: bool = False
    """Whether the cards of a board are large ones, in pictures between its texts."""
    two_colours: bool = False
    """Whether such pictures have the suits in two colours instead of four."""

    @property
    def without_pictures(self) -> Style:
        """The same style with cards as text, which takes far less room."""
        return replace(self, face=_symbol, free=None)

    def picture(self, card: Card) -> str | None:
        """Return the emoji of a card, or None if cards are text."""
        return None if self.spoken or self.face is _symbol else self.face(card)

    def say(self, text: str) -> str:
        """Return a text in this style: in plain words if they are wanted, else with suits as text."""
        told = worded(text)
        return spoken(told) if self.spoken else suits_as_text(told)

    def explain(self, text: str) -> str:
        """Return a text that shows what to type: as `say` does, but with moves left as they are typed."""
        told = worded(text)
        return cards_spoken(told) if self.spoken else suits_as_text(told)


def picture_style(emoji: Mapping[str, str], a_line: int, *, two_colours: bool, large: bool = False) -> Style:
    """Return a style of pictures; `emoji` maps each name to the text of its emoji."""

    def face(card: Card | None) -> str:
        return emoji[EMPTY if card is None else picture_name(card, two_colours=two_colours)]

    def free(card: Card) -> str:
        # The pictures with an edge are uploaded last: until then, cards have none.
        return emoji.get(picture_name(card, two_colours=two_colours, free=True)) or face(card)

    return Style(face, free, a_line, large=large, two_colours=two_colours)


@cache
def picture_name(card: Card, *, two_colours: bool = False, free: bool = False) -> str:
    """Return `8_of_spades`; in two colours `8_of_clubs_black`, if the suit is drawn in another colour then.

    A card that can move has an edge, in a picture of its own: `8_of_spades_free`.
    """
    suit = SUIT_WORDS[card.suit]
    colour = _REPAINTED.get(suit, "") if two_colours else ""
    return f"{_RANKS[card.rank]}_of_{suit}" + colour + _FREE * free


def picture(name: str) -> bytes:
    """Return the picture of that name."""
    return (_FOLDER / f"{name}.png").read_bytes()


def covered_faces() -> bytes:
    """Return the cards as they show when others lie on them: ranks side by side, a line for each suit.

    The second four lines have the suits in two colours.
    """
    return _COVERED.read_bytes()


def pictures() -> dict[str, bytes]:
    """Return every picture by its name, those of cards that can move last."""
    paths = sorted(_FOLDER.glob("*.png"), key=lambda path: (is_free(path.stem), path.stem))
    return {path.stem: path.read_bytes() for path in paths}


def editions() -> dict[str, list[str]]:
    """Return the digits of all pictures that there have ever been of each name, the first edition first."""
    known: dict[str, str] = json.loads((_FOLDER / EDITIONS).read_bytes())
    return {name: every.split() for name, every in known.items()}


def digits(image: bytes) -> str:
    """Return the digits of a picture's hash that tell it from others of the same card."""
    return hashlib.sha256(image).hexdigest()[:_DIGITS]


def is_free(name: str) -> bool:
    """Whether a picture is that of a card that can move, in whose place another one does."""
    return name.endswith(_FREE)


def suits_as_text(text: str) -> str:
    """Return a text whose suits have the colour of the text around them.

    As emoji, spades and clubs are hardly visible in Discord's dark theme. In code nothing is an emoji.
    """
    if text.isascii() or not _SUIT.search(text):
        return text  # a line of pictures, whose long names would take a while to look through
    parts = _CODE.split(text)  # every second one is code
    parts[::2] = [_SUIT.sub(_AS_TEXT, part) for part in parts[::2]]
    return "".join(parts)


class CardLine(NamedTuple):
    """A line of a board: its label, its piles, and its indent in half cards."""

    label: str
    piles: tuple[Pile | None, ...]
    indent: int = 0
    row: int = 0
    """Which row of the table it is of, and the place of its first pile in it."""
    start: int = 0

    @property
    def spots(self) -> list[Spot]:
        """The spot of each pile, and that behind the last."""
        return [(self.row, self.start + place) for place in range(len(self.piles) + 1)]


def laid_out(table: Table, a_line: int) -> Iterator[CardLine]:
    """Yield the lines; a numbered row takes several, each labelled with the number of its first pile."""
    for number, row in enumerate(table.rows):
        if row.label is not None:
            yield CardLine(worded(row.label.text), row.piles, row.indent, number)
            continue
        wide = max(2, len(str(len(row.piles))))
        for start in range(0, len(row.piles), a_line):
            part = row.piles[start : start + a_line]
            yield CardLine(f"{pile_number(start):>{wide}}", part, row=number, start=start)


def table_lines(table: Table, style: Style, marks: Marks = UNMARKED) -> list[str]:
    """Return the lines as text, as emoji with their marks, or in words."""
    if style.spoken:
        return table_in_words(table, style.a_line)
    if style.free is None:
        marks = UNMARKED
    return [
        f"`{worded(line.label)}` " + _HALF_A_CARD * line.indent + _faces(line, style, marks)
        for line in laid_out(table, style.a_line)
    ]


def card_words(card: Card) -> str:
    """Return a card as it is spoken: `ten of spades`."""
    return _card_words(card, read_here())


@lru_cache(maxsize=52 * 8)
def _card_words(card: Card, _language: Language) -> str:
    """Word a card once a language: a board that is read aloud names dozens."""
    return worded(_CARDS[card])


def symbols(cards: Sequence[Card]) -> str:
    """List cards in a sentence: `8♠, 7♦ and Q♥`."""
    return listed([card.symbol for card in cards])


def card_onto(card: Card, other: Card) -> str:
    """Say that a card goes onto another: `9♠ onto 10♠`."""
    return _("{card} onto {other}", card=card.symbol, other=other.symbol)


def spoken(text: str) -> str:
    """Return a text with its cards, moves and signs in words: `8♠ onto K♠ · pile 11→10`, `12<<<`, `t3>f`."""
    return cards_spoken(_ONTO.sub("→", _STEPS.sub(_steps, text)))


def cards_spoken(text: str) -> str:
    """Return a text with its cards and signs in words, and its moves as they are typed."""
    text = _CARD.sub(lambda found: card_words(Card.read(found.group())), text)
    text = _ENDED.sub(lambda found: found["said"] or commas([_HOW[found["sign"]], ""]), text)
    text = _SAID_BEFORE.sub("", _UNSAID.sub("", text))
    for sign, said in _signs(read_here()):
        text = text.replace(sign, said)
    return text


@lru_cache(maxsize=8)
def _signs(_language: Language) -> tuple[tuple[str, str], ...]:
    """Return what each sign is called, once a language."""
    return ("🛟", _("with help")), ("→", worded(TO)), (" · ", commas(["", ""])), (" — ", _labelled("", ""))


def table_in_words(table: Table, a_line: int) -> list[str]:
    """Return one line for each line of the board: `Row 1: 1 jack of hearts, 2 two of hearts`."""
    return [line for row in table.rows for line in _lines_in_words(row, a_line)]


def menus_in_words(menus: Iterable[Menu]) -> str:
    """Return how many moves of each kind there are: `Slide one left: 21 moves.`."""
    return joined(*map(_menu, menus))


def _menu(menu: Menu) -> str:
    # Translators: {kind} is a kind of move, such as "Slide one left"
    return n_("{kind}: {n} move.", "{kind}: {n} moves.", len(menu.choices), kind=menu.title)


def _faces(line: CardLine, style: Style, marks: Marks) -> str:
    told, free, spots = "", style.free or style.face, line.spots
    for spot, pile in zip(spots, line.piles, strict=False):
        told += _BAR if spot in marks.bars else " "
        face = free if spot in marks.free else style.face
        told += face(pile.top) if pile else style.face(None)
    return told.lstrip(" ") + (_BAR if spots[-1] in marks.bars else "")


def _lines_in_words(row: TableRow, a_line: int) -> Iterator[str]:
    if row.label is not None:
        yield _labelled(worded(row.label.spoken), commas(map(_pile, row.piles)))
        return
    for number, start in enumerate(range(0, len(row.piles), a_line), start=1):
        piles = enumerate(row.piles[start : start + a_line], start=start)
        told = commas(f"{pile_number(place)} {_pile(pile)}" for place, pile in piles)
        # Translators: a line of cards on the board
        yield _labelled(_("Row {number}", number=number), told)


def _labelled(label: str, text: str) -> str:
    # Translators: what follows a label, for a screen reader, with its colon: "Row 1: ace of clubs"
    return _("{label}: {text}", label=label, text=text)


def _steps(found: re.Match[str]) -> str:
    """Return ` three left` for `<<<`; leave a mention or timestamp (`<…>`) as it is."""
    if found["tag"]:
        return found["tag"]
    places = spelt(len(found[0]))
    # Translators: how far a pile moves, behind its number: "12 three left"
    told = _("{places} left", places=places) if "<" in found[0] else _("{places} right", places=places)
    return f" {told}"


def _pile(pile: Pile | None) -> str:
    # Translators: a place on the board where no card is
    return _("empty") if pile is None else card_words(pile.top)
