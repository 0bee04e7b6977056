"""The settings: how they are read from the environment, and what is refused in one line."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from bot.home import env_file, own_folder
from bot.service.limits import Allowed
from bot.settings import (
    Settings,
    UnusableSettings,
    gone_settings,
    is_open_to_others,
    misspelt_settings,
    read_settings,
    secrets_of,
)
from bot.store.addresses import file_of
from bot.watch.logs import ForPeople

_UNREADABLE = Path("/proc/self/mem")
"""A file that can be opened, but nobody can read its beginning."""


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Pretend to be installed from the wheel, in a stranger's folder; return the one of the platform."""
    monkeypatch.setattr("bot.home._PROJECT", tmp_path / "site-packages")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "of the % platform"))
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    return tmp_path / "of the % platform" / "idle-year"


def _games() -> Path | None:
    return file_of(read_settings().database_url.get_secret_value())


@pytest.mark.parametrize("stranger", [None, "LOG_LEVEL=LOUD\n# DISCORD_TOKEN=\nMY_DATABASE_URL=x", "caf\xe9"])
def test_the_folder_of_a_stranger_is_left_alone(installed: Path, stranger: str | None) -> None:
    """Installed from its wheel and started anywhere, the bot keeps its files where the platform does."""
    if stranger is not None:
        Path(".env").write_text(stranger, encoding="latin-1")
    installed.mkdir(parents=True)
    (installed / ".env").write_text("LIMIT_GAMES=5\nDISCORD_TOKE=x\n")
    settings = read_settings()
    assert (own_folder(), settings.limit_games) == (installed, 5)
    assert (_games(), settings.local_world) == (
        installed / "var/idle-year.sqlite3",
        installed / "var/local-discord.sqlite3",
    )
    assert (misspelt_settings(), is_open_to_others()) == ([("DISCORD_TOKE", "DISCORD_TOKEN")], True)


def test_paths_in_a_file_begin_where_it_lies(installed: Path, tmp_path: Path) -> None:
    """A relative path in `.env` begins where that lies, and other addresses stay as they are."""
    installed.mkdir(parents=True)
    for written, games in (
        ("sqlite+aiosqlite:///mine/a%20b.sqlite3", installed / "mine/a b.sqlite3"),
        (f"sqlite+aiosqlite:///{tmp_path}/a.sqlite3", tmp_path / "a.sqlite3"),
        ("sqlite+aiosqlite:///:memory:", None),
    ):
        (installed / ".env").write_text(f"DATABASE_URL={written}\nLOCAL_WORLD=w\nDISCORD_OPENAPI=/o\n")
        settings = read_settings()
        assert (_games(), settings.local_world, settings.discord_openapi) == (
            games,
            installed / "w",
            Path("/o"),
        )


@pytest.mark.parametrize(
    ("there", "content"),
    [
        ("var/idle-year.sqlite3", ""),
        ("var/idle-year.sqlite3-lock", ""),  # a backup is being put back
        (".env", "export discord_token=\n"),
        (".env", "\ufeffDATABASE_URL = sqlite+aiosqlite:///var/idle-year.sqlite3"),
    ],
)
@pytest.mark.usefixtures("installed")
def test_games_are_found_where_the_bot_has_always_run(there: str, content: str) -> None:
    """A folder in which the bot has run stays its own, with its games alone, too."""
    Path("var").mkdir()
    Path(there).write_text(content, encoding="utf-8")
    assert (env_file(), _games()) == (Path(".env"), Path("var/idle-year.sqlite3"))


def test_a_checkout_has_its_files_in_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a checkout or a container, with nothing there yet, the bot's files are in the current folder."""
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.chdir(tmp_path)
    assert (env_file(), _games()) == (Path(".env"), Path("var/idle-year.sqlite3"))


@pytest.mark.usefixtures("installed")
def test_games_that_the_environment_names_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A relative path in the environment begins in the current folder, where a service has its old games."""
    monkeypatch.setenv("DATABASE_URL", "sqlite+aiosqlite:///games.sqlite3")
    assert _games() == Path("games.sqlite3")


@pytest.mark.usefixtures("installed")
def test_a_file_that_says_to_be_ours_and_cannot_be_read_is_told() -> None:
    """A line with a token that cannot be read is not passed over as a stranger's."""
    Path(".env").write_text("DISCORD_TOKEN: secret-token")
    with pytest.raises(UnusableSettings, match=r"^Line 1 of \.env cannot be read"):
        read_settings()


