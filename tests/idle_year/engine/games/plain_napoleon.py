"""The rule book of Napoleon at St Helena implemented again, on plain text and as briefly as possible.

It shares no code with the engine: if the two disagree, one of them is wrong.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

RANKS = "A23456789TJQK"


class PlainGame:
    """A game in progress: lists of cards with the top card last, and how often each card is up."""

    def __init__(self, position: str) -> None:
        """Read a position as the program writes it, with its stock open."""
        words, _, stock = position.partition("|")
        self.stock = stock.split()
        self.piles: dict[str, list[str]] = {}
        tops: list[str] = []
        for number, word in enumerate(words.split(), start=1):
            mark, colon, cards = word.rpartition(":")
            if mark == "f":
                tops = _cards(cards)
            else:
                self.piles[mark if colon else f"t{number}"] = _cards(cards)
        self.piles.setdefault("w", [])
        self.up = Counter(
            RANKS[rank] + top[1] for top in tops for rank in range(len(RANKS)) if rank <= RANKS.index(top[0])
        )

    def legal(self) -> list[str]:
        """List every move, including useless ones: waste first, then by column, `d` last."""
        columns = [f"t{number}" for number in range(1, 11)]
        moves = [
            f"{source}>{target}"
            for source in ["w", *columns]
            for target in ["f", *columns]
            if self._may(source, target)
        ]
        return moves + ["d"] * bool(self.stock)

    def play(self, move: str, *, aces: bool) -> None:
        """Play a legal move, and then every available ace if `aces` is set."""
        if move == "d":
            self.piles["w"].append(self.stock.pop(0))
        else:
            self._carry(*move.split(">"))
        while aces and (
            open_aces := [name for name, pile in self.piles.items() if pile and pile[-1][0] == "A"]
        ):
            self._carry(open_aces[0], "f")

    def is_dead(self, most: int) -> bool | None:
        """Whether no line of moves, however long, brings a card up; None beyond `most` positions."""
        seen, waiting = {self._key()}, [self]
        while waiting:
            if len(seen) > most:
                return None
            game = waiting.pop()
            for move in game.legal():
                if move.endswith(">f") or move == "d":
                    return False
                after = game.copy()
                after.play(move, aces=False)
                if after._key() not in seen:
                    seen.add(after._key())
                    waiting.append(after)
        return True

    def _may(self, source: str, target: str) -> bool:
        pile = self.piles[source]
        if not pile or source == target:
            return False
        rank, suit = pile[-1][0], pile[-1][1]
        if target == "f":
            below = RANKS[RANKS.index(rank) - 1] + suit
            return self.up[pile[-1]] < 2 if rank == "A" else self.up[below] > self.up[pile[-1]]
        onto = self.piles[target]
        if not onto:
            return source == "w" or len(pile) > 1
        return onto[-1] in [higher + suit for lower, higher in pairwise(RANKS) if lower == rank]

    def _carry(self, source: str, target: str) -> None:
        card = self.piles[source].pop()
        if target == "f":
            self.up[card] += 1
        else:
            self.piles[target].append(card)

    def copy(self) -> PlainGame:
        """Return an independent copy in the same position."""
        other = PlainGame("")
        other.piles = {name: list(pile) for name, pile in self.piles.items()}
        other.up, other.stock = Counter(self.up), list(self.stock)
        return other

    def _key(self) -> tuple[tuple[str, ...], ...]:
        """Return a key of the position that ignores the order of the columns."""
        return tuple(self.piles["w"]), *sorted(
            tuple(pile) for name, pile in self.piles.items() if name != "w"
        )


def _cards(text: str) -> list[str]:
    return [text[start : start + 2] for start in range(0, len(text), 2)] if text != "-" else []
