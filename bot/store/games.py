"""The table of games: each is dealt, moved and ended here, a daily's and a race's too."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import (
    Text,
    bindparam,
    case,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.columns import known
from bot.store.database import Database, take_part, take_turns
from bot.store.errors import DailyTaken, RaceClosed
from bot.store.privacy import check_unseen
from bot.store.race import enter_race, hold_race, join_race, note_end
from bot.store.results import Ended, assisted_of, save_line, save_result
from bot.store.saved_game import (
    MADE_UP,
    RACED,
    Help,
    Kind,
    NewGame,
    SavedGame,
    Seen,
    Status,
    read_game,
    saved_game,
    status_before,
)
from bot.store.seats import clear_seat, take_seat
from bot.store.tables import ASIDE, PLAYING, SECONDS_NOW, games, puzzles, racers
from bot.store.tries import Tried, begin_try, settle_try
from bot.store.troubles import is_taken

# Built once: SQLAlchemy then finds each in its cache of compiled statements by identity.
_BY_ID = select(games).where(games.c.id == bindparam("key"))
_IN_PLAY = select(games.c.id).where(
    games.c.owner == bindparam("owner"),
    games.c.game == bindparam("game"),
    games.c.seed == bindparam("seed"),
    PLAYING,
)
_BEGUN = select(func.count()).select_from(
    select(games.c.id)
    .where(games.c.owner == bindparam("owner"), games.c.kind.in_(MADE_UP), games.c.moves != "")
    .limit(bindparam("most"))
    .subquery()
)
_COUNT = select(func.count()).select_from(games).where(PLAYING)
_SAVE = (
    update(games)
    .where(games.c.id == bindparam("key"), games.c.version == bindparam("seen"))
    .values(
        version=games.c.version + 1,
        moves=bindparam("moves"),
        undone=bindparam("undone"),
        status=bindparam("status"),
        undos=games.c.undos + case((bindparam("undid"), 1), else_=0),
        seconds=SECONDS_NOW,
        updated_at=bindparam("now"),
        set_aside=None,  # this program could read it: an older version has set it aside meanwhile
    )
)
_SAVE_MOVES = _SAVE.returning(games.c.kind)
_SAVE_AND_READ = _SAVE.returning(*games.c)
_MAKE_PRACTICE = (
    update(games).where(games.c.id == bindparam("key")).values(kind=Kind.PRACTICE.value).returning(*games.c)
)
_SET_ASIDE = (
    update(games)
    .where(
        games.c.id == bindparam("key"),
        games.c.version == bindparam("seen"),
        games.c.set_aside.is_(None),
    )
    .values(
        # A newer version, which knows its kind, may just be saving it: that stands.
        version=games.c.version + case((games.c.kind.in_([*Kind]), 1), else_=0),
        set_aside=games.c.status + ": " + bindparam("reason", type_=Text),
        status=case((PLAYING, Status.RESIGNED.value), else_=games.c.status),
    )
)
_TAKE_BACK = (
    update(games)
    .where(
        games.c.id == bindparam("key"), games.c.version == bindparam("seen"), games.c.set_aside.is_not(None)
    )
    .values(version=games.c.version + 1, set_aside=None, status=bindparam("was"))
)
_SOME_ASIDE = (
    select(games).where(ASIDE, games.c.id > bindparam("after")).order_by(games.c.id).limit(bindparam("most"))
)
_HELP = {
    kind: update(games).where(games.c.id == bindparam("key")).values({kind.value: games.c[kind.value] + 1})
    for kind in Help
}
_CREATE = insert(games).returning(*games.c)
_THERE = games.c.owner == bindparam("owner"), games.c.channel == bindparam("channel")
_SAME = select(games).where(
    *_THERE, *(games.c[name] == bindparam(name) for name in ("game", "revision", "seed", "moves"))
)
_LAST_TO_GO = select(games.c.id).where(*_THERE).order_by(games.c.id.desc()).offset(bindparam("most")).limit(1)
_EARLIER = games.alias("earlier")
_IS_LATER = exists().where(
    *(_EARLIER.c[name] == games.c[name] for name in ("owner", "seed", "kind")),
    _EARLIER.c.id < games.c.id,
)
_IS_OF_A_PUZZLE = exists().where(puzzles.c.seed == games.c.seed)
# The first of a puzzle's deal stays: it tells the rating that its player could look the puzzle up.
_FORGET_OLD = delete(games).where(
    *_THERE, games.c.id <= _LAST_TO_GO.scalar_subquery(), or_(_IS_LATER, ~_IS_OF_A_PUZZLE)
)
_OF_RACE = (
    select(games)
    .join(racers, racers.c.game_id == games.c.id)
    .where(racers.c.race == bindparam("race"))
    .order_by(games.c.id)
)


class NewVersion(NamedTuple):
    """What somebody has made of a game: its next version."""

    owner: int
    """The player, whose ends and undos take turns."""
    moves: str
    undone: str
    status: Status = Status.PLAYING
    ended: Ended | Tried | None = None
    """Its result, or how the try at a puzzle went that it is, if this is its end."""
    undid: bool = False
    """Whether it comes of taking a move back, which may bring a game that was over back into play."""
    kept: int = 0
    """Of a try that ends, how many of its moves kept the win."""


class SavedGames:
    """The table of games."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def create(self, new: NewGame, most: int = 0) -> SavedGame:
        """Save a new game at version 1.

        Its owner's games in its channel in which nothing was done yet are resigned, unless it is a daily that
        counts. Raise DailyTaken if its owner has this daily already; TooManyInPlay if `most` of the owner's
        games are in play, dailies not counted, unless that is 0.
        If it names a race, also join that, both or neither; raise RaceClosed if that is impossible. If it
        names a puzzle, begin the one try at that; raise PuzzleTaken if its owner has begun it before. Raise
        DealSeen if the owner has seen this race, daily or puzzle of today before, and then had all data
        deleted.
        """
        now = self._database.now()
        async with self._database.transaction() as connection:
            # Before or after its owner's data is deleted: in between, it would go without a trace.
            await take_part(connection)
            if new.kind is Kind.DAILY:
                return await _create_daily(connection, new, now)
            new = await _entered(connection, new, now)
            await clear_seat(connection, new.owner, new.channel, now)
            if most:
                await take_seat(connection, new.owner, most)
            return await _create(connection, new, now)

    async def save_over(self, new: NewGame, most: int) -> SavedGame:
        """Save a game that is over already, such as one read from a file; it has no result.

        If its owner has the same game in the same channel, return that. Of all games there, the `most` latest
        are kept, and the first of each deal of which there is a puzzle.
        """
        async with self._database.transaction() as connection:
            # Of two who read the same one at once, the second is to find it.
            await take_part(connection)
            await take_turns(connection, new.owner)
            kept = read_game(await connection.execute(_SAME, new._asdict()))
            if kept is not None:
                return kept
            created = await _create(connection, new, self._database.now(), Status.FINISHED)
            await connection.execute(_FORGET_OLD, {"owner": new.owner, "channel": new.channel, "most": most})
            return created

    async def plays(self, owner: int, game: str, seed: str) -> bool:
        """Whether a player has a deal in play, in any channel."""
        found = await self._database.execute(_IN_PLAY, {"owner": owner, "game": game, "seed": seed})
        return found.first() is not None

    async def begun(self, owner: int, most: int) -> int:
        """Return how many games of deals made up by the bot somebody has played, `most` at most."""
        counted = await self._database.execute(_BEGUN, {"owner": owner, "most": most})
        return int(counted.scalar_one())

    async def get(self, game_id: int) -> SavedGame | None:
        """Return a game, or None if there is none with this id."""
        return read_game(await self._database.execute(_BY_ID, {"key": game_id}))

    async def in_play(self) -> int:
        """Return how many games are in play."""
        return int((await self._database.execute(_COUNT)).scalar_one())

    async def of_race(self, race: int) -> list[SavedGame]:
        """Return the games of a race, in the order in which their players joined."""
        rows = await self._database.execute(_OF_RACE, {"race": race})
        return [saved_game(row) for row in rows.mappings()]

    async def save(self, seen: Seen, new: NewVersion, most: int = 0) -> Kind | None:
        """Save over the version that was seen; return None, with nothing saved, if that is outdated.

        The result of a game that has ended is saved in the same transaction, unless it has a better one from
        before a move was taken back; a try at a puzzle is settled there instead. The kind that the game has
        now is returned: if the race that it was part of is over, it is practice.

        Raise TooManyInPlay if its owner has `most` others in play,
        unless that is 0, and RaceClosed if its result stays, because the race that it was part of is over.
        """
        values = {
            "key": seen.id,
            "seen": seen.version,
            "moves": new.moves,
            "undone": new.undone,
            "status": new.status.value,
            "undid": new.undid,
            "now": self._database.now(),
        }
        if new.ended is None and not new.undid:
            return known(Kind, (await self._database.execute(_SAVE_MOVES, values)).scalar())
        async with self._database.transaction() as connection:
            return await _save_with_result(connection, values, new, most)

    async def set_aside(self, seen: Seen, reason: str) -> bool:
        """Set a game that cannot be read aside, out of its player's way; return False if it already is.

        It is left as it is if it has another version by now.
        """
        values = {"key": seen.id, "seen": seen.version, "reason": reason}
        if (await self._database.execute(_SET_ASIDE, values)).rowcount != 1:
            return False
        self._database.note_unreadable()
        return True

    async def aside(self, after: int, most: int) -> list[SavedGame]:
        """Return some games that are set aside, of ids above `after`, in order."""
        rows = await self._database.execute(_SOME_ASIDE, {"after": after, "most": most})
        return [saved_game(row) for row in rows.mappings()]

    async def take_back(self, aside: SavedGame) -> bool:
        """Take back that a game was set aside, giving it back its status; return whether it still was."""
        values = {"key": aside.id, "seen": aside.version, "was": status_before(aside.set_aside)}
        return (await self._database.execute(_TAKE_BACK, values)).rowcount == 1

    async def help(self, game_id: int, kind: Help) -> None:
        """Count a hint or a check of a game: from then on, before it is read, its player has had help."""
        await self._database.execute(_HELP[kind], {"key": game_id})

    async def assisted(self, game_ids: list[int]) -> set[int]:
        """Return which of some games are assisted, by their results or, if they have none, as they stand."""
        async with self._database.statement() as connection:
            return await assisted_of(connection, game_ids)


