"""All that a player reads is written in `bot/render`: one place to read it, and to translate it."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent
ELSEWHERE = ("bot/app.py", "bot/service", "bot/client", "bot/ui", "cogs")
WORDS_ELSEWHERE = (
    "bot/service/survey.py",
    "bot/service/survey_on_cluster.py",
    "bot/service/thinking",
)
"""For counting odds on the command line, and what only the log tells: no player sees their words."""
_WORD = re.compile(r"[^\W\d_]{2,}|[◀▶]")
_SHOWS = {"Note", "News", "TextDisplay", "PressButton", "PressSelect", "Label", "Choice", "choice", "send"}
"""Functions that show their first argument to somebody, even if it is a single word."""
_SHOWN = {"content", "label", "placeholder", "title", "text", "description"}
"""Arguments that are shown to somebody, whatever takes them."""
_COMMANDS = {"Group", "Command", "describe", "AppCommandContext"}
"""Calls from which discord.py reads the descriptions of commands and of their options."""
_LOGS = {
    *("log.info", "log.warning", "log.error", "log.exception", "warn"),
    *("repeat", "on_its_own", "insist"),
}
"""Functions that log; background work says there what went wrong."""
_FAULTS = {"ValueError", "TypeError", "RuntimeError"}
"""Exceptions that no player reads: somebody catches them, or they are faults for the log."""
ALLOWED = {
    "no answer": "in the log, of an error without words",
    "An answer came too late: {}": "in the log",
    "Discord took none for {} s.": "in the log, of such an answer",
    r"_terminate_graceful_close\(\) done.* exception=TimeoutError\(\)": "what asyncio reports to the log",
    "A connection to the database was slow to close, and was dropped.": "in the log",
    "A connection to the database was broken, and was dropped.": "in the log",
    "the one before could not be closed": "in the log, of a digest that waits for that",
    "The digest of server {}": "what the log calls it",
    "The reminder of player {}": "what the log calls it",
    "Discord sent what could not be read ({})": "in the log, of a frame of the gateway",
    "Discord has hung up": "in the log, of a connection that ends before it began",
    "{} Not logged since the last such line: %d.": "in the log",
    "Session is closed": "what aiohttp says",
    "preparing the solvers": "what that work is called in the log, and by the bot's health",
    "the compiler was killed, as happens where memory runs out": "in the log",
    "only a newer version knows its kind": "in the log, of a game that was set aside",
    "its games are still being read": "in the log, of a race whose end is shown later",
    '{"about": {}': "the beginning of an export, in JSON",
    "exit code {}": "in the log, of a compiler without words",
    "{} was dealt by revision {} of its rules, and is at {}": "in the log, of a game that was set aside",
}
"""Texts of several words that are not for players, with the reason."""


def _name(called: ast.expr) -> str:
    return ast.unparse(called).rpartition(".")[2]


def _text(node: ast.AST) -> str | None:
    """Return a string, with braces for its placeholders; None for anything else."""
    if isinstance(node, ast.JoinedStr):
        return "".join(_text(part) or "{}" for part in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _is_silent(node: ast.AST) -> bool:
    """Return whether no player reads what is in a node, or discord.py reads it there."""
    match node:
        case ast.Expr(value=ast.Constant()):
            return True  # a docstring
        case ast.FunctionDef(name="works"):
            return True  # what background work is called in the log, and by the bot's health
        case ast.Call(func=called):
            return ast.unparse(called) in _LOGS or _name(called) in _COMMANDS | _FAULTS
        case ast.Assign(targets=[ast.Name(id="summary" | "_WHICH")]):
            return True  # the description of a command, or of an option of several
        case ast.AnnAssign(annotation=ast.Name(id="TypeAlias")):
            return True
    return False


def _is_for_players(text: str, *, shown: bool) -> bool:
    """Return whether a text has a word, and is either shown or has several."""
    written = text.replace("{}", "").strip()
    return bool(_WORD.search(written)) and (shown or " " in written or (" " in text and "{}" in text))


def _words(node: ast.AST, *, shown: bool = False) -> Iterator[tuple[int, str]]:
    """Yield line and text of all words for players in a node; `shown` says that a single word counts."""
    if _is_silent(node):
        return
    text = _text(node)
    if text is not None and _is_for_players(text, shown=shown):
        yield node.lineno, text  # type: ignore[attr-defined]  # every expression has it
    if isinstance(node, ast.Call):
        shown = _name(node.func) in _SHOWS
        yield from (found for each in node.args[:1] for found in _words(each, shown=shown))
        yield from (found for each in node.args[1:] for found in _words(each))
        yield from (found for each in node.keywords for found in _words(each, shown=each.arg in _SHOWN))
    elif text is None or isinstance(node, ast.JoinedStr):
        stays = isinstance(node, ast.keyword | ast.IfExp | ast.BinOp | ast.Subscript | ast.FormattedValue)
        # A format such as `:%d %B` is part of the text around it.
        below = [node.value] if isinstance(node, ast.FormattedValue) else ast.iter_child_nodes(node)
        yield from (
            found
            for each in below
            if text is None or not isinstance(each, ast.Constant)
            for found in _words(each, shown=shown and stays)
        )


def _options(tree: ast.Module) -> set[str | None]:
    """Return the choices of command options, which discord.py reads from annotations."""
    literals = (node for node in ast.walk(tree) if isinstance(node, ast.Subscript))
    named = (node for node in literals if ast.unparse(node.value) == "Literal")
    return {_text(each) for node in named for each in ast.walk(node.slice)}


def _found(source: str) -> list[tuple[int, str]]:
    tree = ast.parse(source)
    return [(line, text) for line, text in _words(tree) if text not in _options(tree)]


def test_all_that_a_player_reads_is_written_in_render() -> None:
    """All that a player reads is written in render, so that it can be changed or translated in one place."""
    places = [ROOT / place for place in ELSEWHERE]
    files = [file for place in places for file in ([place] if place.is_file() else place.rglob("*.py"))]
    files = [file for file in files if not any(file.is_relative_to(ROOT / each) for each in WORDS_ELSEWHERE)]
    found = {(file, *words) for file in files for words in _found(file.read_text("utf-8"))}
    strangers = [f"{file}:{line}: {text}" for file, line, text in sorted(found) if text not in ALLOWED]
    assert strangers == []
    assert {text for _, _, text in found} == set(ALLOWED), "what is allowed must still be there"


@pytest.mark.parametrize(
    "source",
    [
        'raise GameError("Results belong to a server: ask for them there.")',
        'Note(f"This is {name}\'s game; only its owner plays it.")',
        'what = "-# One silent message a day"',
        'f"{told} leads to {score}"',
        "f\"{score:>2}, {'not finished'}\"",
        'PressButton("Undo", press)',
        'PressButton("Go" if over else back, press)',
        "PressButton(label='◀', press=press)",
        'Modal(title=f"Moves · {name}"[:45])',
        'await interaction.followup.send("done", ephemeral=True)',
        'tell("The race is over."), log.info("The race is over.")',
    ],
)
def test_what_a_player_reads_is_seen(source: str) -> None:
    """Words that a player reads are found wherever they are, even a single one in a component."""
    assert len(_found(source)) == 1


@pytest.mark.parametrize(
    "source",
    [
        'def act():\n    """Play the move."""',
        'log.warning("Showing race %d again in %d s: %s", 1, 2, 3)',
        'app_commands.describe(game="Which game; left out, the one you play here")',
        'When = Literal["this month"]\nperiods = {"this month": MONTH}',
        'PressButton(labels.UNDO, Press(NO_GAME, "undo"))',
        'raise ValueError("This is no press.")',
        '" ".join(f"{one} {other}" for one, other in {"first": "second"})',
    ],
)
def test_what_no_player_reads_is_left_alone(source: str) -> None:
    """Docstrings, logs, ids and other words that no player reads are left alone."""
    assert _found(source) == []
