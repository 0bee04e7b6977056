"""Napoleon at St Helena, or Forty Thieves: two packs, ten columns, eight foundations up in suit.

`napoleon_moves` says how cards move, and when none can go up any more. In a variant aces wait for the player.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from idle_year.engine.cards import PACK, Card, shuffled
from idle_year.engine.errors import IllegalMove
from idle_year.engine.games import chances
from idle_year.engine.games.napoleon_moves import SOURCES, carries, carry, dead_end, turn, why_not
from idle_year.engine.positions.napoleon import (
    CARDS,
    COLUMNS,
    FACE_UP,
    FOUNDATION,
    WASTE,
    Columns,
    NapoleonNotation,
)
from idle_year.engine.positions.words import face_down
from idle_year.engine.rules import (
    DEAL,
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
)
from idle_year.engine.wording import sentence

LABELS = {
    # Translators: the label of a line of cards; it may have five letters
    WASTE: Label(sentence("waste"), sentence("Waste")),
    # Translators: the label of a line of cards; with the spaces before it, it should be as long as "waste" is
    FOUNDATION: Label(sentence(" aces"), sentence("Aces")),
}
"""What a board calls the lines that are no columns, by their places."""
_UP, _FROM_WASTE = sentence("To a foundation"), sentence("From the waste")
_BETWEEN = sentence("Between columns")


@dataclass(frozen=True, kw_only=True)
class Napoleon:
    """The rules of the game."""

    id: str
    name: str
    page: Page
    aliases: tuple[str, ...] = ()
    plays_aces: bool = True
    """Whether every ace goes to a foundation automatically as soon as it can."""
    moves_wait: bool = False
    reversible: bool = True
    family: str = "napoleon"
    revision: int = 1

    @cached_property
    def notation(self) -> NapoleonNotation:
        """How its positions and moves are written."""
        return NapoleonNotation(self.name)

    @property
    def pack(self) -> tuple[Card, ...]:
        """The cards that are shuffled: two packs."""
        return (*PACK, *PACK)

    def start(self, seed: str) -> Columns:
        """Deal the game for a seed."""
        return self.lay_out(shuffled(self.pack, seed), seed)

    def lay_out(self, order: Sequence[Card], seed: str) -> Columns:
        """Deal four rows of ten cards; the first card of each column is at its bottom."""
        columns = tuple(tuple(order[column:FACE_UP:COLUMNS]) for column in range(COLUMNS))
        return self._settle(Columns(columns, stock=tuple(order[FACE_UP:])))

    def moves(self, state: Columns) -> tuple[Move, ...]:
        """List every legal move: from the waste, then by column; to a foundation first; dealing last."""
        if self.outcome(state) is not None:
            return ()
        return (*carries(state), *((DEAL,) if state.stock else ()))

    def play(self, state: Columns, move: Move) -> Columns:
        """Return the state after a move; raise IllegalMove with the reason."""
        if move == DEAL:
            return self._settle(turn(state))
        reason = why_not(state, move)
        if reason is not None:
            raise IllegalMove(reason)
        # A card that can go up shows without a search that this is no dead end.
        if move.at[1] != FOUNDATION and dead_end(state):
            raise IllegalMove(sentence("The game is over: no more cards can go up onto the aces."))
        return self._settle(carry(state, *move.at))

    def reveals(self, _state: Columns, move: Move) -> bool:
        """Whether the move turns up a card of the stock."""
        return move == DEAL

    def outcome(self, state: Columns) -> Outcome | None:
        """Return how the game ended, or None while a card may still go up, as far as is known."""
        if state.up == CARDS:
            return Outcome.WON
        return Outcome.STUCK if dead_end(state) else None

    def stuck(self, _state: Columns) -> str:
        """Return that no more cards can reach the foundations."""
        return sentence("No more cards can go up onto the aces.")

    def score(self, state: Columns) -> Score:
        """Return the cards on the foundations; more is better."""
        return Score((("foundation_cards", state.up),), (-state.up,))

    def view(self, state: Columns) -> Columns:
        """Return the state with the order of its stock unknown."""
        return replace(state, stock=face_down(state.stock))

    def position(self, state: Columns) -> Columns:
        """Return the state: all of it matters."""
        return state

    def hides(self, state: Columns) -> bool:
        """Whether cards are left in the stock."""
        return bool(state.stock)

    def table(self, state: Columns) -> Table:
        """Return the columns, the top of the waste and the tops of the foundations."""
        rows = [
            TableRow(tuple(map(Pile, column)) or (None,), _label(place))
            for place, column in enumerate(state.columns)
        ]
        waste = Pile(state.waste[-1], len(state.waste)) if state.waste else None
        rows += [
            TableRow((waste,), _label(WASTE)),
            TableRow(_foundation_piles(state), _label(FOUNDATION)),
        ]
        notes = (
            sentence("{number} of {most} cards on the aces", number=state.up, most=CARDS),
            # Translators: how many cards lie in the waste
            sentence("{number} in the waste", number=len(state.waste)),
        )
        return Table(tuple(rows), len(state.stock), notes)

    def menus(self, state: Columns) -> tuple[Menu, ...]:
        """Return the moves to the foundations, then those from the waste, then those between columns."""
        moves = [move for move in self.moves(state) if move != DEAL]
        up = [move for move in moves if move.at[1] == FOUNDATION]
        waste = [move for move in moves if move.at[0] == WASTE and move not in up]
        between = [move for move in moves if move not in up and move not in waste]
        kinds = ((_UP, up), (_FROM_WASTE, waste), (_BETWEEN, between))
        return tuple(
            Menu(title, tuple(self.choice(state, move) for move in kind)) for title, kind in kinds if kind
        )

    def choice(self, state: Columns, move: Move) -> Choice:
        """Return which card goes where."""
        source, target = move.at
        card = state.pile(source)[-1]
        where = sentence("{source}→{target}", source=_place(source), target=_place(target))
        onto, empty = _onto(state, card, target)
        return Choice(move, card, source, Deed.ONTO if onto else empty, onto, where)

    def hopeless(self, _state: Columns) -> str | None:
        """Return None: an unwinnable game either ends by itself or shows only in play."""
        return None

    def _settle(self, state: Columns) -> Columns:
        """Play every ace that lies on top, until there are none left."""
        while self.plays_aces:
            ace = next(
                (place for place in SOURCES if (pile := state.pile(place)) and pile[-1].rank == 0), None
            )
            if ace is None:
                break
            state = carry(state, ace, FOUNDATION)
        return state


def _label(place: int) -> Label:
    """Return the label of a place: the number of a column, or a word."""
    if place in LABELS:
        return LABELS[place]
    return Label(f"{place + 1:>2}", sentence("Column {number}", number=place + 1))


def _place(place: int) -> str:
    """Return a place in words: `column 3`, `waste`."""
    if place == WASTE:
        return sentence("waste")
    if place == FOUNDATION:
        return sentence("foundation")
    return sentence("column {number}", number=place + 1)


def _foundation_piles(state: Columns) -> tuple[Pile | None, ...]:
    return tuple(
        Pile(Card.of(suit, height - 1), height) if height else None
        for suit, heights in enumerate(state.foundations)
        for height in heights
    )


def _onto(state: Columns, card: Card, target: int) -> tuple[tuple[Card, ...], Deed]:
    """Return which card one goes onto, if any, and what it does if there is none."""
    if target == FOUNDATION:
        return ((Card(card - 1),) if card.rank else ()), Deed.TO_FOUNDATION
    return state.columns[target][-1:], Deed.TO_EMPTY


_GOAL = "All 104 cards on the eight foundations, which go up in suit from ace to king."
_DEAL = (
    "Two packs. Forty cards lie face up in ten columns of four; the other 64 are the stock, turned one at a "
    "time onto the waste (`d`). There is no redeal."
)
_PLAY = (
    "Only the top card of a column or of the waste moves, one at a time: to a foundation (`t3>f`, `w>f`), "
    "onto a column whose top card is of the same suit and the next higher rank (`t3>t7`, `w>t4`) or to an "
    "empty column. A card that is alone in its column is not offered another empty one: the rules allow that "
    "move, and it changes nothing. The game is over when the stock is empty and it can be "
    "seen that no card will reach a foundation any more."
)

NAPOLEON = Napoleon(
    id="napoleon",
    name="Napoleon at St Helena",
    aliases=("Napoleon at St. Helena", "Forty Thieves"),
    page=Page(
        goal=_GOAL,
        deal=_DEAL,
        play=_PLAY + " Aces go up by themselves as soon as they can.",
        source="The game as PySolFC and others play it, without a redeal.",
        example=Example(
            "9D 8H8S 5C - - - - - - - w:3S8D f:2S",
            "w>t1",
            "8♦ goes from the waste onto 9♦, the next higher card of its suit. That frees 3♠, which "
            "may go up.",
        ),
        chance=chances.NAPOLEON,
    ),
)

NAPOLEON_MANUAL = Napoleon(
    id="napoleon-manual",
    name="Napoleon, aces by hand",
    plays_aces=False,
    page=Page(
        goal=_GOAL,
        deal=_DEAL,
        play=_PLAY + " Aces wait until you move them.",
        source="As Napoleon at St Helena; most programs leave the aces to the player.",
        example=Example(
            "9DAD 8H8S 5C - - - - - - - w:3S8D f:2S",
            "t1>f",
            "A♦ waits in its column until you move it up. That frees 9♦, onto which 8♦ may go from the "
            "waste.",
        ),
        chance=chances.NAPOLEON_MANUAL,
    ),
)

DEALS = (NAPOLEON, NAPOLEON_MANUAL)
"""The deals in the order in which menus list them."""
