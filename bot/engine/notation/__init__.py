"""Text <-> positions and moves: how the screen, the commands, the files and the log write them.

Piles are counted from 1 in this package, and only here. `docs/notation.md` explains it to players.
"""

from bot.engine.notation.row import Row, RowNotation, pile_number

__all__ = ["Row", "RowNotation", "pile_number"]
