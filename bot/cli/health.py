"""`idleyear health`: ask the bot that runs on this machine how it is.

Monitors ask all day, so little is imported here: no typer and, where the port is plain, no settings.
"""

from __future__ import annotations

import contextlib
import http.client
import os
import re
from collections.abc import Mapping

from dotenv import dotenv_values

from bot.home import env_file
from bot.watch import SERVER

_WAIT_SECONDS = 5.0
_WELL, _ILL, _FAILED = 0, 1, 2
_SETTING = "METRICS_PORT"
_LAST_PORT = 65_535
_LONGEST_ANSWER = 10_000


def health() -> int:
    """Print how the bot is; return the exit code: 0 if people can play, 1 if not, 2 if it cannot be asked."""
    port = _port()
    if port is None:
        return _FAILED
    well, line = ask(port)
    print(line)
    return _WELL if well else _ILL


def ask(port: int) -> tuple[bool, str]:
    """Ask the bot that listens on a port of this machine; return whether it is well, and one line."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=_WAIT_SECONDS)
    with contextlib.closing(connection):
        try:
            connection.request("GET", "/health")
            answer = connection.getresponse()
            if answer.getheader("Server") != SERVER:
                return False, f"Another program answers on port {port}: give the bot another METRICS_PORT."
            told = answer.read(_LONGEST_ANSWER).decode(errors="replace")
            return answer.status == http.client.OK, told
        except (OSError, http.client.HTTPException) as error:
            return False, f"No bot answers on port {port} ({error})."


def _port() -> int | None:
    """Return the port; None, after an error, if there is none."""
    written = _set_to(os.environ)
    if not written:
        with contextlib.suppress(OSError, UnicodeDecodeError):  # which the settings explain
            written = _set_to(dotenv_values(env_file()))
    if re.fullmatch("[0-9]{1,5}", written) and 0 < int(written) <= _LAST_PORT:
        return int(written)
    return _port_by_settings()


def _set_to(settings: Mapping[str, str | None]) -> str:
    return next((value.strip() for key, value in settings.items() if key.upper() == _SETTING and value), "")


def _port_by_settings() -> int | None:
    # Here, not above: they take a second to load.
    from bot.cli.terminal import print_error
    from bot.settings import UnusableSettings, read_settings
    from idle_year.engine.errors import GameError

    try:
        port = read_settings().metrics_port
    except UnusableSettings as error:
        print_error(error)
        return None
    if port is None:
        print_error(GameError("METRICS_PORT is empty: set it and start the bot again, then you can ask."))
    return port
