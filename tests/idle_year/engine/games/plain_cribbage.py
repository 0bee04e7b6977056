"""The rule book of Cribbage Solitaire implemented again, on plain text and as briefly as possible.

It shares no code with the engine, and keeps no links: it remembers every window that was on the table at a
deal, because a window may only be claimed in the turn in which it first exists. A pile is all its cards, the
top one last: stacking makes a different pile, and so a different window.
"""

from __future__ import annotations

from typing import TypeAlias

Window: TypeAlias = tuple[tuple[str, ...], ...]
RANKS = "A23456789TJQK"
POINTS = {"p": 2, "t": 6, "f": 3, "r": 3, "s": 6, "v": 2}


class PlainGame:
    """A game in progress from its deal on: the piles, the stock, the points and the expired windows."""

    def __init__(self, deal: str) -> None:
        """Read the position of a deal as the program writes it, with its stock open."""
        row, _, stock = deal.partition("|")
        self.piles: list[tuple[str, ...]] = [(card,) for card in row.split()]
        self.stock, self.points = stock.split(), 0
        self.dead: set[Window] = set()
        self.held: Window = ()

    @property
    def tops(self) -> list[str]:
        """The top cards."""
        return [pile[-1] for pile in self.piles]

    def claims(self) -> list[str]:
        """List every claim that may be made, as `r@2-4`."""
        return [
            f"{letter}@{first + 1}-{first + size}"
            for first in range(len(self.piles))
            for size in (2, 3)
            for letter in "ptfrsv"
            if first + size <= len(self.piles) and self._may(letter, tuple(self.piles[first : first + size]))
        ]

    def legal(self) -> list[str]:
        """List every claim with each of its piles going onto each other one, and `d`."""
        if self.points >= 61:
            return []
        moves = []
        for claim in self.claims():
            first, last = map(int, claim[2:].split("-"))
            piles = range(first, last + 1)
            moves += [f"{claim}:{one}>{other}" for one in piles for other in piles if one != other]
        return moves + ["d"] * bool(self.stock)

    def play(self, move: str) -> None:
        """Play a legal move."""
        if move == "d":
            count = len(self.piles)
            self.dead = {tuple(self.piles[i:j]) for i in range(count) for j in range(i + 1, count + 1)}
            pair = tuple(self.piles[-2:])
            self.held = pair if len({pile[-1][0] for pile in pair}) < len(pair) else ()
            self.piles.append((self.stock.pop(0),))
            return
        source, target = (int(number) - 1 for number in move.partition(":")[2].split(">"))
        self.points += POINTS[move[0]]
        self.piles[target] += self.piles[source]
        del self.piles[source]

    def _may(self, letter: str, window: Window) -> bool:
        if window in self.dead and not (letter == "p" and window == self.held):
            return False
        places = sorted(RANKS.index(pile[-1][0]) for pile in window)
        suits = {pile[-1][1] for pile in window}
        three = len(window) == 3
        run = three and places == [places[0], places[0] + 1, places[0] + 2]
        return {
            "p": not three and places[0] == places[1],
            "t": three and places[0] == places[2],
            "f": three and len(suits) == 1,
            "r": run,
            "s": run and len(suits) == 1,
            "v": sum(min(place + 1, 10) for place in places) == 15,
        }[letter]
