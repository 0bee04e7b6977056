"""The Containerfile and compose.yaml: all that they name exists and, where there is an engine, they work."""

from __future__ import annotations

import json
import os
import re
import runpy
import shutil
import signal
import socket
import subprocess
import sys
import time
import tomllib
from collections.abc import Collection
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.cli.app import app
from bot.settings import Settings
from idle_year.solvers import jit
from tests.image import Ignored, forget_commit, instructions

ROOT = Path(__file__).parent.parent
BOTS = ("shard-0", "shard-1")
ENGINES = ("podman", "docker")
BUILDING = 1200  # seconds


@pytest.fixture(scope="module")
def compose() -> Any:
    """Return compose.yaml with passwords put in, as the engine would."""
    text = (ROOT / "compose.yaml").read_text()
    required = re.sub(r"\$\{(\w+):\?[^}]*\}", r"a\1", text)
    return yaml.safe_load(re.sub(r"\$\{\w+:-\}", "", required))


@pytest.fixture(scope="module")
def containerfile() -> list[list[str]]:
    """Return the instructions of the Containerfile, as words."""
    return instructions(ROOT / "Containerfile")


def of(containerfile: list[list[str]], name: str) -> list[list[str]]:
    """Return what follows each instruction of a name."""
    return [words for first, *words in containerfile if first == name]


def is_command(name: str) -> bool:
    """Return whether `idleyear` has a command."""
    return name in {each.callback.__name__ for each in app.registered_commands if each.callback}


@pytest.mark.parametrize("name", BOTS)
def test_the_bot_understands_its_settings(compose: Any, name: str) -> None:
    """The settings that the containers give the bot are all of ours, and can be used."""
    given = {key.lower(): value for key, value in compose["services"][name]["environment"].items()}
    assert given.keys() <= Settings.model_fields.keys()
    settings = Settings.model_validate({key: value for key, value in given.items() if value is not None})
    assert settings.metrics_port is not None  # otherwise the health check could not ask


@pytest.mark.parametrize("name", BOTS)
def test_whatever_may_be_set_can_be_set_in_containers(compose: Any, name: str) -> None:
    """Every setting can be set in containers, except those of the small Discord."""
    elsewhere = {"local_port", "local_world", "discord_openapi"}
    assert {key.lower() for key in compose["services"][name]["environment"]} == (
        Settings.model_fields.keys() - elsewhere
    )
    passed_on = re.findall(r"(\w+): \$\{(\w+):-\}", (ROOT / "compose.yaml").read_text())
    assert all(setting == key for setting, key in passed_on)


def test_an_image_tells_of_which_commit_it_is(
    compose: Any, containerfile: list[list[str]], tmp_path: Path
) -> None:
    """The commit that compose hands on is what the bot in the image says that it is of."""
    assert "COMMIT" in compose["services"]["shard-0"]["build"]["args"]
    (run,) = (" ".join(words) for words in of(containerfile, "RUN") if "bot/watch/commit.py" in words)
    written = tmp_path / "bot" / "watch" / "commit.py"
    written.parent.mkdir(parents=True)
    shutil.copy(ROOT / "bot" / "watch" / "commit.py", written)
    forget_commit(tmp_path)
    for given, told in (("", "unknown"), ("0123456789abcdef", "0123456789ab")):
        subprocess.run(["/bin/sh", "-c", run], cwd=tmp_path, env={**os.environ, "COMMIT": given}, check=True)  # noqa: S603  what the Containerfile says
        assert runpy.run_path(str(written))["commit"]() == told


def test_the_processes_serve_each_shard_once(compose: Any) -> None:
    """The processes together serve each shard exactly once."""
    environments = [compose["services"][name]["environment"] for name in BOTS]
    served = [int(shard) for each in environments for shard in each["SHARD_IDS"].split(",")]
    assert {int(each["SHARD_COUNT"]) for each in environments} == {len(served)}
    assert sorted(served) == list(range(len(served)))


def test_volumes_and_files_exist(compose: Any) -> None:
    """Every volume is declared, every file exists, and what a service waits for says when it is ready."""
    for service in compose["services"].values():
        for mounted in service.get("volumes", ()):
            source = mounted.split(":")[0]
            assert (ROOT / source).is_file() if source.startswith(".") else source in compose["volumes"]
        for other in service.get("depends_on", ()):
            assert "healthcheck" in compose["services"][other]
        if "build" in service:
            assert (ROOT / service["build"]["dockerfile"]).is_file()


def test_the_bot_and_its_solvers_are_where_the_services_look(
    compose: Any, containerfile: list[list[str]]
) -> None:
    """The image and the services name commands that exist, and compiled solvers survive a new container."""
    (command,) = of(containerfile, "CMD")
    assert json.loads(" ".join(command))[0] == "idleyear"
    assert is_command(json.loads(" ".join(command))[1])
    settings = dict(word.split("=") for words in of(containerfile, "ENV") for word in words)
    for name in BOTS:
        service = compose["services"][name]
        assert service["volumes"] == [f"kernels:{settings['XDG_CACHE_HOME']}/idle-year"]


