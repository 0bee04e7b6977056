"""The bot's database: checked where it is or, if it is a SQLite file, copied elsewhere and put back."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import typer

from bot.cli.terminal import print_aside, print_line, progress_bar
from bot.service.game import UNPLAYABLE, ended_as
from bot.settings import UnusableSettings, read_settings
from bot.store import Status, StoreError
from bot.store.addresses import SQLITE, file_of
from bot.store.backup import KeptGame, copied, count_games, latest_games, look_at_all
from bot.store.migrate import check_file
from idle_year.engine.games import ALL
from idle_year.engine.session import Session

_MOST_REPLAYED = 10_000
_MOST_TOLD = 10
_ENDINGS = ("", "-wal", "-shm", "-journal")
"""Of the files of a database: SQLite would take what an old one left for what the new one lacks."""


def back_up(file: Path) -> int:
    """Copy the database to a new file and check the copy; return the exit code."""
    with _in_one_line():
        with copied(_database(), file) as copy:
            games, replays = _replayed(copy)
        return replays.tell(str(file), games)


def put_back(file: Path) -> int:
    """Check a backup and copy it to where the bot looks for its database; return the exit code.

    A game with a fault keeps nobody from the others: the bot sets aside what it cannot read.
    """
    with _in_one_line():
        database = _database()
        for old in (database.with_name(database.name + end) for end in _ENDINGS):
            if old.exists():
                raise typer.TyperException(f"{old} is still there: stop the bot and move it away first.")
        check_file(file)
        games, replays = _replayed(file)
        code = replays.tell(str(file), games)
        database.parent.mkdir(parents=True, exist_ok=True)
        with copied(file, database, to_play_on=True):
            pass
        print_line(f"It is now {database}: start the bot.")
        return code


def check_all() -> int:
    """Replay all games of the database, of either kind, where they are; return the exit code."""
    replays = _Replays()
    with _in_one_line():
        asyncio.run(look_at_all(_url(), replays.add, partial(progress_bar, "games")))
    return replays.tell("The database", replays.games)


def _url() -> str:
    try:
        return read_settings().database_url.get_secret_value()
    except UnusableSettings as error:
        raise typer.TyperException(str(error)) from None


def _database() -> Path:
    """Return the file of the bot's database."""
    url = _url()
    file = file_of(url)
    if file is not None:
        return file
    if url.startswith(SQLITE):
        raise typer.TyperException("DATABASE_URL names no SQLite file. See .env.example.")
    raise typer.TyperException(
        "This is for SQLite files: use deploy/backup.sh and deploy/restore.sh for PostgreSQL."
    )


def _replayed(file: Path) -> tuple[int, _Replays]:
    """Replay the latest games of a backup; return how many there are in all, and what came of it."""
    games, replays = count_games(file), _Replays()
    with progress_bar("games", min(games, _MOST_REPLAYED)) as show:
        for kept in latest_games(file, _MOST_REPLAYED):
            replays.add(kept)
            show(replays.games)
    return games, replays


class _Replays:
    """What came of replaying games."""

    def __init__(self) -> None:
        self.games = 0
        self._replayed = 0
        self._faults = 0
        self._first: list[str] = []

    def add(self, kept: KeptGame) -> None:
        """Replay a game, if it was dealt by the rules that there are."""
        self.games += 1
        if is_replayable(kept):
            self._replayed += 1
            if (fault := fault_of(kept)) is not None:
                self._faults += 1
                if self._faults <= _MOST_TOLD:
                    self._first.append(f"Game {kept.id}: {fault.rstrip('.')}.")

    def tell(self, database: str, games: int) -> int:
        """Name the first games with a fault, and count the rest; return the exit code."""
        for fault in self._first:
            print_aside(fault)
        found = f"{games:,} {'game' if games == 1 else 'games'}"
        counted = f"{self._replayed:,} replayed, {self._faults:,} of them with a fault"
        print_line(f"{database}: {found}; {counted}.")
        return 1 if self._faults else 0


@contextlib.contextmanager
def _in_one_line() -> Iterator[None]:
    try:
        yield
    except StoreError as error:
        raise typer.TyperException(str(error)) from None


def is_replayable(kept: KeptGame) -> bool:
    """Return whether a game was dealt by the rules that this program has."""
    rules = ALL.get(kept.game)
    return rules is not None and rules.revision == kept.revision


def fault_of(kept: KeptGame) -> str | None:
    """Return what is wrong with a replayable game; None if its moves can be played and lead to its result."""
    try:
        session = Session.read(ALL[kept.game], kept.seed, kept.moves, None)
    except UNPLAYABLE as error:
        return f"its moves cannot be played: {error}"
    if kept.outcome is None:
        return None
    if kept.undos:
        return None  # it may have been reopened, and other moves may have led to its result
    ended = ended_as(session, Status(kept.status))
    if ended is None or (ended.outcome, ended.left) != (kept.outcome, kept.left):
        return "its moves do not lead to its result"
    return None
