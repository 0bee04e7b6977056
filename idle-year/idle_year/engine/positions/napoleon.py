"""The table of Napoleon at St Helena: ten columns, the waste and eight foundations.

`9CTD 8H … - w:3C8D f:2S +12`: the ten columns, each from its bottom card up, `-` for an empty one; the waste
from its bottom card up; the top cards of the foundations; the stock. Moves are `d`, `w>t4`, `t3>f`, `t3>t7`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from idle_year.engine.cards import SUITS, Card
from idle_year.engine.errors import NotationError
from idle_year.engine.positions.words import Stock, check_stock, read_card, take_stock, write_stock
from idle_year.engine.rules import Move
from idle_year.engine.wording import listed, quoted, sentence

COLUMNS = 10
WASTE = COLUMNS
"""The waste as a place of a move; the columns are 0 to 9."""
FOUNDATION = COLUMNS + 1
"""The foundations as a place of a move: the card determines which of the eight."""
PLACE_NAMES = (*(f"t{number}" for number in range(1, COLUMNS + 1)), "w", "f")
"""What players call the places of a move."""
CARDS = 104
FACE_UP = 40
"""Cards that are dealt into the columns; the rest form the stock."""
PACKS = 2
_EMPTY = "-"
_ONE_CARD = re.compile(r"(?:10|.).?[\ufe0e\ufe0f]?")
_COLUMN = re.compile(r"[tT][0-9]+")


@dataclass(frozen=True)
class Columns:
    """A state of the game; columns and waste have their top card last."""

    columns: tuple[tuple[Card, ...], ...]
    waste: tuple[Card, ...] = ()
    foundations: tuple[tuple[int, int], ...] = ((0, 0),) * len(SUITS)
    """How many cards the two foundations of each suit hold, higher first: equal states compare equal."""
    stock: Stock = ()

    @property
    def up(self) -> int:
        """How many cards are on the foundations."""
        return sum(map(sum, self.foundations))

    def pile(self, place: int) -> tuple[Card, ...]:
        """Return a column or the waste."""
        return self.waste if place == WASTE else self.columns[place]


def foundation_tops(state: Columns) -> tuple[Card, ...]:
    """Return the top cards of the foundations that hold any, by suit, the higher one first."""
    return tuple(
        Card.of(suit, height - 1)
        for suit, heights in enumerate(state.foundations)
        for height in heights
        if height
    )


@dataclass(frozen=True)
class NapoleonNotation:
    """The notation of the game."""

    name: str

    def write_move(self, move: Move) -> str:
        """Write `t3>t7`, or `d`."""
        return move.verb.join(PLACE_NAMES[place] for place in move.at) if move.at else move.verb

    def read_move(self, token: str, state: Columns) -> Move:
        """Read `t3>t7`, `w>f`, `8S>9S` or `d`."""
        if token.lower() in ("d", "r"):
            return Move(token.lower())
        source, arrow, target = token.partition(">")
        if not (source and arrow and target):
            raise NotationError(
                sentence(
                    "{move} is not a move: write from where and to where, such as t3>t7, w>t4 or t3>f, or d "
                    "to deal.",
                    move=quoted(token),
                )
            )
        return Move(arrow, (_read_place(source, token, state), _read_place(target, token, state)))

    def write_position(self, state: Columns) -> str:
        """Write the columns, then the waste, the foundations and the stock if they hold cards."""
        words = [_write_cards(column) or _EMPTY for column in state.columns]
        if state.waste:
            words.append("w:" + _write_cards(state.waste))
        if state.up:
            words.append("f:" + _write_cards(foundation_tops(state)))
        return " ".join([*words, *write_stock(state.stock)])

    def read_position(self, text: str) -> Columns:
        """Read the columns and what follows them."""
        words = text.split()
        stock = take_stock(words)
        foundations = _take_marked(words, "f:")
        waste = _take_marked(words, "w:")
        if len(words) != COLUMNS:
            raise NotationError(
                f"The position has {len(words)} columns; write ten, from the bottom card up, and - for an "
                "empty one; then w: and the waste, f: and the foundations, and the stock."
            )
        columns = tuple(
            () if word == _EMPTY else _read_cards(word, number) for number, word in enumerate(words, start=1)
        )
        state = Columns(columns, waste, _heights(foundations), stock)
        self._check(state)
        return state

    def _check(self, state: Columns) -> None:
        """Raise NotationError if the cards are not part of two packs."""
        up = [
            Card.of(suit, rank)
            for suit, heights in enumerate(state.foundations)
            for height in heights
            for rank in range(height)
        ]
        known = [card for card in state.stock if card is not None]
        for card, count in Counter(
            [*up, *state.waste, *known, *(c for col in state.columns for c in col)]
        ).items():
            if count > PACKS:
                raise NotationError(
                    f"{card.symbol} stands {count} times, with those under the tops of the foundations; "
                    "two packs have it twice."
                )
        total = len(up) + len(state.waste) + len(state.stock) + sum(map(len, state.columns))
        if total > CARDS:
            raise NotationError(f"The position holds {total} cards; {self.name} is played with {CARDS}.")
        # The waste is dealt from the stock, and no card goes back to it.
        turned = "stock with the waste" if state.waste else "stock"
        check_stock(self.name, len(state.stock) + len(state.waste), CARDS - FACE_UP, turned)


def _write_cards(cards: Iterable[Card]) -> str:
    return "".join(map(str, cards))


def _read_cards(text: str, number: int) -> tuple[Card, ...]:
    return tuple(read_card(card, number) for card in _ONE_CARD.findall(text))


def _take_marked(words: list[str], mark: str) -> tuple[Card, ...]:
    """Take the first word after the columns if it begins with a mark."""
    if words and words[-1].lower().startswith(mark):
        number = len(words)
        return _read_cards(words.pop()[len(mark) :], number)
    return ()


def _heights(tops: Sequence[Card]) -> tuple[tuple[int, int], ...]:
    """Return the heights of the foundations that have these cards on top."""
    heights: list[tuple[int, int]] = []
    for suit in range(len(SUITS)):
        tall = sorted((card.rank + 1 for card in tops if card.suit == suit), reverse=True)
        if len(tall) > PACKS:
            raise NotationError("A suit has two foundations: write at most two of its cards after f:.")
        high, low = (*tall, 0, 0)[:PACKS]
        heights.append((high, low))
    return tuple(heights)


def _read_place(word: str, token: str, state: Columns) -> int:
    """Read a place by its name, or by the card on top of it."""
    if word.lower() in PLACE_NAMES:
        return PLACE_NAMES.index(word.lower())
    if _COLUMN.fullmatch(word):
        raise NotationError(
            sentence("There is no column {column}: they are t1 to t10.", column=quoted(word.lower()))
        )
    try:
        card = Card.read(word)
    except ValueError:
        raise NotationError(
            sentence(
                "In {move}, {word} is neither a place (t1 to t10, w, f) nor a card such as 8S.",
                move=quoted(token),
                word=quoted(word),
            )
        ) from None
    return _place_of(card, token, state)


def _place_of(card: Card, token: str, state: Columns) -> int:
    """Return the one column, or the waste, that has this card on top."""
    piles = (*state.columns, state.waste)
    places = [place for place, pile in enumerate(piles) if pile and pile[-1] == card]
    if len(places) == 1:
        return places[0]
    if places:
        raise NotationError(
            sentence(
                "In {move}, {card} lies on {places}: name one of them.",
                move=quoted(token),
                card=card.symbol,
                places=listed([PLACE_NAMES[place] for place in places]),
            )
        )
    covered = next((PLACE_NAMES[place] for place, pile in enumerate(piles) if card in pile), None)
    if covered is None:
        raise NotationError(
            sentence("In {move}, {card} is not on the table.", move=quoted(token), card=card.symbol)
        )
    raise NotationError(
        sentence(
            "In {move}, {card} is covered in {place}.", move=quoted(token), card=card.symbol, place=covered
        )
    )