def test_every_limit_can_be_set() -> None:
    """Every limit can be set to a value of its own."""
    names = [field.name for field in fields(Allowed)]
    chosen = {f"limit_{name}": number for number, name in enumerate(names)}
    assert Settings.model_validate(chosen).allowed == Allowed(*range(len(names)))


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("LIMIT_GAMES=-1", "LIMIT_GAMES is not usable: Input should be greater than or equal to 0."),
        (
            "LIMIT_POSTS=9999999999",
            "LIMIT_POSTS is not usable: Input should be less than or equal to 1000000",
        ),
        ("SHARD_COUNT=3000000000", "SHARD_COUNT is not usable: Input should be less than or equal to 100000"),
        (
            "SHARD_IDS=0,2\nSHARD_COUNT=2",
            "SHARD_COUNT is not usable: SHARD_IDS are numbers from 0 to SHARD_COUNT - 1",
        ),
        ("SHARD_IDS=-1\nSHARD_COUNT=2", "SHARD_COUNT is not usable: SHARD_IDS are numbers from 0 to"),
        ("SHARD_IDS=1,1\nSHARD_COUNT=2", "SHARD_COUNT is not usable: SHARD_IDS are numbers from 0 to"),
        ("SHARD_IDS=0", "SHARD_COUNT is not usable: SHARD_IDS need it, the number of shards in all."),
        ("SHARD_IDS=,", "SHARD_IDS is not usable: it names no shard; write numbers such as 0,1."),
        ("DISCORD_TOKEN='two words'", "DISCORD_TOKEN is not usable: it is one word without quotes"),
        ("# caf\xe9", ".env is not text in UTF-8: save it as that."),
        ("LIMIT_GAMES: 5", "Line 1 of .env cannot be read: write NAME=value"),
        ("LIMIT_GAMES=5\n\nlimit_games=\n", "Line 3 of .env empties LIMIT_GAMES, which a line above sets"),
        ("# Ours\n\n \nLIMIT_GAMES\n", "Line 4 of .env cannot be read: write NAME=value"),
        ('\r\nDISCORD_TOKEN="s\r\nLIMIT_GAMES=5', "Line 2 of .env cannot be read: write NAME=value"),
    ],
)
def test_what_cannot_be_used_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, written: str, told: str
) -> None:
    """A setting that cannot be used is refused in one line, which names it and says what to write."""
    (tmp_path / ".env").write_text(written, encoding="latin-1")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UnusableSettings) as raised:
        read_settings()
    assert str(raised.value).startswith(told)


@pytest.mark.skipif(not _UNREADABLE.exists(), reason="there is no file here that not even root can read")
def test_a_file_that_cannot_be_read_is_one_clear_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A `.env` that may not be read, such as one that belongs to root, ends the start with one line."""
    (tmp_path / ".env").symlink_to(_UNREADABLE)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UnusableSettings, match=r"\.env cannot be read \(.+\): it must be a file that"):
        read_settings()


@pytest.mark.parametrize("is_folder", [True, False])
def test_a_file_that_is_not_there_where_one_should_be_is_one_clear_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, is_folder: bool
) -> None:
    """A `.env` that is a folder, or a link to nowhere, ends the start with one line."""
    if is_folder:
        (tmp_path / ".env").mkdir()
    else:
        (tmp_path / ".env").symlink_to("nowhere")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UnusableSettings, match=r"\.env cannot be read \(.+\): it must be a file that"):
        read_settings()


def test_a_line_that_cannot_be_read_is_told_once_and_not_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A line of `.env` that cannot be read is not shown, because it may be the token."""
    (tmp_path / ".env").write_text("DISCORD_TOKEN: secret-token")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UnusableSettings) as raised:
        read_settings()
    assert "secret-token" not in str(raised.value)
    assert caplog.text == ""


def test_files_from_windows_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files from Windows are read, with what editors there put at their beginning and at line ends."""
    (tmp_path / ".env").write_bytes("LIMIT_GAMES=5\r\nexport LIMIT_ASKS='6' # six\r\n".encode("utf-8-sig"))
    monkeypatch.chdir(tmp_path)
    settings = read_settings()
    assert (settings.limit_games, settings.limit_asks) == (5, 6)


def test_a_setting_may_be_written_below_its_empty_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A setting may be written below its empty line in `.env`, and the last line counts."""
    (tmp_path / ".env").write_text("LIMIT_GAMES=\nLIMIT_GAMES=5\nLIMIT_GAMES=6\n")
    monkeypatch.chdir(tmp_path)
    assert read_settings().limit_games == 6


def test_blanks_around_a_value_do_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """A token from a file ends with a line end: without it, it is sent to Discord and hidden in the log."""
    for name, value in (("DISCORD_TOKEN", "the-token\n"), ("LOG_LEVEL", " ERROR"), ("METRICS_PORT", " ")):
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("DATABASE_URL", "sqlite+aiosqlite:///games.sqlite3 ")
    settings = Settings()
    assert (settings.log_level, settings.metrics_port) == ("ERROR", None)
    assert settings.database_url.get_secret_value() == "sqlite+aiosqlite:///games.sqlite3"
    assert ForPeople(secrets_of(settings)).discreet("Bot the-token") == "Bot ***"


def test_a_blank_token_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """A blank token is none, and the bot then runs on the small Discord."""
    monkeypatch.setenv("DISCORD_TOKEN", " \n")
    assert Settings().discord_token is None


def test_misspelt_settings_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Names in `.env` that are almost those of a setting are found; those of other programs are not."""
    (tmp_path / ".env").write_text("LIMIT_GAMS=5\nlog_level=INFO\nPOSTGRES_PASSWORD=x\nDISCORD_TOKE=x\n")
    monkeypatch.chdir(tmp_path)
    assert misspelt_settings() == [("DISCORD_TOKE", "DISCORD_TOKEN"), ("LIMIT_GAMS", "LIMIT_GAMES")]


def test_settings_of_earlier_versions_are_named_and_ignored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Settings that an old `.env` or unit still has are named if they have a value, and do nothing else."""
    (tmp_path / ".env").write_text("SOLVER_CLUSTER=\nlimit_hints=many\nLIMIT_GAMES=5\nLOG_LEVEL=INFO\n")
    monkeypatch.setenv("LIMIT_DEALS", "7")
    monkeypatch.chdir(tmp_path)
    assert read_settings().limit_games == 5
    assert gone_settings() == ["LIMIT_HINTS", "LIMIT_DEALS"]
    assert misspelt_settings() == []


def test_a_file_of_secrets_that_others_can_read_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is known whether others than its owner may read `.env`."""
    monkeypatch.chdir(tmp_path)
    assert not is_open_to_others()
    (tmp_path / ".env").touch(mode=0o600)
    assert not is_open_to_others()
    for rights in (0o640, 0o604):
        (tmp_path / ".env").chmod(rights)
        assert is_open_to_others()


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
