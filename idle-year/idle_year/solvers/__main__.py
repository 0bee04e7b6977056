"""Compile kernels into the cache, a line per package: `python -m idle_year.solvers [PACKAGE...]`, or all."""

import sys

from idle_year.solvers.jit import CannotCompile
from idle_year.solvers.registry import PACKAGES, compile_package


def main() -> None:
    """Compile what the command line names."""
    packages = sys.argv[1:] or list(PACKAGES)
    for number, package in enumerate(packages, start=1):
        try:
            compile_package(package)
        except CannotCompile as error:
            sys.exit(f"{package}: {error}")
        print(f"{number} of {len(packages)}: {package}", flush=True)


if __name__ == "__main__":
    main()
