"""The SQLite file: who may read it, and that nothing in it is lost unnoticed."""

from __future__ import annotations

import errno
import itertools
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import NewGame, SavedGame, Store, StoreError, StoreFailing, open_store
from bot.store.backup import look_at_all
from bot.store.transfer import transfer
from tests.disks import Disk, disk
from tests.store.test_transfer import unseen

__all__ = ["disk"]
NEW = NewGame(1, 2, None, "accordion", 1, "tuesday")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the path of a database that does not exist yet."""
    return tmp_path / "games.db"


async def _open(path: Path) -> Store:
    return await open_store(f"sqlite+aiosqlite:///{path}")


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(f"{path.name}{ending}")


def _games(path: Path, into: Path) -> int:
    """Return how many games a copy of the main file alone holds."""
    shutil.copy(path, into)
    with closing(sqlite3.connect(into)) as copy:
        return int(copy.execute("SELECT count(*) FROM games").fetchone()[0])


@pytest.mark.parametrize("name", ["games.db", "new.db", "new/games.db"])
async def test_a_disk_that_takes_nothing(disk: Disk, name: str) -> None:
    """A disk that takes nothing is reported at the start, whether the database exists or not."""
    await (await _open(disk.folder / "games.db")).close()
    disk.make_read_only()
    with pytest.raises(StoreError, match=r"(?i)read-only|permission denied"):
        await _open(disk.folder / name)


@pytest.mark.parametrize("name", ["games.db", "new.db"])
async def test_a_start_on_a_full_disk(disk: Disk, name: str) -> None:
    """A start on a full disk says what to do; once there is room, the bot starts."""
    await (await _open(disk.folder / "games.db")).close()
    disk.fill()
    with pytest.raises(StoreError) as told:
        await _open(disk.folder / name)
    assert str(told.value) == "The disk of the database is full: make room, then start again."
    disk.make_room()
    async with await _open(disk.folder / name) as store:
        await store.games.create(NEW)


async def test_something_else_stays_as_it_is(tmp_path: Path) -> None:
    """A folder, a letter or another program's database is neither written to nor made private."""
    folder, letter, other = (tmp_path / name for name in ("folder", "letter.txt", "other.db"))
    folder.mkdir(mode=0o755)
    letter.write_text("Dear Ada, this is no database.")
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE recipes (name)")
    before = letter.stat().st_mode, letter.read_bytes()
    for path, told in ((folder, "is not a file"), (letter, "is not a database"), (other, "another program")):
        with pytest.raises(StoreError, match=told):
            await _open(path)
    assert folder.stat().st_mode & 0o777 == 0o755
    assert (letter.stat().st_mode, letter.read_bytes()) == before
    with closing(sqlite3.connect(other)) as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("recipes",)]


@pytest.mark.parametrize("revision", [None, "ae1027a6acf", "0003"])
async def test_another_programs_database_is_untouched(path: Path, revision: str | None) -> None:
    """Another program's database keeps its rights and every byte, whatever it is opened for."""
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE recipes (name)")
        if revision is not None:
            other.execute("CREATE TABLE alembic_version (version_num)")
            other.execute("INSERT INTO alembic_version VALUES (?)", (revision,))
        other.commit()
    before, ours = _rights_and_content(path, 0o664), path.with_name("ours.db")
    await (await _open(ours)).close()
    url, own = (f"sqlite+aiosqlite:///{each}" for each in (path, ours))
    for use in (
        open_store(url),
        transfer(url, f"{own}-new", unseen),
        transfer(own, url, unseen),
        look_at_all(url, print, unseen),
    ):
        with pytest.raises(StoreError, match="belongs to another program: name another file"):
            await use
        assert _rights_and_content(path) == before
    assert {each.name for each in path.parent.glob("games.db*")} == {"games.db"}


def _rights_and_content(path: Path, rights: int | None = None) -> tuple[int, bytes]:
    """Return both, after the file was given rights if there are any to give."""
    if rights is not None:
        path.chmod(rights)
    return path.stat().st_mode, path.read_bytes()


async def test_a_damaged_database_is_said_to_be_damaged(path: Path) -> None:
    """A damaged database is said to be damaged at the start, with what to do."""
    async with await _open(path) as store:
        await store.games.create(NEW)
    _overwrite_all_but_one_page(path)
    with pytest.raises(StoreError) as told:
        await _open(path)
    assert str(told.value) == (
        "The database is damaged (database disk image is malformed): put a backup back (docs/operating.md)."
    )


def _overwrite_all_but_one_page(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content[:4096] + bytes(len(content) - 4096))


