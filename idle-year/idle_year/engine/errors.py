"""Errors that players are shown; each message is one sentence for the player."""

from __future__ import annotations


class GameError(ValueError):
    """Something a player asked for is not possible; the message is one sentence for that player."""

    @property
    def told(self) -> str:
        """The message as it was noted, to be worded for its reader: `str()` of an error is plain English."""
        told: str = self.args[0] if self.args else ""
        return told


class IllegalMove(GameError):  # noqa: N818  a move is illegal; "IllegalMoveError" reads worse in every rule
    """The rules do not allow the move."""


class NotationError(GameError):
    """The text is not a move or a position; the message says what is wrong and where."""
