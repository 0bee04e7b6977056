"""The common rules of Royal Marriage and its kin: a row of cards in which matching cards let others leave.

`leaving` says what may leave in the games that `marriage_deals` lists; `one_handed` stands alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar

from idle_year.engine.cards import PACK, Card, shuffled
from idle_year.engine.errors import IllegalMove
from idle_year.engine.games.leaving import Leaving
from idle_year.engine.positions.row import Row, RowNotation, no_such_pile
from idle_year.engine.positions.words import face_down, next_card
from idle_year.engine.rules import (
    DEAL,
    REDEAL,
    Choice,
    Menu,
    Move,
    Outcome,
    Page,
    Pile,
    Score,
    Table,
    TableRow,
)
from idle_year.engine.wording import listed, plural, sentence


@dataclass(frozen=True, kw_only=True)
class Marriage:
    """The rules of one game of the family."""

    face_up: ClassVar[int] = 1
    """Cards in the row at the start, if the others are dealt singly."""

    id: str
    name: str
    page: Page
    leaving: Leaving
    aliases: tuple[str, ...] = ()
    packs: int = 1
    ends: tuple[Card, Card] | None = None
    """The cards that every deal puts first and last; None leaves the ends to chance."""
    singly: bool = False
    """Whether the cards are dealt one at a time, instead of all at once."""
    compulsory: bool = False
    """Whether a card may be dealt only if no removal is left."""
    redeal: bool = False
    """Whether the remaining cards may be dealt once more."""
    target: int = 2
    """Cards left when the game is won."""
    moves_wait: bool = True
    reversible: bool = False
    family: str = "marriage"
    revision: int = 1

    @cached_property
    def notation(self) -> RowNotation:
        """How its positions and moves are written."""
        return RowNotation(
            name=self.name,
            moves=self.leaving.notation,
            cards=52 * self.packs,
            packs=self.packs,
            stock=52 * self.packs - self.face_up if self.singly else 0,
            redeal=self.redeal,
            exception="redeal" if self.redeal else "",
            ends=self.ends,
            single_cards=True,
            can_empty=self.target == 0,
        )

    @cached_property
    def pack(self) -> tuple[Card, ...]:
        """The cards that are shuffled: all but those that every deal puts first and last."""
        return tuple(card for card in PACK * self.packs if card not in (self.ends or ()))

    def start(self, seed: str) -> Row:
        """Deal the game for a seed."""
        return self.lay_out(shuffled(self.pack, seed), seed)

    def lay_out(self, order: Sequence[Card], seed: str) -> Row:
        """Deal the cards in this order, between the fixed ends; a redeal follows from the seed."""
        ends = self.ends or ()
        return self._deal_out((*ends[:1], *order, *ends[1:]), seed=seed)

    def moves(self, state: Row) -> tuple[Move, ...]:
        """List every legal move: by the first card to leave, then by the last; `d` or `r` at the end."""
        removals = tuple(self.leaving.moves(_cards(state)))
        if state.stock and not (removals and self.compulsory):
            return (*removals, DEAL)
        if not removals and self._redeal_is_left(state):
            return (REDEAL,)
        return removals

    def play(self, state: Row, move: Move) -> Row:
        """Return the state after a move; raise IllegalMove with the reason."""
        if move == DEAL:
            return self._deal(state)
        if move == REDEAL:
            return self._redeal(state)
        reason = self._why_not(state, move)
        if reason is not None:
            raise IllegalMove(reason)
        left = (pile for place, pile in enumerate(state.piles) if place not in move.at)
        return replace(state, piles=tuple(left))

    def reveals(self, _state: Row, move: Move) -> bool:
        """Whether the move turns up cards."""
        return move in (DEAL, REDEAL)

    def outcome(self, state: Row) -> Outcome | None:
        """Return how the game ended, or None while a move is left."""
        if state.stock or self._redeal_is_left(state) or self._first_removal(state) is not None:
            return None
        return Outcome.WON if len(state.piles) <= self.target else Outcome.STUCK

    def stuck(self, state: Row) -> str:
        """Return what would have to match for a card to leave."""
        return self.leaving.stuck(_cards(state))

    def score(self, state: Row) -> Score:
        """Return the cards left; those in the stock count as well."""
        return Score.fewest(cards=len(state.piles) + len(state.stock))

    def view(self, state: Row) -> Row:
        """Return the state with the order of its stock and the outcome of a redeal unknown."""
        return replace(state, stock=face_down(state.stock), seed=None)

    def position(self, state: Row) -> Row:
        """Return the state: all of it matters."""
        return state

    def hides(self, state: Row) -> bool:
        """Whether cards are left in the stock, or a redeal is still to come."""
        return bool(state.stock) or self._redeal_is_left(state)

    def table(self, state: Row) -> Table:
        """Return the row, the size of the stock, and whether the redeal is still available."""
        notes = [plural("{n} card", "{n} cards", len(state.piles))]
        if self.redeal:
            notes.append(sentence("the redeal is used") if state.used else sentence("one redeal left"))
        return Table((TableRow(state.piles),), len(state.stock) if self.singly else None, tuple(notes))

    def menus(self, state: Row) -> tuple[Menu, ...]:
        """Return the removals, grouped by kind."""
        return self.leaving.menus(_cards(state))

    def choice(self, state: Row, move: Move) -> Choice:
        """Return which cards leave, and what lets them."""
        return self.leaving.choice(_cards(state), move)

    def hopeless(self, state: Row) -> str | None:
        """Return why the remaining row obviously cannot be won, or None.

        While a stock is left, the last card has not been seen.
        """
        if state.stock or len(state.piles) <= self.target:
            return None
        return self.leaving.hopeless(_cards(state), redeal=self._redeal_is_left(state))

    def _deal_out(self, cards: tuple[Card, ...], *, seed: str, used: bool = False) -> Row:
        face_up = self.face_up if self.singly else len(cards)
        return Row(tuple(Pile(card) for card in cards[:face_up]), cards[face_up:], used, seed=seed)

    def _first_removal(self, state: Row) -> Move | None:
        return next(self.leaving.moves(_cards(state)), None)

    def _redeal_is_left(self, state: Row) -> bool:
        """Whether a redeal is still to come; it is allowed only once no removal is left."""
        return self.redeal and not state.used and len(state.piles) > self.target

    def _deal(self, state: Row) -> Row:
        """Turn up the next card at the right end."""
        if not state.stock:
            raise IllegalMove(sentence("There's no card left to deal."))
        waiting = self._first_removal(state) if self.compulsory else None
        if waiting is not None:
            raise IllegalMove(
                sentence(
                    "You can still take out {cards}, and you must before you deal.",
                    cards=self._taken(state, waiting),
                )
            )
        card, rest = next_card(state.stock)
        return replace(state, piles=(*state.piles, Pile(card)), stock=rest)

    def _redeal(self, state: Row) -> Row:
        """Gather the remaining cards, shuffle them and deal them again."""
        reason = self._why_no_redeal(state)
        if reason is not None:
            raise IllegalMove(reason)
        if state.seed is None:
            raise IllegalMove(sentence("What the redeal brings isn't known before it's made."))
        order = shuffled(sorted(_cards(state)), f"{state.seed}/redeal")
        return self._deal_out(order, seed=state.seed, used=True)

    def _why_no_redeal(self, state: Row) -> str | None:
        if not self.redeal:
            return sentence("{game} has no redeal.", game=self.name)
        if state.used:
            return sentence("The redeal is used: {game} has only one.", game=self.name)
        if state.stock:
            return sentence("There are cards left to deal: deal them before you redeal.")
        if len(state.piles) <= self.target:
            return sentence("The game is won: there's nothing to redeal.")
        first = self._first_removal(state)
        if first is not None:
            return sentence(
                "You can still take out {cards}: redeal when nothing can leave.",
                cards=self._taken(state, first),
            )
        return None

    def _taken(self, state: Row, move: Move) -> str:
        """Return the cards that a move takes out, as a list."""
        return listed([card.symbol for card in self.choice(state, move).takes])

    def _why_not(self, state: Row, move: Move) -> str | None:
        """Return why the cards may not leave, or None if they may."""
        if move.verb != "x" or not move.at:
            return sentence("In {game} cards leave the row: write x and what leaves.", game=self.name)
        for place in move.at:
            if not 0 <= place < len(state.piles):
                return no_such_pile(place, len(state.piles))
        return self.leaving.why_not(_cards(state), move.at, self.name, more=bool(state.stock))


def _cards(state: Row) -> list[Card]:
    return [pile.top for pile in state.piles]
