"""How much memory there is, as a container's system tells, and what a process gives back of it."""

from __future__ import annotations

import re
import sys
from importlib.util import find_spec
from pathlib import Path

import orjson
import pytest

from bot.service.thinking import own_process


@pytest.mark.parametrize(
    ("line", "file", "limit"),
    [
        ("0::/a/b", "a/memory.max", "536870912"),
        ("0::/a/b", "a/b/memory.max", "536870912"),
        ("7:memory:/a", "memory/a/memory.limit_in_bytes", "536870912"),
        ("0::/", "memory.max", "536870912"),
    ],
)
def test_what_a_container_may_take_counts(
    line: str, file: str, limit: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a container may take counts, whichever of the groups around the bot says so."""
    groups, own = tmp_path / "groups", tmp_path / "own"
    (groups / file).parent.mkdir(parents=True, exist_ok=True)
    (groups / file).write_text(limit)
    own.write_text(f"{line}\n")
    monkeypatch.setattr(own_process, "_GROUPS", groups)
    monkeypatch.setattr(own_process, "_OWN", own)
    assert own_process.allowed_memory() == int(limit)


def test_without_a_limit_the_machine_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a limit all of the machine's memory counts."""
    (tmp_path / "memory.max").write_text("max")
    (tmp_path / "own").write_text("0::/")
    monkeypatch.setattr(own_process, "_GROUPS", tmp_path)
    monkeypatch.setattr(own_process, "_OWN", tmp_path / "own")
    assert own_process.allowed_memory() == own_process._installed()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nothing is given back")
def test_code_that_is_given_back_still_runs() -> None:
    """A library takes less memory once its code has been given back, and goes on working."""
    found = find_spec("orjson.orjson")
    assert found is not None
    library = Path(str(found.origin)).name
    assert orjson.loads(orjson.dumps([1])) == [1]
    before = _kib_of_code(library)
    own_process.give_back_code(library)
    assert _kib_of_code(library) < before
    assert orjson.loads(orjson.dumps([1])) == [1]


def _kib_of_code(library: str) -> int:
    """Return the KiB of a library's code that are in memory."""
    mapped = Path("/proc/self/smaps").read_text("utf-8")
    code = re.findall(rf" r-xp .*{re.escape(library)}\n(?:.*\n)*?Rss: +(\d+)", mapped)
    return sum(map(int, code))
