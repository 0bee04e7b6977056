"""The documentation is right about files, targets, commands, settings and examples."""

from __future__ import annotations

import doctest
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest
import typer.main

from bot.cli import main
from bot.cli.app import app
from bot.settings import Settings
from idle_year.engine.games import ALL
from idle_year.engine.records import read_record
from lab.command import app as measurements

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("*/README.md")])
_PAGE_NAMES = [str(page.relative_to(ROOT)) for page in PAGES]
_BLOCK = re.compile(r"^ *```(\w*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"```.*?```|`([^`\n]+)`", re.DOTALL)
_FOLDERS = "bot|idle-year/idle_year|cogs|lab|small-discord|tests|docs|.ci"
_COMMANDS = typer.main.get_command(app).commands  # type: ignore[attr-defined]  # typer says Command, and it is a group
_MEASUREMENTS = typer.main.get_command(measurements).commands  # type: ignore[attr-defined]


class Example(NamedTuple):
    """A command of a console block, and the output that the page shows for it."""

    command: str
    output: str


def _blocks(page: Path, language: str) -> list[str]:
    return [text for kind, text in _BLOCK.findall(page.read_text()) if kind == language]


def _examples() -> list[Example]:
    return [
        Example(command, output)
        for page in PAGES
        for block in _blocks(page, "console")
        for command, output in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
    ]


def _anchors(page: Path) -> set[str]:
    """Return the headings of a page as GitHub writes them in addresses."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def _code(page: Path) -> str:
    """Return a page's code spans and blocks, one a line."""
    return "\n".join(found.group(1) or found.group() for found in _CODE.finditer(page.read_text()))


@pytest.mark.parametrize("page", PAGES, ids=_PAGE_NAMES)
def test_links_lead_somewhere(page: Path) -> None:
    """A link or picture within the project leads to a file that exists."""
    targets = re.findall(r"\]\((?!\w+:|#)([^)#]+)", page.read_text())
    assert [target for target in targets if not (page.parent / target).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=_PAGE_NAMES)
def test_links_to_a_heading_lead_to_it(page: Path) -> None:
    """A link to a part of a page leads to a heading that the page has."""
    links = re.findall(r"\]\((?!\w+:)([^)#]*)#([^)]+)\)", page.read_text())
    wrong = [
        (target, anchor)
        for target, anchor in links
        if anchor not in _anchors(page.parent / target if target else page)
    ]
    assert wrong == []


@pytest.mark.parametrize("page", PAGES, ids=_PAGE_NAMES)
def test_named_files_exist(page: Path) -> None:
    """Every file or folder of the project that a page names exists."""
    code = _code(page)
    names = re.findall(rf"(?<![\w/.~-])((?:{_FOLDERS})/[\w./-]*|[\w-]+\.(?:md|toml|txt))(?![\w<*-])", code)
    assert [name for name in names if not (ROOT / name).exists()] == []


def test_files_named_by_their_floor_exist() -> None:
    """CONTRIBUTING.md names files of the bot by floor and concept, and lists which floors have a concept."""
    page = (ROOT / "CONTRIBUTING.md").read_text()
    homes = (ROOT, ROOT / "bot", ROOT / "idle-year", ROOT / "idle-year" / "idle_year")
    floors = "|".join(each.name for home in homes[1:] for each in home.iterdir() if each.is_dir())
    named = re.findall(rf"`((?:{floors})/[\w./]+\.py|app\.py)`", page)
    (table,) = re.findall(r"^ +cogs .*\n(?:.+\n)+", page, re.MULTILINE)
    header, *rows = table.splitlines()
    columns = [(found.start(), found[0]) for found in re.finditer(r"\w+", header)]
    of_concepts = [
        f"{floor}/{row[start:].split()[0]}.py"
        for row in rows[:-1]
        for start, floor in columns
        if row[start : start + 1].strip()
    ]
    files = [*named, *of_concepts]
    assert len(files) > 100
    assert [each for each in files if not any((home / each).exists() for home in homes)] == []


@pytest.mark.parametrize("page", PAGES, ids=_PAGE_NAMES)
def test_named_make_targets_exist(page: Path) -> None:
    """`make something` on a page is a target of the Makefile."""
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert set(re.findall(r"\bmake ([a-z]+)", _code(page))) <= set(targets)


@pytest.mark.parametrize("page", PAGES, ids=_PAGE_NAMES)
def test_named_commands_exist(page: Path) -> None:
    """`idleyear something` on a page is a command of the command line, but after `-u` it is a user."""
    assert set(re.findall(r"(?<!-u )\bidleyear ([a-z][a-z-]*)", _code(page))) <= set(_COMMANDS)


@pytest.mark.parametrize("page", PAGES, ids=_PAGE_NAMES)
def test_shell_commands_can_be_typed_as_they_stand(page: Path) -> None:
    """What stands in a block of shell commands is a script, and names files of the project that there are."""
    for block in _blocks(page, "sh"):
        read = subprocess.run(["/bin/bash", "-n"], input=block, text=True, capture_output=True, check=False)
        assert read.stderr == "", block
        installed = re.findall(r"/opt/idle-year/([\w./*-]+)", block)
        there = [name for name in installed if not name.startswith((".env", ".venv", "var"))]
        assert [name for name in there if not [*ROOT.glob(name)]] == [], block


@pytest.mark.parametrize("example", _examples(), ids=lambda example: example.command[:40])
def test_examples_print_what_is_shown(
    example: Example, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A command of a console block prints what is shown below it, errors included."""
    monkeypatch.chdir(ROOT)
    program, *arguments = shlex.split(example.command)
    assert program == "idleyear"
    main(arguments)
    printed = "".join(capsys.readouterr())
    assert [line.rstrip() for line in printed.splitlines()] == example.output.splitlines()


def test_examples_of_the_library_print_what_is_shown(kernels: object) -> None:
    """The examples of the library's pages, one after the other, print what the pages show."""
    for page in (ROOT / "docs" / "library.md", ROOT / "idle-year" / "README.md"):
        blocks = _blocks(page, "pycon")
        shown = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, str(page), None, 0)
        told: list[str] = []
        assert doctest.DocTestRunner().run(shown, out=told.append).failed == 0, "".join(told)
        assert shown.examples


@pytest.mark.parametrize("page", PAGES, ids=_PAGE_NAMES)
def test_shown_records_replay(page: Path) -> None:
    """A recorded game on a page leads to the result that it names."""
    for record in _blocks(page, "game"):
        read_record(record)


def test_every_game_is_listed_for_readers() -> None:
    """docs/games.md lists every game once, by its id and its name, and README says how many there are."""
    rows = re.findall(r"^\| `([a-z-]+)` \| ([^|]+) \|", (ROOT / "docs/games.md").read_text(), re.MULTILINE)
    assert sorted(rows) == sorted((game.id, game.name) for game in ALL.values())
    assert f"**{len(ALL)} games**" in (ROOT / "README.md").read_text()


def test_every_command_of_the_command_line_is_listed() -> None:
    """docs/command-line.md names every command, and lab/README.md every measurement."""
    code = _code(ROOT / "docs/command-line.md")
    assert [name for name in _COMMANDS if not re.search(rf"\bidleyear {name}\b(?!-)", code)] == []
    measured = _code(ROOT / "lab/README.md")
    assert [name for name in _MEASUREMENTS if f"python -m lab {name}" not in measured] == []


def test_every_setting_is_explained() -> None:
    """.env.example and docs/operating.md list every setting and no other."""
    keys = re.findall(r"^([A-Z_]+)=", (ROOT / ".env.example").read_text(), re.MULTILINE)
    assert sorted(keys) == sorted(name.upper() for name in Settings.model_fields)
    rows = re.findall(r"^\| (`[A-Z_` ]+`) \|", (ROOT / "docs/operating.md").read_text(), re.MULTILINE)
    assert sorted(re.findall("[A-Z_]+", " ".join(rows))) == sorted(keys)


def test_example_settings_are_the_defaults(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Copying .env.example unchanged changes nothing."""
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.chdir(tmp_path)
    without = Settings()
    shutil.copy(ROOT / ".env.example", tmp_path / ".env")
    assert Settings() == without
