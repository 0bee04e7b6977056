"""`idleyear health`: whether the bot that runs on this machine is well."""

from __future__ import annotations

import contextlib
import http.client
from queue import Empty, Queue
from threading import Thread

import typer

from bot.watch import SERVER

_PATIENCE = 5.0
_WELL, _ILL = 0, 1


def health() -> None:
    """Ask the bot that runs on this machine how it is; exit with 0 if people can play, else with 1."""
    # Here, not above: no other command needs them.
    from bot.settings import UnusableSettings, read_settings

    try:
        port = read_settings().metrics_port
    except UnusableSettings as error:
        raise typer.TyperException(str(error)) from None
    if port is None:
        raise typer.TyperException("METRICS_PORT is empty: set it and start the bot again, then you can ask.")
    well, line = ask(port)
    typer.echo(line)
    raise typer.Exit(_WELL if well else _ILL)


def ask(port: int) -> tuple[bool, str]:
    """Ask the bot that listens on a port of this machine; return whether it is well, and one line.

    In a thread, because a connection's timeout is for each read: whoever drips would never meet it.
    """
    answers: Queue[tuple[bool, str]] = Queue()
    Thread(target=lambda: answers.put(_ask(port)), daemon=True).start()
    try:
        return answers.get(timeout=_PATIENCE)
    except Empty:
        return False, f"No bot answers on port {port} (timed out)."


def _ask(port: int) -> tuple[bool, str]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=_PATIENCE)
    with contextlib.closing(connection):
        try:
            connection.request("GET", "/health")
            answer = connection.getresponse()
            if answer.getheader("Server") != SERVER:
                return False, f"Another program answers on port {port}: give the bot another METRICS_PORT."
            return answer.status == http.client.OK, answer.read().decode(errors="replace")
        except (OSError, http.client.HTTPException) as error:
            return False, f"No bot answers on port {port} ({error})."
