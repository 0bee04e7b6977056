"""`idleyear discord`: the small Discord for any bot."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from bot.cli import main
from small_discord import command
from small_discord.opening import Place

if TYPE_CHECKING:
    import pytest


def test_it_is_where_the_settings_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of `.env`, too; everything else on the command line is passed on."""
    given: list[object] = []

    def note(*told: object) -> int:
        given.append(told)
        return 0

    monkeypatch.setattr(command, "main", note)
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".env").write_text("LOCAL_WORLD=here.sqlite3\n")
    monkeypatch.setenv("LOCAL_PORT", "7000")
    main(["discord", "--weather", "rough", "run", "bot.py", "--loud"])
    arguments = ["--weather", "rough", "run", "bot.py", "--loud"]
    assert given == [(arguments, "idleyear discord", Place(7000, Path("here.sqlite3")))]


def test_a_bot_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    """One line says so."""
    assert main(["discord", "run", "nowhere.py"]) == 2
    assert "nowhere.py" in capsys.readouterr().err


def test_a_setting_that_cannot_be_used(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line says so, too."""
    monkeypatch.setenv("LOCAL_PORT", "far")
    assert main(["discord"]) == 1
    assert "The small Discord cannot start. LOCAL_PORT is not usable" in capsys.readouterr().err


def test_rough_weather_can_be_made_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its seed is printed; for the real Discord there is no such option."""
    monkeypatch.setenv("DISCORD_TOKEN", "a.b.c")
    assert main(["run", "--weather", "rough", "--weather-seed", "7"]) == 1
    told = capsys.readouterr().err
    assert "--weather-seed 7" in told
    assert "start without DISCORD_TOKEN" in told


def test_fair_weather_has_no_seed(capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever names one meant rough weather, and is told so."""
    for arguments in (["discord"], ["run"]):
        assert main([*arguments, "--weather-seed", "7"]) == 2
        assert "add --weather rough" in capsys.readouterr().err
