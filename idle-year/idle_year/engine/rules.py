"""The protocol that every family of games implements, and the types of its values."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeVar

from idle_year.engine.cards import Card
from idle_year.engine.wording import listed, plural, sentence

S = TypeVar("S")
"""A state of a game: frozen and hashable."""


class Move(NamedTuple):
    """One move: its verb (`<`, `<<<`, `d`, ...) and the places involved, counted from 0.

    In Pyramid they are the numbers of cards instead.
    """

    verb: str
    at: tuple[int, ...] = ()


DEAL, REDEAL = Move("d"), Move("r")
IN_NO_MENU = {DEAL: sentence("deal one card"), REDEAL: sentence("redeal")}
"""The moves that no menu lists, in the player's words."""


class Pile(NamedTuple):
    """A pile that moves as a whole: the card on top and how many cards it holds."""

    top: Card
    size: int = 1


class Outcome(enum.StrEnum):
    """How a finished game ended."""

    WON = "won"
    MINOR_WIN = "minor_win"
    STUCK = "stuck"


@dataclass(frozen=True)
class Score:
    """The result of a game: named parts, and its rank among results of the same game (smaller is better)."""

    parts: tuple[tuple[str, int], ...]
    rank: tuple[int, ...]

    @classmethod
    def fewest(cls, **parts: int) -> Score:
        """Make a score whose parts all count downwards, the first before the second."""
        return cls(tuple(parts.items()), tuple(parts.values()))

    @property
    def headline(self) -> str:
        """The first part in words: `5 piles`."""
        return in_words(*self.parts[0])


def in_words(name: str, value: int) -> str:
    """Return a part of a score in words: `5 piles`, `12 cards to spare`."""
    match name:
        case "piles":
            return plural("{n} pile", "{n} piles", value)
        case "cards":
            return plural("{n} card", "{n} cards", value)
        case "penalty":
            return plural("{n} card outside the largest pile", "{n} cards outside the largest pile", value)
        case "passes":
            return turned_over(value - 1) if value > 1 else sentence("waste never turned over")
        case "stock":
            return plural("{n} card to spare", "{n} cards to spare", value)
        case "foundation_cards":
            return plural("{n} card on the aces", "{n} cards on the aces", value)
    return plural("{n} point", "{n} points", value)


def turned_over(number: int) -> str:
    """Return how often the waste was turned over, once or more: `waste turned over twice`."""
    if number == 1:
        return sentence("waste turned over once")
    if number == 2:
        return sentence("waste turned over twice")
    return plural("waste turned over {n} time", "waste turned over {n} times", number)


class Label(NamedTuple):
    """The label of a line: as it is written, and as it is spoken."""

    text: str
    spoken: str


class TableRow(NamedTuple):
    """A line of piles; None is an empty place."""

    piles: tuple[Pile | None, ...]
    label: Label | None = None
    """None numbers the piles from the left, over as many lines as they need."""
    indent: int = 0
    """How far the line is indented, in half cards."""


@dataclass(frozen=True)
class Table:
    """The visible part of a game and nothing more: the renderer knows no game, only tables."""

    rows: tuple[TableRow, ...]
    stock: int | None = None
    """Cards still face down; None if the game has no stock."""
    notes: tuple[str, ...] = ()
    """What else there is to know: facts such as `12 piles`, and whole sentences, which end in a full stop."""
    redeal: str = sentence("Redeal")
    """The name of the move `r`, if the game has it."""


class Deed(enum.Enum):
    """What becomes of the leading card of a move."""

    ONTO = "goes onto another card"
    SCORE = "goes onto another card, and scores with it and perhaps a third"
    TO_EMPTY = "goes to an empty column"
    TO_FOUNDATION = "goes to an empty foundation"
    LEAVE = "leaves together with others"
    BETWEEN = "leaves, alone or with others, from between two cards"
    THIRTEEN = "leaves as a king, or with another card that makes 13 with it"


class Choice(NamedTuple):
    """A legal move in the player's words: `8♠ onto K♠`, with `pile 11→10` if that helps to find it."""

    move: Move
    card: Card
    """The leading card: the one that moves, or the first of those that leave."""
    place: int
    """Where that card lies, which distinguishes two identical cards."""
    deed: Deed
    beside: tuple[Card, ...] = ()
    """The card that it goes onto, and the third that scores, if any; or the two that it leaves between."""
    where: str = ""
    takes: tuple[Card, ...] = ()
    """The cards that leave the game, if the move takes cards out."""
    claim: str = ""
    """What the cards score as: `fifteen`."""

    @property
    def what(self) -> str:
        """What the move does: `8♠ onto K♠`, `J♠ leaves between 7♠ and 7♥`."""
        card, beside = self.card.symbol, [card.symbol for card in self.beside]
        match self.deed:
            case Deed.ONTO:
                return sentence("{card} onto {other}", card=card, other=beside[0])
            case Deed.SCORE:
                return _scores(card, *beside, claim=self.claim)
            case Deed.TO_EMPTY:
                return sentence("{card} to the empty column", card=card)
            case Deed.TO_FOUNDATION:
                return sentence("{card} to a foundation", card=card)
        takes = [card.symbol for card in self.takes]
        match self.deed:
            case Deed.BETWEEN:
                return _leaves_between(takes, *beside)
            case Deed.LEAVE if len(takes) > 2:
                return sentence("{cards} leave", cards=" ".join(takes))
            case Deed.LEAVE:
                return sentence("{card} and {other} leave", card=card, other=takes[1])
        return listed(takes) if len(takes) > 1 else sentence("{card} out", card=card)

    @property
    def label(self) -> str:
        """Both in one line of English, for a list."""
        return f"{self.what} · {self.where}" if self.where else self.what


