"""The row of Cribbage Solitaire, which remembers which piles became neighbours.

`9C 7D-5H-6S/2 +40 =17`: the piles, the stock and the points. `-` joins piles that became neighbours since
the last deal; without any, only the last two did. `+` joins a pair that is held over one deal.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from idle_year.engine.errors import NotationError
from idle_year.engine.positions.row import Row, pile_number, read_place
from idle_year.engine.positions.words import (
    NUMBER,
    Stock,
    check_in_row,
    check_pack,
    check_stock,
    read_pile,
    take_stock,
    write_stock,
)
from idle_year.engine.rules import Move, Pile
from idle_year.engine.wording import quoted, sentence

_CARDS = 52
_PLACE = r"([^\s@:>-]+)"
_CLAIM = re.compile(rf"([a-z])@{_PLACE}-{_PLACE}(?::{_PLACE}>{_PLACE})?", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True)
class ClaimRow:
    """A state of Cribbage Solitaire; a link is a pile and its right neighbour, numbered by the left one."""

    piles: tuple[Pile, ...]
    stock: Stock = ()
    points: int = 0
    fresh: frozenset[int] = frozenset()
    """Links that arose since the last deal: claims depend on them."""
    held: bool = False
    """Whether the two piles before the last are a pair that outlives one deal."""


def last_link(piles: Sequence[Pile]) -> frozenset[int]:
    """Return the link of the last two piles: the only fresh one just after a deal."""
    return frozenset({len(piles) - 2} if len(piles) > 1 else ())


@dataclass(frozen=True)
class CribbageNotation:
    """How positions and moves of Cribbage Solitaire are written."""

    name: str
    most_points: int
    """The most points possible while cards are left in the stock."""
    most_at_end: int
    """The most points possible once none are left."""

    def write_move(self, move: Move) -> str:
        """Write `r@2-4:4>2`, or `d`."""
        if not move.at:
            return move.verb
        first, last, source, target = map(pile_number, move.at)
        return f"{move.verb}{first}-{last}:{source}>{target}"

    def read_move(self, token: str, state: ClaimRow) -> Move:
        """Read `r@2-4:4>2`, with piles by number or by top card, or `d`."""
        if token.lower() == "d":
            return Move("d")
        found = _CLAIM.fullmatch(token)
        if found is None:
            raise NotationError(
                sentence(
                    "{move} is not a move: write a claim, its piles and which goes onto which, such as "
                    "r@2-4:4>2, or d to deal.",
                    move=quoted(token),
                )
            )
        letter, *piles = found.groups()
        if None in piles:
            raise NotationError(
                sentence(
                    "{move} does not say which pile goes onto which: add it behind a colon, as in r@2-4:4>2.",
                    move=quoted(token),
                )
            )
        row = Row(state.piles)
        one, other, source, target = (read_place(pile, token, row) for pile in piles)
        return Move(f"{letter.lower()}@", (min(one, other), max(one, other), source, target))

    def write_position(self, state: ClaimRow) -> str:
        """Write the row with its marks, the stock and the points."""
        row = "".join(
            _mark_before(state, place) + str(pile.top) + (f"/{pile.size}" if pile.size > 1 else "")
            for place, pile in enumerate(state.piles)
        )
        points = [f"={state.points}"] if state.points else []
        return " ".join([row.strip(), *write_stock(state.stock), *points]).strip()

    def read_position(self, text: str) -> ClaimRow:
        """Read the row with its marks, the stock and the points."""
        tokens = text.split()
        points = _take_points(tokens)
        stock = take_stock(tokens)
        piles: list[Pile] = []
        links: dict[str, set[int]] = {"-": set(), "+": set()}
        for number, token in enumerate(tokens, start=1):
            first, *others = re.split("([-+])", token)
            if "" in (first, *others):
                raise NotationError(
                    f"Word {number}, {quoted(token)}: a mark stands between two cards, such as 9C-7D."
                )
            piles.append(read_pile(first, number))
            for mark, pile in zip(others[::2], others[1::2], strict=True):
                links[mark].add(len(piles) - 1)
                piles.append(read_pile(pile, number))
        fresh = frozenset(links["-"]) or last_link(piles)
        row = ClaimRow(tuple(piles), stock, points, fresh, bool(links["+"]))
        self._check(row)
        _check_held(row, links["+"])
        return row

    def _check(self, row: ClaimRow) -> None:
        if not row.piles and not row.stock:
            raise NotationError(
                "The position is empty: write the top cards from the left, such as 9C 7D 5H 6S =17."
            )
        known = [*(pile.top for pile in row.piles), *(card for card in row.stock if card is not None)]
        total = sum(pile.size for pile in row.piles) + len(row.stock)
        check_pack(self.name, known, total, most=_CARDS)
        if row.stock:
            check_stock(self.name, len(row.stock), _CARDS - 1)
            check_in_row(self.name, row.piles)
        most = self.most_points if row.stock else self.most_at_end
        if row.points > most:
            left = "while cards are left" if row.stock else "in all"
            raise NotationError(
                f"{row.points} points are too many: {self.name} brings at most {most} {left}."
            )


def _mark_before(state: ClaimRow, place: int) -> str:
    """Return what is written before a pile: a blank, or its link to its left neighbour."""
    link = place - 1
    if state.held and link == len(state.piles) - 3:
        return "+"
    return "-" if link in state.fresh and state.fresh != last_link(state.piles) else " "


def _take_points(tokens: list[str]) -> int:
    if not tokens or not tokens[-1].startswith("="):
        return 0
    token = tokens.pop()
    if not NUMBER.fullmatch(token[1:]):
        raise NotationError(f"{quoted(token)} are not points: write = and a number at the end, such as =17.")
    return int(token[1:])


def _check_held(row: ClaimRow, held: set[int]) -> None:
    """Raise NotationError if `+` marks anything but a pair that a deal leaves behind."""
    if not held:
        return
    place = len(row.piles) - 3
    if held != {place} or row.fresh != last_link(row.piles):
        raise NotationError(
            "`+` joins the two piles before the last, a pair held over the deal; no other mark goes with it."
        )
    one, other = row.piles[place].top, row.piles[place + 1].top
    if one.rank != other.rank:
        raise NotationError(f"`+` holds a pair over the deal; {one.symbol} and {other.symbol} are none.")
