"""The page that lists the slash commands lists exactly those that exist."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from discord.app_commands import Group

if TYPE_CHECKING:
    from tests.flow.conftest import Parlour

PAGE = Path(__file__).parents[2] / "docs" / "commands.md"


async def test_every_slash_command_is_listed(parlour: Parlour) -> None:
    """The page of commands lists every slash command in one of its tables, and nothing else."""
    every = parlour.bot.tree.walk_commands()
    there = {f"/{each.qualified_name}" for each in every if not isinstance(each, Group)}
    named = re.findall(r"^\| (`/.+?`) \|", PAGE.read_text("utf-8"), re.MULTILINE)
    assert sorted(re.findall(r"`(.+?)`", " ".join(named))) == sorted(there)
