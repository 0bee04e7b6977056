"""The cache of machine code: named after all that the code depends on, and used only once it is loaded."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

from idle_year.engine.daily import FAMILIES
from idle_year.engine.games import ALL, games_of
from idle_year.solvers import jit, registry
from idle_year.solvers.generic import Search
from idle_year.solvers.registry import player_for, solver_for

if TYPE_CHECKING:
    from idle_year.engine.rules import AnyRules

ROOT = Path(__file__).parents[3]
HERE = Path(jit.__file__).parent


def test_shared_kernels_are_part_of_each_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A change of a shared kernel changes the name of every cache, and no kernel lies elsewhere."""
    with_kernels = re.compile(r"^@kernel", re.MULTILINE)
    packages = {_folder(package) for package in (*registry.PACKAGES, "kernels")}
    assert {path.parent for path in HERE.rglob("*.py") if with_kernels.search(path.read_text())} == packages
    assert _changed_by("kernels/rng.py", tmp_path, monkeypatch)
    assert _changed_by("jit.py", tmp_path, monkeypatch)


def _folder(package: str) -> Path:
    return HERE.joinpath(*package.split("."))


def test_packages_use_no_kernel_of_each_other() -> None:
    """No package uses a kernel of another one, as its cache's name would not reflect a change to it."""
    for package in registry.PACKAGES:
        others = "|".join(map(re.escape, set(registry.PACKAGES) - {package}))
        for path in _folder(package).rglob("*.py"):
            assert not re.search(rf"bot\.solvers\.({others})\b", path.read_text()), path


def test_only_kernels_call_private_kernels() -> None:
    """Private kernels are called by kernels only: from Python a call would end the process."""
    for path in HERE.rglob("*.py"):
        nodes = ast.walk(ast.parse(path.read_text()))
        functions = [node for node in nodes if isinstance(node, ast.FunctionDef)]
        kernels = [each for each in functions if "kernel" in map(ast.unparse, each.decorator_list)]
        private = {each.name for each in kernels if each.name.startswith("_")}
        for function in functions:
            calls = (node.func for node in ast.walk(function) if isinstance(node, ast.Call))
            assert function in kernels or private.isdisjoint(map(ast.unparse, calls)), path


def test_a_changed_source_has_another_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Changing one letter is enough; a letter in another package of the family changes nothing."""
    assert _changed_by("marriage/interval/interval_dp.py", tmp_path, monkeypatch)
    assert not _changed_by("pyramid/pairing.py", tmp_path, monkeypatch)
    assert not _changed_by("marriage/pairs/solver.py", tmp_path, monkeypatch)


def test_the_rules_are_part_of_each_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A change of the rules changes the name of every cache, as kernels freeze numbers from them."""
    assert _changed_by("../engine/games/accordion.py", tmp_path, monkeypatch)
    assert _changed_by("../engine/cards.py", tmp_path, monkeypatch)


