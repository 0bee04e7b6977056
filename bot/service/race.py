"""Races: one deal played by several people at once, each on their own board."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta
from typing import NamedTuple

from bot.service.deal import Dealer
from bot.service.errors import Refusal, SetAside, StillReading
from bot.service.first_game import first_rules
from bot.service.game import Game, Seat, ranked_by
from bot.service.lookup import Lookup
from bot.service.seeds import playable_seed
from bot.store import (
    ORDER,
    RACED,
    RESIGNED,
    DealSeen,
    Kind,
    NewRace,
    Race,
    RaceClosed,
    Result,
    SavedGame,
    Status,
    Store,
)
from idle_year.engine.rules import AnyRules, Outcome

_FEWEST = 2  # players: a race does not end because its only player so far has finished
_QUICK, _OPEN = timedelta(minutes=10), timedelta(minutes=3)
"""How long a quick race goes on, and can be joined."""
_LAST = {Status.PLAYING: 1, Status.RESIGNED: 2}


class NoRace(Refusal):
    """No race has this id, or none is running in the channel."""


class RaceOn(Refusal):
    """Another race is running in the channel."""


class RaceOver(Refusal):
    """A race can no longer be joined."""


class RaceShut(Refusal):
    """A quick race goes on, but can no longer be joined."""


class NotInRace(Refusal):
    """Somebody who neither started nor joined a race asks for a rematch."""


class SeenBefore(Refusal):
    """The player was in the race before the player's data was deleted."""


class MayNotStop(Refusal):
    """The race was started by somebody else."""


class Standing(NamedTuple):
    """How one player stands in a race."""

    player: int
    status: Status
    """Also PLAYING if the game was finished only after the race."""
    won: bool
    assisted: bool
    left: int
    """What results are ranked by; smaller is better."""
    tiebreak: int
    """What those with as much left are ranked by."""
    moves: int
    seconds: int
    """The time at the board."""
    late: bool = False
    """Whether the player joined after somebody had finished, and so ranks below the others."""
    hidden: bool = False
    """Whether the player is on no leaderboard of the server."""

    @property
    def rank(self) -> tuple[int, ...]:
        """What those who have finished are ranked by; equal ones share a place."""
        return int(self.late), *(getattr(self, name) for name in ORDER)

    @property
    def named(self) -> bool:
        """Whether the player has finished, and is named for it."""
        return self.status is Status.FINISHED and not self.hidden

    @property
    def unwon(self) -> bool:
        """What results are ranked by first."""
        return not self.won


class Duel(NamedTuple):
    """How many races of a server each of two players has won, of those that both have finished."""

    one: int
    other: int
    won: int
    lost: int


class OwnStanding(NamedTuple):
    """How somebody stands who has just finished in a race."""

    number: int
    among: int
    stuck: bool
    """Whether the game ended without a win, so that taking moves back could still win it."""
    last: bool = False
    """Whether nobody else is still playing: the race is about to end."""


