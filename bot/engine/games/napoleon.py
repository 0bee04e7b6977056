"""Napoleon at St Helena, or Forty Thieves: two packs, ten columns, eight foundations up in suit."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from bot.engine.cards import PACK, Card, shuffled
from bot.engine.errors import IllegalMove
from bot.engine.games import chances
from bot.engine.games.napoleon_ends import dead_end
from bot.engine.games.napoleon_moves import SOURCES, carries, carry, turn, why_not
from bot.engine.moves import DEAL
from bot.engine.notation.napoleon import (
    CARDS,
    COLUMNS,
    FOUNDATION,
    PLACE_NAMES,
    WASTE,
    Layout,
    NapoleonNotation,
)
from bot.engine.rules import Choice, Example, Menu, Move, Outcome, Page, Pile, Score, Table, TableRow

_FACE_UP = 40


@dataclass(frozen=True, kw_only=True)
class Napoleon:
    """The rules of the game."""

    id: str
    name: str
    page: Page
    aliases: tuple[str, ...] = ()
    plays_aces: bool = True
    """Whether every ace goes to a foundation by itself as soon as it can."""
    moves_wait: bool = False
    family: str = "napoleon"
    revision: int = 1

    @cached_property
    def notation(self) -> NapoleonNotation:
        """How its positions and moves are written."""
        return NapoleonNotation(self.name)

    def start(self, seed: str) -> Layout:
        """Deal four rows of ten cards; the first card of each column is at its bottom."""
        order = shuffled((*PACK, *PACK), seed)
        columns = tuple(order[column:_FACE_UP:COLUMNS] for column in range(COLUMNS))
        return self._settle(Layout(columns, stock=order[_FACE_UP:]))

    def moves(self, state: Layout) -> tuple[Move, ...]:
        """List every legal move: from the waste, then by column; to a foundation first; dealing last."""
        if self.outcome(state) is not None:
            return ()
        return (*carries(state), *((DEAL,) if state.stock else ()))

    def play(self, state: Layout, move: Move) -> Layout:
        """Return the state after a move; raise IllegalMove with the reason."""
        if move == DEAL:
            return self._settle(turn(state))
        reason = why_not(state, move)
        if reason is not None:
            raise IllegalMove(reason)
        # A card that can go up shows that this is no dead end, without a search.
        if move.at[1] != FOUNDATION and dead_end(state):
            raise IllegalMove("The game is over: no card can reach a foundation any more.")
        return self._settle(carry(state, *move.at))

    def reveals(self, _state: Layout, move: Move) -> bool:
        """Whether the move turns up a card of the stock."""
        return move == DEAL

    def outcome(self, state: Layout) -> Outcome | None:
        """Return how the game ended, or None while, as far as is known, a card can still go up."""
        if state.up == CARDS:
            return Outcome.WON
        return Outcome.STUCK if dead_end(state) else None

    def score(self, state: Layout) -> Score:
        """Return the cards on the foundations: the more, the better."""
        return Score((("cards", state.up),), (-state.up,))

    def view(self, state: Layout) -> Layout:
        """Return the state with the order of its stock unknown."""
        return replace(state, stock=(None,) * len(state.stock))

    def table(self, state: Layout) -> Table:
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
        notes = (f"{state.up} of {CARDS} up", f"{len(state.waste)} in the waste")
        return Table(tuple(rows), len(state.stock), notes)

    def menus(self, state: Layout) -> tuple[Menu, ...]:
        """Return the moves to a foundation, then from the waste, then between columns."""
        moves = [move for move in self.moves(state) if move != DEAL]
        up = [move for move in moves if move.at[1] == FOUNDATION]
        waste = [move for move in moves if move.at[0] == WASTE and move not in up]
        between = [move for move in moves if move not in up and move not in waste]
        kinds = (
            ("▲", "To a foundation", up),
            ("▼", "From the waste", waste),
            ("◆", "Between columns", between),
        )
        return tuple(
            Menu(arrows, title, tuple(_choice(state, move) for move in kind))
            for arrows, title, kind in kinds
            if kind
        )

    def hopeless(self, _state: Layout) -> str | None:
        """Return None: what cannot be won ends the game by itself, or shows only in play."""
        return None

    def _settle(self, state: Layout) -> Layout:
        """Play every ace that lies on top, until none does."""
        while self.plays_aces:
            ace = next(
                (place for place in SOURCES if (pile := state.pile(place)) and pile[-1].rank == 0), None
            )
            if ace is None:
                break
            state = carry(state, ace, FOUNDATION)
        return state


def _label(place: int) -> str:
    """Return the name of a place, all equally wide."""
    return f"{PLACE_NAMES[place]:>3}"


def _foundation_piles(state: Layout) -> tuple[Pile | None, ...]:
    return tuple(
        Pile(Card(suit * 13 + height - 1), height) if height else None
        for suit, heights in enumerate(state.foundations)
        for height in heights
    )


def _choice(state: Layout, move: Move) -> Choice:
    source, target = move.at
    card = state.pile(source)[-1]
    where = f"{PLACE_NAMES[source]}>{PLACE_NAMES[target]}"
    if target == FOUNDATION:
        what = (
            f"{card.symbol} onto {Card(card - 1).symbol}" if card.rank else f"{card.symbol} to a foundation"
        )
    else:
        onto = state.columns[target]
        what = f"{card.symbol} onto {onto[-1].symbol}" if onto else f"{card.symbol} to the empty column"
    return Choice(move, what, where)


_GOAL = "All 104 cards on the eight foundations, which go up in suit from ace to king."
_DEAL = (
    "Two packs. Forty cards lie face up in ten columns of four; the other 64 are the stock, turned one at a "
    "time onto the waste (`d`). There is no redeal."
)
_PLAY = (
    "Only the top card of a column or of the waste moves, one at a time: to a foundation (`t3>f`, `w>f`), "
    "onto a column whose top card is of the same suit and the next higher rank (`t3>t7`, `w>t4`) or to an "
    "empty column. The game is over when the stock is empty and no card can reach a foundation any more."
)

NAPOLEON = Napoleon(
    id="napoleon",
    name="Napoleon at St Helena",
    aliases=("Napoleon at St. Helena", "Forty Thieves"),
    page=Page(
        goal=_GOAL,
        deal=_DEAL,
        play=_PLAY + " Aces go up by themselves as soon as they can.",
        source="A page on family card games, which is silent on a redeal; Wikipedia and PySolFC allow none.",
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

GAMES = (NAPOLEON, NAPOLEON_MANUAL)
