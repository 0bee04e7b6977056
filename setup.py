"""Compile the catalogues when the bot is installed, and note its commit; all else is in pyproject.toml."""

import runpy
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.errors import SetupError

_LANGUAGES = Path("bot/render/languages")
_COMMIT = Path("bot/watch/commit.py")


class WithCatalogues(build_py):
    """Copies the packages, with each catalogue in the form that gettext reads, and with the commit."""

    def run(self) -> None:
        """Write each catalogue's `.mo` beside its `.po`, from where it is copied like any file.

        Raise SetupError if there is nothing to write, or the bot would speak English without a word.
        """
        catalogues = sorted(_LANGUAGES.glob("*.po"))
        if not catalogues:
            raise SetupError(f"{_LANGUAGES} holds no catalogue: the bot would speak English only")
        for written in catalogues:
            with written.open("rb") as source:
                catalogue = read_po(source, locale=written.stem)
            if not any(message.id and message.string for message in catalogue):
                raise SetupError(f"{written} holds no translation: the bot would speak English instead")
            with written.with_suffix(".mo").open("wb") as compiled:
                write_mo(compiled, catalogue)
        super().run()
        copied = Path(self.build_lib, _COMMIT)
        if copied.exists():  # nothing is copied for an editable installation
            known = runpy.run_path(str(_COMMIT))["commit"]()
            copied.write_text(_COMMIT.read_text().replace("$Format:%H$", known))


setup(cmdclass={"build_py": WithCatalogues})
