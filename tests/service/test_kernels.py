"""Getting the kernels ready, and what is killed meanwhile; a whole start is tested with the program."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bot.service.background import Background, BackOff
from bot.service.kernels import kernels_in_background
from idle_year.engine.games import find_game
from idle_year.solvers.jit import cache_of
from idle_year.solvers.registry import PACKAGES
from tests.flow.pictures import until
from tests.worker_processes import await_end, compilers_of

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.slow

_CONCERTINA = find_game("concertina")  # of the package that compiles in the shortest time
_BOT = """
import asyncio
from bot.service.kernels import _compile_apart
asyncio.run(_compile_apart("marriage.pairs"))
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


@pytest.fixture
def compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Begin with one package and an empty cache; return the folder in which it is compiled already."""
    compiled = cache_of("marriage.pairs")
    monkeypatch.setattr("bot.service.kernels.PACKAGES", {"marriage.pairs": PACKAGES["marriage.pairs"]})
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    cache_of.cache_clear()
    yield compiled
    cache_of.cache_clear()


async def test_a_compiler_that_was_killed_is_tried_again(
    compiled: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A solver whose compiler was killed is compiled after a while, and until then says when it will be."""
    monkeypatch.setattr("bot.service.kernels._PAUSES", (2.0,))
    async with kernels_in_background(Background()) as preparation:
        compiler = await _compiler()
        os.kill(compiler, signal.SIGSTOP)
        # The next one finds everything: on a busy machine, to compile takes minutes.
        shutil.copytree(compiled, cache_of("marriage.pairs"), dirs_exist_ok=True)
        os.kill(compiler, signal.SIGKILL)
        await until(lambda: "marriage.pairs is put off" in caplog.text)
        lack = preparation.lacking(_CONCERTINA)
        assert lack is not None
        assert lack.ready is not None
        await until(lambda: preparation.over)
        assert preparation.lacking(_CONCERTINA) is None


@pytest.mark.usefixtures("compiled")
async def test_a_compiler_for_which_memory_never_suffices_is_not_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where the machine's memory is too small for the compiler, nobody is told to wait for it."""
    monkeypatch.setattr("bot.service.kernels.allowed_memory", lambda: 256 * 2**20)
    async with kernels_in_background(Background()) as preparation:
        os.kill(await _compiler(), signal.SIGKILL)
        await until(lambda: preparation.over)
        lack = preparation.lacking(_CONCERTINA)
        assert lack is not None
        assert lack.ready is None


async def _compiler() -> int:
    """Return the compiler of this process, to be killed as Linux does where memory runs out."""
    await until(lambda: bool(compilers_of(os.getpid())))
    (compiler,) = compilers_of(os.getpid())
    return compiler


async def test_what_others_may_have_written_is_named_in_one_line(
    compiled: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Machine code that others may have written is not loaded: one line of the log says what to delete."""
    shutil.copytree(compiled, cache_of("marriage.pairs"))
    cache_of("marriage.pairs").chmod(0o777)
    async with kernels_in_background(Background()) as preparation:
        await until(lambda: preparation.arrived.is_set() and preparation.over)
        assert preparation.lacking(_CONCERTINA) == (_CONCERTINA, None)
    (warning,) = caplog.messages
    place = cache_of("marriage.pairs")
    assert warning.endswith(f"Others may write to {place}, so nothing is loaded from it: delete it.")


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
