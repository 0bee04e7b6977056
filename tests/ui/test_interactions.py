"""Who knows interactions: the commands, what reads and answers them, and whom discord.py hands them to."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

BOT = Path(__file__).parents[2] / "bot"
KNOWING = {"ui/request.py", "ui/response.py"}
"""What reads an interaction, and what answers it."""
DEMANDED = {
    "app.py: IdleYearBot.on_interaction",
    "ui/inbox.py: LimitedTree.interaction_check",
    "ui/inbox.py: LimitedTree.on_error",
}
"""Methods whose signature is discord.py's."""


def _functions(
    tree: ast.AST, within: str = ""
) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef):
            yield from _functions(node, f"{within}{node.name}.")
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield f"{within}{node.name}", node
            yield from _functions(node, f"{within}{node.name}.")
        else:
            yield from _functions(node, within)


def _takes_interaction(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    given = function.args
    annotations = [each.annotation for each in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
    return any("Interaction" in ast.unparse(each) for each in annotations if each is not None)


@pytest.mark.slow
def test_only_the_door_knows_interactions() -> None:
    """No function behind the commands takes an interaction, but where discord.py's signature demands it."""
    found = {
        f"{path.relative_to(BOT).as_posix()}: {name}"
        for path in BOT.rglob("*.py")
        if path.relative_to(BOT).as_posix() not in KNOWING and path.parent.name != "client"
        for name, function in _functions(ast.parse(path.read_text()))
        if _takes_interaction(function)
    }
    assert found == DEMANDED
