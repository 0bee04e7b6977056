"""The games that were played last, kept replayed so that the next move need not read and replay them."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.service.game import Game

_MOST = 1000  # games; about 10 MB


class RecentGames:
    """The latest known version of each recent game. It may be behind: only the store knows the truth."""

    def __init__(self) -> None:
        self._games: OrderedDict[int, Game] = OrderedDict()

    def keep(self, game: Game) -> Game:
        """Remember a game, and forget the one that was played longest ago where there are too many."""
        self._games[game.id] = game
        self._games.move_to_end(game.id)
        if len(self._games) > _MOST:
            self._games.popitem(last=False)
        return game

    def forget(self, player: int) -> None:
        """Forget the games of a player."""
        for game_id in [game.id for game in self._games.values() if game.seat.owner == player]:
            del self._games[game_id]

    def find(self, game_id: int, version: int | None) -> Game | None:
        """Return this very version of a game, if it is the one that is remembered."""
        game = self._games.get(game_id)
        return game if game is not None and game.version == version else None
