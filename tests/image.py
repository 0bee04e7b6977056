"""The image without an engine: what its files say, and a folder in which that is done."""

from __future__ import annotations

import functools
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

_ABSOLUTE = re.compile(r"(?<![\w./])/(?=\w)")
_STAND_INS = {
    "useradd": "#!/bin/sh\n",
    "install": '#!/bin/sh\n[ "$1 $2" = "-d -o" ] || exit 1\nshift 3\nexec mkdir -p "$@"\n',
}
"""Programs of the image for which one has to be root; here, whoever runs the tests owns everything."""


def instructions(containerfile: Path) -> list[list[str]]:
    """Return the instructions of a Containerfile, as words."""
    lines = containerfile.read_text().replace("\\\n", " ").splitlines()
    return [line.split() for line in lines if line and line[0] != "#"]


class Ignored:
    """What `.dockerignore` says: of all patterns that fit a file or a folder of it, the last one counts."""

    def __init__(self, file: Path) -> None:
        lines = [line for line in file.read_text().splitlines() if line and line[0] != "#"]
        self.passed = {line[1:] for line in lines if line[0] == "!"}
        """What is let through by name."""
        self._patterns = [(line[0] != "!", _pattern(line.lstrip("!"))) for line in lines]

    def __call__(self, path: str) -> bool:
        """Whether a file does not reach the builder."""
        parts = path.split("/")
        places = ["/".join(parts[: end + 1]) for end in range(len(parts))]
        fitting = [no for no, pattern in self._patterns if any(map(pattern.fullmatch, places))]
        return bool(fitting) and fitting[-1]


@functools.cache
def _pattern(written: str) -> re.Pattern[str]:
    parts = {"**/": "(?:.*/)?", "*": "[^/]*"}
    return re.compile("".join(parts.get(each, re.escape(each)) for each in re.split(r"(\*\*/|\*)", written)))


class Image:
    """A folder in which is done what a Containerfile says: `/app` is `app` there, and all belongs to us.

    This Python takes the place of the image's, in an environment of its own.
    """

    def __init__(self, context: Path, folder: Path) -> None:
        self._context, self._folder = context, folder
        self._ignored = Ignored(context / ".dockerignore")
        self.at = folder
        """The working directory."""
        home = folder / "root"
        home.mkdir(parents=True)
        programs = f"{self._stand_ins()}:{folder / 'python' / 'bin'}:/usr/bin:/bin"
        kept = {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
        self.environment = {**kept, "PATH": programs, "HOME": str(home)}
        self.command: list[str] = []

    def build(self) -> None:
        """Do all that the Containerfile says."""
        for name, *words in instructions(self._context / "Containerfile"):
            getattr(self, f"_{name.lower()}")(words)

    def run(self, *command: str) -> str:
        """Run a program in it; return what it prints."""
        return subprocess.run(  # noqa: S603  ours
            command, cwd=self.at, env=self.environment, check=True, stdout=subprocess.PIPE, text=True
        ).stdout

    def inside(self, text: str) -> str:
        """Return a command or a path of the image as it is called here."""
        return _ABSOLUTE.sub(f"{self._folder}/", text)

    def _stand_ins(self) -> Path:
        folder = self._folder / "stand-ins"
        folder.mkdir()
        for name, program in _STAND_INS.items():
            (folder / name).write_text(program)
            (folder / name).chmod(0o755)
        return folder

    def _from(self, _words: list[str]) -> None:
        subprocess.run([sys.executable, "-m", "venv", self._folder / "python"], check=True)  # noqa: S603  ours

    def _env(self, words: list[str]) -> None:
        self.environment |= {name: self.inside(value) for name, value in (word.split("=") for word in words)}

    def _arg(self, words: list[str]) -> None:
        name, _, default = words[0].partition("=")
        self.environment.setdefault(name, default)

    def _workdir(self, words: list[str]) -> None:
        self.at = Path(self.inside(words[0]))
        self.at.mkdir(parents=True, exist_ok=True)

    def _run(self, words: list[str]) -> None:
        self.run("sh", "-c", self.inside(" ".join(words)))

    def _copy(self, words: list[str]) -> None:
        *sources, target = words
        for source in sources:
            place = self.at / target
            if (self._context / source).is_file() and target.endswith("/"):
                place /= Path(source).name
            for file in self._files(source):
                copy = place / file.relative_to(self._context / source)
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(file, copy)

    def _files(self, source: str) -> list[Path]:
        """Return the files of a source that reach the builder; there has to be one."""
        there = self._context / source
        files = [there] if there.is_file() else [file for file in there.rglob("*") if file.is_file()]
        passed = [file for file in files if not self._ignored(str(file.relative_to(self._context)))]
        assert passed, f"{source} does not reach the builder"
        return passed

    def _user(self, _words: list[str]) -> None:
        """Stay who we are."""

    def _cmd(self, words: list[str]) -> None:
        self.command = json.loads(" ".join(words))


def forget_commit(folder: Path) -> None:
    """Let a copy of the project tell no commit, though `git archive` may have written one into it."""
    file = folder / "bot/watch/commit.py"
    file.write_text(
        re.sub(r'(?<=^_WRITTEN = ")[0-9a-f]+', "$Format:%H$", file.read_text(), flags=re.MULTILINE)
    )
