"""Errors that players are shown; each message is one sentence for the player."""

from __future__ import annotations


class GameError(ValueError):
    """Something a player asked for is not possible; the message is one sentence for that player."""


class IllegalMove(GameError):  # noqa: N818  a move is illegal; "IllegalMoveError" reads worse in every rule
    """The rules do not allow the move."""


class NotationError(GameError):
    """The text is not a move or a position; the message says what is wrong and where."""