class Races:
    """Starts, runs and ends races."""

    def __init__(self, store: Store, lookup: Lookup, dealer: Dealer) -> None:
        self._store = store
        self._lookup = lookup
        self._dealer = dealer

    async def start(self, seat: Seat, guild: int, rules: AnyRules, hours: int) -> Race:
        """Start a race in a channel, on a deal that nobody knows; raise RaceOn if another one is running."""
        ends = self._store.now() + timedelta(hours=hours)
        return await self._start(
            NewRace(guild, seat.channel, seat.owner, rules.id, playable_seed(rules), ends)
        )

    async def start_quick(self, seat: Seat, guild: int, seed: str) -> Race:
        """Start a quick race in a channel, on a deal that can be won; raise RaceOn if another is running."""
        now = self._store.now()
        new = NewRace(guild, seat.channel, seat.owner, first_rules().id, seed, now + _QUICK, now + _OPEN)
        return await self._start(new)

    async def _start(self, new: NewRace) -> Race:
        race = await self._store.races.start(new)
        if race is None:
            raise RaceOn
        return race

    async def check_was_in(self, seat: Seat, race: Race) -> None:
        """Raise NotInRace unless a player has started or joined a race."""
        if seat.owner != race.starter and await self._store.races.joined(race.id, seat.owner) is None:
            raise NotInRace

    async def get(self, race_id: int) -> Race:
        """Return a race; raise NoRace if none has this id."""
        race = await self._store.races.get(race_id)
        if race is None:
            raise NoRace
        return race

    async def join(self, seat: Seat, race: Race) -> Game:
        """Deal a race to a player, or return the game of it that the player already has.

        Raise NoRace in another server, RaceOver or RaceShut if it is too late, SeenBefore if that game was
        deleted.
        """
        joined = await self._joined(seat, race)
        if joined is not None:
            return joined
        if seat.guild != race.guild:
            raise NoRace
        try:
            return await self._dealer.deal_race(seat, race)
        except (RaceClosed, DealSeen) as error:
            # Of two simultaneous presses, the later one finds the game that the earlier one dealt.
            joined = await self._joined(seat, race)
            if joined is not None:
                return joined
            if isinstance(error, DealSeen):
                raise SeenBefore from None
            now = self._store.now()
            raise (RaceShut if race.is_shut(now) and now < race.ends_at else RaceOver) from None

    async def stop(self, seat: Seat, *, manages: bool) -> Race:
        """End the race in a channel, for its starter or somebody who manages the server.

        Raise NoRace if none is running, MayNotStop for anybody else.
        """
        race = await self._store.races.here(seat.channel)
        if race is None:
            raise NoRace
        if not (manages or seat.owner == race.starter):
            raise MayNotStop
        await self._store.races.end(race.id)
        return race._replace(over=True)

    async def end_if_done(self, race: Race) -> bool:
        """End a race that should end, by what is saved at this moment; return whether it is over then."""
        return await self._store.races.end_if_done(race.id, self._fewest(race))

    async def duel(self, race: Race, found: Sequence[Standing]) -> Duel | None:
        """Return how the first two named of a race that is over stand against each other in its server.

        None if there are no two, or if they have never raced each other before.
        """
        named = [standing.player for standing in found if standing.named]
        if len(named) < _FEWEST:
            return None
        one, other, *_ = named
        won = await self._store.results.duel(race.guild, one, other)
        return Duel(one, other, *won) if sum(won) > 1 else None

    async def standings(self, games: Sequence[SavedGame], *, final: bool = False) -> list[Standing]:
        """Return how each player stands: the best first, then those still playing, then those who resigned.

        Below those who have finished come those who have and joined late. Games that cannot be read are left
        out, and those that take long to read as well; if this is `final`, raise StillReading for them.
        """
        found = []
        for saved in games:
            try:
                found.append((saved, await self._lookup.replayed(saved)))
            except SetAside:
                continue
            except StillReading:
                if final:
                    raise
        results = await self._store.results.of_games([saved.id for saved, _ in found])
        assisted = await self._store.games.assisted([saved.id for saved, _ in found])
        standings = await asyncio.to_thread(_stand, found, results, assisted)
        return await self._with_hidden(standings, games)

    async def _with_hidden(self, standings: list[Standing], games: Sequence[SavedGame]) -> list[Standing]:
        """Mark those who are hidden from the leaderboards of the server."""
        guild = next((saved.guild for saved in games if saved.guild is not None), None)
        if guild is None:
            return standings
        hidden = await self._store.ranks.hidden(guild, [standing.player for standing in standings])
        return [standing._replace(hidden=standing.player in hidden) for standing in standings]

    async def own_standing(self, game: Game) -> OwnStanding | None:
        """Return how a player stands who has just finished in a race; None if it was over before."""
        race = await self._store.races.of_game(game.id) if game.kind in RACED else None
        if race is None or race.over or game.status is not Status.FINISHED:
            return None
        games = await self._store.games.of_race(race.id)
        found = await self.standings(games)
        finished = [each for each in found if each.status is Status.FINISHED]
        own = next((each for each in finished if each.player == game.seat.owner), None)
        if own is None:
            return None
        number = [each.rank for each in finished].index(own.rank) + 1
        done = await self.is_done(race, games)
        return OwnStanding(number, len(found), game.outcome is Outcome.STUCK and not done, done)

    async def is_done(self, race: Race, games: Sequence[SavedGame]) -> bool:
        """Whether a race should end: its time is up, or there were several players and all are done.

        One is enough if nobody else can join any more.
        Who has finished is done, even if the game has been reopened since.
        """
        if race.over or self._store.now() >= race.ends_at:
            return True
        playing = [game.id for game in games if game.status is Status.PLAYING]
        if len(games) < self._fewest(race):
            return False
        return len(await self._store.results.of_games(playing)) == len(playing)

    def _fewest(self, race: Race) -> int:
        return 1 if race.is_shut(self._store.now()) else _FEWEST

    async def _joined(self, seat: Seat, race: Race) -> Game | None:
        game_id = await self._store.races.joined(race.id, seat.owner)
        return None if game_id is None else await self._lookup.get(game_id)


def _stand(
    games: Sequence[tuple[SavedGame, Game]], results: Mapping[int, Result], assisted: Collection[int]
) -> list[Standing]:
    standings = []
    for saved, game in games:
        result = results.get(saved.id)
        if result is not None and result.kind in RACED and result.outcome != RESIGNED:
            standings.append(_finished(saved.owner, result))
        else:
            standings.append(_going_on(saved, game, assisted))
    return sorted(standings, key=_order)


def _finished(player: int, result: Result) -> Standing:
    """Return where somebody stands who has finished, even if the game was reopened since."""
    return Standing(
        player,
        Status.FINISHED,
        result.outcome == Outcome.WON,
        bool(result.assisted),
        *(result.left, result.tiebreak, result.moves, result.seconds),
        late=result.kind == Kind.LATE,
    )


def _going_on(saved: SavedGame, game: Game, assisted: Collection[int]) -> Standing:
    """Return where somebody stands who has not finished, at least not in time."""
    return Standing(
        saved.owner,
        Status.RESIGNED if saved.status is Status.RESIGNED else Status.PLAYING,
        game.outcome is Outcome.WON,
        saved.id in assisted,
        *ranked_by(game.rules.score(game.state)),
        len(game.session.moves),
        saved.seconds,
        late=saved.kind is Kind.LATE,
    )


def _order(standing: Standing) -> tuple[int, ...]:
    """Return a sort key: those who have finished in leaderboard order, then the others."""
    return _LAST.get(standing.status, 0), *standing.rank, standing.player