def _scores(card: str, other: str, third: str = "", *, claim: str) -> str:
    if not third:
        return sentence("{card} onto {other}: {claim}", card=card, other=other, claim=claim)
    return sentence(
        "{card} onto {other}: {claim} with {third}", card=card, other=other, claim=claim, third=third
    )


def _leaves_between(takes: Sequence[str], left: str, right: str) -> str:
    return plural(
        "{cards} leaves between {left} and {right}",
        "{cards} leave between {left} and {right}",
        len(takes),
        cards=" ".join(takes),
        left=left,
        right=right,
    )


@dataclass(frozen=True)
class Menu:
    """The legal moves of one kind, such as every slide to the left."""

    title: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True)
class Example:
    """A position, a move in it, and what the two illustrate."""

    position: str
    move: str
    shows: str


@dataclass(frozen=True)
class Page:
    """The rules of a game, written for players."""

    goal: str
    deal: str
    play: str
    source: str
    example: Example | None = None
    strategy: str = ""
    """Printed advice on how to play well."""
    history: str = ""
    """Where the game and its name come from, beyond the source."""
    chance: str = ""
    """What others have printed or counted about the chance of winning; our own counts are in `games.odds`."""
    misprints: tuple[str, ...] = ()
    """Mistakes in printed sources, each with its correction."""


class Notation(Protocol[S]):
    """How positions and moves of a game are read and written."""

    def read_position(self, text: str) -> S:
        """Read a position; raise NotationError if it is malformed."""

    def write_position(self, state: S) -> str:
        """Write a position in its canonical form, on one line."""

    def read_move(self, token: str, state: S) -> Move:
        """Read one move as typed in this state; raise NotationError if it is not a move."""

    def write_move(self, move: Move) -> str:
        """Write a move in its canonical form."""


class Rules(Protocol[S]):
    """One game. Every method is pure: it takes a state and returns a value."""

    @property
    def id(self) -> str:
        """The name in commands and files: `till-dawn`."""

    @property
    def name(self) -> str:
        """The name for players: `Till Dawn`."""

    @property
    def family(self) -> str:
        """The family whose cog deals it: `accordion`."""

    @property
    def aliases(self) -> tuple[str, ...]:
        """Other names under which players know it."""

    @property
    def revision(self) -> int:
        """Increased when play changes, so that games recorded earlier replay as they were."""

    @property
    def moves_wait(self) -> bool:
        """Whether dealing never removes a legal move, so that a player may see a card before choosing."""

    @property
    def reversible(self) -> bool:
        """Whether moved cards can be moved back; going through a stock again does not count."""

    @property
    def page(self) -> Page:
        """The rules, for players."""

    @property
    def notation(self) -> Notation[S]:
        """How its positions and moves are written."""

    @property
    def pack(self) -> tuple[Card, ...]:
        """The cards that are shuffled, without those that have a fixed place."""

    def start(self, seed: str) -> S:
        """Deal the game for a seed."""

    def lay_out(self, order: Sequence[Card], seed: str) -> S:
        """Deal the pack in this order; anything else that is left to chance follows from the seed."""

    def moves(self, state: S) -> Sequence[Move]:
        """List every legal move: by pile from the left, nearest destination first, dealing last."""

    def play(self, state: S, move: Move) -> S:
        """Return the state after a move; raise IllegalMove with a reason that a player understands."""

    def reveals(self, state: S, move: Move) -> bool:
        """Whether the move reveals a hidden card: undo stops there."""

    def outcome(self, state: S) -> Outcome | None:
        """Return how the game ended, or None while a move is left."""

    def stuck(self, state: S) -> str:
        """Return why no move is left in a game that is not won, as a sentence for its player."""

    def score(self, state: S) -> Score:
        """Return what the game would be worth if it ended now."""

    def view(self, state: S) -> S:
        """Return the state as the player knows it: cards not yet seen become unknown."""

    def position(self, state: S) -> S:
        """Return the state without what only tells how it came about: equal if the same can come of it."""

    def hides(self, state: S) -> bool:
        """Whether something is still unseen that the seed would reveal; the seed is then kept secret."""

    def table(self, state: S) -> Table:
        """Return the visible part of the state."""

    def menus(self, state: S) -> tuple[Menu, ...]:
        """Return the legal moves except those in IN_NO_MENU, grouped by kind."""

    def choice(self, state: S, move: Move) -> Choice:
        """Return one of those moves in the player's words, as its menu does."""

    def hopeless(self, state: S) -> str | None:
        """Return why a position with moves left is obviously lost, or None."""


AnyRules = Rules[Any]
"""A game whose kind of state does not matter to the caller."""
