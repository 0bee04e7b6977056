"""Text <-> positions and moves: how the screen, the commands, the files and the log write them.

Piles are counted from 1 in this package, and only here. `docs/notation.md` explains it to players.
"""
