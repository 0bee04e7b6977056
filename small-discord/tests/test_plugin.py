"""The pytest plugin, as authors of other bots use it."""

import re
import subprocess
import sys
from pathlib import Path

from small_discord import SmallDiscord
from tiny_bot import TinyBot

ROOT = Path(__file__).parents[1]
NO_DISCORD_PY = """
from importlib import metadata

def version(name, known=metadata.version):
    if name == "discord.py":
        raise metadata.PackageNotFoundError(name)
    return known(name)

metadata.version = version
sys.modules["discord"] = None
"""


def examples() -> list[str]:
    """Return the files of Python that the README shows."""
    return re.findall(r"^```python\n(.*?)^```$", (ROOT / "README.md").read_text(), re.MULTILINE | re.DOTALL)


def run_pytest(folder: Path, test: str, *options: str, before: str = "") -> subprocess.CompletedProcess[str]:
    """Run a test file in a folder of its own, with the plugin."""
    (folder / "test_it.py").write_text(test)
    program = f"import sys, pytest\n{before}\nsys.exit(pytest.main(sys.argv[1:]))"
    # Found by its name, whether or not it is installed.
    options = ("-p", "small_discord.plugin", "-p", "no:cacheprovider", *options)
    return subprocess.run(  # noqa: S603  our own program
        [sys.executable, "-c", program, "--rootdir", str(folder), *options, str(folder / "test_it.py")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_tests_in_the_readme_pass(tmp_path: Path) -> None:
    """The tests in the README pass as they are printed there: the first is a whole file, and others go on."""
    tests = [each for each in examples() if "def test_" in each or "@pytest.fixture" in each]
    first = run_pytest(tmp_path, tests[0], "-o", "asyncio_mode=auto")
    assert "1 passed" in first.stdout, first.stdout + first.stderr
    every = run_pytest(tmp_path, "\n".join(tests), "-o", "asyncio_mode=auto")
    assert "3 passed" in every.stdout, every.stdout + every.stderr


def test_what_the_readme_changes_can_be_changed(small_discord: SmallDiscord) -> None:
    """The README's example changes the weather and the clock."""
    (changes,) = (each for each in examples() if "weather" in each)
    exec(changes, {"small_discord": small_discord})  # noqa: S102  our own
    assert small_discord.weather.planned


def test_others_need_no_asyncio(tmp_path: Path) -> None:
    """Tests without the fixture run whether or not pytest-asyncio is there."""
    tests = "def test_other(): pass\ndef test_bot(small_discord): small_discord.person('Ada')"
    done = run_pytest(
        tmp_path, tests, "--disable-plugin-autoload", before="sys.modules['pytest_asyncio'] = None"
    )
    assert "1 passed" in done.stdout, done.stdout + done.stderr
    assert "requested an async fixture 'small_discord', with no plugin" in done.stdout


def test_who_does_not_use_it_does_not_notice_it(tmp_path: Path) -> None:
    """A test without the fixture imports nothing for it, and turns no warning of others into an error."""
    test = """
import sys

def test_other() -> None:
    assert not {"discord", "aiohttp", "pydantic", "orjson"} & {*sys.modules}
"""
    done = run_pytest(tmp_path, test, "--disable-plugin-autoload", "-W", "error")
    assert "1 passed" in done.stdout, done.stdout + done.stderr


def test_the_fixture_needs_no_discord_py(tmp_path: Path) -> None:
    """Where discord.py is not installed, the fixture works, and `running` says what to install."""
    test = """
import pytest
from small_discord import CannotRedirect, SmallDiscord

async def test_bot(small_discord: SmallDiscord) -> None:
    small_discord.person("Ada")
    with pytest.raises(CannotRedirect, match="pip install discord.py"):
        async with small_discord.running(None):
            pass
"""
    options = ("--disable-plugin-autoload", "-p", "pytest_asyncio.plugin", "-o", "asyncio_mode=auto")
    done = run_pytest(tmp_path, test, *options, before=NO_DISCORD_PY)
    assert "1 passed" in done.stdout, done.stdout + done.stderr


async def test_a_bot_runs_while_the_block_lasts(small_discord: SmallDiscord) -> None:
    """A bot is connected while the block lasts, and gone when it ends, even by an exception."""
    try:
        async with small_discord.running(TinyBot()) as bot:
            assert small_discord.shards_online
            raise KeyError
    except KeyError:
        assert bot.is_closed()
    assert not small_discord.shards_online
