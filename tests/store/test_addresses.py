"""Addresses of databases: which of them mean a file of ours."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.store.addresses import file_of
from bot.store.errors import StoreError


@pytest.mark.parametrize(
    ("address", "file"),
    [
        ("sqlite+aiosqlite:///var/games.sqlite3", Path("var/games.sqlite3")),
        ("sqlite+aiosqlite:////var/games.sqlite3", Path("/var/games.sqlite3")),
        ("sqlite+aiosqlite://", None),
        ("sqlite+aiosqlite:///:memory:", None),
        # SQLite itself reads what such a name says, which may be that there is no file.
        ("sqlite+aiosqlite:///file:games?mode=memory&cache=shared&uri=true", None),
        ("postgresql+asyncpg://ada:secret@host/games", None),
    ],
)
def test_the_file_at_an_address(address: str, file: Path | None) -> None:
    """It is what gets backed up, locked and kept from others."""
    assert file_of(address) == file


@pytest.mark.parametrize("address", ["", "games.sqlite3", "mysql://ada:secret@host/games", "sqlite:///games"])
def test_another_address_is_refused_without_its_password(address: str) -> None:
    """The message says which addresses there are."""
    with pytest.raises(StoreError, match=r"must start with sqlite\+aiosqlite:///path or") as refused:
        file_of(address)
    assert "secret" not in str(refused.value)
