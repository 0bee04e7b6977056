"""Positions: the frozen states that rules play on, and how they and their moves are written.

They are written the same on screen, in commands, in files and in the log; `docs/notation.md` explains how.
Piles are counted from 1 in this package, and only here.
"""
