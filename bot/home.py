"""Where the bot's own files lie: `.env`, and `var/` with the games."""

from __future__ import annotations

import re
from pathlib import Path

from platformdirs import user_data_path

GAMES = "var/idle-year.sqlite3"
"""The database, unless the settings name another."""
_PROJECT = Path(__file__).parents[1]
"""The project's folder; for a program that was installed from its wheel, that of all its packages."""
_NAMED = re.compile(r"^\s*(?:export\s+)?(?:DISCORD_TOKEN|DATABASE_URL)\b", re.MULTILINE | re.IGNORECASE)


def own_folder() -> Path:
    """Return where `.env` and `var/` lie: an empty path for the current folder.

    What was installed from its wheel may be started anywhere: there the current folder must be the bot's, as
    one can see from its `.env` or its games, and otherwise it is where the platform keeps such files.
    """
    if (_PROJECT / "pyproject.toml").is_file() or _is_the_bots(Path()):
        return Path()
    return user_data_path("idle-year")


def env_file() -> Path:
    """Return the file with the settings, which need not be there."""
    return own_folder() / ".env"


def _is_the_bots(folder: Path) -> bool:
    # While a backup is put back, the games are gone, but not what lies beside them.
    if any(folder.glob(f"{GAMES}*")):
        return True
    try:
        return bool(_NAMED.search((folder / ".env").read_text(encoding="utf-8-sig", errors="replace")))
    except (FileNotFoundError, IsADirectoryError):
        return False
    except OSError:  # whoever reads the settings says why it cannot be read
        return True
