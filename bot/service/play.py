"""Playing a game: moves, undo and redo, resigning."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from typing import Any

from bot.service.errors import (
    Astray,
    CutShort,
    GameOver,
    MovesStand,
    ResultStays,
    Stale,
    StaysResigned,
    StaysWon,
    TooManyGames,
)
from bot.service.first_game import strays
from bot.service.game import Game, can_take_back, ended_as
from bot.service.lookup import Lookup
from bot.store import RACED, Forced, Kind, NewVersion, RaceClosed, Status, Store, TooManyInPlay, Tried
from idle_year.engine.line import is_one_move
from idle_year.engine.records import write_moves
from idle_year.engine.rules import DEAL, REDEAL, Move, Outcome
from idle_year.engine.session import Session


class Play:
    """Plays games, each as its own player has seen it.

    If a game has moved on since, nothing is played, and Stale carries its current state.
    """

    def __init__(self, store: Store, lookup: Lookup, most: int = 0) -> None:
        """Let each player have at most so many games in play, or any number if that is 0."""
        self._store = store
        self._lookup = lookup
        self._most = most

    async def move(self, game: Game, text: str, *, forced: Forced = Forced.BY_HAND) -> Game:
        """Play one or more moves, all or none; raise GameError with the reason if they cannot be played.

        Then play on while there is no choice, as far as `forced` says. If a card was turned up before the
        move that fails, the moves before it stand, and CutShort carries the game up to there.
        """
        _check_in_play(game)
        if strays(game, text):
            raise Astray(game)
        # A single move from a button is played right here; a typed line may take a second.
        play = game.session.play_openly
        session, stopped = play(text) if is_one_move(text) else await asyncio.to_thread(play, text)
        if only_move(session, forced) is not None:
            session = await asyncio.to_thread(played_while_forced, session, forced)
        game = await self._go_on(game, session)
        if stopped is not None:
            raise CutShort(game, stopped)
        return game

    async def deal_on(self, game: Game, *, forced: Forced = Forced.BY_HAND) -> Game:
        """Deal one card, and more until one brings a move; then play what has no choice."""
        _check_in_play(game)
        return await self._go_on(game, await asyncio.to_thread(dealt_on, game.session, forced))

    async def undo(self, game: Game, number: int = 1, *, forced: Forced = Forced.BY_HAND) -> Game:
        """Take back so many moves, or as many as may be; this reopens a game that ended without being won.

        Take back as well what was played because there was no choice, as far as `forced` says.
        Raise TooManyGames if its player then had more games in play than are allowed.
        """
        if game.kind is Kind.PUZZLE:
            raise MovesStand(game)
        if game.status is Status.RESIGNED:
            raise StaysResigned(game)
        if game.outcome is Outcome.WON:
            raise StaysWon(game)
        if game.over and game.kind in (Kind.DAILY, *RACED) and not await self._lookup.seals(game):
            raise ResultStays(game)
        session = await asyncio.to_thread(_undone, game.session, number, forced)
        return await self._save(game, session, Status.PLAYING, undid=True)

    async def redo(self, game: Game, *, forced: Forced = Forced.BY_HAND) -> Game:
        """Play the move again that was last taken back, and what followed without a choice."""
        _check_in_play(game)
        session = game.session.redo()
        while session.undone and only_move(session, forced) is not None:
            session = session.redo()
        return await self._go_on(game, session)

    async def resign(self, game: Game) -> Game:
        """Resign a game; a puzzle is over then, and not solved."""
        _check_in_play(game)
        if game.kind is Kind.PUZZLE:
            game = replace(game, tried=await self._lookup.tried(game))
            return await self._save(game, game.session, Status.FINISHED, came_to=Tried.FAILED)
        return await self._save(game, game.session, Status.RESIGNED)

    async def turn_to(self, game: Game) -> None:
        """Let commands mean a game in play, in its channel, as if it were the one last played on there."""
        meant = await self._store.seats.playing(game.seat.owner, game.seat.channel)
        if meant is not None and meant.id != game.id:
            await self._store.seats.turn_to(game.id)

    async def take_along(self, game: Game, channel: int) -> Game:
        """Move a game to another channel, as a new version; it still belongs to its original server.

        Raise Stale if the game has moved on since.
        """
        if not await self._store.seats.take_along(game.seen, channel):
            raise Stale(await self._lookup.get(game.id))
        seat = replace(game.seat, channel=channel)
        return self._lookup.remember(replace(game, version=game.version + 1, seat=seat))

    async def _go_on(self, game: Game, session: Session[Any]) -> Game:
        """Save what was played; the game is finished if no move is left, or the puzzle is settled."""
        if game.kind is Kind.PUZZLE:
            tried = await self._lookup.tried(replace(game, session=session, tried=None))
            found = tried.found
            came_to = Tried.FAILED if found.wrong else Tried.SOLVED if found.solved else None
            status = Status.FINISHED if came_to else Status.PLAYING
            game = replace(game, tried=tried)
            return await self._save(game, session.at(found.number), status, came_to=came_to)
        ended = session.outcome is not None
        return await self._save(game, session, Status.FINISHED if ended else Status.PLAYING)

    async def _save(
        self,
        game: Game,
        session: Session[Any],
        status: Status,
        *,
        undid: bool = False,
        came_to: Tried | None = None,
    ) -> Game:
        """Save the successor of a version; of two simultaneous moves, the later one is stale."""
        kept = game.tried.kept if came_to and game.tried else 0
        make = partial(
            _new_version, game.seat.owner, session, status, undid=undid, came_to=came_to, kept=kept
        )
        # Only the end of a game is enough work for a thread.
        new = make() if status is Status.PLAYING else await asyncio.to_thread(make)
        most = self._most if game.over and game.kind is not Kind.DAILY else 0
        try:
            kind = await self._store.games.save(game.seen, new, most)
        except TooManyInPlay as error:
            raise TooManyGames(await self._lookup.replayed(error.left_longest), self._most) from None
        except RaceClosed:
            raise ResultStays(game) from None
        if kind is None:
            raise Stale(await self._lookup.get(game.id))
        changed = replace(game, version=game.version + 1, session=session, status=status, kind=kind)
        return self._lookup.remember(changed)


def dealt_on(session: Session[Any], forced: Forced) -> Session[Any]:
    """Deal a card, and more until one brings a new move; then play on while there is no choice."""
    seen = {DEAL, *session.legal}
    session = session.play("d")
    while DEAL in session.legal and seen.issuperset(session.legal):
        session = session.play("d")
    return played_while_forced(session, forced)


def played_while_forced(session: Session[Any], forced: Forced) -> Session[Any]:
    """Play on while there is no choice; return the resulting session.

    Cards are dealt in one run, which the last move may have begun: else a game without choices would be over
    before anybody has seen it.
    """
    runs = int(session.moves[-1:] == (DEAL,))
    while (move := only_move(session, forced)) is not None:
        if move == DEAL and session.moves[-1:] != (DEAL,):
            if runs:
                break
            runs += 1
        session = session.play(session.rules.notation.write_move(move))
    return session


def only_move(session: Session[Any], forced: Forced) -> Move | None:
    """Return the move that is played for the player, as there is no choice and it leads on.

    To go through a stock again is for the player to decide, and so is what could go to and fro.
    """
    moves = session.legal
    if len(moves) != 1 or session.full or forced is Forced.BY_HAND:
        return None
    (move,) = moves
    leads_on = move == DEAL or (move != REDEAL and not session.rules.reversible)
    return move if leads_on else None


def _check_in_play(game: Game) -> None:
    if game.over:
        raise GameOver(game)


def _undone(session: Session[Any], number: int, forced: Forced) -> Session[Any]:
    session = _undone_to_choice(session, forced)
    for _ in range(number - 1):
        if not can_take_back(session):
            break
        session = _undone_to_choice(session, forced)
    return session


def _undone_to_choice(session: Session[Any], forced: Forced) -> Session[Any]:
    session = _undone_once(session)
    while can_take_back(session) and only_move(session, forced) is not None:
        session = _undone_once(session)
    return session


def _undone_once(session: Session[Any]) -> Session[Any]:
    """Take back one move; raise NothingToUndo if a card that was turned up by choice stays seen."""
    if session.can_undo or not can_take_back(session):
        return session.undo()
    rules, moves = session.rules, session.moves
    left = range(len(moves) - 1, 0, -1)
    stay = next((n for n in left if rules.reveals(session.state_at(n - 1), moves[n - 1])), 0)
    return replace(session.at(len(moves) - 1), undone=(*session.undone, moves[-1]), stay=stay)


def _new_version(
    owner: int, session: Session[Any], status: Status, *, undid: bool, came_to: Tried | None, kept: int
) -> NewVersion:
    """Return what is saved of a game: its moves, those that were taken back, and its result."""
    moves, undone = (write_moves(session.rules, line) for line in (session.moves, session.undone))
    return NewVersion(owner, moves, undone, status, came_to or ended_as(session, status), undid, kept)
