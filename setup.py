"""Compile the catalogues when the bot is installed, and note its commit; all else is in pyproject.toml."""

import runpy
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from setuptools import setup
from setuptools.command.build_py import build_py

COMMIT = Path("bot/watch/commit.py")


class WithCatalogues(build_py):
    """Copies the packages, with each catalogue in the form that gettext reads, and with the commit."""

    def run(self) -> None:
        """Write each catalogue's `.mo` beside its `.po`, from where it is copied like any file."""
        for written in sorted(Path("bot/render/languages").glob("*.po")):
            with written.open("rb") as source, written.with_suffix(".mo").open("wb") as compiled:
                write_mo(compiled, read_po(source, locale=written.stem))
        super().run()
        copied = Path(self.build_lib, COMMIT)
        if copied.exists():  # nothing is copied for an editable installation
            known = runpy.run_path(str(COMMIT))["commit"]()
            copied.write_text(COMMIT.read_text().replace("$Format:%H$", known))


setup(cmdclass={"build_py": WithCatalogues})