def test_only_what_the_image_needs_reaches_the_builder(containerfile: list[list[str]]) -> None:
    """Just what the image copies is passed to its builder, and is there."""
    passed = Ignored(ROOT / ".dockerignore").passed
    copied = {source for *sources, _ in of(containerfile, "COPY") for source in sources}
    assert passed <= copied
    assert all(is_within(source, passed) for source in copied)
    assert all((ROOT / source).exists() for source in copied)


def is_within(path: str, places: Collection[str]) -> bool:
    """Return whether a path is one of some places, or lies in one of them."""
    return any(place in places for place in (path, *map(str, Path(path).parents)))


def test_whatever_the_installation_reads_is_in_the_image(containerfile: list[list[str]]) -> None:
    """All that pyproject.toml and setup.py name is copied before the bot is installed, each file of it."""
    (install,) = (each for each in containerfile if each[0] == "RUN" and "--editable" in each)
    before = containerfile[: containerfile.index(install)]
    copied = {source for *sources, _ in of(before, "COPY") for source in sources}
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text())
    packages = pyproject["tool"]["setuptools"]["packages"]["find"]["include"]
    named = {
        *("pyproject.toml", "setup.py", pyproject["project"]["readme"]),
        *pyproject["project"]["license-files"],
        *(package for package in packages if "." not in package),
        *re.findall(r'Path\("([^"]+)"\)', (ROOT / "setup.py").read_text()),
    }
    assert {each for each in named if not is_within(each, copied)} == set()
    ignored = Ignored(ROOT / ".dockerignore")
    built = re.compile(r"__pycache__|\.mo$|\.egg-info")
    files = [str(file.relative_to(ROOT)) for each in named for file in (ROOT / each).rglob("*")]
    assert [file for file in (*named, *files) if ignored(file) and not built.search(file)] == []


def test_an_upgrade_that_changes_no_solver_compiles_none(containerfile: list[list[str]]) -> None:
    """Solvers are compiled before all else is copied, to where it looks for what came with it."""
    (compiling,) = (each for each in containerfile if each[0] == "RUN" and "idle_year.solvers" in each)
    before = of(containerfile[: containerfile.index(compiling)], "COPY")
    copied = [source for *sources, _ in before for source in sources if "/" in source]
    assert copied == ["idle-year/idle_year/engine", "idle-year/idle_year/solvers"]
    ((workdir,),) = of(containerfile, "WORKDIR")
    assert f"XDG_CACHE_HOME={workdir}/{jit._SHIPPED.parent.relative_to(ROOT)}" in compiling


@pytest.fixture
def health_check(compose: Any, containerfile: list[list[str]]) -> list[str]:
    """Return the health check, as it can be run here; what it runs is copied into the image."""
    commands = [compose["services"][name]["healthcheck"]["test"] for name in BOTS]
    ((how, python, *options, script),) = {tuple(command) for command in commands}
    (workdir,) = of(containerfile, "WORKDIR")[0]
    ours = script.removeprefix(f"{workdir}/")
    assert [ours, f"{Path(ours).parent}/"] in of(containerfile, "COPY")
    assert (how, python) == ("CMD", "python3")
    return [sys.executable, *options, str(ROOT / ours)]


