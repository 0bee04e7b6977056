"""The kernels that tests use: `python -m tests.kernels` compiles what the cache lacks, on all cores."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from idle_year.solvers.jit import ready
from idle_year.solvers.registry import PACKAGES


def compile_missing() -> None:
    """Compile what is not in the cache yet, which takes some minutes of work, once."""
    missing = [package for package in PACKAGES if not ready(package)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(_compile, sorted(missing, key=lambda package: -PACKAGES[package].compiled_in)))


def own_environment() -> dict[str, str]:
    """Return what a program of ours needs of our environment: this code, and where the cache lies."""
    names = ("PATH", "PYTHONPATH", "HOME", "XDG_CACHE_HOME")
    return {name: os.environ[name] for name in names if name in os.environ}


def _compile(package: str) -> None:
    """Compile in a process of its own, as the bot does: the compiler keeps much of the memory it takes."""
    command = [sys.executable, "-m", "idle_year.solvers", package]
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)  # noqa: S603  it is ours


if __name__ == "__main__":
    compile_missing()
