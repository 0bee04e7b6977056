"""Whoever installs small-discord gets what it imports, in versions that it is tested with."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
CALLED = {"discord": "discord.py"}
"""Packages whose name is not that of what is installed."""
BROUGHT = {"yarl": "aiohttp", "jsonschema_rs": "jsonschema-rs", "pytest_asyncio": "pytest-asyncio"}
"""Packages that come with another one, or are written differently."""


def declared() -> list[Requirement]:
    """Return what the distribution asks for, with all its extras."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"].values()
    return [
        Requirement(each) for each in (*project["dependencies"], *(one for all_ in extras for one in all_))
    ]


def imported() -> Iterator[str]:
    """Yield what its code imports besides itself and the standard library."""
    for file in (ROOT / "small_discord").rglob("*.py"):
        for name in re.findall(r"^ *(?:from|import) (\w+)", _code(file), re.MULTILINE):
            if name not in {*sys.stdlib_module_names, "small_discord"}:
                yield BROUGHT.get(name) or CALLED.get(name, name)


def _code(file: Path) -> str:
    """Return the imports of a file, wherever they stand."""
    nodes = ast.walk(ast.parse(file.read_text()))
    return "\n".join(ast.unparse(node) for node in nodes if isinstance(node, ast.Import | ast.ImportFrom))


def test_everything_imported_is_asked_for() -> None:
    """The dependencies that are declared are just the packages that are imported."""
    assert {each.name for each in declared()} == set(imported())


def test_what_is_asked_for_is_what_it_is_tested_with() -> None:
    """The versions installed here are among those that pip may choose."""
    assert [str(each) for each in declared() if version(each.name) not in each.specifier] == []
