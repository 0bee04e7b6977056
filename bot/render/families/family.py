"""What is asked of a family of games above the rules: its words, its buttons, and how its moves are typed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, Protocol

from bot.render.cards import Style
from bot.render.layout import Layout
from idle_year.engine.cards import Card
from idle_year.engine.rules import DEAL, IN_NO_MENU, REDEAL, AnyRules, Choice, Move, Table
from idle_year.engine.wording import Sentence, sentence


class About(NamedTuple):
    """A game in a list of games."""

    line: str
    """What sets it apart."""
    moves: int
    """About how many it has to its end, dealt cards included."""


class Phrases(NamedTuple):
    """A move in words of its own, not those of a card that goes somewhere or is taken out."""

    does: str
    """As a fact: `deal one card`."""
    named: str
    """As a thing to talk about: `dealing one card`."""
    told: str
    """As something to do: `Deal one card.`."""


class Face(NamedTuple):
    """What is on a button: text, the picture of a card, or both."""

    label: str | None
    picture: str | None = None


class Run(Protocol):
    """Several moves that a player makes with one button."""

    @property
    def names(self) -> tuple[int, ...]:
        """What tells it from all others."""

    @property
    def moves(self) -> tuple[Move, ...]:
        """The single moves."""

    def face(self, style: Style, *, where: bool = False) -> Face:
        """Return the face of its button, with its place (`where`) if that tells it from another."""


class Offer(NamedTuple):
    """A move on a button or in a list, as its family words it."""

    label: str
    move: Move


class Offers(NamedTuple):
    """All moves of a board, where its family has a say in how they are offered."""

    buttons: Sequence[Offer]
    """Those with a button."""
    lists: Sequence[tuple[str, Sequence[Offer]]]
    """Those in lists, each list with what stands on it."""


AS_ON_A_TABLE = sentence("As on a table"), sentence("As text")
_DEALING = Phrases(
    IN_NO_MENU[DEAL],
    # Translators: as a thing to talk about: "dealing one card would still have won"
    sentence("dealing one card"),
    sentence("Deal one card."),
)


class Family:
    """A family of games; what one does not answer itself is answered here, as most do."""

    about: ClassVar[dict[str, About]]
    """Each of its games in lists, by id."""
    achievement: ClassVar[tuple[Sentence, Sentence]]
    """What whoever wins one of its games has achieved, by name, and how it is earned."""
    goals: ClassVar[Mapping[str, Sequence[Sentence]]]
    """The goal of its games, and how cards move in them, in whole sentences."""
    legend: ClassVar[Sentence]
    """What the signs on its buttons mean."""
    local_names: ClassVar[Mapping[str, Sequence[str]]] = {}
    """What people of one language also call a game, by its id."""
    over: ClassVar[Sentence | None] = None
    """What is said at the end of a lost game, where cards can still move to no purpose; None if none can."""
    hopeless: ClassVar[Sentence | None] = None
    """What is said while one that can't be won goes on; None if its rules tell why."""
    points: ClassVar[int | None] = None
    """How many points win, in a game that is about points."""
    redeal: ClassVar[Phrases] = Phrases(IN_NO_MENU[REDEAL], sentence("redealing"), sentence("Redeal."))
    bigger: ClassVar[tuple[Sentence, Sentence]] = sentence("Bigger cards"), sentence("Smaller cards")
    """The labels of the buttons that make the board a picture, and text again."""

    def has_signs(self, _rules: AnyRules) -> bool:
        """Whether a game's buttons have the signs of its family."""
        return True

    def phrases(self, _rules: AnyRules, _view: Any, move: Move) -> Phrases | None:
        """Return the words of a move that its cards alone don't tell; None for all others."""
        return {DEAL: _DEALING, REDEAL: self.redeal}.get(move)

    def on_table(self, _table: Table, _state: Any) -> Layout | None:
        """Return how the cards lie on a table; None if they do so in lines."""
        return None

    def redeals_blind(self, _rules: AnyRules) -> bool:
        """Whether no card is known after a redeal, so that fair play may win more than was counted."""
        return False

    def counts_moves(self, _legal: Sequence[Move]) -> bool:
        """Whether those who listen are told how many moves of each kind there are."""
        return True

    def offers(self, _rules: AnyRules, _state: Any, _style: Style) -> Offers | None:
        """Return the moves as its boards offer them; None if they do so by their cards."""
        return None

    def gone_up(self, _rules: AnyRules, _before: Any, _after: Any) -> Sequence[Card]:
        """Return the cards that a move has sent to the foundations by themselves."""
        return ()

    def signs(self, _choice: Choice) -> str | None:
        """Return what a move's button says beside its card, where that is not by what becomes of it."""
        return None

    def on_button(self, _rules: AnyRules, _state: Any, _move: Move, _style: Style) -> str | None:
        """Return what a move's button says, where only that tells which of several is meant."""
        return None

    def runs(self, _state: Any) -> Iterable[Run]:
        """Return all runs that can be made."""
        return ()

    def offered_runs(self, _state: Any) -> Sequence[Run]:
        """Return the runs that are worth a button."""
        return ()

    def run_named(self, _state: Any, _word: str) -> Run | None:
        """Return the one run that a typed word names."""
        return None

    def closed_up(self, text: str) -> str:
        """Return a typed line with each move in one word, as far as that is a matter of the family's."""
        return text

    def with_two(self, _state: Any, _one: Card, _other: Card) -> str | None:
        """Return the move of one card onto another, or of both, whether it is legal or not."""
        return None

    def called(self, _rules: AnyRules, _state: Any) -> Iterator[tuple[str, Sequence[Move]]]:
        """Yield what else moves are called, as on buttons of its own."""
        yield from ()

    def example(self, written: str) -> str:
        """Return a move as it is easiest to type."""
        return written
