"""Deal a game, play it, take moves back, give it up."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bot.engine.codes import Deal, read_deal
from bot.engine.record import write_moves
from bot.engine.rules import DEAL, Outcome
from bot.service.ends import ended_as
from bot.service.errors import AlreadyPlaying, CutShort, GameOver, NoGame, NoSuchGame, NotYours, Stale
from bot.service.game import Game, OtherRevision, Seat, replay
from bot.service.recent import RecentGames
from bot.store import Kind, NewGame, SeatTaken, Status

if TYPE_CHECKING:
    from bot.engine.rules import AnyRules
    from bot.engine.session import Session
    from bot.store import Ended, Help, Record, SavedGame, Store

_SEED_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that looks like another one
_SEED_LENGTH = 8


class Games:
    """Every game that is played through this bot.

    `seen` is the version of the game that the player looked at: where the game has moved on since, Stale
    carries it as it stands and nothing is played. None plays on the game as it stands.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._recent = RecentGames()

    async def deal(
        self,
        seat: Seat,
        rules: AnyRules,
        seed: str | None = None,
        *,
        public: bool = False,
        replacing: tuple[int, int] | None = None,
        made_up: bool = False,
    ) -> Game:
        """Deal a game: from a seed, from a deal code (which names its own game), or a random one.

        `made_up` says that the seed is one that the bot has made up just now, and nobody knows.

        Raise AlreadyPlaying where the player has a game with moves here, unless `replacing` names it by its
        id and version: then that one is resigned.
        """
        deal = read_deal(rules, seed) if seed else Deal(rules, random_seed())
        kind = Kind.CHOSEN if seed and not made_up else Kind.FREE
        new = NewGame(
            *(
                seat.owner,
                seat.channel,
                seat.guild,
                deal.rules.id,
                deal.rules.revision,
                deal.seed,
                public,
                kind,
            )
        )
        return self._replay(await self._sit_down(new, replacing))

    async def check_seat(self, seat: Seat, replacing: tuple[int, int] | None) -> None:
        """Raise AlreadyPlaying where `deal` would."""
        old = await self._store.games.playing(seat.owner, seat.channel)
        if old is not None:
            self._check_may_go(old, replacing)

    async def current(self, seat: Seat) -> Game:
        """Return the game that a player has in play; raise NoGame where there is none."""
        saved = await self._store.games.playing(seat.owner, seat.channel)
        if saved is None:
            raise NoGame
        return self._replay(saved)

    async def latest(self, seat: Seat) -> Game:
        """Return the last game of a player here, over or not; raise NoGame where there is none."""
        saved = await self._store.games.latest(seat.owner, seat.channel)
        if saved is None:
            raise NoGame
        return self._replay(saved)

    async def record(self, user: int, rules: AnyRules) -> Record:
        """Return how many games of a kind a player has ended, and how many of them were won."""
        return await self._store.results.record(user, rules.id)

    async def count_help(self, game: Game, kind: Help) -> None:
        """Count a hint or a check: the result of the game will be an assisted one."""
        await self._store.games.help(game.id, kind)

    async def get(self, game_id: int) -> Game:
        """Return a game; raise NoSuchGame where none has this id."""
        saved = await self._store.games.get(game_id)
        if saved is None:
            raise NoSuchGame
        return self._replay(saved)

    async def own(self, user: int, game_id: int, seen: int | None = None) -> Game:
        """Return a player's own game, in the version that was seen; raise NotYours or Stale otherwise."""
        game = self._recent.find(game_id, seen) or await self.get(game_id)
        if game.seat.owner != user:
            raise NotYours(game)
        if seen not in (None, game.version):
            raise Stale(game)
        return game

    async def move(self, user: int, game_id: int, seen: int | None, text: str) -> Game:
        """Play one or more moves, all or none; raise GameError with the reason where they cannot be.

        Where a card was turned up before one that fails, CutShort carries the game up to there.
        """
        game = await self._in_play(user, game_id, seen)
        session, stopped = game.session.play_openly(text)
        game = await self._go_on(game, session)
        if stopped is not None:
            raise CutShort(game, stopped)
        return game

    async def deal_on(self, user: int, game_id: int, seen: int | None) -> Game:
        """Deal one card, and more until there is something else to do or nothing left to deal."""
        game = await self._in_play(user, game_id, seen)
        session = game.session.play("d")
        while list(session.rules.moves(session.state)) == [DEAL]:
            session = session.play("d")
        return await self._go_on(game, session)

    async def undo(self, user: int, game_id: int, seen: int | None) -> Game:
        """Take the last move back; a game that ended without being won is in play again."""
        game = await self.own(user, game_id, seen)
        if game.status is Status.RESIGNED:
            raise GameOver(game, "You resigned this game, so no move of it can be taken back.")
        if game.outcome is Outcome.WON:
            raise GameOver(game, "This game is won, so no move of it can be taken back.")
        return await self._save(game, game.session.undo(), Status.PLAYING, undid=True)

    async def redo(self, user: int, game_id: int, seen: int | None) -> Game:
        """Play the move again that was last taken back."""
        game = await self._in_play(user, game_id, seen)
        return await self._go_on(game, game.session.redo())

    async def resign(self, user: int, game_id: int, seen: int | None) -> Game:
        """Give a game up."""
        game = await self._in_play(user, game_id, seen)
        return await self._save(game, game.session, Status.RESIGNED)

    async def _go_on(self, game: Game, session: Session[Any]) -> Game:
        """Save what was played; the game is finished where no move is left."""
        ended = session.rules.outcome(session.state) is not None
        return await self._save(game, session, Status.FINISHED if ended else Status.PLAYING)

    async def _in_play(self, user: int, game_id: int, seen: int | None) -> Game:
        game = await self.own(user, game_id, seen)
        if game.over:
            raise GameOver(game)
        return game

    async def _save(self, game: Game, session: Session[Any], status: Status, *, undid: bool = False) -> Game:
        """Save what follows a version, which decides between two moves at once: the later one is stale."""
        try:
            saved = await self._store.games.save(
                game.id,
                seen_version=game.version,
                moves=write_moves(session.rules, session.moves),
                undone=write_moves(session.rules, session.undone),
                status=status,
                ended=ended_as(session, status),
                undid=undid,
            )
        except SeatTaken:
            raise GameOver(
                game, "You play another game here now: finish it or resign it to take this one up again."
            ) from None
        if not saved:
            raise Stale(await self.get(game.id))
        return self._recent.keep(replace(game, version=game.version + 1, session=session, status=status))

    async def _sit_down(self, new: NewGame, replacing: tuple[int, int] | None) -> SavedGame:
        """Save a new game where its player has none, or one that may go; look again if that changes."""
        old = await self._store.games.playing(new.owner, new.channel)
        if old is None:
            try:
                return await self._store.games.create(new)
            except SeatTaken:
                return await self._sit_down(new, replacing)
        self._check_may_go(old, replacing)
        created = await self._store.games.replace(old.id, old.version, new, self._given_up(old))
        return created or await self._sit_down(new, replacing)

    def _check_may_go(self, old: SavedGame, replacing: tuple[int, int] | None) -> None:
        """Raise AlreadyPlaying unless a game may go, or nothing is lost: no move was made, or none can be."""
        if replacing == (old.id, old.version) or not (old.moves or old.undone):
            return
        try:
            game = self._replay(old)
        except OtherRevision:
            return
        raise AlreadyPlaying(game)

    def _given_up(self, old: SavedGame) -> Ended | None:
        """Return the result of a game that is resigned for another."""
        try:
            return ended_as(self._replay(old).session, Status.RESIGNED)
        except OtherRevision:
            return None

    def _replay(self, saved: SavedGame) -> Game:
        return self._recent.find(saved.id, saved.version) or self._recent.keep(replay(saved))


def random_seed() -> str:
    """Make up a seed that nobody can guess and anybody can type."""
    return "".join(secrets.choice(_SEED_LETTERS) for _ in range(_SEED_LENGTH))
