"""Compile the catalogues of all languages when the bot is installed; all else is in pyproject.toml."""

from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from setuptools import setup
from setuptools.command.build_py import build_py


class WithCatalogues(build_py):
    """Copies the packages, with each catalogue in the form that gettext reads."""

    def run(self) -> None:
        """Write each catalogue's `.mo` beside its `.po`, from where it is copied like any file."""
        for written in sorted(Path("bot/render/languages").glob("*.po")):
            with written.open("rb") as source, written.with_suffix(".mo").open("wb") as compiled:
                write_mo(compiled, read_po(source, locale=written.stem))
        super().run()


setup(cmdclass={"build_py": WithCatalogues})