async def test_a_second_bot_on_it_is_noticed(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A second bot on a database is noticed in the log, but not one that starts after another has ended."""
    for _ in range(2):
        async with await _open(path) as store:
            with store.running():
                assert caplog.messages == []
    async with await _open(path) as one, await _open(path) as two:
        with one.running(), two.running():
            assert caplog.messages == [
                f"Another bot is running on the database, {path}, as well: stop one of them."
            ]


async def test_a_disk_without_locks(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """On a disk without locks the bot runs, and does not complain of another one."""

    def no_locks(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("fcntl.flock", no_locks)
    async with await _open(path) as store:
        with store.running():
            assert await store.games.in_play() == 0
    assert caplog.messages == []


@pytest.mark.logs("The disk of the database is full: nothing can be saved until there is room again.")
async def test_a_full_disk_is_not_well(disk: Disk) -> None:
    """A full disk is told to what asks whether people can play, even if a little still fits."""
    async with await _open(disk.folder / "games.db") as store:
        await store.answers()
        disk.fill()
        with pytest.raises(StoreFailing, match="disk of the database is full"):
            await _deal_for_ever(store)
        with pytest.raises(StoreFailing, match="disk of the database is full"):
            await store.answers()
        disk.make_room()


async def _deal_for_ever(store: Store) -> None:
    for channel in itertools.count():
        await store.games.create(NEW._replace(channel=channel, moves="d " * 5000))


async def _left_by_a_kill(path: Path, tmp_path: Path) -> Path:
    """Return a copy of a database taken while in use, with something in the write-ahead log."""
    folder = tmp_path / "killed"
    folder.mkdir()
    async with await _open(path) as store:
        await store.games.create(NEW)
        for file in path.parent.glob(f"{path.name}*"):
            shutil.copy(file, folder)
    return folder / path.name


@pytest.mark.parametrize("emptied", [True, False], ids=["emptied", "deleted"])
async def test_what_was_written_ahead_of_a_lost_file_is_not_thrown_away(
    path: Path, tmp_path: Path, emptied: bool
) -> None:
    """What was written ahead of a lost file is not thrown away, and is there once the file is back."""
    killed = await _left_by_a_kill(path, tmp_path)
    whole, ahead = killed.read_bytes(), _beside(killed, "-wal").read_bytes()
    assert ahead
    if emptied:
        killed.write_bytes(b"")
    else:
        killed.unlink()
    with pytest.raises(StoreError, match=r"games\.db-wal still holds what was written last"):
        await _open(killed)
    assert _beside(killed, "-wal").read_bytes() == ahead
    killed.write_bytes(whole)
    async with await _open(killed) as store:
        assert await store.games.get(1) is not None


def _delete(path: Path) -> None:
    path.unlink()


def _names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


async def _create(store: Store) -> SavedGame:
    return await store.games.create(NEW)


async def test_a_copy_of_the_one_file_is_whole_from_the_start(path: Path, tmp_path: Path) -> None:
    """A copy of the one file has all tables from the start, though nobody has played yet."""
    async with await _open(path):
        assert _games(path, tmp_path / "copy.db") == 0


async def test_a_copy_of_the_one_file_can_be_made_whole(path: Path, tmp_path: Path) -> None:
    """A copy of the one file can be made whole while the bot runs."""
    async with await _open(path) as store:
        await _create(store)
        await store.checkpoint()
        assert _games(path, tmp_path / "copy.db") == 1


async def test_the_log_of_what_was_written_shrinks(path: Path) -> None:
    """The write-ahead log is empty once it has been brought into the file, however large it was."""
    async with await _open(path) as store:
        for channel in range(50):
            await store.games.create(NEW._replace(channel=channel))
        assert _beside(path, "-wal").stat().st_size > 100_000
        await store.checkpoint()
        assert _beside(path, "-wal").stat().st_size == 0


async def test_nothing_is_left_beside_it_at_the_end(path: Path, tmp_path: Path) -> None:
    """Nothing is left beside the database at the end."""
    async with await _open(path) as store:
        await _create(store)
    assert _names(tmp_path) == ["games.db"]
    assert _games(path, tmp_path / "copy.db") == 1


_MOVED = "was moved, deleted or replaced while the bot runs"


@pytest.mark.logs(_MOVED)
async def test_a_file_that_is_gone_amid_the_work_is_not_made_anew(path: Path) -> None:
    """A file that is gone while the bot works is told to what asks whether people can play, and not made."""
    async with await _open(path) as store:
        _delete(path)
        with pytest.raises(StoreFailing, match=_MOVED):
            await store.answers()
    assert "games.db" not in _names(path.parent)


@pytest.mark.logs(_MOVED)
async def test_a_file_that_is_replaced_amid_the_work_stays_as_it_is(path: Path) -> None:
    """A file put in the database's place is not written to, and once the right one is back, all is well."""
    other, away, copy = (_beside(path, ending) for ending in ("-other", "-away", "-copy"))
    await (await _open(other)).close()
    async with await _open(path) as store:
        await _create(store)
        shutil.move(path, away)
        shutil.copy(other, path)
        await store.checkpoint()
        assert _content(path) == _content(other)
        shutil.move(away, path)
        await store.answers()
    assert _games(path, copy) == 1


def _content(path: Path) -> bytes:
    return path.read_bytes()


async def test_what_was_written_ahead_and_cannot_be_moved_is_told(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The log says so if what was written ahead cannot be moved into a damaged file."""
    async with await _open(path) as store:
        await _create(store)
        _overwrite_all_but_one_page(path)
        await store.checkpoint()
    assert caplog.messages[0].startswith(f"What was written ahead could not be brought into {path}: ")
