"""The command line: `idleyear games`, `idleyear deal accordion`, and so on."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial

from bot.cli.ending import ended, ended_as_process


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command (by default, the one this process was given) and return its exit code."""
    if arguments is None:
        return ended_as_process(partial(_run, sys.argv[1:]))
    return ended(partial(_run, arguments))


def _run(arguments: Sequence[str]) -> int:
    # Here, not above: Ctrl-C may come while they load, and who asks for the bot's health does so all day.
    if [*arguments] == ["health"]:
        from bot.cli.health import health

        return health()
    from bot.cli.app import app, run_app

    return run_app(app, "idleyear", arguments)
