"""The cache of machine code: named after all that the code depends on, and used only when it is loaded."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bot.engine.games import ALL
from bot.solvers import compiled, player_for, solver_for
from bot.solvers.search import Search

if TYPE_CHECKING:
    from bot.engine.rules import AnyRules

HERE = Path(compiled.__file__).parent
PLAIN = {"relaxed-accordion", "skidoo", "accordions-revenge"}
"""Games that may be left to the plain search."""


def test_whatever_several_packages_share_is_part_of_each_name() -> None:
    """Else machine code from before a change would be loaded after it."""
    with_kernels = re.compile(r"^@kernel", re.MULTILINE)
    shared = {path.name for path in HERE.glob("*.py") if with_kernels.search(path.read_text("utf-8"))}
    assert shared <= set(compiled._SHARED)


def test_packages_use_no_kernel_of_each_other() -> None:
    """Their names would not tell when it changes."""
    for package in compiled.PACKAGES:
        others = "|".join(set(compiled.PACKAGES) - {package})
        for path in (HERE / package).rglob("*.py"):
            assert not re.search(rf"bot\.solvers\.({others})\b", path.read_text()), path


def test_a_changed_source_has_another_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One letter is enough."""
    home = tmp_path / "solvers"
    shutil.copytree(HERE, home, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(compiled, "_HERE", home)
    before = compiled._digest("blocks")
    with (home / "blocks" / "sets.py").open("a") as source:
        source.write("#")
    assert compiled._digest("blocks") != before


def test_another_copy_of_the_bot_compiles_nothing_again(tmp_path: Path) -> None:
    """Machine code is the same wherever its sources lie, and whenever they were written."""
    shutil.copytree(HERE.parent, tmp_path / "bot", copy_function=shutil.copy)
    program = """
from bot.solvers import compiled
assert compiled.ready("concertina")
compiled.compile_package("concertina")
print(compiled._HERE, sum(sum(each.stats.cache_misses.values()) for each in compiled._KERNELS))
"""
    run = subprocess.run(  # noqa: S603  it is ours
        [sys.executable, "-c", program], cwd=tmp_path, check=True, stdout=subprocess.PIPE, text=True
    )
    assert run.stdout.split() == [str(tmp_path / "bot" / "solvers"), "0"]


@pytest.mark.parametrize("rules", ALL.values(), ids=list(ALL))
def test_every_game_has_its_solver(rules: AnyRules) -> None:
    """Kernels stand behind every game but three, which the plain search plays."""
    assert isinstance(solver_for(rules), Search) <= (rules.id in PLAIN)


@pytest.mark.parametrize("rules", ALL.values(), ids=list(ALL))
def test_every_game_with_hidden_cards_has_a_fair_player(rules: AnyRules) -> None:
    """Else its hints would prove nothing and estimate nothing."""
    if rules.hides(rules.start("tuesday")):
        assert player_for(rules) is not None


def test_machine_code_that_nothing_uses_is_removed() -> None:
    """That of another version, once nobody has loaded it for a month."""
    base = compiled.cache_of("concertina").parent
    old, young = base / "concertina-old-version", base / "concertina-other-version"
    for cache, days in ((old, 40), (young, 20)):
        cache.mkdir()
        (cache / "complete").touch()
        used = time.time() - days * 86_400
        os.utime(cache / "complete", (used, used))
    compiled.compile_package("concertina")
    left = [cache for cache in (old, young) if cache.exists()]
    shutil.rmtree(young)
    assert left == [young]
    assert compiled.ready("concertina")


def test_kernels_answer_without_what_only_the_compiler_needs() -> None:
    """The bot gives that memory back."""
    program = """
from bot.engine.games import find_game
from bot.solvers import compiled, solver_for
from bot.solvers.verdict import Limit
compiled.compile_package("concertina")
compiled.forget_sources()
rules = find_game("concertina")
print(solver_for(rules).solve(rules.start("tuesday"), Limit()).answer)
"""
    told = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)  # noqa: S603
    assert told.stdout == "won\n"


def test_a_broken_compiler_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the reason."""
    monkeypatch.setitem(sys.modules, "bot.solvers.blocks", None)
    with pytest.raises(compiled.CannotCompile) as raised:
        compiled.compile_package("blocks")
    assert "\n" not in str(raised.value)
