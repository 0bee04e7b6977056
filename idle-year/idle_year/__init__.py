"""Accordion, the patience of 1883, and its relatives: rules, notation, exact solvers, hints and puzzles.

    >>> from idle_year import deal, solve
    >>> game = deal("late-binding", "tuesday")
    >>> solve(game).answer
    <Answer.WON: 'won'>

deal(game, seed)        a new game; the same seed deals the same cards for ever
read(game, position)    a game that begins with a position
game.legal, .play("13<<<"), .undo(), .at(5), .position, .seen, .moves, .outcome, .score
read_record(text), write_record(game)
solve(game)             can it be won, and how: Answer WON, LOST or UNKNOWN; never a guess
best(game)              the best score within reach
judge(game)             for each legal move, whether it can be won after it
hint(game)              what to play, by what a player sees: Surety WON, LOST, ESTIMATE or OPEN
puzzle(game, seed)      a position in which few moves keep the win, proven
odds(game)              how often it can be won, counted
games()                 the names of all games
prepare(game)           load a game's solver, which is compiled once on each machine

Nothing is changed: each move returns a new game. What is wrong is a GameError that says so. Questions take a
Limit of nodes and seconds, 1.5 seconds by default.
"""

from idle_year.analysis import Surety
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
from idle_year.game import Game, deal, games, odds, read, read_record, write_record
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
    "Surety",
    "best",
    "deal",
    "games",
    "hint",
    "judge",
    "odds",
    "prepare",
    "puzzle",
    "read",
    "read_record",
    "solve",
    "write_record",
]
