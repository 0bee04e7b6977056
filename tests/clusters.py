"""A Dask cluster on this machine: a real scheduler, and workers that are real processes."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from distributed import Client

from bot.service import survey_on_cluster

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pytest

ROOT = Path(__file__).parents[1]
_LOCAL = ("--host", "127.0.0.1", "--no-dashboard")


class Cluster:
    """A scheduler, and the workers started for it."""

    def __init__(self, folder: Path, port: int = 0, path: Path = ROOT) -> None:
        folder.mkdir(exist_ok=True)
        self.folder = folder
        self._port = port
        self._path = path
        self._processes = contextlib.ExitStack()

    def __enter__(self) -> Cluster:
        told = self.folder / "scheduler.json"
        self.scheduler = self._start(
            "scheduler", "--port", str(self._port), "--scheduler-file", str(told), path=self._path
        )
        while not told.exists() or not told.read_text():
            assert self.scheduler.poll() is None, "the scheduler has ended"
            time.sleep(0.05)
        self.address = str(json.loads(told.read_text())["address"])
        return self

    def __exit__(self, *_: object) -> None:
        self._processes.close()

    @contextlib.contextmanager
    def worker(
        self, *, threads: int = 1, path: Path = ROOT, cache: Path | None = None
    ) -> Iterator[subprocess.Popen[bytes]]:
        """Start one more worker while the block runs, with the idle-year found at a path."""
        with Client(self.address, set_as_default=False) as watching:
            before = set(watching.nthreads())
            options = ["--nthreads", str(threads), "--no-nanny", "--local-directory", str(self.folder)]
            process = self._start("worker", self.address, *options, path=path, cache=cache)
            while set(watching.nthreads()) <= before:
                assert process.poll() is None, "the worker has ended"
                time.sleep(0.05)
        yield process
        _end(process)

    def _start(
        self, what: str, *options: str, path: Path, cache: Path | None = None
    ) -> subprocess.Popen[bytes]:
        environment = {**os.environ, "PYTHONPATH": str(path)}
        if cache:
            environment["XDG_CACHE_HOME"] = str(cache)
        process = subprocess.Popen(  # noqa: S603  it is ours
            [sys.executable, "-m", "dask", what, *_LOCAL, *options],
            cwd=self.folder,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._processes.callback(_end, process)
        return process


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()


def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not wait long for absent schedulers and workers."""
    monkeypatch.setattr(survey_on_cluster, "_WAIT_SECONDS", 2)


def changed(folder: Path) -> Path:
    """Return a folder with an idle-year whose solvers are changed."""
    shutil.copytree(ROOT / "idle-year" / "idle_year", folder / "idle_year")
    with (folder / "idle_year" / "solvers" / "protocols.py").open("a") as source:
        source.write("# changed\n")
    return folder
