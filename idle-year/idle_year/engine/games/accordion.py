"""Accordion and its kin: piles move left onto piles that they match, until one is left.

One frozen set of options describes a deal; `accordion_deals` lists them all.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby

from idle_year.engine.cards import PACK, Card, shuffled
from idle_year.engine.errors import IllegalMove
from idle_year.engine.positions.row import Arrows, Row, RowNotation, no_such_pile, pile_number, unlike
from idle_year.engine.positions.words import face_down, next_card
from idle_year.engine.rules import DEAL, Choice, Deed, Menu, Move, Outcome, Page, Pile, Score, Table, TableRow
from idle_year.engine.wording import listed, plural, sentence, spelt

_TITLES = {
    # Translators: a kind of move, with how many piles to the left or right
    "<": sentence("Slide one left"),
    "<<": sentence("Leap two left"),
    "<<<": sentence("Leap three left"),
    ">": sentence("Slide one right"),
    ">>": sentence("Leap two right"),
    ">>>": sentence("Leap three right"),
}


class Compulsion(enum.Enum):
    """When a card may be dealt while a pile could move."""

    NONE = "at any time"
    GRACE = "once, then a move must be made"
    MUST = "never"


class Destination(enum.Enum):
    """Where a pile may go if it has more than one possible destination."""

    FREE = "any of them"
    NEAREST = "the nearest"
    SLIDES_FIRST = "no leap while any pile of the row can slide"


@dataclass(frozen=True, kw_only=True)
class Accordion:
    """The rules of one deal of Accordion."""

    id: str
    name: str
    page: Page
    aliases: tuple[str, ...] = ()
    distances: tuple[int, ...] = (1, 3)
    rightward: bool = False
    cards: int = 52
    face_up: int | None = None
    """Cards face up at the start; None lays out all of them."""
    compulsion: Compulsion = Compulsion.NONE
    destination: Destination = Destination.FREE
    target: int = 1
    """Piles left when the game is won."""
    minor_target: int = 0
    """Piles left that still count as a minor win."""
    goal_card: bool = False
    moves_wait: bool = True
    reversible: bool = False
    family: str = "accordion"
    revision: int = 1

    @cached_property
    def notation(self) -> RowNotation:
        """How its positions and moves are written."""
        return RowNotation(
            name=self.name,
            moves=Arrows(),
            cards=self.cards,
            stock=0 if self.face_up is None else self.cards - self.face_up,
            exception="grace" if self.compulsion is Compulsion.GRACE else "",
            # A first pile has no move to deal past: the second card has to make one, the third to pass it.
            dealt_before=2,
            goal=self.goal_card,
        )

    @property
    def pack(self) -> tuple[Card, ...]:
        """The cards that are shuffled; a game with fewer cards leaves some of them out."""
        return PACK

    def start(self, seed: str) -> Row:
        """Deal the game for a seed."""
        return self.lay_out(shuffled(self.pack, seed), seed)

    def lay_out(self, order: Sequence[Card], seed: str) -> Row:
        """Deal the first cards of this order; the goal card, if the game has one, follows from the seed."""
        dealt = tuple(order[: self.cards])
        # Cards at places 1 and 2 can never end on top: 1 never moves, and 2 only slides onto 1.
        goal = shuffled(dealt[2:], f"{seed}/goal")[0] if self.goal_card else None
        piles = tuple(map(Pile, dealt if self.face_up is None else dealt[: self.face_up]))
        return Row(piles, dealt[len(piles) :], goal=goal)

    def moves(self, state: Row) -> tuple[Move, ...]:
        """List every legal move: by pile from the left, nearest first, dealing last."""
        shifts = tuple(self._shifts(state))
        if not state.stock or (shifts and self._must_move(state)):
            return shifts
        return (*shifts, DEAL)

    def play(self, state: Row, move: Move) -> Row:
        """Return the state after a move; raise IllegalMove with the reason."""
        if move == DEAL:
            return self._deal(state)
        reason = self._why_not(state, move)
        if reason is not None:
            raise IllegalMove(reason)
        return self._shift(state, move)

    def reveals(self, _state: Row, move: Move) -> bool:
        """Whether the move turns up a card of the stock."""
        return move == DEAL

    def outcome(self, state: Row) -> Outcome | None:
        """Return how the game ended, or None while a move is left."""
        if state.stock or self._can_shift(state):
            return None
        if len(state.piles) <= self.target and state.goal in (None, state.piles[0].top):
            return Outcome.WON
        return Outcome.MINOR_WIN if len(state.piles) <= self.minor_target else Outcome.STUCK

    def stuck(self, state: Row) -> str:
        """Return which piles would have to match, or that the wrong card ended on top."""
        if len(state.piles) <= self.target and state.goal is not None:
            return sentence(
                "{goal} had to end on top, and {card} did.",
                goal=state.goal.symbol,
                card=state.piles[0].top.symbol,
            )
        return sentence(
            "No pile matches one that's {places} places to its left.",
            places=listed(list(map(spelt, self.distances)), "or"),
        )

    def score(self, state: Row) -> Score:
        """Return piles, then penalty: the cards that are not in the largest pile.

        The two can disagree (two piles of 26 have the larger penalty than one of 48 and four single cards);
        piles come first. A card that is still in the stock counts as a pile.
        """
        largest = max((pile.size for pile in state.piles), default=0)
        return Score.fewest(piles=len(state.piles) + len(state.stock), penalty=self.cards - largest)

    def view(self, state: Row) -> Row:
        """Return the state with the order of its stock unknown."""
        return replace(state, stock=face_down(state.stock))

    def position(self, state: Row) -> Row:
        """Return the state: all of it matters."""
        return state

    def hides(self, state: Row) -> bool:
        """Whether cards are left in the stock."""
        return bool(state.stock)

    def table(self, state: Row) -> Table:
        """Return the row, the size of the stock and the goal card."""
        notes = [plural("{n} pile", "{n} piles", len(state.piles))]
        if state.goal is not None:
            notes.append(sentence("{card} must end on top", card=state.goal.symbol))
        if state.used and self._can_shift(state):
            notes.append(sentence("You've dealt past a move: now you must make one."))
        stock = None if self.face_up is None else len(state.stock)
        return Table((TableRow(state.piles),), stock, tuple(notes))

    def menus(self, state: Row) -> tuple[Menu, ...]:
        """Return slides and leaps, each kind from the left."""
        shifts = self._shifts(state)
        kinds = {verb: [move for move in shifts if move.verb == verb] for verb in self._verbs}
        return tuple(
            Menu(_TITLES[verb], tuple(self.choice(state, move) for move in moves))
            for verb, moves in kinds.items()
            if moves
        )

    def choice(self, state: Row, move: Move) -> Choice:
        """Return where a pile goes: onto which card, from which place to which."""
        source, target = move.at[0], _target(move.at[0], move.verb)
        where = sentence("pile {source}→{target}", source=pile_number(source), target=pile_number(target))
        return Choice(
            move, state.piles[source].top, source, Deed.ONTO, (state.piles[target].top,), where=where
        )

    def hopeless(self, _state: Row) -> str | None:
        """Return None: play alone shows whether a row can be won."""
        return None

    @cached_property
    def _verbs(self) -> tuple[str, ...]:
        """Every way to move a pile: nearest first, leftward before rightward."""
        directions = "<>" if self.rightward else "<"
        return tuple(arrow * distance for arrow in directions for distance in self.distances)

    @cached_property
    def _ways(self) -> tuple[tuple[tuple[int, Move], ...], ...]:
        """For each place, where its pile could go and by which move: made once, as every board lists many."""
        return tuple(
            tuple(
                (_target(source, verb), Move(verb, (source,)))
                for verb in self._verbs
                if _target(source, verb) >= 0
            )
            for source in range(self.cards)
        )

    def _shifts(self, state: Row) -> list[Move]:
        """List the legal moves of piles, from the left, nearest first."""
        shifts = list(self._onto_matching(state))
        if self.destination is Destination.NEAREST:
            return [next(of_pile) for _, of_pile in groupby(shifts, key=lambda move: move.at)]
        if self.destination is Destination.SLIDES_FIRST:
            return [move for move in shifts if move.verb == "<"] or shifts
        return shifts

    def _can_shift(self, state: Row) -> bool:
        """Whether any pile can move; which destination has precedence is irrelevant here."""
        return next(self._onto_matching(state), None) is not None

    def _onto_matching(self, state: Row) -> Iterator[Move]:
        """Yield the moves onto a matching card, from the left, nearest first, whichever has precedence."""
        tops = [pile.top for pile in state.piles]
        count = len(tops)
        for top, ways in zip(tops, self._ways, strict=False):
            for target, move in ways:
                if target < count and top.matches(tops[target]):
                    yield move

    def _must_move(self, state: Row) -> bool:
        """Whether a move, if there is one, must be made before dealing."""
        if self.compulsion is Compulsion.GRACE:
            return state.used
        return self.compulsion is Compulsion.MUST

    def _deal(self, state: Row) -> Row:
        """Turn up the next card at the right end."""
        if not state.stock:
            raise IllegalMove(sentence("There's no card left to deal."))
        waiting = self._shifts(state)
        if waiting and self._must_move(state):
            first = self.choice(state, waiting[0]).what
            if self.compulsion is Compulsion.GRACE:
                raise IllegalMove(
                    sentence(
                        "You've dealt past a move once; make one before you deal, such as {move}.", move=first
                    )
                )
            raise IllegalMove(
                sentence("You can still play {move}, and you must before you deal.", move=first)
            )
        card, rest = next_card(state.stock)
        used = bool(waiting) and self.compulsion is Compulsion.GRACE
        return replace(state, piles=(*state.piles, Pile(card)), stock=rest, used=used)

    def _shift(self, state: Row, move: Move) -> Row:
        """Put a pile onto another; the row closes up."""
        source, target = move.at[0], _target(move.at[0], move.verb)
        piles = list(state.piles)
        top, size = piles[source]
        piles[target] = Pile(top, size + piles[target].size)
        del piles[source]
        return state.after_move(tuple(piles))

    def _why_not(self, state: Row, move: Move) -> str | None:
        """Return why a pile may not make this move, or None if it may."""
        if not move.at:
            return sentence("{game} has no redeal.", game=self.name)
        source, verb = move.at[0], move.verb
        if verb not in self._verbs:
            return self._wrong_distance(verb)
        count = len(state.piles)
        if not 0 <= source < count:
            return no_such_pile(source, count)
        target = _target(source, verb)
        if not 0 <= target < count:
            return _no_pile_there(source, verb)
        moved, covered = state.piles[source].top, state.piles[target].top
        if not moved.matches(covered):
            return unlike(moved, covered)
        return None if self.destination is Destination.FREE else self._passed_over(state, move)

    def _passed_over(self, state: Row, move: Move) -> str | None:
        """Return which nearer move takes precedence, in deals with such a rule."""
        shifts = self._shifts(state)
        if move in shifts:
            return None
        first = next((other for other in shifts if other.at == move.at), shifts[0])
        nearer = self.choice(state, first).what
        if self.destination is Destination.NEAREST:
            return sentence(
                "This pile can go one place left ({move}), so it may not leap over two piles.", move=nearer
            )
        return sentence(
            "A pile can go one place left ({move}), and in {game} none may leap while any can.",
            move=nearer,
            game=self.name,
        )

    def _wrong_distance(self, verb: str) -> str:
        if verb[0] == ">" and not self.rightward:
            return sentence("In {game} piles move to the left only: write < instead of >.", game=self.name)
        return sentence(
            "In {game} a pile moves {places} places, one arrow each: {arrows}.",
            game=self.name,
            places=listed(list(map(str, self.distances)), "or"),
            arrows=listed(self._verbs, "or"),
        )


def _no_pile_there(source: int, verb: str) -> str:
    pile = pile_number(source)
    if verb[0] == "<":
        return plural(
            "Pile {pile} has no pile {n} place to its left.",
            "Pile {pile} has no pile {n} places to its left.",
            len(verb),
            pile=pile,
        )
    return plural(
        "Pile {pile} has no pile {n} place to its right.",
        "Pile {pile} has no pile {n} places to its right.",
        len(verb),
        pile=pile,
    )


def _target(source: int, verb: str) -> int:
    return source - len(verb) if verb[0] == "<" else source + len(verb)
