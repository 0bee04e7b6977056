"""Compile the kernels into the cache, one line of progress for each package: `python -m bot.solvers`."""

from bot.solvers.compiled import PACKAGES, compile_package

if __name__ == "__main__":
    for number, package in enumerate(PACKAGES, start=1):
        compile_package(package)
        print(f"{number} of {len(PACKAGES)}: {package}", flush=True)
