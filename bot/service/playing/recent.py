"""The most recently played games, kept replayed so that the next move need not read and replay them."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.service.game import Game

_MOST = 1000  # games
_MOST_MOVES = 25_000
"""In all of them together; about 5 MB, including the states kept with them."""


class RecentGames:
    """The latest known version of each recent game; it may be stale: only the store is authoritative."""

    def __init__(self) -> None:
        self._games: OrderedDict[int, Game] = OrderedDict()
        self._moves = 0

    def keep(self, game: Game) -> Game:
        """Remember a game, and forget the least recently played ones if there are too many."""
        self._drop(game.id)
        self._games[game.id] = game
        self._moves += _moves(game)
        while len(self._games) > 1 and (len(self._games) > _MOST or self._moves > _MOST_MOVES):
            self._drop(next(iter(self._games)))
        return game

    def forget(self, player: int) -> None:
        """Forget the games of a player."""
        for game_id in [game.id for game in self._games.values() if game.seat.owner == player]:
            self._drop(game_id)

    def find(self, game_id: int, version: int | None) -> Game | None:
        """Return this exact version of a game, if it is the one remembered."""
        game = self._games.get(game_id)
        return game if game is not None and game.version == version else None

    def _drop(self, game_id: int) -> None:
        game = self._games.pop(game_id, None)
        if game is not None:
            self._moves -= _moves(game)


def _moves(game: Game) -> int:
    return len(game.session.moves) + len(game.session.undone)