def _changed_by(source: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Add a letter to a source; return whether a package then has a different cache."""
    home = folder / "solvers"
    for there, here in ((HERE, home), (HERE.parent / "engine", folder / "engine")):
        shutil.copytree(there, here, ignore=shutil.ignore_patterns("__pycache__"), dirs_exist_ok=True)
    monkeypatch.setattr(jit, "_HERE", home)
    before = jit._digest("marriage.interval")
    with (home / source).open("a") as file:
        file.write("#")
    return jit._digest("marriage.interval") != before


def test_another_copy_compiles_nothing_again(tmp_path: Path) -> None:
    """Another copy of the library compiles nothing again, wherever it is and whenever it was written."""
    shutil.copytree(HERE.parent, tmp_path / "idle_year", copy_function=shutil.copy)
    program = """
from idle_year.solvers import jit
from idle_year.solvers.registry import compile_package
assert jit.ready("marriage.pairs")
compile_package("marriage.pairs")
print(jit._HERE, sum(sum(each.stats.cache_misses.values()) for each in jit._KERNELS))
"""
    run = subprocess.run(  # noqa: S603  it is ours
        [sys.executable, "-c", program], cwd=tmp_path, check=True, stdout=subprocess.PIPE, text=True
    )
    assert run.stdout.split() == [str(tmp_path / "idle_year" / "solvers"), "0"]


_LOAD = """
from idle_year.solvers import jit
from idle_year.solvers.registry import compile_package
print(jit.ready_or_shipped("marriage.pairs"))
compile_package("marriage.pairs")
print(sum(sum(each.stats.cache_misses.values()) for each in jit._KERNELS))
"""


def test_machine_code_is_made_for_one_processor_whatever_numba_is_told() -> None:
    """What is ready is loaded, not compiled, also where Numba is told to use all that a processor can do."""
    program = f"""{_LOAD}
from numba.core.registry import cpu_target
print(cpu_target.target_context.codegen().magic_tuple()[1:] == (jit._PROCESSOR, jit._FEATURES))
"""
    told = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": "+cx16"}
    run = subprocess.run(  # noqa: S603  it is ours
        [sys.executable, "-c", program],
        env={**os.environ, **told},
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert run.stdout.split() == ["True", "0", "True"]


def test_what_came_along_is_copied_and_not_compiled(tmp_path: Path) -> None:
    """What came along is copied by all that start at once, over what was left half made."""
    shutil.copytree(HERE.parent, tmp_path / "idle_year", ignore=shutil.ignore_patterns("__pycache__"))
    shipped, cache = tmp_path / "compiled" / "idle-year", tmp_path / "cache" / "idle-year"
    for package in ("marriage.pairs", "kernels"):
        shutil.copytree(jit.cache_of(package), shipped / jit.cache_of(package).name)
    damaged = next(shipped.rglob("*.nbc"))
    half_made = cache / damaged.relative_to(shipped)
    half_made.parent.mkdir(parents=True)
    half_made.write_bytes(damaged.read_bytes()[:100])
    starting = [
        subprocess.Popen(  # noqa: S603  it is ours
            [sys.executable, "-c", _LOAD],
            cwd=tmp_path,
            env={**os.environ, "XDG_CACHE_HOME": str(cache.parent), "PYTHONPATH": str(tmp_path)},
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    assert [process.communicate()[0].split() for process in starting] == [["True", "0"]] * 2
    assert _contents(cache) == _contents(shipped)


def _contents(folder: Path) -> dict[Path, bytes]:
    return {file.relative_to(folder): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def test_nothing_is_loaded_that_others_may_have_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Machine code that others may have put there is not loaded: doing so would run it."""
    shutil.copytree(jit.cache_of("marriage.pairs").parent, tmp_path / "idle-year")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delitem(registry._AT_HAND, "marriage.pairs")
    jit.cache_of.cache_clear()
    try:
        (tmp_path / "idle-year").chmod(0o777)
        assert jit.ready_or_shipped("marriage.pairs")  # nobody could change anything inside
        assert (tmp_path / "idle-year").stat().st_mode & 0o077 == 0
        jit.cache_of("marriage.pairs").chmod(0o775)
        assert not jit.ready_or_shipped("marriage.pairs")
        with pytest.raises(jit.CannotCompile, match=r"^Others may write to .*: delete it\.$"):
            registry.compile_package("marriage.pairs")
        assert not registry.is_loaded("marriage.pairs")
    finally:
        jit.cache_of.cache_clear()


def test_files_that_a_power_cut_has_left_empty_or_cut_short(tmp_path: Path) -> None:
    """Files that a power cut has left empty or cut short are compiled again."""
    for package in ("marriage.pairs", "kernels"):
        cache = jit.cache_of(package)
        shutil.copytree(cache, tmp_path / "idle-year" / cache.name)
    indexes = sorted(tmp_path.rglob("*.nbi"))
    for index in indexes[::2]:
        os.truncate(index, 0)
    for code in (code for index in indexes[1::2] for code in index.parent.glob(f"{index.stem}.*.nbc")):
        os.truncate(code, code.stat().st_size // 2)
    program = """
from idle_year.solvers.jit import ready
from idle_year.solvers.registry import compile_package
print(ready("marriage.pairs"))
compile_package("marriage.pairs")
print(ready("marriage.pairs"))
"""
    run = subprocess.run(  # noqa: S603  it is ours
        [sys.executable, "-c", program],
        env={**os.environ, "XDG_CACHE_HOME": str(tmp_path)},
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert run.stdout.split() == ["False", "True"]


def test_a_kernel_that_has_met_other_types_is_as_ready_as_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A package stays ready when one of its kernels is compiled once more, for arguments of other types."""
    cache = tmp_path / "cache"
    shutil.copytree(jit.cache_of("marriage.pairs"), cache)
    monkeypatch.setattr(jit, "cache_of", lambda _package: cache)
    index = next(cache.rglob("*.nbi"))
    index.write_bytes(index.read_bytes() + b"another signature")
    index.with_suffix(".99.nbc").write_bytes(b"its machine code")
    assert jit.ready("marriage.pairs")
    index.write_bytes(index.read_bytes()[:9])
    assert not jit.ready("marriage.pairs")


@pytest.mark.parametrize("rules", ALL.values(), ids=list(ALL))
def test_every_game_has_its_solver(rules: AnyRules) -> None:
    """No game is left to the plain search once kernels are loaded."""
    assert not isinstance(solver_for(rules), Search)


@pytest.mark.parametrize("rules", ALL.values(), ids=list(ALL))
def test_no_game_has_two_solvers(rules: AnyRules) -> None:
    """No game has two solvers, or results and dailies would change with what is loaded."""
    assert len(registry.packages_for(rules)) == 1


@pytest.mark.parametrize("rules", ALL.values(), ids=list(ALL))
def test_a_game_is_listed_with_the_package_that_solves_it(rules: AnyRules) -> None:
    """The list of games, which tells what to load without loading anything, agrees with the packages."""
    able = [name for name in registry.packages_of(rules.family) if registry.load(name).solver_for(rules)]
    assert list(registry.packages_for(rules)) == able


def test_what_is_dealt_unasked_is_compiled_first() -> None:
    """The first game of each family is compiled first, and Accordion before all."""
    firsts = [registry.packages_for(games_of(name)[0]) for name in FAMILIES]
    order = list(registry.PACKAGES)
    assert set(firsts) == {(package,) for package in order[: len(FAMILIES)]}
    assert firsts[0] == (order[0],)


@pytest.mark.parametrize("rules", ALL.values(), ids=list(ALL))
def test_every_game_with_hidden_cards_has_a_fair_player(rules: AnyRules) -> None:
    """Every game with hidden cards has a fair player, on which its hints are based."""
    if rules.hides(rules.start("tuesday")):
        assert player_for(rules) is not None


def test_machine_code_that_nothing_uses_is_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Machine code that nothing has loaded for a month is removed, complete or not, unless it is our own."""
    base, shared = jit.cache_of("marriage.pairs").parent, jit.cache_of("kernels")
    own = jit.cache_of("marriage.interval")
    # The folder is real, and others may be testing.
    old, young, interrupted = (base / f"marriage.pairs-{uuid4().hex}" for _ in range(3))
    try:
        for cache in (old, young, interrupted):
            cache.mkdir()
        unused = (old / "complete", interrupted, own / "complete")
        for mark, days in {**dict.fromkeys(unused, 40), young / "complete": 20, shared: 20}.items():
            mark.touch()
            used = time.time() - days * 86_400
            os.utime(mark, (used, used))
        monkeypatch.delitem(registry._AT_HAND, "marriage.pairs")
        registry.compile_package("marriage.pairs")
        assert [cache for cache in (old, young, interrupted, own) if cache.exists()] == [young, own]
    finally:
        (own / "complete").touch()
        for cache in (old, young, interrupted):
            shutil.rmtree(cache, ignore_errors=True)
    assert jit.ready("marriage.pairs")
    assert jit.ready("marriage.interval")
    assert time.time() - shared.stat().st_mtime < 86_400  # used again, whatever package needed it


def test_kernels_answer_without_what_only_the_compiler_needs() -> None:
    """Kernels answer without what only the compiler needs, so that the bot can free that memory."""
    program = """
from idle_year.engine.games import find_game
from idle_year.solvers.jit import forget_sources
from idle_year.solvers.protocols import Limit
from idle_year.solvers.registry import compile_package, solver_for
compile_package("marriage.pairs")
forget_sources()
rules = find_game("concertina")
print(solver_for(rules).solve(rules.start("tuesday"), Limit()).answer)
"""
    told = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)  # noqa: S603
    assert told.stdout == "won\n"


def test_the_compiler_frees_what_it_makes_for_each_function() -> None:
    """The compiler frees what it makes for each function, which would be most of the memory it takes."""
    program = """
from pathlib import Path
from idle_year.solvers.registry import load
load("marriage.pairs")
from numba.core.registry import cpu_target
pages = lambda: int(Path("/proc/self/statm").read_text().split()[1])
make = cpu_target.target_context.codegen()._module_pass_manager
make()
before = pages()
for _ in range(500):
    make()
print(pages() - before)
"""
    told = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)  # noqa: S603
    assert int(told.stdout) < 1000  # 3,800 if nothing is freed


def test_a_broken_compiler_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """A compiler that is broken for whatever reason is told in one sentence."""
    monkeypatch.setitem(sys.modules, "idle_year.solvers.marriage.interval", None)
    monkeypatch.delitem(registry._AT_HAND, "marriage.interval")
    with pytest.raises(jit.CannotCompile) as raised:
        registry.compile_package("marriage.interval")
    assert "\n" not in str(raised.value)


def test_nothing_is_compiled_once_a_package_is_loaded() -> None:
    """Nothing is compiled once a package is loaded, or players would wait for the compiler."""
    program = [sys.executable, "-m", "tests.idle_year.solvers.late_kernels"]
    done = subprocess.run(program, check=True, capture_output=True, text=True, cwd=ROOT)  # noqa: S603
    assert done.stdout == ""
