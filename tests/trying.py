"""Tries at puzzles, straight in the store: how they end decides ratings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from bot.store import Kind, NewGame, NewPuzzle, NewVersion, Source, Status, Tried
from bot.store.tables import puzzles

if TYPE_CHECKING:
    from bot.store import Seen, Store

GAME, MOVES, SERVER = "accordion", "2<", 4
ENOUGH = 40
"""Tries after which a rating is known."""


async def made(store: Store, seed: str = "tuesday", **more: Any) -> int:
    """Keep a puzzle; return its id."""
    new = NewPuzzle(GAME, 1, seed, MOVES, "proof", 2, Source.MADE)._replace(**more)
    assert await store.puzzles.save(new)
    found = await store.games._database.execute(select(puzzles.c.id).where(puzzles.c.seed == seed))
    return int(found.scalars().all()[-1])


async def begin(store: Store, player: int, puzzle: int, guild: int | None = SERVER) -> Seen:
    """Deal a puzzle; return its game."""
    query = select(puzzles.c.seed).where(puzzles.c.id == puzzle)
    seed = str((await store.games._database.execute(query)).scalar_one())
    new = NewGame(player, 3, guild, GAME, 1, seed, kind=Kind.PUZZLE, moves=MOVES, puzzle=puzzle)
    return (await store.games.create(new)).seen


async def settle(store: Store, player: int, seen: Seen, *, solved: bool) -> bool:
    """End a try; return whether that was saved."""
    ended = Tried.SOLVED if solved else Tried.FAILED
    new = NewVersion(player, f"{MOVES} 3<", "", Status.FINISHED, ended)
    return await store.games.save(seen, new) is not None


async def try_out(
    store: Store, player: int, puzzle: int, *, solved: bool, guild: int | None = SERVER
) -> None:
    """Deal a puzzle and end the try at it."""
    assert await settle(store, player, await begin(store, player, puzzle, guild), solved=solved)


async def become_known(store: Store, player: int, *, guild: int | None = SERVER, solves: int = 2) -> None:
    """Try puzzles until the rating is known: of each four, so many are solved; nobody else is dealt them."""
    for number in range(ENOUGH):
        puzzle = await made(store, f"{player}-{number}", revision=0)
        await try_out(store, player, puzzle, solved=number % 4 < solves, guild=guild)
    found = await store.ratings.of(player)
    assert found is not None
    assert found.known
