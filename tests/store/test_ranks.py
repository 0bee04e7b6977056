"""Leaderboards: whatever people do, they are what results and the list of those who hide say."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from itertools import product
from random import Random
from typing import Any, NamedTuple

import pytest
from sqlalchemy import text

from bot.pure.days import periods
from bot.store import Ended, Help, Kind, NewGame, NewVersion, Ranking, Seen, Status, Store
from bot.store.database import Database
from tests.clock import Clock, clock, store

__all__ = ["clock", "store"]

PLAYERS, SERVERS, GAMES = range(1, 9), (3, 4), ("goren", "parlett")


class Line(NamedTuple):
    """A place on a leaderboard, as the plain reading finds it."""

    rank: tuple[int, ...]
    player: int


class Plain:
    """A second reading of leaderboards: all results, one after the other."""

    def __init__(self, results: list[tuple[Any, ...]], hidden: set[tuple[int, int]]) -> None:
        self._results = results
        self._hidden = hidden

    def lines(self, board: Ranking) -> list[Line]:
        """Return the places of a leaderboard, the best first."""
        best: dict[int, tuple[int, ...]] = {}
        for guild, game, kind, outcome, ended_at, player, *scores in self._results:
            if (guild, game) != board[:2] or kind not in _COUNTED or outcome == "resigned":
                continue
            if board.period != "all" and not str(ended_at).startswith(board.period):
                continue
            if (0, player) in self._hidden or (guild, player) in self._hidden:
                continue
            rank = (outcome != "won", *scores)
            best[player] = min(best.get(player, rank), rank)
        return sorted(Line(rank, player) for player, rank in best.items())


_COUNTED = {"free", "daily", "race"}
_RESULTS = text(
    "SELECT guild, game, kind, outcome, ended_at, player, "
    'assisted, "left", tiebreak, moves, seconds FROM results'
)
_CONNECTIONS = 12
"""Of the fifteen to PostgreSQL, so that on a slow machine nobody waits too long for one."""
_HIDDEN = text("SELECT guild, player FROM hidden_players")


async def _plain(url: str) -> Plain:
    database = Database(url)
    async with database.statement() as connection:
        found = [
            tuple(each.astimezone(UTC) if isinstance(each, datetime) else each for each in row)
            for row in await connection.execute(_RESULTS)
        ]
        hidden = {(row.guild, row.player) for row in await connection.execute(_HIDDEN)}
    await database.close()
    return Plain(found, hidden)


async def _agrees(store: Store, url: str) -> int:
    """Compare all leaderboards with the plain reading; return how many places they have."""
    plain, places = await _plain(url), 0
    for board in map(Ranking._make, product(SERVERS, GAMES, periods(store.now().date()))):
        lines = plain.lines(board)
        places += len(lines)
        shown = [place for start in (0, 3, 6) for place in await store.ranks.page(board, start, 3)]
        ranks = [rank for rank, _ in lines]
        assert [place.number for place in shown] == [ranks.index(rank) + 1 for rank in ranks]
        assert [Line(place[2:], place.player) for place in shown] == lines
        found = [await store.ranks.own_place(board, player) for player in PLAYERS]
        assert {players for players, _ in found} == {len(lines)}
        assert sorted(place for _, place in found if place is not None) == sorted(shown)
    return places


async def _end(store: Store, luck: Random, player: int, guild: int, game: str) -> int:
    """Deal a game and play it to an end; return its id."""
    kind = luck.choice((Kind.FREE, Kind.FREE, Kind.RACE, Kind.PRACTICE))
    new = NewGame(player, luck.randrange(2**50), guild, game, 1, f"s{luck.randrange(2**50)}", kind=kind)
    dealt = await store.games.create(new)
    if luck.random() < 0.3:
        await store.games.help(dealt.id, Help.HINT)
    outcome, left = luck.choice(("won", "stuck", "resigned")), luck.randrange(1, 4)
    ended = Ended(outcome, left, luck.randrange(3, 6), 30 + dealt.id % 3)
    assert await store.games.save(dealt.seen, NewVersion(player, "d", "", Status.FINISHED, ended))
    return dealt.id


async def _take_back(store: Store, player: int, game: int) -> None:
    await store.games.save(Seen(game, 2), NewVersion(player, "", "d", undid=True))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
async def test_they_agree_with_a_plain_reading(store: Store, clock: Clock, url: str, seed: int) -> None:
    """Leaderboards agree with a plain reading of all results, while people play, undo, hide and go."""
    luck, ended, places = Random(seed), [], 0  # noqa: S311  play, not a secret
    clock.turn_to(datetime(2026, 11, 30, tzinfo=UTC).date(), 12)
    for number in range(1, 241):
        player, guild, game = luck.choice(PLAYERS), luck.choice(SERVERS), luck.choice(GAMES)
        done = luck.random()
        if done < 0.7:
            ended.append(await _end(store, luck, player, guild, game))
        elif done < 0.8:
            await _take_back(store, player, luck.choice(ended or [0]))
        elif done < 0.97:
            change: Callable[[int, int], Awaitable[None]] = luck.choice((store.ranks.hide, store.ranks.show))
            await change(luck.choice((0, guild)), player)
        elif done < 0.985:
            await store.ranks.reset(guild, game)
        else:
            await store.privacy.delete(player)
        clock.wait(6)
        if number % 60 == 0:
            places += await _agrees(store, url)
    assert places > 40


_SAVE = """
INSERT INTO bests (player, guild, game, period, unwon, assisted, "left", moves, seconds)
    VALUES (1, 3, 'parlett', 'all', 1, 0, 1, 5, 0), (1, 4, 'parlett', 'all', 1, 0, 1, 5, 0)
