"""Accordion, the patience of 1883, and its relatives: rules, notation, exact solvers, hints and puzzles.

    >>> from idle_year import deal, solve
    >>> game = deal("late-binding", "tuesday")
    >>> solve(game).answer
    <Answer.WON: 'won'>

Games, positions and moves are text: `game.play("13<<<")`. Nothing is changed: each move returns a new game.
"""

from idle_year.answers import (
    BestLine,
    Hint,
    Puzzle,
    Solution,
    best,
    hint,
    judge,
    prepare,
    puzzle,
    solve,
)
from idle_year.engine.errors import GameError
from idle_year.engine.rules import Outcome, Score
from idle_year.game import Game, chance, deal, games, read, read_record, write_record
from idle_year.solvers.jit import CannotCompile
from idle_year.solvers.protocols import Answer, Limit

__all__ = [
    "Answer",
    "BestLine",
    "CannotCompile",
    "Game",
    "GameError",
    "Hint",
    "Limit",
    "Outcome",
    "Puzzle",
    "Score",
    "Solution",
    "best",
    "chance",
    "deal",
    "games",
    "hint",
    "judge",
    "prepare",
    "puzzle",
    "read",
    "read_record",
    "solve",
    "write_record",
]
