"""`python -m lab`: what is measured."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from bot.store.database import Database
from chromium import NEEDS_CHROMIUM
from idle_year.engine.games import ALL, find_game
from lab.big_servers import SIZES
from lab.command import main
from lab.flood import FLOODS
from tests.databases import new_postgres, sqlite_address
from tests.full_store import fill
from tests.nasty import INPUTS

_SLOWLY = (
    "CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS "
    "$$ BEGIN PERFORM pg_sleep(1.5); RETURN NULL; END $$",
    "CREATE TRIGGER slowly AFTER INSERT ON games EXECUTE FUNCTION wait()",
)


@pytest.mark.night
def test_a_game_is_measured_on_deals_and_on_ends(capsys: pytest.CaptureFixture[str]) -> None:
    """A game is measured on whole deals and on ends, with the plain search beside on the same positions."""
    assert main(["solvers", "late-binding", "--deals", "2", "--json"]) == 0
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert (told["game"], told["positions"]) == ("late-binding", 2)
    for part in ("deals", "ends"):
        assert told[part]["ratio"] > 0
        for figures in (told[part]["solver"], told[part]["plain"]):
            assert 0 < figures["p50"] <= figures["p90"] <= figures["p99"] <= figures["max"]
            assert 0 <= figures["won"] <= figures["decided"] <= 1


@pytest.mark.night
def test_the_figures_are_told_to_people(capsys: pytest.CaptureFixture[str]) -> None:
    """People are told a line for each measurement, and one for the plain search next to it."""
    assert main(["solvers", "late-binding", "--deals", "1"]) == 0
    heads = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert heads == ["late-binding,", "deals", "plain", "ends", "plain"]


@pytest.mark.night
def test_it_is_counted_who_wins_deals_of_each_difficulty(capsys: pytest.CaptureFixture[str]) -> None:
    """The fair player and careless ones play deals of each difficulty; other games are refused."""
    assert main(["stars", "cribbage", "--deals", "6", "--json"]) == 0
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert list(told) == sorted(told)
    assert set(told) <= set("12345")
    assert 0 < sum(played["deals"] for played in told.values()) <= 6
    for played in told.values():
        assert 0 <= played["careless"] <= 1
        assert 0 <= played["fair"] <= 1
    assert main(["stars", "late-binding", "--deals", "1"]) == 2
    assert "Nobody plays Late-Binding Solitaire carelessly" in capsys.readouterr().err


@pytest.mark.night
def test_films_of_every_game_are_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    """Fifty films are drawn, one of each game among them, and their time, size and memory are told."""
    assert main(["films", "--json"]) == 0
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert {each["game"] for each in told["films"]} == set(ALL)
    assert len(told["films"]) == 50
    assert all(min(each["seconds"], each["kb"], each["frames"]) > 0 for each in told["films"])
    assert told["mib"] > 0


@pytest.mark.night
def test_a_store_is_asked_and_saved_into(capsys: pytest.CaptureFixture[str]) -> None:
    """A store is asked and saved into, and each question is timed."""
    assert main(["store", "--rows", "300", "--questions", "10", "--json"]) == 0
    told: dict[str, dict[str, float]] = json.loads(capsys.readouterr().out)
    assert {"leaderboard page", "rank of a player", "saving a move", "saving a last move"} <= set(told)
    for figures in told.values():
        assert 0 < figures["p50"] <= figures["p90"] <= figures["p99"] <= figures["max"]


@pytest.mark.night
def test_a_new_database_is_filled_and_left(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A new database is filled and measured, and one that has tables already is refused."""
    asked = ["store", "--rows", "300", "--questions", "10", "--database"]
    address = sqlite_address(tmp_path / "bench.db")
    assert main([*asked, address]) == 0
    assert "leaderboard page: " in capsys.readouterr().out
    assert main([*asked, address]) == 2
    told = capsys.readouterr()
    assert told.err == "Error: There are tables in the database already: name a new one.\n"
    assert main([*asked, "postgresql+asyncpg://me@127.0.0.1:1/games"]) == 2
    assert capsys.readouterr().err.startswith("Error: The database cannot be opened: ")


