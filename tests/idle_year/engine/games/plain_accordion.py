"""The rule book of Accordion's deals implemented again, on plain text and as briefly as possible.

It shares no code with the engine: if the two disagree, one of them is wrong.
"""

from __future__ import annotations

from dataclasses import dataclass

MUST_MOVE = {"idle-year", "idle-year-slides", "parlett", "compacted"}


@dataclass
class PlainGame:
    """A game in progress: piles as lists of cards, the top card last."""

    game: str
    piles: list[list[str]]
    stock: list[str]
    deals_past_a_move: int = 0

    def shifts(self) -> list[str]:
        """List the moves of piles, from the left, nearest first."""
        found = []
        for here in range(len(self.piles)):
            arrows = [arrow for arrow in self._arrows() if self._fits(here, arrow)]
            if self.game == "idle-year" and "<" in arrows:
                arrows = ["<"]
            found += [f"{here + 1}{arrow}" for arrow in arrows]
        slides = [move for move in found if move.count("<") == 1]
        return slides if self.game == "idle-year-slides" and slides else found

    def legal(self) -> list[str]:
        """List every legal move; dealing comes last."""
        shifts = self.shifts()
        waits = self.game in MUST_MOVE or (self.game == "goren" and self.deals_past_a_move >= 1)
        return shifts + ["d"] * bool(self.stock and not (shifts and waits))

    def play(self, move: str) -> None:
        """Play a legal move."""
        if move == "d":
            self.deals_past_a_move = self.deals_past_a_move + 1 if self.shifts() else 0
            self.piles.append([self.stock.pop(0)])
            return
        here, arrow = int(move.rstrip("<>")) - 1, move.lstrip("0123456789")
        self.piles[self._there(here, arrow)] += self.piles[here]
        del self.piles[here]
        self.deals_past_a_move = 0

    def _arrows(self) -> list[str]:
        if self.game == "skidoo":
            return ["<<", "<<<"]
        return ["<", "<<<", ">", ">>>"] if self.game == "relaxed-accordion" else ["<", "<<<"]

    def _there(self, here: int, arrow: str) -> int:
        return here + arrow.count(">") - arrow.count("<")

    def _fits(self, here: int, arrow: str) -> bool:
        there = self._there(here, arrow)
        if not 0 <= there < len(self.piles):
            return False
        moved, covered = self.piles[here][-1], self.piles[there][-1]
        return moved[0] == covered[0] or moved[1] == covered[1]
