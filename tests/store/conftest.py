"""Everything that is kept, on both databases: each statement is one of SQLite's and one of PostgreSQL's."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.databases import KINDS, blank_database


@pytest.fixture(params=KINDS)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the address of a database with all tables and nothing in them, once of each kind."""
    return blank_database(request, request.param, tmp_path)
