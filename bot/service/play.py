"""Deal a game, play it, take moves back, give it up."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bot.engine.codes import Deal, read_deal
from bot.engine.games import find_game
from bot.engine.record import write_moves
from bot.engine.rules import DEAL, Outcome
from bot.engine.session import Session
from bot.service.ends import ended_as
from bot.service.errors import AlreadyPlaying, CutShort, GameOver, NoGame, NoSuchGame, NotYours, Stale
from bot.service.game import Game, OtherRevision, Seat, replay
from bot.service.recent import RecentGames
from bot.store import Kind, NewGame, SeatTaken, Status

if TYPE_CHECKING:
    from datetime import date

    from bot.engine.rules import AnyRules
    from bot.store import Daily, Ended, Help, Race, Record, Result, SavedGame, Store

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

    async def deal_daily(self, seat: Seat, daily: Daily, replacing: tuple[int, int] | None = None) -> Game:
        """Deal a daily, always in private: the first game that a player makes of it on its day counts.

        Every other one is practice. Raise AlreadyPlaying as `deal` does.
        """
        kind = Kind.DAILY if daily.day == self._today() else Kind.PRACTICE
        deal = (daily.game, daily.revision, daily.seed)
        new = NewGame(seat.owner, seat.channel, seat.guild, *deal, kind=kind, day=daily.day)
        return self._replay(await self._sit_down(new, replacing))

    async def deal_race(self, seat: Seat, race: Race, replacing: tuple[int, int] | None = None) -> Game:
        """Deal a race to one who takes part in it from now on, always in private.

        Raise AlreadyPlaying as `deal` does, RaceClosed where the race is over or was joined already.
        """
        rules, whose = find_game(race.game), (seat.owner, seat.channel, seat.guild)
        new = NewGame(*whose, rules.id, rules.revision, race.seed, kind=Kind.RACE, race=race.id)
        return self._replay(await self._sit_down(new, replacing))

    async def deal_practice(
        self, seat: Seat, game: Game, number: int, replacing: tuple[int, int] | None = None
    ) -> Game:
        """Deal a game that is over again, with its first moves played; it counts nowhere.

        Raise GameOver where no move is left after them, AlreadyPlaying as `deal` does.
        """
        rules = game.rules
        session = Session.replay(rules, game.session.seed, game.session.moves[:number])
        if not (game.over and rules.moves(session.state)):
            raise GameOver(game, "There is nothing to practise from here: step back to where a move is left.")
        moves = write_moves(rules, session.moves)
        deal = (rules.id, rules.revision, session.seed)
        new = NewGame(
            *(seat.owner, seat.channel, seat.guild, *deal), kind=Kind.PRACTICE, day=game.day, moves=moves
        )
        return self._replay(await self._sit_down(new, replacing))

    async def result(self, game: Game) -> Result | None:
        """Return the result of a game; None where it has none, because no move of it was played here."""
        return await self._store.results.of(game.id)

    async def attempt(self, player: int, day: date, game: str) -> Game | None:
        """Return the one game of a daily that counts for a player; None before it is dealt."""
        found = await self._store.dailies.attempt(player, day, game)
        return None if found is None else await self.get(found)

    async def seals(self, game: Game) -> bool:
        """Whether nobody may learn the deal of a game: others still play it, in a race or as the daily."""
        if game.day is not None:
            return game.day >= self._today()
        raced = game.kind in (Kind.RACE, Kind.PRACTICE)
        return raced and await self._store.races.plays(game.rules.id, game.session.seed)

    def _today(self) -> date:
        return self._store.now().date()

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
        new = await self._as_it_counts(new)
        old = await self._store.games.playing(new.owner, new.channel)
        try:
            if old is None:
                return await self._store.games.create(new)
            self._check_may_go(old, replacing)
            created = await self._store.games.replace(old.id, old.version, new, self._given_up(old))
        except SeatTaken:
            created = None
        return created or await self._sit_down(new, replacing)

    async def _as_it_counts(self, new: NewGame) -> NewGame:
        """Return a new game as practice where another one of its player counts as the daily.

        Raise AlreadyPlaying while that one is in play: what is learnt in practice would serve it.
        """
        if new.kind is not Kind.DAILY or new.day is None:
            return new
        counted = await self.attempt(new.owner, new.day, new.game)
        if counted is None:
            return new
        if not counted.over:
            raise AlreadyPlaying(counted)
        return new._replace(kind=Kind.PRACTICE)

    def _check_may_go(self, old: SavedGame, replacing: tuple[int, int] | None) -> None:
        """Raise AlreadyPlaying unless a game may go, or nothing is lost: no move was made, or none can be.

        Of a daily or a race its one attempt would be lost.
        """
        begun = bool(old.moves or old.undone) or old.kind in (Kind.DAILY, Kind.RACE)
        if replacing == (old.id, old.version) or not begun:
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