async def _save_with_result(
    connection: AsyncConnection, values: dict[str, Any], new: NewVersion, most: int
) -> Kind | None:
    """Save a game that ends, or of which a move is taken back, and what becomes of its result."""
    finished, now = new.status is Status.FINISHED, values["now"]
    await take_part(connection)
    race = await hold_race(connection, values["key"], now) if finished or new.undid else None
    # Before any of their games is locked: what comes back into play may wait for the one that ends there.
    await take_turns(connection, new.owner)
    if most:
        await take_seat(connection, new.owner, most)
    reopened = new.undid and await save_line(connection, Seen(values["key"], values["seen"]))
    saved = (await connection.execute(_SAVE_AND_READ, values)).mappings().one_or_none()
    if saved is None:
        return None
    too_late = race is None and saved["kind"] in RACED
    if reopened and too_late:
        raise RaceClosed("The race is over: its results stay.")
    if finished and too_late:
        saved = (await connection.execute(_MAKE_PRACTICE, {"key": values["key"]})).mappings().one()
    if isinstance(new.ended, Tried):
        await settle_try(connection, values["key"], new.ended, new.kept, now)
    elif new.ended is not None:
        await save_result(connection, saved, new.ended)
    if finished and race is not None:
        await note_end(connection, race, now)
    return known(Kind, saved["kind"])


