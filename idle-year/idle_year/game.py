"""A game as a value: frozen, with a new one for each move; dealt, read from a position, or from a record."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Self

from idle_year.engine import records
from idle_year.engine.games import ALL, find_game
from idle_year.engine.games.odds import Odds, odds_of
from idle_year.engine.rules import AnyRules, Outcome, Score
from idle_year.engine.session import Session
from idle_year.picture import draw_picture, write_table


@dataclass(frozen=True, repr=False)
class Game:
    """A deal, or a layout of one's own, and the moves played on it.

    Moves and positions are text. What is wrong with them is a `GameError`, which says so.
    """

    session: Session[Any]
    """What the engine knows of it."""

    @property
    def rules(self) -> AnyRules:
        """The rules, with the game's `id`, `name` and page."""
        return self.session.rules

    @property
    def seed(self) -> str | None:
        """What dealt it; None for a layout of one's own."""
        return self.session.seed or None

    @property
    def position(self) -> str:
        """Where it stands, with the order of the stock, on one line."""
        return self.rules.notation.write_position(self.session.state)

    @property
    def seen(self) -> str:
        """Where it stands as its player sees it, on one line: of a hidden stock, how many cards it has."""
        return self.rules.notation.write_position(self.rules.view(self.session.state))

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves that were played."""
        return tuple(map(self.rules.notation.write_move, self.session.moves))

    @property
    def legal(self) -> tuple[str, ...]:
        """Every legal move."""
        return tuple(map(self.rules.notation.write_move, self.session.legal))

    @property
    def outcome(self) -> Outcome | None:
        """How it ended: `won`, `minor_win` or `stuck`; None while a move is left."""
        return self.session.outcome

    @property
    def score(self) -> Score:
        """What it is worth as it stands; of two ranks of a game the smaller one is better."""
        return self.rules.score(self.session.state)

    @property
    def hides(self) -> bool:
        """Whether its player has not seen all of its cards yet."""
        return self.session.hides

    def play(self, moves: str | Iterable[str]) -> Self:
        """Return the game after moves, in one text or several; raise GameError for the first that fails."""
        if not isinstance(moves, str):
            moves = " ".join(moves)
            if not moves:
                return self
        return type(self)(self.session.play(moves))

    def undo(self) -> Self:
        """Return the game before its last move, even if that turned up a card; raise GameError if none."""
        if not self.session.moves:
            self.session.undo()  # says so
        return self.at(-2)

    def at(self, number: int) -> Self:
        """Return the game after its first `number` moves; -1 is now."""
        return type(self)(self.session.at(range(len(self.session.moves) + 1)[number]))

    def __str__(self) -> str:
        """Draw what its player sees as text."""
        return write_table(self.session.table)

    def __repr__(self) -> str:
        return f"<{self.rules.id}: {self.seen}>"

    def _repr_svg_(self) -> str:
        """Draw what its player sees, for a notebook."""
        return draw_picture(self.session.table)


def deal(game: str, seed: str | int) -> Game:
    """Deal a game, named by its id or its name; raise GameError if there is no such game or seed."""
    return Game(Session.deal(find_game(game), written_seed(seed)))


def written_seed(seed: str | int) -> str:
    """Return a seed as text; raise TypeError for what is neither text nor a whole number."""
    return seed if isinstance(seed, str) else str(operator.index(seed))


def read(game: str, position: str) -> Game:
    """Begin a game with a position; raise GameError saying which word of it is wrong."""
    rules = find_game(game)
    return Game(Session(rules, "", rules.notation.read_position(position)))


def read_record(text: str) -> Game:
    """Replay a recorded game; raise GameError if its moves are not legal or don't lead to its result."""
    return Game(records.read_record(text, layouts=True))


def write_record(game: Game) -> str:
    """Write a game with its tags and moves, as `read_record` reads it."""
    return records.write_record(game.session)


def games() -> tuple[str, ...]:
    """Return the ids of all games, by family."""
    return tuple(ALL)


def odds(game: str) -> Odds:
    """Return how often a game can be won, as it was counted: with all cards known, and by a fair player."""
    return odds_of(find_game(game).id)
