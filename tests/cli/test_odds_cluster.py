"""`idleyear odds --cluster`: many machines count the same as one."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from distributed import Client

from bot.cli import main
from tests.cli.commands import await_deals, counted, started
from tests.clusters import ROOT, Cluster, changed, hurry

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


MANY = ("double-jump", "--deals", "4000000", "--seed", "1883")


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Run a cluster of two workers, one of which has two threads."""
    folder = tmp_path_factory.mktemp("cluster")
    with Cluster(folder) as running, running.worker(), running.worker(threads=2):
        yield running


@pytest.fixture(scope="module")
def alone() -> dict[str, Any]:
    """Count many deals on this machine alone; return the JSON without the speed."""
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        assert main(["odds", *MANY, "--json"]) == 0
    return _without_speed(printed.getvalue())


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not wait for absent schedulers and workers."""
    hurry(monkeypatch)


def odds(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    """Count; return the JSON without the speed."""
    assert main(["odds", *arguments, "--json"]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    return _without_speed(printed.out)


def _without_speed(printed: str) -> dict[str, Any]:
    told = dict(json.loads(printed))
    assert told.pop("deals_per_second") > 0
    return told


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Run a command that must fail with exit code 2 and one line; return that line."""
    assert main(["odds", *arguments]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("Error: ")
    assert printed.err.count("\n") == 1
    return printed.err


def endless(cluster: Cluster, file: Path) -> tuple[str, ...]:
    """Return a command that never finishes; its progress is kept in a file."""
    survey = ("double-jump", "--deals", "1000000000", "--seed", "1883")
    return ("odds", *survey, "--json", "--cluster", cluster.address, "--resume", str(file))


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(("double-jump", "--deals", "200000"), marks=pytest.mark.slow, id="by a kernel"),
        pytest.param(("napoleon", "--deals", "3", "--seed", "37"), marks=pytest.mark.night, id="one by one"),
        pytest.param(("parlett", "--deals", "3", "--fair"), marks=pytest.mark.night, id="fair"),
        pytest.param(("parlett", "--deals", "3", "--by-hints"), marks=pytest.mark.night, id="by hints"),
    ],
)
def test_a_cluster_counts_what_one_machine_does(
    arguments: tuple[str, ...], cluster: Cluster, capsys: pytest.CaptureFixture[str]
) -> None:
    """A cluster counts the same deals for the same seed as one machine, in every way of counting."""
    assert odds(capsys, *arguments, "--cluster", cluster.address) == odds(capsys, *arguments)


@pytest.mark.night
def test_a_killed_worker_changes_nothing(cluster: Cluster, alone: dict[str, Any], tmp_path: Path) -> None:
    """A killed worker changes nothing: what it was counting is counted by the others."""
    file = tmp_path / "count.json"
    command = ("odds", *MANY, "--json", "--cluster", cluster.address, "--resume", str(file))
    with cluster.worker() as third, Client(cluster.address, set_as_default=False) as client:
        address = next(each for each, pid in client.run(os.getpid).items() if pid == third.pid)
        with started(tmp_path, *command) as process:
            await_deals(file, process)
            while not client.processing([address])[address]:
                assert process.poll() is None, "the command has ended"
            third.kill()
            assert counted(file)["deals"] < 4_000_000
            out, err = process.communicate()
    assert (process.returncode, err) == (0, "")
    assert _without_speed(out) == alone


@pytest.mark.night
def test_an_interrupt_shows_what_the_cluster_has_counted(cluster: Cluster, tmp_path: Path) -> None:
    """Ctrl-C shows what the cluster has counted, with exit code 130 and without a word from Dask."""
    file = tmp_path / "count.json"
    with started(tmp_path, *endless(cluster, file)) as process:
        await_deals(file, process)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    assert (process.returncode, err) == (130, "")
    assert json.loads(out)["deals"] == counted(file)["deals"]


@pytest.mark.night
def test_a_lost_scheduler_ends_it_with_the_result_so_far(tmp_path: Path) -> None:
    """A lost scheduler ends a count with one line, an exit code, and the result so far."""
    file = tmp_path / "count.json"
    with (
        Cluster(tmp_path / "cluster") as running,
        running.worker(),
        started(tmp_path, *endless(running, file)) as process,
    ):
        await_deals(file, process)
        running.scheduler.kill()
        out, err = process.communicate()
    assert process.returncode == 2
    assert err.startswith(f"Error: The scheduler at {running.address} is lost")
    assert err.count("\n") == 1
    assert json.loads(out)["deals"] == counted(file)["deals"]