async def _entered(connection: AsyncConnection, new: NewGame, now: datetime) -> NewGame:
    """Return a new game with the kind that it has in its race, if it is part of one."""
    if new.race is None:
        return new
    return new._replace(kind=await enter_race(connection, new.race, new.owner, now))


async def _create_daily(connection: AsyncConnection, new: NewGame, now: datetime) -> SavedGame:
    """Save the one game of a daily that counts; raise DailyTaken if its owner has it already."""
    await check_unseen(connection, new.owner, new.game, new.seed)
    try:
        return await _create(connection, new, now)
    except IntegrityError as error:
        if not is_taken(error):
            raise
        raise DailyTaken("The player already has this daily.") from error


async def _create(
    connection: AsyncConnection, new: NewGame, now: datetime, status: Status = Status.PLAYING
) -> SavedGame:
    blank = {"undone": "", "version": 1, "status": status.value}
    values = {**new._asdict(), **blank, "created_at": now, "updated_at": now}
    del values["race"], values["puzzle"], values["run"]
    created = read_game(await connection.execute(_CREATE, values))
    assert created is not None  # noqa: S101  RETURNING yields the row that was inserted
    if new.race is not None:
        await join_race(connection, new.race, created.owner, created.id)
    if new.puzzle is not None:
        await begin_try(connection, new, created.id, now)
    return created
