"""Getting the kernels ready, and a compiler whose bot is killed; a whole start is tested with the program."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bot.service.background import Background, BackOff
from bot.service.kernels import kernels_in_background
from bot.solvers.jit import cache_of
from tests.flow.pictures import until
from tests.worker_processes import await_end

_BOT = """
import asyncio
from bot.service.kernels import _apart
asyncio.run(_apart("compile_for_bot", "marriage.pairs"))
"""


@pytest.mark.logs("Background work failed: preparing the solvers; another try follows.")
async def test_whatever_goes_wrong_the_solvers_get_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    """What nobody expects while solvers are prepared is logged and named, and they are prepared again."""
    monkeypatch.setattr("bot.service.background._AFTER_A_SURPRISE", BackOff(0.05, 0.05))
    background, named = Background(), []

    def fail_once() -> None:
        named.append(background.failing)
        if len(named) == 1:
            raise OSError("too little memory")

    monkeypatch.setattr("bot.service.kernels.spare_what_is_loaded", fail_once)
    async with kernels_in_background(background) as preparation:
        await until(lambda: len(named) == 2 and not background.failing)
        assert preparation.over
    assert named == [(), ("preparing the solvers",)]


@pytest.mark.slow
def test_a_bot_killed_amid_compiling_leaves_no_compiler(tmp_path: Path) -> None:
    """A bot killed amid compiling leaves no compiler, and the next one goes on with what there is."""
    complete = tmp_path / "idle-year" / cache_of("marriage.pairs").name / "complete"
    with _compiling(tmp_path) as bot:
        while not list(tmp_path.rglob("*.nbc")):
            assert bot.poll() is None, "nothing was compiled"
            time.sleep(0.01)
        (compiler,) = Path(f"/proc/{bot.pid}/task/{bot.pid}/children").read_text().split()
        bot.kill()
    await_end(int(compiler))
    assert not complete.exists()
    with _compiling(tmp_path) as bot:
        assert bot.wait() == 0
    assert complete.exists()


def _compiling(folder: Path) -> subprocess.Popen[bytes]:
    """Start a bot that compiles into a folder."""
    return subprocess.Popen([sys.executable, "-c", _BOT], env={**os.environ, "XDG_CACHE_HOME": str(folder)})  # noqa: S603  ours
