"""The world's file: small documents and the bytes of pictures, written through at once."""

import sqlite3
from pathlib import Path

from small_discord.wire import Json, dumps, loads

_SCHEMA = """
CREATE TABLE IF NOT EXISTS documents (
    kind TEXT, id TEXT, body TEXT NOT NULL, PRIMARY KEY (kind, id)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS blobs (id TEXT PRIMARY KEY, body BLOB NOT NULL) WITHOUT ROWID;
"""


class WorldFile:
    """Documents by kind and id in SQLite; kept in memory when no path is given.

    Each write is a transaction of its own (some 30 µs: too short to be worth a thread). In WAL mode with
    synchronous=NORMAL it survives the death of the process, though not a power cut.
    """

    def __init__(self, path: Path | None) -> None:
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch(mode=0o600)  # the bot's token is in it
        self._db = sqlite3.connect(path or ":memory:", isolation_level=None)
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = NORMAL")
        self._db.executescript(_SCHEMA)

    def put(self, kind: str, snowflake: str, body: Json) -> None:
        """Write a document, replacing any older one."""
        self._db.execute("INSERT OR REPLACE INTO documents VALUES (?, ?, ?)", (kind, snowflake, dumps(body)))

    def drop(self, kind: str, snowflake: str) -> None:
        """Forget a document."""
        self._db.execute("DELETE FROM documents WHERE kind = ? AND id = ?", (kind, snowflake))

    def replace_all(self, kind: str, bodies: list[Json]) -> None:
        """Replace all documents of a kind with these, in one transaction."""
        with self._db:
            self._db.execute("BEGIN")
            self._db.execute("DELETE FROM documents WHERE kind = ?", (kind,))
            rows = [(kind, body["id"], dumps(body)) for body in bodies]
            self._db.executemany("INSERT INTO documents VALUES (?, ?, ?)", rows)

    def all(self, kind: str) -> list[Json]:
        """Return every document of a kind, oldest first."""
        rows = self._db.execute(
            "SELECT body FROM documents WHERE kind = ? ORDER BY length(id), id",
            (kind,),
        )
        return [loads(body) for (body,) in rows]

    def put_bytes(self, snowflake: str, body: bytes) -> None:
        """Write the bytes of a picture or other file."""
        self._db.execute("INSERT OR REPLACE INTO blobs VALUES (?, ?)", (snowflake, body))

    def bytes_of(self, snowflake: str) -> bytes | None:
        """Return the bytes stored under an id."""
        row = self._db.execute("SELECT body FROM blobs WHERE id = ?", (snowflake,)).fetchone()
        return None if row is None else bytes(row[0])

    def drop_bytes(self, snowflake: str) -> None:
        """Forget the bytes stored under an id."""
        self._db.execute("DELETE FROM blobs WHERE id = ?", (snowflake,))

    def close(self) -> None:
        """Close the file; everything is already written."""
        self._db.close()
