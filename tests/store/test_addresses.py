"""Addresses of databases: which of them mean a file of ours."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.store import open_store
from bot.store.addresses import file_of, is_in_memory, read_address
from bot.store.errors import StoreError
from tests.databases import new_postgres


@pytest.mark.parametrize(
    ("address", "file"),
    [
        ("sqlite+aiosqlite:///var/games.sqlite3", Path("var/games.sqlite3")),
        ("sqlite+aiosqlite:////var/games.sqlite3", Path("/var/games.sqlite3")),
        ("sqlite+aiosqlite://", None),
        ("sqlite+aiosqlite:///", None),
        ("sqlite+aiosqlite:///:memory:", None),
        # SQLite itself reads what such a name says, which may be that there is no file.
        ("sqlite+aiosqlite:///file:games?mode=memory&cache=shared&uri=true", None),
        ("postgresql+asyncpg://ada:secret@host/games", None),
    ],
)
def test_the_file_at_an_address(address: str, file: Path | None) -> None:
    """The file at an address is known: it is what gets backed up, locked and kept from others."""
    assert file_of(address) == file


def test_a_server_lasts_without_a_name_of_a_database() -> None:
    """A PostgreSQL address lasts, even one without a name of a database."""
    assert not is_in_memory("postgresql+asyncpg://ada@host")


@pytest.mark.parametrize(
    "address",
    [
        "",
        "/",
        "/:memory:",
        "/:memory:?timeout=1",
        "/file::memory:?uri=true",
        "/file:games?mode=memory&uri=true",
    ],
)
def test_what_is_in_memory_is_known(address: str) -> None:
    """Every way to write an SQLite database that is in memory only is known as that."""
    assert is_in_memory(f"sqlite+aiosqlite://{address}")


@pytest.mark.parametrize(
    "address",
    [
        *("", "games.sqlite3", "mysql://ada:secret@host/games", "sqlite:///games"),
        "sqlite+aiosqlite://secret/games",
    ],
)
def test_another_address_is_refused_without_its_password(address: str) -> None:
    """Another kind of address is refused without its password, and with what addresses there are."""
    with pytest.raises(StoreError, match=r"must start with sqlite\+aiosqlite:///path or") as refused:
        file_of(address)
    assert "secret" not in str(refused.value)


async def test_an_address_as_hosts_hand_it_out(request: pytest.FixtureRequest) -> None:
    """An address with `sslmode`, as hosts hand it out, is taken although the driver says `ssl`."""
    async with await open_store(f"{new_postgres(request)}&sslmode=disable") as store:
        assert await store.games.in_play() == 0


@pytest.mark.parametrize(
    "options",
    [
        *(f"ssl={mode}" for mode in ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")),
        "host=/run/postgresql&port=5433",
        "passfile=/etc/pgpass&prepared_statement_cache_size=0",
        "service=games&servicefile=/etc/pg_service.conf",
    ],
)
def test_options_reach_postgresql(options: str) -> None:
    """All options that PostgreSQL's driver understands reach it."""
    place = read_address(f"postgresql+asyncpg:///games?{options}")
    assert "&".join(f"{name}={value}" for name, value in place.query.items()) == options


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ("sslmode=secret", "sslmode must be one of disable, allow, prefer, require"),
        ("channel_binding=secret", "has an option that is not known after its question mark"),
        ("command_timeout=secret", "has an option that is not known after its question mark"),
        ("prepared_statement_cache_size=secret", "must be numbers"),
        ("port=secret", "must be numbers"),
        ("port=1234567890", "must be numbers"),
    ],
)
async def test_options_that_cannot_be_used_are_told_in_one_line(options: str, says: str) -> None:
    """Options that cannot be used are told in one line without their values, which may be secrets."""
    with pytest.raises(StoreError, match=says) as refused:
        await open_store(f"postgresql+asyncpg://ada@127.0.0.1/games?{options}")
    assert "secret" not in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("place", "says"),
    [
        ("games.db?tiemout=5", "an option that is not known"),
        ("games.db?uri=maybe", "uri must be true"),
    ],
)
async def test_an_address_of_sqlite_that_cannot_be_used(tmp_path: Path, place: str, says: str) -> None:
    """An option of SQLite that would be ignored is refused in one line."""
    with pytest.raises(StoreError, match=says):
        await open_store(f"sqlite+aiosqlite:///{tmp_path}/{place}")


@pytest.mark.parametrize("option", ["timeout=abc", "detect_types=abc", "cached_statements=999999999999"])
async def test_an_option_of_sqlite_that_is_no_number(tmp_path: Path, option: str) -> None:
    """An option of SQLite that is no number that it takes is refused, and the bot does not guess one."""
    with pytest.raises(StoreError, match="must be numbers"):
        await open_store(f"sqlite+aiosqlite:///{tmp_path / 'games.db'}?{option}")


@pytest.mark.parametrize(
    "place",
    [
        "ada:secret@127.0.0.1:99999/games",
        "ada:secret@/games?host=one&host=other",
        f"ada:secret@{'long' * 20}.example/games",
    ],
)
async def test_what_only_shows_to_be_no_address_when_it_is_used(place: str) -> None:
    """An address that the driver cannot use after all is refused in one line that repeats no secret."""
    with pytest.raises(
        StoreError, match="The address of the database cannot be used: check its host"
    ) as refused:
        await open_store(f"postgresql+asyncpg://{place}")
    assert "secret" not in str(refused.value)


async def test_a_certificate_that_is_not_there_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A certificate that is missing is named with the path where the driver looks for it."""
    monkeypatch.setenv("HOME", str(tmp_path))
    with pytest.raises(StoreError, match=f'root certificate file "{tmp_path}/.postgresql/root.crt" does not'):
        await open_store("postgresql+asyncpg://ada@127.0.0.1:1/games?sslmode=verify-full")
