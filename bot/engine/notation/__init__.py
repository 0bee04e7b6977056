"""Text <-> positions and moves, as written on screen, in commands, in files and in the log.

Piles are counted from 1 in this package, and only here. `docs/notation.md` explains the notation to players.
"""
