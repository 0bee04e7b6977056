"""What an operator can set, in the environment or `.env`; `.env.example` explains every key."""

from __future__ import annotations

import io
import os
import re
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias
from urllib.parse import quote, unquote, urlsplit

from dotenv.parser import Binding, parse_stream
from pydantic import Field, SecretStr, ValidationError, ValidationInfo, field_validator, model_validator
from pydantic_core import PydanticCustomError
from pydantic_settings import (
    BaseSettings,
    DotEnvSettingsSource,
    NoDecode,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

from bot.home import GAMES, env_file, own_folder
from bot.service.limits import Allowed
from bot.store.addresses import read_address
from bot.store.errors import StoreError
from bot.store.files import open_to_others

Limit: TypeAlias = Annotated[int, Field(ge=0, le=1_000_000)]

GONE = (
    "SOLVER_CLUSTER",
    "LIMIT_COMMANDS",
    "LIMIT_PRESSES",
    "LIMIT_AUTOCOMPLETES",
    "LIMIT_HINTS",
    "LIMIT_WISHES",
    "LIMIT_AT_ONCE",
    "LIMIT_DEALS",
)
"""Settings of earlier versions, which are not read any more."""
_WORLD = "var/local-discord.sqlite3"
_SQLITE = "sqlite+aiosqlite:///"
_RELATIVE = re.compile(rf"(?s)({re.escape(_SQLITE)})((?![/:]|file:).+)")
"""The address of a file, by a path that does not say where it begins."""


class UnusableSettings(Exception):
    """A setting cannot be used; the message is one or two sentences for the operator."""


def _address_in(folder: Path, address: str) -> str:
    """Return an address with its file in a folder, if it names one by a relative path."""
    if folder == Path():
        return address
    return _RELATIVE.sub(lambda found: f"{found[1]}{quote(str(folder))}/{found[2]}", address)


def address_as_in_env_file(address: str) -> str:
    """Return an address with what it would name in `.env`: a relative path begins in the bot's own folder."""
    return _address_in(own_folder(), address)


def _path_in(folder: Path, path: str) -> str:
    return str(folder / path)


class _EnvFile(DotEnvSettingsSource):
    """`.env`: relative paths in it begin where it lies."""

    def __init__(self, settings_cls: type[BaseSettings]) -> None:
        self._folder = own_folder()
        super().__init__(settings_cls, env_file=self._folder / ".env")

    def __call__(self) -> dict[str, Any]:
        """Return the values of all settings in it."""
        values = super().__call__()
        for name, put in (
            ("database_url", _address_in),
            ("local_world", _path_in),
            ("discord_openapi", _path_in),
        ):
            if written := values.get(name, "").strip():
                values[name] = put(self._folder, written)
        return values


class Settings(BaseSettings):
    """The settings of one run; secrets never show in a log or a repr."""

    model_config = SettingsConfigDict(frozen=True, extra="ignore", env_ignore_empty=True)

    discord_token: SecretStr | None = None
    database_url: SecretStr = Field(
        default_factory=lambda: SecretStr(_address_in(own_folder(), f"{_SQLITE}{GAMES}"))
    )
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    log_format: Literal["text", "json"] = "text"
    shard_ids: Annotated[tuple[int, ...] | None, NoDecode] = None
    shard_count: Annotated[int | None, Field(ge=1, le=100_000, validate_default=True)] = None
    metrics_port: Annotated[int | None, Field(ge=1, le=65535)] = None
    limit_asks: Limit = Allowed.asks
    limit_posts: Limit = Allowed.posts
    limit_games: Limit = Allowed.games
    local_port: Annotated[int, Field(ge=0, le=65535)] = 8787
    local_world: Path = Field(default_factory=lambda: own_folder() / _WORLD)
    discord_openapi: Path | None = None

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Return where values are looked for, the first place first."""
        return init_settings, env_settings, _EnvFile(settings_cls)

    @model_validator(mode="before")
    @classmethod
    def _strip(cls, values: dict[str, object]) -> dict[str, object]:
        """Leave out blanks around a value, such as the end of a line of a file with a secret."""
        stripped = {key: value.strip() if isinstance(value, str) else value for key, value in values.items()}
        return {key: value for key, value in stripped.items() if value != ""}

    @field_validator("discord_token")
    @classmethod
    def _check_token(cls, value: SecretStr | None) -> SecretStr | None:
        """Check that a token could be sent to Discord; whether it counts, Discord knows."""
        if value is not None and not re.fullmatch("[!-~]+", value.get_secret_value()):
            raise PydanticCustomError("token", "it is one word without quotes or letters such as é")
        return value

    @field_validator("database_url")
    @classmethod
    def _check_database(cls, value: SecretStr) -> SecretStr:
        """Check that it is an address of a database that we know; whether there is one, opening it says."""
        try:
            read_address(value.get_secret_value())
        except StoreError as error:
            told = str(error)
            raise PydanticCustomError(
                "database", "{reason}", {"reason": f"{told[0].lower()}{told[1:-1]}"}
            ) from None
        return value

    @field_validator("shard_ids", mode="before")
    @classmethod
    def _split_numbers(cls, value: object) -> object:
        """Split `0,1,2`, which is what people write in environment variables."""
        numbers = value.replace(",", " ").split() if isinstance(value, str) else value
        if numbers == []:
            raise PydanticCustomError("shards", "it names no shard; write numbers such as 0,1")
        return numbers

    @field_validator("shard_count")
    @classmethod
    def _count_all_shards(cls, value: int | None, info: ValidationInfo) -> int | None:
        """Check that the shards of this process are within the total number."""
        ids = info.data.get("shard_ids")
        if not ids:
            return value
        if value is None:
            raise PydanticCustomError("shards", "SHARD_IDS need it, the number of shards in all")
        if not all(0 <= shard < value for shard in ids) or len(set(ids)) < len(ids):
            raise PydanticCustomError("shards", "SHARD_IDS are numbers from 0 to SHARD_COUNT - 1, each once")
        return value

    @property
    def allowed(self) -> Allowed:
        """What each person may have."""
        return Allowed(self.limit_asks, self.limit_posts, self.limit_games)


def secrets_of(settings: Settings) -> list[str]:
    """Return what must show nowhere: the token, and the password of the database."""
    token = settings.discord_token.get_secret_value() if settings.discord_token else ""
    try:
        password = urlsplit(settings.database_url.get_secret_value()).password or ""
    except ValueError:  # it is no address, and opening it says so
        password = ""
    return [token, password, unquote(password)]


def gone_settings() -> list[str]:
    """Return which settings of earlier versions still have a value, in the environment or in `.env`."""
    written = [*os.environ.items(), *_EnvFile(Settings).env_vars.items()]
    named = {key.upper() for key, value in written if value}
    return [name for name in GONE if name in named]


def misspelt_settings() -> list[tuple[str, str]]:
    """Return each key of `.env` that is almost a setting, with that setting; the rest is not ours."""
    known = [name.upper() for name in Settings.model_fields]
    written = {key.upper() for key in _EnvFile(Settings).env_vars} - {*known, *GONE}
    near = ((key, get_close_matches(key, known, n=1, cutoff=0.85)) for key in sorted(written))
    return [(key, found[0]) for key, found in near if found]


def is_open_to_others() -> bool:
    """Whether `.env`, which holds the token, can be read by others than its owner."""
    return bool(open_to_others([env_file()]))


def read_settings() -> Settings:
    """Return the settings of the environment and of `.env`; raise UnusableSettings if one cannot be used."""
    file = env_file()
    try:
        _check(file)
        return Settings()
    except ValidationError as error:
        fault = error.errors()[0]
        name = str(fault["loc"][0]).upper()
        raise UnusableSettings(f"{name} is not usable: {fault['msg']}. See .env.example.") from None
    except UnicodeDecodeError:
        raise UnusableSettings(f"{file} is not text in UTF-8: save it as that.") from None
    except OSError as error:
        raise UnusableSettings(
            f"{file.absolute()} cannot be read ({error.strerror}): it must be a file that whoever runs the "
            "bot may read."
        ) from None


def _check(file: Path) -> None:
    """Raise UnusableSettings for a line of `.env` that would be skipped, or that undoes an earlier one."""
    if not file.is_symlink() and not file.exists():
        return
    written: set[str] = set()
    for line in parse_stream(io.StringIO(file.read_text(encoding="utf-8"))):
        if line.error or (line.key is not None and line.value is None):
            # Its text may be a secret.
            raise UnusableSettings(
                f"Line {_number(line)} of {file} cannot be read: write NAME=value, with the value in closed "
                "quotes or none, or begin a comment with #."
            )
        name = (line.key or "").upper()
        if not line.value and name in written:
            raise UnusableSettings(
                f"Line {_number(line)} of {file} empties {name}, which a line above sets: delete one."
            )
        if line.value and name.lower() in Settings.model_fields:
            written.add(name)


def _number(line: Binding) -> int:
    """Return the number of a line of `.env`, which is parsed together with the blank lines above it."""
    text = line.original.string
    return line.original.line + text[: len(text) - len(text.lstrip())].count("\n")
