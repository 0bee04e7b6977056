"""Getting the kernels ready, and a compiler whose bot is killed; a whole start is tested with the program."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bot.solvers.jit import cache_of
from tests.worker_processes import await_end

_BOT = """
import asyncio
from bot.service.kernels import _compile_apart
asyncio.run(_compile_apart("marriage.pairs"))
"""


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