@pytest.mark.night
def test_filling_takes_as_long_as_it_takes(
    request: pytest.FixtureRequest, postgres_blank: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Filling a large database may take longer than the bot would wait for one statement."""
    monkeypatch.setattr("bot.store.postgres._ANSWER_SECONDS", 1.0)
    address = new_postgres(request, postgres_blank)

    async def games() -> int:
        database = Database(address)
        for statement in _SLOWLY:
            async with database.transaction() as connection:
                await connection.exec_driver_sql(statement)
        await fill(address, 1)
        async with database.statement() as connection:
            found = (await connection.exec_driver_sql("SELECT count(*) FROM games")).scalar_one()
        await database.close()
        return int(found)

    assert asyncio.run(games()) == 1


@pytest.mark.slow
def test_a_move_is_measured_beside_an_empty_answer(capsys: pytest.CaptureFixture[str]) -> None:
    """A move is measured in milliseconds beside an empty answer, and told to people in three lines."""
    assert main(["bot", "--presses", "10", "--json"]) == 0
    told: dict[str, float] = json.loads(capsys.readouterr().out)
    assert 0 < told["echo_ms_p50"] <= told["echo_ms_p99"]
    assert 0 < told["move_ms_p50"] <= told["move_ms_p99"]
    assert told["ratio"] > 0
    assert main(["bot", "--presses", "10"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == ["echo:", "move:", "a"]


@pytest.mark.night
def test_hints_are_measured_while_others_play(capsys: pytest.CaptureFixture[str]) -> None:
    """Hints are measured from the press to the hint, in a game of each family, while others play."""
    assert main(["hints", "--presses", "2", "--players", "3", "--json"]) == 0
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert {find_game(game).family for game in told} == {rules.family for rules in ALL.values()}
    for figures in told.values():
        assert 0 < figures["p50"] <= figures["max"]


@pytest.mark.night
def test_what_holds_the_loop_is_measured_beside_an_empty_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What holds the event loop is measured in milliseconds and as a multiple of an empty command."""
    some = {name: INPUTS[name] for name in ("/move, the stock, 200 times", "button undo", "/about")}
    monkeypatch.setattr("lab.loop.INPUTS", some)
    assert main(["loop", "--json"]) == 0
    told: dict[str, dict[str, float]] = json.loads(capsys.readouterr().out)
    assert set(told) == {"an empty command", *some}
    assert told["an empty command"]["times"] == 1
    assert all(held["ms"] > 0 for held in told.values())
    assert main(["loop"]) == 0
    lines = capsys.readouterr().out.splitlines()
    times = [float(line.split()[0]) for line in lines]
    assert times == sorted(times, reverse=True)
    assert len(times) == 4


@pytest.mark.night
def test_races_in_which_nothing_happens_are_measured(capsys: pytest.CaptureFixture[str]) -> None:
    """A bot with races in which nothing happens is measured next to one that has none."""
    assert main(["races", "--races", "3", "--seconds", "1", "--json"]) == 0
    told: dict[str, float] = json.loads(capsys.readouterr().out)
    assert set(told) == {"idle", "races"}
    assert all(share > 0 for share in told.values())


@pytest.mark.night
def test_two_processes_post_digests(capsys: pytest.CaptureFixture[str]) -> None:
    """Two processes post digests: each server gets exactly one, which is edited as the one before is."""
    assert main(["digests", "--digests", "20", "--json"]) == 0
    told: dict[str, float] = json.loads(capsys.readouterr().out)
    assert (told["digests"], told["missing"], told["twice"], told["unedited"]) == (20, 0, 0, 0)
    assert told["limit_seconds"] == pytest.approx(1.2)


@pytest.mark.night
def test_servers_are_announced_to_the_bot_and_to_others(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Servers are announced to the bot and, by comparison, to discord.py with other intents."""
    monkeypatch.setattr("lab.cache.SIZES", {"small": SIZES["small"]})
    assert main(["cache", "--servers", "10", "--json"]) == 0
    told: dict[str, dict[str, float]] = json.loads(capsys.readouterr().out)
    assert set(told) == {"small"}
    assert set(told["small"]) == {"default", "few intents", "bot"}
    assert all(kib > 0 for kib in told["small"].values())


@pytest.mark.night
def test_what_a_flood_costs_others_is_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The cost of a flood for others is measured in peace, beside a flood unheard, and beside one heard."""
    some = {name: FLOODS[name]._replace(times=5) for name in ("race joins",)}
    monkeypatch.setattr("lab.flood.FLOODS", some)
    assert main(["flood", "--players", "2", "--seconds", "1", "--json"]) == 0
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert set(told) == {"5 race joins"}
    assert list(told["5 race joins"]) == ["in peace", "beside it, unheard", "beside it"]
    for figures in told["5 race joins"].values():
        assert 0 < figures["p50"] <= figures["max"]


@pytest.mark.night
def test_what_thinking_costs_others_is_measured_in_one_run(capsys: pytest.CaptureFixture[str]) -> None:
    """The cost of thinking for others is measured: presses beside hints, and reviews beside searches."""
    asked = ["fairness", "--players", "2", "--seconds", "1", "--reviews", "1", "--json"]
    assert main(asked) == 0
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    presses = ["press", "press beside presses", "press beside hints"]
    assert list(told) == [*presses, "review", "review beside wishes"]
    for figures in told.values():
        assert 0 < figures["p50"] <= figures["max"]


@pytest.mark.night
@NEEDS_CHROMIUM
def test_boards_are_measured_as_a_phone_shows_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A board's height is measured in text and as a picture, and to the end of its first buttons."""
    monkeypatch.setattr("lab.heights.GAMES", ("late-binding",))
    assert main(["heights", "--json"]) == 0
    told: dict[str, dict[str, dict[str, int]]] = json.loads(capsys.readouterr().out)
    assert set(told) == {"late-binding"}
    assert set(told["late-binding"]) == {"text", "picture"}
    for height in told["late-binding"].values():
        assert 0 < height["to_first_row"] < height["board"]
