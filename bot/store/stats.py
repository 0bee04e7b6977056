"""Players' statistics, counted from their results."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any, NamedTuple

from sqlalchemy import (
    Column,
    ColumnElement,
    CursorResult,
    Date,
    Select,
    bindparam,
    case,
    exists,
    func,
    select,
    union_all,
)

from bot.store.database import Database
from bot.store.results import COUNTED, RESIGNED
from bot.store.saved_game import Kind
from bot.store.tables import OF_A_RUN, dailies, games, puzzles, results, tries
from bot.store.tries import Tried


class Tally(NamedTuple):
    """A player's results in one game."""

    game: str
    played: int
    won: int
    minor: int
    """Minor wins, such as five piles of Accordion."""
    clean: int
    """Games without undo, hint or check."""
    explained: int
    """Games that were not won and of which it is known why: a move lost them, or nobody could have won.

    A look at the end of a game finds that out as well as a review.
    """
    blundered: int
    """Those of them that could have been won up to some move."""


class Wins(NamedTuple):
    """How often a player has won a game where it counts: not in practice, and no deal that was chosen."""

    game: str
    clean: int
    """Wins without undo, hint or check."""


class WinRuns(NamedTuple):
    """A player's wins in one game, or puzzles solved, and how many of them came in a row."""

    ever: int
    current: int
    """Up to the last one that ended."""
    best: int
    ended: int
    """How many there were, won or not."""


_OUTCOME = results.c.outcome
_COUNTS = (
    select(
        results.c.game,
        func.count(),
        func.count().filter(_OUTCOME == "won"),
        func.count().filter(_OUTCOME == "minor_win"),
        func.count().filter(results.c.assisted == 0),
        func.count(results.c.lost_by).filter(_OUTCOME != "won"),
        func.count().filter(results.c.lost_by > 0),
    )
    .where(results.c.player == bindparam("player"))
    .group_by(results.c.game)
)
_TALLY = _COUNTS.where(results.c.game == bindparam("game"))
_TALLIES = _COUNTS.where(
    results.c.ended_at >= bindparam("since"), results.c.ended_at < bindparam("until")
).order_by(func.count().desc(), results.c.game)
_ENDED_ANY = select(exists().where(results.c.player == bindparam("player")))
_WON_DEAL = select(
    exists().where(
        games.c.owner == bindparam("player"),
        games.c.seed == bindparam("seed"),
        games.c.game == bindparam("game"),
        results.c.game_id == games.c.id,
        _OUTCOME == "won",
    )
)
_WINS = (
    select(results.c.game, func.count().filter(results.c.assisted == 0))
    .where(
        results.c.player == bindparam("player"),
        results.c.kind.in_(COUNTED),
        _OUTCOME == "won",
    )
    .group_by(results.c.game)
    .order_by(results.c.game)
)


def _win_runs(won: ColumnElement[bool], in_order: Column[Any], *which: ColumnElement[bool]) -> Select[Any]:
    """Return a query for how many were won, in a row up to the last one and at best, and how many ended.

    Anything but a win ends a run: the wins that come after equally many of those are one. Counted there,
    since the keenest players have ended tens of thousands of games.
    """
    ended = (
        select(
            case((won, 1), else_=0).label("won"),
            func.sum(case((won, 0), else_=1)).over(order_by=in_order, rows=(None, 0)).label("number"),
        )
        .where(*which)
        .subquery()
    )
    runs = (
        select(ended.c.number, func.sum(ended.c.won).label("wins"), func.count().label("ended"))
        .group_by(ended.c.number)
        .cte()
    )
    last = select(runs.c.wins).order_by(runs.c.number.desc()).limit(1).scalar_subquery()
    return select(func.sum(runs.c.wins), last, func.max(runs.c.wins), func.sum(runs.c.ended))


