"""`python -m lab load`: many players, and bots in processes of their own."""

from __future__ import annotations

import contextlib
import json
import multiprocessing
import os
import signal
import socket
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from lab.command import main
from lab.echo_bot import echo_bot
from lab.load import tell_load
from lab.processes import CannotMeasure, bot_process
from small_discord import SmallDiscord
from tests.cli.commands import started

pytestmark = pytest.mark.night

_SOME = ("load", "--players", "2", "--pace", "0.1", "--seconds", "1", "--moves", "20")
_BOTS = ("echo", "board", "move", "anything")


def test_every_press_is_answered_by_each_bot(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every press is answered by each bot, however many people press, and no process is left behind."""
    # Other programs may make the bots slow.
    monkeypatch.setattr("small_discord.interactions.SECONDS_TO_ANSWER", 60)
    monkeypatch.setattr("lab.load._WARM_UP", 100)
    assert main([*_SOME, "--json"]) == 0
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert [load["players"] for load in told["load"]] == [2]
    for load in told["load"]:
        for part in (load[name] for name in _BOTS):
            assert (part["unanswered"], part["refused"]) == (0, 0)
            assert part["asked"] == sum(kind["asked"] for kind in part["by_kind"].values()) > 0
            assert 0 < part["p50_ms"] <= part["p99_ms"]
            assert part["answers_per_second"] > 0
            assert part["processor_ms"] > 0
            assert part["memory_mib"] > 0
        for echo in ("echo", "board"):
            times = load["move"]["processor_ms"] / load[echo]["processor_ms"]
            assert load[f"to_{echo}"]["processor_ms"] == pytest.approx(times)
    assert told["memory"]["moves"] == 20
    assert not multiprocessing.active_children()
    tell_load(told)
    heads = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    bots = ["empty", "board", "move", "anything", "a", "a"]
    assert heads == ["2", *bots, "memory:"]


def test_an_interrupt_leaves_no_process(tmp_path: Path) -> None:
    """Ctrl-C, which a terminal sends to the bots as well, ends the command without a word."""
    with started(tmp_path, "load", "--players", "1", program="lab.command") as process:
        while _in_group(process.pid) < 4:  # besides two of the bots, Python's own tracker of resources
            assert process.poll() is None
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate()
    # Other tests may just have had a kernel compiled for arguments of other types.
    assert (out, [line for line in err.splitlines() if not line.startswith("Compiling the")]) == ("", [])
    assert process.returncode == 130
    give_up = time.monotonic() + 20
    while left := _in_group(process.pid):
        assert time.monotonic() < give_up, left
        time.sleep(0.05)


def _in_group(leader: int) -> int:
    """Return how many processes there are in a group."""
    groups = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it has ended meanwhile
            groups.append(int(stat.read_text().rpartition(")")[2].split()[2]))
    return groups.count(leader)


@pytest.mark.parametrize(
    ("run", "told"),
    [
        ("_without_a_disk", "The bot cannot run: OSError: The disk is full."),
        ("_killed", "The bot's process ended, with exit code -9."),
        ("_with_a_wrong_token", "The bot cannot run: LoginFailure: Improper token has been passed."),
    ],
)
async def test_a_bot_that_does_not_start_is_one_sentence(run: str, told: str) -> None:
    """A bot that does not start is told in one sentence with the reason, and leaves no process."""
    with pytest.raises(CannotMeasure) as caught:
        async with bot_process(SmallDiscord(), globals()[run]):
            pass
    assert str(caught.value) == told
    assert not multiprocessing.active_children()


async def test_a_bot_that_dies_meanwhile_is_one_sentence() -> None:
    """A bot that dies during a measurement is told in one sentence, as its figures would be of no use."""
    async with bot_process(SmallDiscord(), echo_bot) as bot:
        assert (await bot.used()).seconds > 0
        (process,) = multiprocessing.active_children()
        process.kill()
        with pytest.raises(CannotMeasure, match="The bot's process ended, with exit code -9"):
            await bot.used()


async def test_an_occupied_port_is_one_sentence() -> None:
    """An occupied port is told in one sentence, and nothing has been started then."""
    with socket.create_server(("127.0.0.1", 0)) as other, pytest.raises(CannotMeasure) as caught:
        async with bot_process(SmallDiscord(port=other.getsockname()[1]), echo_bot):
            pass
    assert str(caught.value).startswith("The small Discord cannot start: ")
    assert not multiprocessing.active_children()


@asynccontextmanager
async def _without_a_disk(_folder: Path, _token: str) -> AsyncIterator[tuple[str, ...]]:
    raise OSError("The disk is full.")
    yield ()


@asynccontextmanager
async def _killed(_folder: Path, _token: str) -> AsyncIterator[tuple[str, ...]]:
    os.kill(os.getpid(), signal.SIGKILL)
    yield ()


@asynccontextmanager
async def _with_a_wrong_token(folder: Path, _token: str) -> AsyncIterator[tuple[str, ...]]:
    async with echo_bot(folder, "wrong") as names:
        yield names
