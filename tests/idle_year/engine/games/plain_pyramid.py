"""The rule book of Pyramid implemented again, on plain text and as briefly as possible.

It shares no code with the engine: if the two disagree, one of them is wrong.
"""

from __future__ import annotations

from copy import deepcopy

RANKS = "A23456789TJQK"


class PlainGame:
    """A game in progress from its deal on: seven rows, the stock, the waste and the number of the pass."""

    def __init__(self, deal: str, *, passes: int | None, whole_pack: bool) -> None:
        """Read the position of a deal as the program writes it, with its stock open."""
        pyramid, _, stock = deal.partition("|")
        self.rows: list[list[str | None]] = [list(row.split()) for row in pyramid.split("/")]
        self.stock, self.waste, self.number = stock.split(), list[str](), 1
        self.passes, self.whole_pack = passes, whole_pack

    def left(self) -> int:
        """Count the cards that must still leave."""
        pyramid = sum(card is not None for row in self.rows for card in row)
        return pyramid + (len(self.stock) + len(self.waste) if self.whole_pack else 0)

    def legal(self) -> set[str]:
        """List every move; none once the game is over."""
        return set() if not self.left() or self.is_stuck() else self._removals() | self._turns()

    def play(self, move: str) -> None:
        """Play a move."""
        if move == "d":
            self.waste.append(self.stock.pop(0))
        elif move == "r":
            self.stock, self.waste, self.number = self.waste, [], self.number + 1
        else:
            leaving = move.split("+")
            self.rows = [[None if card in leaving else card for card in row] for row in self.rows]
            self.waste = [card for card in self.waste if card not in leaving]

    def is_stuck(self) -> bool:
        """Whether no removal can come, however often the stock comes round; unseen cards may bring one."""
        if self.number == 1 and self.stock:
            return False
        game = deepcopy(self)
        for _ in range(2 * (len(self.stock) + len(self.waste)) + 3):
            if game._removals():
                return False
            for turn in game._turns():
                game.play(turn)
        return True

    def _turns(self) -> set[str]:
        if self.stock:
            return {"d"}
        return {"r"} if self.waste and self.number != self.passes else set()

    def _removals(self) -> set[str]:
        free = [*self._uncovered(), *self.waste[-1:]]
        pairs = {
            f"{one}+{other}"
            for one in free
            for other in free
            if one != other and sum(RANKS.index(card[0]) + 1 for card in (one, other)) == 13
        }
        return {pair for pair in pairs if RANKS.index(pair[0]) > RANKS.index(pair[3])} | {
            card for card in free if card[0] == "K"
        }

    def _uncovered(self) -> list[str]:
        below: list[list[str | None]] = [*self.rows[1:], [None] * 8]
        return [
            card
            for row, under in zip(self.rows, below, strict=True)
            for place, card in enumerate(row)
            if card is not None and under[place] is None and under[place + 1] is None
        ]