_WIN_RUNS = _win_runs(
    _OUTCOME == "won",
    results.c.id,
    results.c.player == bindparam("player"),
    results.c.game == bindparam("game"),
)
_PUZZLE_RUNS = _win_runs(
    tries.c.outcome == Tried.SOLVED.value,
    tries.c.ended_at,
    tries.c.player == bindparam("player"),
    tries.c.outcome != Tried.OPEN.value,
)
_OF_RUNS = (
    select(func.count().label("solved"))
    .where(tries.c.player == bindparam("player"), OF_A_RUN, tries.c.outcome == Tried.SOLVED.value)
    .group_by(tries.c.run)
    .subquery()
)
_BEST_RUN = select(func.max(_OF_RUNS.c.solved))
_DAYS = (
    select(results.c.day)
    .where(
        results.c.player == bindparam("player"),
        results.c.day.is_not(None),  # this is what the index of dailies covers
        results.c.kind == Kind.DAILY.value,
        _OUTCOME != RESIGNED,
    )
    .distinct()
    .order_by(results.c.day)
)
_SINCE = bindparam("first", type_=Date)
_OF_DAYS = union_all(
    select(results.c.day).where(
        results.c.player == bindparam("player"),
        results.c.day.is_not(None),  # this is what the index of dailies covers
        results.c.day >= _SINCE,
        results.c.kind == Kind.DAILY.value,
        _OUTCOME != RESIGNED,
    ),
    select(puzzles.c.day)
    .join(tries)
    .where(
        tries.c.player == bindparam("player"),
        tries.c.outcome != Tried.OPEN.value,
        puzzles.c.day >= _SINCE,
    ),
).subquery()
_FINISHED = select(_OF_DAYS.c.day, func.count()).group_by(_OF_DAYS.c.day).order_by(_OF_DAYS.c.day)
_GRADED_DAILIES = (
    select(func.count())
    .join(dailies, (dailies.c.day == results.c.day) & (dailies.c.game == results.c.game))
    .where(
        results.c.player == bindparam("player"),
        results.c.day.is_not(None),
        results.c.kind == Kind.DAILY.value,
        _OUTCOME == "won",
        dailies.c.stars == bindparam("stars"),
    )
)
_LEFT = (
    select(results.c.left, func.count().label("games"))
    .where(results.c.game == bindparam("game"), _OUTCOME != RESIGNED)
    .group_by(results.c.left)
)
_MINE = _LEFT.where(results.c.player == bindparam("player"))
_THEIRS = _LEFT.where(results.c.guild == bindparam("guild"))


class Stats:
    """Statistics from the table of results."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def tally(self, player: int, game: str) -> Tally | None:
        """Return a player's results in a game; None if no game has ended yet."""
        row = (await self._database.execute(_TALLY, {"player": player, "game": game})).one_or_none()
        return None if row is None else Tally(*row)

    async def tallies(self, player: int, since: datetime, until: datetime) -> list[Tally]:
        """Return a player's results between two moments, the most played game first."""
        asked = {"player": player, "since": since, "until": until}
        return [Tally(*row) for row in await self._database.execute(_TALLIES, asked)]

    async def has_ended_any(self, player: int) -> bool:
        """Whether a player has ended any game."""
        return bool((await self._database.execute(_ENDED_ANY, {"player": player})).scalar_one())

    async def has_won(self, player: int, game: str, seed: str) -> bool:
        """Whether a player has ever won a deal."""
        asked = {"player": player, "game": game, "seed": seed}
        return bool((await self._database.execute(_WON_DEAL, asked)).scalar_one())

    async def win_runs(self, player: int, game: str) -> WinRuns:
        """Return how often a player has won a game, and how often in a row; any other end breaks a run."""
        return await self._runs(_WIN_RUNS, player=player, game=game)

    async def puzzle_runs(self, player: int) -> WinRuns:
        """Return how many puzzles a player has solved, of how many, and how many in a row."""
        return await self._runs(_PUZZLE_RUNS, player=player)

    async def best_run(self, player: int) -> int:
        """Return how many puzzles a player has solved at most in a run of them."""
        return int((await self._database.execute(_BEST_RUN, {"player": player})).scalar() or 0)

    async def _runs(self, query: Select[Any], **asked: int | str) -> WinRuns:
        row = (await self._database.execute(query, asked)).one()
        return WinRuns(*(int(count or 0) for count in row))

    async def daily_days(self, player: int, but: int | None = None) -> list[date]:
        """Return the days whose daily a player has played to the end, the oldest first.

        Here and below, the result of one game can be left out by its id (`but`).
        """
        return [*(await self._of(_DAYS, but, player=player)).scalars()]

    async def finished(self, player: int, first: date) -> dict[date, int]:
        """Return how many of a day's dailies and its puzzle a player has finished, by day, from `first` on.

        Days of which none is finished are left out.
        """
        rows = await self._database.execute(_FINISHED, {"player": player, "first": first})
        return dict(rows.all())

    async def wins(self, player: int, but: int | None = None) -> list[Wins]:
        """Return the games that a player has won where it counts."""
        return [Wins(*row) for row in await self._of(_WINS, but, player=player)]

    async def dailies_won(self, player: int, stars: int, but: int | None = None) -> int:
        """Return how many dailies of a difficulty a player has won."""
        return int((await self._of(_GRADED_DAILIES, but, player=player, stars=stars)).scalar_one())

    async def _of(
        self, query: Select[*tuple[Any, ...]], but: int | None, **asked: int
    ) -> CursorResult[*tuple[Any, ...]]:
        if but is not None:
            query, asked = query.where(results.c.game_id != bindparam("but")), {**asked, "but": but}
        return await self._database.execute(query, asked)

    async def spread_of_player(self, player: int, game: str) -> dict[int, int]:
        """Return how many of a player's games ended with how much left."""
        rows = await self._database.execute(_MINE, {"player": player, "game": game})
        return dict(rows.all())

    async def spread_of_server(self, guild: int, game: str) -> dict[int, int]:
        """Return how many games of a server ended with how much left."""
        rows = await self._database.execute(_THEIRS, {"guild": guild, "game": game})
        return dict(rows.all())