def test_the_health_check_loads_nothing_of_ours(health_check: list[str]) -> None:
    """The health check, twice a minute, loads nothing of the bot, nor what is installed for it."""
    python, *rest = health_check
    with socket.create_server(("127.0.0.1", 0)) as free:
        environment = {"METRICS_PORT": str(free.getsockname()[1]), "PATH": os.environ["PATH"]}
    done = subprocess.run(  # noqa: S603  ours
        [python, "-v", *rest], env=environment, cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "No bot answers on port" in done.stderr
    loaded = set(re.findall(r"^import '([\w.]+)'", done.stderr, re.MULTILINE))
    assert {name.partition(".")[0] for name in loaded} <= sys.stdlib_module_names | {"__main__"}
    assert loaded.isdisjoint({"asyncio", "http", "urllib", "ssl"})


def test_dumps_are_made_and_restored_by_the_same_service(compose: Any) -> None:
    """The service that makes dumps can restore them, and is told which database it is."""
    job, database = compose["services"]["backup"], compose["services"]["database"]
    for name in ("backup.sh", "restore.sh"):
        assert f"./deploy/{name}:/{name}:ro" in job["volumes"]
        assert os.access(ROOT / "deploy" / name, os.X_OK)
    told = {key: job["environment"][f"PG{key}"] for key in ("USER", "PASSWORD", "DATABASE")}
    set_up = {"USER": "POSTGRES_USER", "PASSWORD": "POSTGRES_PASSWORD", "DATABASE": "POSTGRES_DB"}
    assert told == {key: database["environment"][name] for key, name in set_up.items()}
    assert job["environment"]["PGHOST"] in compose["services"]


def test_the_job_ends_while_it_waits_for_its_next_dump(compose: Any) -> None:
    """The job that makes dumps ends at its container's signal while it waits for the next one."""
    job = compose["services"]["backup"]
    started = subprocess.Popen(  # noqa: S603  what compose.yaml says
        [*job["entrypoint"], *job["command"]], start_new_session=True, stderr=subprocess.DEVNULL
    )
    try:
        _wait_for_child(started.pid)
        started.send_signal(signal.Signals[job["stop_signal"]])
        assert started.wait(5) == -signal.SIGTERM
    finally:
        os.killpg(started.pid, signal.SIGKILL)
        started.wait()


def test_the_job_that_dumps_is_not_root(compose: Any) -> None:
    """The job that makes dumps runs as a user to whom the folder of its volume belongs in the image."""
    job, database = compose["services"]["backup"], compose["services"]["database"]
    assert job["user"] == "postgres"
    assert "cap_add" not in job
    home = job["working_dir"]
    assert [each for each in database["volumes"] if each == f"games:{home}/data"]  # it is there in the image
    assert f"backups:{home}" in job["volumes"]
    for command in (*job["command"], *job["healthcheck"]["test"]):
        assert command == "CMD-SHELL" or home in command


def test_whoever_has_dumps_of_root_is_told_how_to_hand_them_over(compose: Any) -> None:
    """The command that hands older dumps over is about this volume, this image and this user."""
    job = compose["services"]["backup"]
    written = (ROOT / "docs" / "growing.md").read_text().replace("\\\n", " ")
    (command,) = re.findall(r"^docker run .*chown.*$", written, re.MULTILINE)
    words = command.split()
    (folder,) = re.findall(rf"{compose['name']}_backups:(\S+)", command)
    assert words[words.index("chown") - 1] == job["image"]
    assert words[words.index("chown") + 1 :] == ["--recursive", f"{job['user']}:", folder]


def _wait_for_child(pid: int) -> None:
    """Wait until a process has started another that sleeps."""
    children = Path(f"/proc/{pid}/task/{pid}/children")
    while not any("sleep" in _name_of(child) for child in children.read_text().split()):
        time.sleep(0.01)


def _name_of(pid: str) -> str:
    try:
        return Path(f"/proc/{pid}/comm").read_text()
    except OSError:  # it has ended meanwhile
        return ""


@pytest.fixture(scope="module")
def engine(containerfile: list[list[str]]) -> str:
    """Return an engine that can run what our image is built from; skip, and say why, if there is none."""
    ((base,),) = of(containerfile, "FROM")
    troubles = []
    for name in filter(shutil.which, ENGINES):
        tried = _run(name, "run", "--rm", base, "true")
        if tried.returncode == 0:
            return name
        troubles.append(f"`{name} run {base}` fails: {tried.stderr.strip()}")
    pytest.skip("; ".join(troubles) or f"none of these is installed: {', '.join(ENGINES)}")


def _run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=BUILDING)  # noqa: S603  a tool with fixed arguments


def test_the_image_is_built_plays_and_stops(engine: str) -> None:
    """The image can be built; it opens a small Discord without a token, is well, and stops when told to."""
    built = _run(engine, "build", "--file", "Containerfile", "--tag", "idle-year-test", ".")
    assert built.returncode == 0, built.stderr
    # Unlike a tmpfs, a volume belongs to whom its folder belongs to in the image.
    folders = ["--tmpfs=/tmp", "--volume=/app/var", "--volume=/var/cache/idle-year"]
    options = ["--detach", "--read-only", *folders, "--env=METRICS_PORT=9108"]
    started = _run(engine, "run", *options, "idle-year-test")
    assert started.returncode == 0, started.stderr
    container = started.stdout.strip()
    try:
        deadline = time.monotonic() + 120
        while (asked := _run(engine, "exec", container, "idleyear", "health")).returncode:
            assert time.monotonic() < deadline, asked.stdout + _run(engine, "logs", container).stderr
            time.sleep(1)
        assert _run(engine, "stop", "--time", "15", container).returncode == 0
        code = _run(engine, "inspect", "--format", "{{.State.ExitCode}}", container).stdout.strip()
        assert code == "0"
    finally:
        _run(engine, "rm", "--force", "--volumes", container)


def test_compose_accepts_the_file(engine: str) -> None:
    """Compose accepts its file when both secrets are set."""
    if _run(engine, "compose", "version").returncode:
        pytest.skip(f"`{engine} compose` is not installed")
    environment = {**os.environ, "DISCORD_TOKEN": "a.b.c", "POSTGRES_PASSWORD": "secret"}
    command = [engine, "compose", "--file", "compose.yaml", "config", "--quiet"]
    checked = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)  # noqa: S603  a tool with fixed arguments
    assert checked.returncode == 0, checked.stderr