@pytest.mark.parametrize("address", ["", "127.0.0.1:8786", "tcp://", "tcp://a:b", "http://127.0.0.1:80"])
@pytest.mark.slow
def test_what_is_no_address_is_refused(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    """An address that is none is refused in a line that shows what one looks like."""
    assert "write one such as tcp://10.0.0.1:8786." in refusal(capsys, "double-jump", "--cluster", address)


@pytest.mark.slow
def test_no_scheduler_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    """If there is no scheduler, the line says how to start one."""
    assert "`dask scheduler`" in refusal(capsys, "double-jump", "--cluster", "tcp://127.0.0.1:1")


@pytest.mark.night
def test_a_scheduler_without_workers_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """If a scheduler has no workers, the line says how to start one."""
    with Cluster(tmp_path / "cluster") as running:
        told = refusal(capsys, "double-jump", "--cluster", running.address)
    assert f"`dask worker {running.address}`" in told


@pytest.mark.night
def test_another_version_is_told(
    cluster: Cluster, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A worker of another version is refused by its address, as it might count differently."""
    with cluster.worker(path=changed(tmp_path / "changed")):
        told = refusal(capsys, "double-jump", "--cluster", cluster.address)
    assert re.match(r"Error: The worker tcp://127\.0\.0\.1:\d+ has idle-year \w+, not \w+ as here:", told)
    assert "install the same on all machines" in told


@pytest.mark.night
def test_another_version_that_joins_ends_it(cluster: Cluster, tmp_path: Path) -> None:
    """A worker of another version that joins ends the count, and nothing of its own is in the result."""
    file, other = tmp_path / "count.json", changed(tmp_path / "changed")
    with started(tmp_path, *endless(cluster, file)) as process:
        await_deals(file, process)
        with cluster.worker(path=other):
            out, err = process.communicate()
    assert process.returncode == 2
    assert err.startswith("Error: A worker that has joined has idle-year")
    assert json.loads(out)["deals"] == counted(file)["deals"]


@pytest.mark.night
def test_a_worker_without_idle_year_is_told(
    cluster: Cluster, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A worker without Idle Year is named by its address."""
    (tmp_path / "bot").mkdir()
    # An empty package would not do: the installed one would still be found.
    (tmp_path / "bot" / "__init__.py").write_text("raise ModuleNotFoundError(\"No module named 'bot'\")")
    with cluster.worker(path=tmp_path):
        told = refusal(capsys, "double-jump", "--cluster", cluster.address)
    assert "The worker tcp://127.0.0.1:" in told
    assert "has no idle-year" in told


@pytest.mark.night
def test_a_worker_that_cannot_compile_is_told(
    cluster: Cluster, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A worker that cannot compile is refused, as its plain search would leave other deals undecided."""
    no_folder = tmp_path / "cache"
    no_folder.touch()
    with cluster.worker(cache=no_folder):
        assert main(["odds", "double-jump", "--deals", "100000", "--cluster", cluster.address]) == 2
    assert "cannot compile the solver `marriage.interval` (NotADirectoryError" in capsys.readouterr().err


@pytest.mark.slow
def test_without_dask_the_line_says_how_to_install_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without Dask the line says how to install it."""
    monkeypatch.setitem(sys.modules, "distributed", None)
    told = refusal(capsys, "double-jump", "--cluster", "tcp://127.0.0.1:1")
    assert "-m pip install --require-hashes -r requirements-cluster.txt`" in told


@pytest.mark.slow
def test_without_a_cluster_dask_is_not_even_loaded() -> None:
    """Without a cluster Dask is not even loaded, so that counting on one machine starts as fast."""
    program = "import sys; from bot.cli import main; main(['odds', 'late-binding', '--deals', '1']); "
    command = [sys.executable, "-c", program + "sys.exit('distributed' in sys.modules)"]
    assert subprocess.run(command, cwd=ROOT, check=False, stdout=subprocess.DEVNULL).returncode == 0  # noqa: S603  ours
