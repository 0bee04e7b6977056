"""The catalogues in `bot/render/languages`: `make messages` brings them up to date with the code."""

from __future__ import annotations

import asyncio
import contextlib
import io
import re
import tempfile
from collections.abc import AsyncIterator, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from babel.messages import Catalog
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from bot.app import EXTENSIONS, IdleYearBot
from bot.client.commands import told_of
from bot.render.language import FOLDER
from bot.render.names import page_sentences
from bot.store import open_store

ROOT = Path(__file__).parents[1]
KEYWORDS: Mapping[str, tuple[int, ...] | None] = {"_": None, "sentence": None, "n_": (1, 2), "plural": (1, 2)}
"""The functions that word or note a sentence, and which of their arguments are one."""
_FOR_TRANSLATORS = "Translators:"
_HEADERS = re.compile(rb'^"(?!Language:|Plural-Forms|MIME|Content).*\n', re.MULTILINE)
"""What gettext's header says of dates and people, which would change with each update: history knows it."""
_CODE = ("idle-year/idle_year", "bot", "cogs")
_WIDTH = 100


def translated() -> list[str]:
    """Return the languages that have a catalogue."""
    return sorted(path.stem for path in FOLDER.glob("*.po"))


@cache
def extracted() -> Catalog:
    """Return all sentences of the code, in the order of its files."""
    catalogue = Catalog()
    for path in (path for place in _CODE for path in sorted((ROOT / place).rglob("*.py"))):
        # Babel tells standard error of each place that is filled with an f-string, which is no sentence.
        with path.open("rb") as source, contextlib.redirect_stderr(io.StringIO()):
            found = list(extract("python", source, KEYWORDS, [_FOR_TRANSLATORS]))
        for _line, message, comments, _context in found:
            catalogue.add(message, locations=[(str(path.relative_to(ROOT)), 0)], auto_comments=comments)
    for place, texts in (
        ("idle-year/idle_year/engine/games", page_sentences()),
        ("cogs", asyncio.run(_told_of_commands())),
    ):
        for text in texts:
            catalogue.add(text, locations=[(place, 0)])
    return catalogue


async def _told_of_commands() -> list[str]:
    """Return what Discord shows about the commands of the bot."""
    async with with_commands() as bot:
        return list(told_of(bot.tree))


@contextlib.asynccontextmanager
async def with_commands() -> AsyncIterator[IdleYearBot]:
    """Make the bot with all of its commands, without starting it."""
    with tempfile.TemporaryDirectory() as folder:
        async with (
            await open_store(f"sqlite+aiosqlite:///{folder}/none.sqlite3") as store,
            IdleYearBot(store) as bot,
        ):
            bot.tree.add_command(bot.deal_group)
            for extension in EXTENSIONS:
                await bot.load_extension(extension)
            yield bot


def read(code: str) -> Catalog:
    """Return a language's catalogue as its translators wrote it."""
    with (FOLDER / f"{code}.po").open("rb") as source:
        return read_po(source, locale=code)


def update() -> None:
    """Write each language's catalogue anew: with all sentences of the code, and none that it lacks."""
    template = extracted()
    for code in translated():
        catalogue = read(code)
        catalogue.update(template, no_fuzzy_matching=True)
        catalogue.obsolete.clear()
        (FOLDER / f"{code}.po").write_bytes(written(catalogue))


def written(catalogue: Catalog) -> bytes:
    """Return a catalogue as a file of gettext's."""
    file = io.BytesIO()
    write_po(file, catalogue, width=_WIDTH, include_lineno=False, omit_header=False)
    return _without_history(file.getvalue())


def compile_catalogues() -> None:
    """Compile each catalogue that is newer than what was compiled from it, as installing does."""
    for path in FOLDER.glob("*.po"):
        compiled = path.with_suffix(".mo")
        if not compiled.exists() or compiled.stat().st_mtime < path.stat().st_mtime:
            with compiled.open("wb") as file:
                write_mo(file, read(path.stem))


def places(text: str) -> set[str]:
    """Return the names of the places in a sentence."""
    return set(re.findall(r"\{(\w+)[^}]*\}", text))


def forms(message: Any) -> Iterator[tuple[str, str]]:
    """Yield pairs of an English sentence and a translation: each plural form with the English for many."""
    if isinstance(message.id, tuple):
        yield from ((message.id[1], form) for form in message.string)
    else:
        yield message.id, message.string


def untranslated(code: str) -> list[Any]:
    """Return the sentences that a catalogue has in English only."""
    whole = (message for message in read(code) if message.id)
    return [message.id for message in whole if not all(text for _, text in forms(message))]


def _without_history(text: bytes) -> bytes:
    head, gap, rest = text.partition(b"\n\n")
    return _HEADERS.sub(b"", re.sub(rb"^#.*\n", b"", head + b"\n", flags=re.MULTILINE)).strip() + gap + rest


if __name__ == "__main__":
    update()
    compile_catalogues()
    for name in translated():
        print(f"{name}: {len(untranslated(name))} sentences to translate")
