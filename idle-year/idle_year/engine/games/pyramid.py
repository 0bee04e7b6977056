"""Pyramid: two cards that total 13 leave together, until the pyramid is cleared.

One frozen set of options describes a deal: with limited or unlimited passes, and with either goal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from idle_year.engine.cards import PACK, Card, shuffled
from idle_year.engine.errors import IllegalMove
from idle_year.engine.games import chances
from idle_year.engine.games.pyramid_moves import (
    TOTAL,
    none_to_deal,
    removals,
    take_off,
    turn,
    turns_left,
    uncovered_cards,
    value,
    why_not_free,
    why_not_total,
)
from idle_year.engine.positions.pyramid import COVERED_BY, ROWS, PyramidNotation, Triangle
from idle_year.engine.positions.words import face_down
from idle_year.engine.rules import (
    DEAL,
    REDEAL,
    Choice,
    Deed,
    Example,
    Label,
    Menu,
    Move,
    Outcome,
    Page,
    Pile,
    Score,
    Table,
    TableRow,
    turned_over,
)
from idle_year.engine.wording import plural, sentence

_NONE_COME_UP = sentence("No two cards that can still come up make 13.")
_PAIRS, _KINGS = sentence("Pairs that make 13"), sentence("Kings")
_WASTE = Label(sentence("waste"), sentence("Waste"))


@dataclass(frozen=True, kw_only=True)
class Pyramid:
    """The rules of Pyramid."""

    id: str
    name: str
    page: Page
    aliases: tuple[str, ...] = ()
    passes: int | None = None
    """How often the stock may be gone through; None means any number of times."""
    whole_pack: bool = False
    """Whether all 52 cards must leave to win, rather than just the pyramid."""
    moves_wait: bool = False
    reversible: bool = False
    family: str = "pyramid"
    revision: int = 1

    @cached_property
    def notation(self) -> PyramidNotation:
        """How its positions and moves are written."""
        return PyramidNotation(self.name, self.passes)

    @property
    def pack(self) -> tuple[Card, ...]:
        """The cards that are shuffled."""
        return PACK

    def start(self, seed: str) -> Triangle:
        """Deal the game for a seed."""
        return self.lay_out(shuffled(self.pack, seed), seed)

    def lay_out(self, order: Sequence[Card], seed: str) -> Triangle:
        """Deal the cards in this order, 28 of them in seven rows; nothing else is left to chance."""
        return Triangle(tuple(order[: len(COVERED_BY)]), tuple(order[len(COVERED_BY) :]))

    def moves(self, state: Triangle) -> tuple[Move, ...]:
        """List every legal move: by card from the top of the pyramid, the waste last; then `d` or `r`."""
        if self.outcome(state) is not None:
            return ()
        if state.stock:
            return (*removals(state), DEAL)
        return (*removals(state), REDEAL) if self._can_turn(state) else removals(state)

    def play(self, state: Triangle, move: Move) -> Triangle:
        """Return the state after a move; raise IllegalMove with the reason."""
        reason = self._why_not(state, move)
        if reason is not None:
            raise IllegalMove(reason)
        if move == REDEAL:
            return replace(state, stock=state.waste, waste=(), passes=state.passes + 1)
        if move == DEAL:
            return turn(state)
        return take_off(state, move)

    def reveals(self, state: Triangle, move: Move) -> bool:
        """Whether the move turns up a card of the stock for the first time."""
        return move == DEAL and self.hides(state)

    def outcome(self, state: Triangle) -> Outcome | None:
        """Return how the game ended, or None while a card may still leave."""
        if self._cards_left(state) == 0:
            return Outcome.WON
        return Outcome.STUCK if self._is_stuck(state) else None

    def stuck(self, _state: Triangle) -> str:
        """Return that no more cards total 13."""
        return _NONE_COME_UP

    def score(self, state: Triangle) -> Score:
        """Return the cards that must still leave, then the passes."""
        return Score.fewest(cards=self._cards_left(state), passes=state.passes)

    def view(self, state: Triangle) -> Triangle:
        """Return the state with the order of its stock unknown in the first pass; later it has been seen."""
        return replace(state, stock=face_down(state.stock)) if self.hides(state) else state

    def position(self, state: Triangle) -> Triangle:
        """Return the state without the number of the pass if that limits nothing."""
        if self.passes is not None or self.hides(state):
            return state
        return replace(state, passes=2)

    def hides(self, state: Triangle) -> bool:
        """Whether the stock holds cards that have not been turned up, as it may in the first pass."""
        return bool(state.stock) and (state.passes == 1 or None in state.stock)

    def table(self, state: Triangle) -> Table:
        """Return the pyramid, the top of the waste, the size of the stock and the pass."""
        rows = [
            TableRow(
                tuple(None if card is None else Pile(card) for card in row),
                label=Label(str(len(row)), sentence("Row {row}", row=len(row))),
                indent=len(ROWS) - len(row),
            )
            for row in state.rows
        ]
        top = Pile(state.waste[-1], len(state.waste)) if state.waste else None
        notes = (*self._turns(state), sentence("{number} in the waste", number=len(state.waste)))
        rows.append(TableRow((top,), label=_WASTE))
        return Table(tuple(rows), len(state.stock), notes, redeal=sentence("Turn the waste over"))

    def menus(self, state: Triangle) -> tuple[Menu, ...]:
        """Return the pairs that may leave, and the kings."""
        if self.outcome(state) is not None:
            return ()
        leaving = removals(state)
        kinds = {
            _PAIRS: [move for move in leaving if len(move.at) == 2],
            _KINGS: [move for move in leaving if len(move.at) == 1],
        }
        return tuple(
            Menu(title, tuple(self.choice(state, move) for move in moves))
            for title, moves in kinds.items()
            if moves
        )

    def choice(self, state: Triangle, move: Move) -> Choice:
        """Return which cards leave, and which of them lies on the waste."""
        cards = [Card(number) for number in move.at]
        first, waste = cards[0], [card.symbol for card in cards if card in state.waste]
        where = sentence("{card} from the waste", card=waste[0]) if waste else ""
        return Choice(move, first, first, Deed.THIRTEEN, where=where, takes=tuple(cards))

    def hopeless(self, state: Triangle) -> str | None:
        """Return that only kings of the stock can still leave, which keep a game going that is lost."""
        if self.hides(state) or self.outcome(state) is not None or not self._only_kings_leave(state):
            return None
        if self.whole_pack:
            return sentence(
                "Only kings of the stock can still leave: no two cards that can come up make 13, so this "
                "can't be won."
            )
        return sentence(
            "Only kings of the stock can still leave: no two cards that can come up make 13, so the pyramid "
            "stays as it is."
        )

    def _turns(self, state: Triangle) -> Iterator[str]:
        """Yield how often the waste can still be turned over, or, without a limit, was."""
        if self.passes is None:
            if state.passes > 1:
                yield turned_over(state.passes - 1)
            return
        yield turns_left(self.passes - state.passes)

    def _cards_left(self, state: Triangle) -> int:
        """Count the cards that must still leave."""
        pyramid = sum(card is not None for card in state.places)
        return pyramid + len(state.waste) + len(state.stock) if self.whole_pack else pyramid

    def _can_turn(self, state: Triangle) -> bool:
        """Whether the waste may be turned over once the stock is empty."""
        return bool(state.waste) and self._has_passes(state)

    def _has_passes(self, state: Triangle) -> bool:
        return self.passes is None or state.passes < self.passes

    def _is_stuck(self, state: Triangle) -> bool:
        """Whether no card that can come up before the next removal makes one possible.

        A stock that has not been seen may bring anything.
        """
        if self.hides(state):
            return False
        uncovered = uncovered_cards(state)
        waste = state.waste if self._has_passes(state) else state.waste[-1:]
        coming = (*uncovered, *waste, *(card for card in state.stock if card is not None))
        # What a card needs as partner: nothing for a king, otherwise a card of the pyramid.
        wanted = {0, *map(value, uncovered)}
        return not any(TOTAL - value(card) in wanted for card in coming)

    def _only_kings_leave(self, state: Triangle) -> bool:
        """Whether nothing but kings of a stock can leave any more, and that wins nothing."""
        uncovered = uncovered_cards(state)
        stock = [card for card in (*state.waste, *state.stock) if card is not None]
        others = [card for card in stock if value(card) != TOTAL]
        if not uncovered and not others:
            return False
        under_kings = [card for card in state.waste if value(card) != TOTAL][-1:]
        coming = others if self._has_passes(state) else [*under_kings, *state.stock]
        wanted = set(map(value, uncovered))
        return TOTAL not in wanted and not any(
            card is not None and TOTAL - value(card) in wanted for card in (*uncovered, *coming)
        )

    def _why_not(self, state: Triangle, move: Move) -> str | None:
        """Return why a move may not be made, or None if it may."""
        if self._cards_left(state) == 0:
            return sentence("The game is won: nothing is left to play.")
        if move in (DEAL, REDEAL):
            return self._why_not_turn(state, move)
        cards = [Card(number) for number in move.at]
        return why_not_total(cards) or next(filter(None, (why_not_free(state, card) for card in cards)), None)

    def _why_not_turn(self, state: Triangle, move: Move) -> str | None:
        """Return why no card may be dealt, or why the waste may not be turned over."""
        if self._is_stuck(state):
            return sentence("The game is over: no cards that can still come up make 13.")
        if move == DEAL:
            return None if state.stock else none_to_deal(can_turn=self._can_turn(state))
        if state.stock:
            return plural(
                "The stock still holds {n} card: the waste is turned over when it is empty.",
                "The stock still holds {n} cards: the waste is turned over when it is empty.",
                len(state.stock),
            )
        if not state.waste:
            return sentence("The waste is empty: there is nothing to turn over.")
        if self._has_passes(state):
            return None
        return sentence(
            "You've been through the stock {passes} times, and that's all: the waste stays.",
            passes=self.passes,
        )


_GOAL = "Clear the pyramid."
_GOAL_ALL = "All 52 cards leave: the pyramid, the stock and the waste."
_LAYOUT = (
    "28 cards lie face up in seven rows, each card covered by two of the next row. 24 are in the stock; `d` "
    "turns the next one up onto the waste."
)
_UNLIMITED = " When the stock is empty, `r` turns the waste over, as often as you wish."
_THREE = " When the stock is empty, `r` turns the waste over, twice in all: three passes."
_PLAY = (
    "Two cards that total 13 leave together, such as `9C+4D`; a king leaves alone, `KS`. An ace counts 1, "
    "a jack 11, a queen 12. Free are the cards of the pyramid that no other covers, and the top card of "
    "the waste."
)
_EXAMPLE = Example("QS / 9C 4D / 8H 5S 2C w: 3C", "8H+5S", "8♥ and 5♠ total 13 and leave, which frees 9♣.")

DEALS = (
    Pyramid(
        id="pyramid",
        name="Pyramid",
        page=Page(
            goal=_GOAL,
            deal=_LAYOUT + _UNLIMITED,
            play=_PLAY,
            example=_EXAMPLE,
            chance=chances.PYRAMID,
            source="A common form of the game; PySolFC lets you through the stock three times only.",
        ),
    ),
    Pyramid(
        id="pyramid-three-passes",
        name="Pyramid, three passes",
        passes=3,
        page=Page(
            goal=_GOAL,
            deal=_LAYOUT + _THREE,
            play=_PLAY,
            example=_EXAMPLE,
            chance=chances.PYRAMID_THREE_PASSES,
            source="The program PySolFC, which lets you through the stock three times.",
        ),
    ),
    Pyramid(
        id="pyramid-all",
        name="Pyramid, all cards",
        whole_pack=True,
        page=Page(
            goal=_GOAL_ALL,
            deal=_LAYOUT + _UNLIMITED,
            play=_PLAY,
            example=_EXAMPLE,
            chance=chances.PYRAMID_ALL,
            source="Pyramid with the harder goal that other rules set.",
        ),
    ),
    Pyramid(
        id="pyramid-all-three-passes",
        name="Pyramid, all cards in three passes",
        whole_pack=True,
        passes=3,
        page=Page(
            goal=_GOAL_ALL,
            deal=_LAYOUT + _THREE,
            play=_PLAY,
            example=_EXAMPLE,
            chance=chances.PYRAMID_ALL,
            source="As Pyramid, with the harder goal, and three times through the stock as in PySolFC.",
        ),
    ),
)
"""The deals in the order in which menus list them."""
