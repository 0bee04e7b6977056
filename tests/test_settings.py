"""The settings: how they are read from the environment, and what is refused in one line."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from bot.service.players.limits import Allowed
from bot.settings import Settings, UnusableSettings, misspelt_settings, read_settings

_UNREADABLE = Path("/proc/self/mem")
"""A file that can be opened, but nobody can read its beginning."""


def test_every_limit_can_be_set() -> None:
    """Each to a value of its own."""
    names = [field.name for field in fields(Allowed)]
    chosen = {f"limit_{name}": number for number, name in enumerate(names)}
    assert Settings.model_validate(chosen).allowed == Allowed(*range(len(names)))


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("LIMIT_GAMES=-1", "LIMIT_GAMES is not usable: Input should be greater than or equal to 0."),
        (
            "SOLVER_CLUSTER=10.0.0.1",
            "SOLVER_CLUSTER is not usable: 10.0.0.1 is no address of a scheduler: write one such as "
            "tcp://10.0.0.1:8786.",
        ),
        (
            "SHARD_IDS=0,2\nSHARD_COUNT=2",
            "SHARD_COUNT is not usable: SHARD_IDS are numbers from 0 to SHARD_COUNT - 1",
        ),
        ("SHARD_IDS=-1\nSHARD_COUNT=2", "SHARD_COUNT is not usable: SHARD_IDS are numbers from 0 to"),
        ("SHARD_IDS=1,1\nSHARD_COUNT=2", "SHARD_COUNT is not usable: SHARD_IDS are numbers from 0 to"),
        ("# caf\xe9", ".env is not text in UTF-8: save it as that."),
    ],
)
def test_what_cannot_be_used_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, written: str, told: str
) -> None:
    """In one line that names the setting and says what to write."""
    (tmp_path / ".env").write_text(written, encoding="latin-1")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UnusableSettings) as raised:
        read_settings()
    assert str(raised.value).startswith(told)


@pytest.mark.skipif(not _UNREADABLE.exists(), reason="there is no file here that not even root can read")
def test_a_file_that_cannot_be_read_is_one_clear_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as a `.env` that belongs to root, while the bot runs as somebody else."""
    (tmp_path / ".env").symlink_to(_UNREADABLE)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UnusableSettings, match=r"^\.env cannot be read \(.+\): it must belong to"):
        read_settings()


def test_misspelt_settings_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those in `.env` that are almost a setting; what other programs read there is left alone."""
    (tmp_path / ".env").write_text("LIMIT_COMANDS=5\nlog_level=INFO\nPOSTGRES_PASSWORD=x\nDISCORD_TOKE=x\n")
    monkeypatch.chdir(tmp_path)
    assert misspelt_settings() == [("DISCORD_TOKE", "DISCORD_TOKEN"), ("LIMIT_COMANDS", "LIMIT_COMMANDS")]


def test_a_scheduler_is_found_by_its_address() -> None:
    """As `dask scheduler` prints it."""
    assert Settings.model_validate({"solver_cluster": "tcp://10.0.0.1:8786"}).solver_cluster


def test_secrets_do_not_show() -> None:
    """Neither the token nor the database's password is in the printed settings."""
    settings = Settings.model_validate(
        {"discord_token": "secret-token", "database_url": "postgresql+asyncpg://me:secret-word@host/db"}
    )
    assert "secret" not in repr(settings)
    assert "secret" not in str(settings)


def test_shards_are_read_as_people_write_them() -> None:
    """`0,1 2` is three shards."""
    settings = Settings.model_validate({"shard_ids": "0,1 2", "shard_count": "3"})
    assert settings.shard_ids == (0, 1, 2)


def test_one_shard_is_read_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """`SHARD_IDS=2` is the third shard, not a number that cannot be split."""
    monkeypatch.setenv("SHARD_IDS", "2")
    monkeypatch.setenv("SHARD_COUNT", "3")
    assert Settings().shard_ids == (2,)