"""
"""What the version before does at the end of a game: it knows no mark for players who hide."""


@pytest.mark.parametrize(
    ("hiding", "seen_in"),
    [
        ([], [3, 4]),
        (["INSERT INTO hidden_players VALUES (0, 1)"], []),
        (["INSERT INTO hidden_players VALUES (4, 1)"], [3]),
        (["INSERT INTO hidden_players VALUES (4, 1)", "DELETE FROM hidden_players"], [3, 4]),
        (
            [
                *("INSERT INTO hidden_players VALUES (0, 1)", "INSERT INTO hidden_players VALUES (3, 1)"),
                "DELETE FROM hidden_players WHERE guild = 0",
            ],
            [4],
        ),
    ],
    ids=["nobody", "everywhere", "in a server", "no longer", "in a server still"],
)
@pytest.mark.parametrize("first", ["hides", "plays"])
async def test_who_hides_by_the_version_before_is_hidden(
    store: Store, url: str, hiding: list[str], seen_in: list[int], first: str
) -> None:
    """A player whom the version before hides is hidden, whether a result is saved before or after."""
    database = Database(url)
    statements = [*hiding, _SAVE] if first == "hides" else [_SAVE, *hiding]
    async with database.transaction() as connection:
        for statement in statements:
            await connection.exec_driver_sql(statement)
    await database.close()
    boards = [Ranking(guild, "parlett", "all") for guild in SERVERS]
    found = {board.guild: await store.ranks.own_place(board, 1) for board in boards}
    assert [guild for guild, (players, _) in found.items() if players] == seen_in
    assert [guild for guild, (_, place) in found.items() if place] == seen_in


async def test_results_and_hiding_at_once_leave_no_wrong_mark(store: Store, url: str) -> None:
    """Results and hiding at the same moment leave no wrong mark, whichever comes first."""
    luck = Random(5)  # noqa: S311  play, not a secret
    for _ in range(3):
        doing: list[Awaitable[object]] = []
        for player in PLAYERS:
            doing += [_end(store, luck, player, 3, "parlett") for _ in range(2)]
            doing += [store.ranks.hide(0, player), store.ranks.show(0, player), store.ranks.hide(3, player)]
            doing += [store.ranks.show(3, player)]
        luck.shuffle(doing)
        for start in range(0, len(doing), _CONNECTIONS):
            await asyncio.gather(*doing[start : start + _CONNECTIONS])
        await _agrees(store, url)


async def test_a_player_may_be_shown_again_while_a_result_is_saved(store: Store, url: str) -> None:
    """A player whom the version before shows again while a result is saved is on the leaderboard."""
    await store.ranks.hide(0, 1)
    game = await store.games.create(NewGame(1, 2, 3, "parlett", 1, "x"))
    won = NewVersion(game.owner, "d", "", Status.FINISHED, Ended("won", 1, 1))
    database = Database(url)
    async with database.transaction() as connection:
        await connection.exec_driver_sql("DELETE FROM hidden_players")
        saving = asyncio.create_task(store.games.save(game.seen, won))
        await asyncio.wait([saving], timeout=0.2)
    assert await saving
    await database.close()
    assert (await store.ranks.own_place(Ranking(3, "parlett", "all"), 1)).players == 1
