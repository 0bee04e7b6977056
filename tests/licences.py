"""The licences of everything the bot is installed with; `make licences` lists them."""

from __future__ import annotations

import re
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import NamedTuple

from packaging.utils import canonicalize_name

_ROOT = Path(__file__).parents[1]
_KNOWN_AS = {
    "Apache 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD": "BSD-3-Clause",
    "BSD 2-Clause License": "BSD-2-Clause",
    "BSD License": "BSD-3-Clause",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Python Software Foundation License": "PSF-2.0",
}
"""What packages call their licences besides SPDX's names; "BSD" alone can mean two or three clauses."""
_NOT_SAID = {"axe-playwright-python": "MIT"}
"""Licences of packages that only carry the text."""


class Licence(NamedTuple):
    """A package, its version, and the SPDX names of all licences that apply to parts of it."""

    package: str
    version: str
    names: frozenset[str]


def licences_of(lock: str) -> list[Licence]:
    """Return the licences of what a lock file pins, as far as it is installed on this system."""
    pinned = re.findall(r"^([a-z0-9-]+)==", (_ROOT / lock).read_text(), re.MULTILINE)
    return [found for name in sorted(set(pinned)) if (found := _licence(name)) is not None]


def _licence(package: str) -> Licence | None:
    try:
        installed = distribution(package)
    except PackageNotFoundError:
        return None  # it is for another system or another version of Python
    said = _said(installed)
    names = re.split(r"\s+(?:AND|OR)\s+", said)
    return Licence(package, installed.version, frozenset(_KNOWN_AS.get(name, name) for name in names))


def _said(installed: Distribution) -> str:
    """Return what a package says: an expression if it has one, else its classifier, else free text."""
    about = installed.metadata
    classified = [
        line.rpartition(" :: ")[2]
        for line in about.get_all("Classifier") or []
        if line.startswith("License :: OSI Approved :: ")
    ]
    if "License-Expression" in about:
        return re.sub("[()]", "", about["License-Expression"])  # how they are grouped does not matter
    if classified:
        return " AND ".join(classified)
    return str(
        about["License"] if "License" in about else _NOT_SAID.get(canonicalize_name(installed.name), "?")
    )


if __name__ == "__main__":
    for each in licences_of("requirements-dev.txt"):
        print(f"{each.package} {each.version}: {', '.join(sorted(each.names))}")
