"""The settings: how they are read from the environment, and what is refused in one line."""

from __future__ import annotations

from dataclasses import fields

import pytest
from pydantic import ValidationError

from bot.service.limits import Allowed
from bot.settings import Settings, fault_in


def test_every_limit_can_be_set() -> None:
    """Each to a value of its own; less than none at all is refused in one line."""
    names = [field.name for field in fields(Allowed)]
    chosen = {f"limit_{name}": number for number, name in enumerate(names)}
    assert Settings.model_validate(chosen).allowed == Allowed(*range(len(names)))
    with pytest.raises(ValidationError) as raised:
        Settings.model_validate({"limit_games": -1})
    assert fault_in(raised.value) == (
        "LIMIT_GAMES is not usable: Input should be greater than or equal to 0. See .env.example."
    )


def test_an_address_that_no_scheduler_can_have_is_refused() -> None:
    """At the start, in one line that shows what an address looks like."""
    assert Settings.model_validate({"solver_cluster": "tcp://10.0.0.1:8786"}).solver_cluster
    with pytest.raises(ValidationError) as raised:
        Settings.model_validate({"solver_cluster": "10.0.0.1"})
    assert fault_in(raised.value) == (
        "SOLVER_CLUSTER is not usable: 10.0.0.1 is no address of a scheduler: write one such as "
        "tcp://10.0.0.1:8786. See .env.example."
    )


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
