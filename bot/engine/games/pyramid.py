"""Pyramid: two cards that total 13 leave together, until the pyramid is cleared.

One frozen set of options describes a deal: with limited or unlimited passes, and with either goal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations

from bot.engine.cards import PACK, Card, shuffled
from bot.engine.errors import IllegalMove
from bot.engine.games import chances
from bot.engine.positions.pyramid import COVERED_BY, ROWS, PyramidNotation, Triangle, removal
from bot.engine.positions.words import face_down, next_card
from bot.engine.rules import (
    DEAL,
    REDEAL,
    Choice,
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
)
from bot.engine.wording import counted, times

TOTAL = 13


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
            return (*_removals(state), DEAL)
        return (*_removals(state), REDEAL) if self._can_turn(state) else _removals(state)

    def play(self, state: Triangle, move: Move) -> Triangle:
        """Return the state after a move; raise IllegalMove with the reason."""
        reason = self._why_not(state, move)
        if reason is not None:
            raise IllegalMove(reason)
        if move == REDEAL:
            return replace(state, stock=state.waste, waste=(), passes=state.passes + 1)
        if move == DEAL:
            return _deal(state)
        return _remove(state, move)

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
        return f"No two cards that can still come up make {TOTAL}."

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
                label=Label(str(len(row)), f"Row {len(row)}"),
                indent=len(ROWS) - len(row),
            )
            for row in state.rows
        ]
        top = Pile(state.waste[-1], len(state.waste)) if state.waste else None
        notes = (*self._turns(state), f"{len(state.waste)} in the waste")
        waste = TableRow((top,), label=Label("waste", "Waste"))
        return Table((*rows, waste), len(state.stock), notes, redeal="Turn the waste over")

    def menus(self, state: Triangle) -> tuple[Menu, ...]:
        """Return the pairs that may leave, and the kings."""
        if self.outcome(state) is not None:
            return ()
        removals = _removals(state)
        kinds = {
            "Pairs that make 13": [move for move in removals if len(move.at) == 2],
            "Kings": [move for move in removals if len(move.at) == 1],
        }
        return tuple(
            Menu(title, tuple(self.choice(state, move) for move in moves))
            for title, moves in kinds.items()
            if moves
        )

    def choice(self, state: Triangle, move: Move) -> Choice:
        """Return which cards leave, and which of them lies on the waste."""
        cards = [Card(number) for number in move.at]
        first, *others = cards
        waste = [card.symbol for card in cards if card in state.waste]
        does = f"and {others[0].symbol}" if others else "out"
        where = f"{waste[0]} from the waste" if waste else ""
        return Choice(move, first, first, does, where, tuple(cards))

    def hopeless(self, state: Triangle) -> str | None:
        """Return that only kings of the stock can still leave, which keep a game going that is lost."""
        if self.hides(state) or self.outcome(state) is not None or not self._only_kings_leave(state):
            return None
        what = "so this can't be won" if self.whole_pack else "so the pyramid stays as it is"
        return f"Only kings of the stock can still leave: no two cards that can come up make {TOTAL}, {what}."

    def _turns(self, state: Triangle) -> Iterator[str]:
        """Yield how often the waste can still be turned over, or, without a limit, was."""
        if self.passes is None:
            if state.passes > 1:
                yield f"waste turned over {times(state.passes - 1)}"
            return
        left = self.passes - state.passes
        yield f"the waste can be turned over {times(left)} more" if left else "the waste stays as it is"

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
        uncovered = _uncovered(state)
        waste = state.waste if self._has_passes(state) else state.waste[-1:]
        coming = (*uncovered, *waste, *(card for card in state.stock if card is not None))
        # What a card needs as partner: nothing for a king, otherwise a card of the pyramid.
        wanted = {0, *map(_value, uncovered)}
        return not any(TOTAL - _value(card) in wanted for card in coming)

    def _only_kings_leave(self, state: Triangle) -> bool:
        """Whether nothing but kings of a stock can leave any more, and that wins nothing."""
        uncovered = _uncovered(state)
        stock = [card for card in (*state.waste, *state.stock) if card is not None]
        others = [card for card in stock if _value(card) != TOTAL]
        if not uncovered and not others:
            return False
        under_kings = [card for card in state.waste if _value(card) != TOTAL][-1:]
        coming = others if self._has_passes(state) else [*under_kings, *state.stock]
        wanted = set(map(_value, uncovered))
        return TOTAL not in wanted and not any(
            card is not None and TOTAL - _value(card) in wanted for card in (*uncovered, *coming)
        )

    def _why_not(self, state: Triangle, move: Move) -> str | None:
        """Return why a move may not be made, or None if it may."""
        if self._cards_left(state) == 0:
            return "The game is won: nothing is left to play."
        if move in (DEAL, REDEAL):
            return self._why_not_turn(state, move)
        cards = [Card(number) for number in move.at]
        return _why_not_total(cards) or next(
            filter(None, (_why_not_free(state, card) for card in cards)), None
        )

    def _why_not_turn(self, state: Triangle, move: Move) -> str | None:
        """Return why no card may be dealt, or why the waste may not be turned over."""
        if self._is_stuck(state):
            return "The game is over: no cards that can still come up make 13."
        if move == DEAL and not state.stock:
            turn = ": turn the waste over (r)" if self._can_turn(state) else ""
            return f"There's no card left to deal{turn}."
        if move == DEAL:
            return None
        if state.stock:
            cards = counted(len(state.stock), "card")
            return f"The stock still holds {cards}: the waste is turned over when it is empty."
        if not state.waste:
            return "The waste is empty: there is nothing to turn over."
        return (
            None
            if self._has_passes(state)
            else f"You've been through the stock {self.passes} times, and that's all: the waste stays."
        )


def _value(card: Card) -> int:
    """Return what a card counts: an ace 1, a king 13."""
    return card.rank + 1


def _uncovered(state: Triangle) -> list[Card]:
    """Return the uncovered cards of the pyramid, from the top."""
    return [card for place, card in enumerate(state.places) if card is not None and not state.covers(place)]


def _removals(state: Triangle) -> tuple[Move, ...]:
    """List what may leave now: kings alone and pairs that total 13."""
    free = [*_uncovered(state), *state.waste[-1:]]
    leaving = [*((card,) for card in free), *combinations(free, 2)]
    return tuple(removal(cards) for cards in leaving if sum(map(_value, cards)) == TOTAL)


def _deal(state: Triangle) -> Triangle:
    """Turn the next card of the stock onto the waste."""
    card, rest = next_card(state.stock)
    return replace(state, stock=rest, waste=(*state.waste, card))


def _remove(state: Triangle, move: Move) -> Triangle:
    """Take cards off the pyramid and the waste."""
    places = tuple(None if card in move.at else card for card in state.places)
    return replace(state, places=places, waste=tuple(card for card in state.waste if card not in move.at))


def _why_not_total(cards: list[Card]) -> str | None:
    """Return why cards may not leave together, or None if they total 13."""
    if len(set(cards)) < len(cards):
        return f"{cards[0].symbol} is one card: name two that total 13."
    total = sum(map(_value, cards))
    if total == TOTAL:
        return None
    king = next((card for card in cards if _value(card) == TOTAL), None)
    if king is not None:
        return f"{king.symbol} is 13 by itself and leaves alone: write {king}."
    if len(cards) == 1:
        rule = "name its partner too, as in 9C+4D; only a king leaves alone"
        return f"{cards[0].symbol} alone is {total}, not 13: {rule}."
    return f"{' and '.join(card.symbol for card in cards)} total {total}, not 13."


def _why_not_free(state: Triangle, card: Card) -> str | None:
    """Return why a card is not available, or None if it is."""
    if card in state.places:
        covers = state.covers(state.places.index(card))
        names = " and ".join(over.symbol for over in covers)
        return f"{card.symbol} is still covered by {names}." if covers else None
    if card in state.waste:
        return None if card == state.waste[-1] else f"{card.symbol} is under other cards of the waste."
    if card in state.stock:
        return f"{card.symbol} is still in the stock."
    if None in state.stock:
        return f"{card.symbol} is neither in the pyramid nor in the waste."
    return f"{card.symbol} has left already."


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
