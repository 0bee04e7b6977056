"""Challenges: whom somebody wants to beat who was dealt the same by a post, and what became of it."""

from __future__ import annotations

from typing import NamedTuple

from bot.service.game import Game
from bot.store import RESIGNED, Challenge, Result, Store


class Rival(NamedTuple):
    """Whoever shared a game, and how it went."""

    player: int | None
    """None if nobody is to be named: that player hides here, or has deleted the game."""
    result: Result | None
    """None if it was deleted."""


class Try(NamedTuple):
    """How one player has answered a post, by the best of several games."""

    player: int
    result: Result | None
    """None while that game is on."""
    beats: bool
    """Whether it is better than what was shared."""


class Answered(NamedTuple):
    """Who has answered a post, whoever came last first."""

    tries: list[Try]
    hidden: int
    """How many more have who hide here."""
    goal: Result | None = None
    """What there was to beat; None if it was deleted."""


class Challenges:
    """Who was dealt the same by which post."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def accept(self, message: int, shared: int, game: Game, guild: int | None) -> None:
        """Note that somebody was dealt a game by a post about the game `shared`, unless that is their own."""
        rival = await self._store.games.get(shared)
        if rival is None or rival.owner != game.seat.owner:
            await self._store.challenges.put(Challenge(message, game.seat.owner, game.id, shared, guild or 0))

    async def rival(self, shared: int, guild: int | None) -> Rival:
        """Return whom to beat, as people in a server may read it at this moment."""
        saved = await self._store.games.get(shared)
        if saved is None:
            return Rival(None, None)
        hides = await self._store.ranks.hidden(guild or 0, [saved.owner])
        return Rival(None if hides else saved.owner, await self._store.results.of(shared))

    async def answered(self, message: int) -> Answered:
        """Return who has answered a post, and how it went."""
        found = await self._store.challenges.of_message(message)
        if not found:
            return Answered([], 0)
        goal = await self._store.results.of(found[0].shared)
        results = await self._store.results.of_games([each.game_id for each in found])
        hide = await self._store.ranks.hidden(found[0].guild, [each.player for each in found])
        best: dict[int, Result | None] = {}
        for each in found:
            result = results.get(each.game_id)
            if best.get(each.player) is None or is_better(result, best[each.player]):
                best[each.player] = result
        tries = [
            Try(player, result, is_better(result, goal))
            for player, result in best.items()
            if player not in hide
        ]
        return Answered(tries, len(best) - len(tries), goal)

    async def of_game(self, game: Game) -> Challenge | None:
        """Return the challenge that a game was dealt for."""
        return await self._store.challenges.of_game(game.id)


def is_better(result: Result | None, than: Result | None) -> bool:
    """Whether a result beats another, by the order of all leaderboards; who resigned beats nobody."""
    if result is None or than is None or result.outcome == RESIGNED:
        return False
    return than.outcome == RESIGNED or result.rank < than.rank
