"""`idleyear health` where no bot answers; with one it is tested in `tests/flow/test_watch.py`."""

from __future__ import annotations

import contextlib
import socket
import time
from threading import Thread
from typing import TYPE_CHECKING

from bot.cli import run as health

if TYPE_CHECKING:
    import pytest


def _drip(server: socket.socket) -> None:
    """Answer with a header every tenth of a second, for ten seconds."""
    with contextlib.suppress(OSError), server.accept()[0] as connection:
        connection.sendall(b"HTTP/1.1 200 OK\r\n")
        for number in range(90):
            connection.sendall(b"X-%d: drop\r\n" % number)
            time.sleep(0.1)


def test_a_server_that_drips_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """A monitor has its answer in time, whatever keeps sending."""
    monkeypatch.setattr(health, "_PATIENCE", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as server:
        dripping = Thread(target=_drip, args=(server,), daemon=True)
        dripping.start()
        port = server.getsockname()[1]
        assert health.ask(port) == (False, f"No bot answers on port {port} (timed out).")
        assert dripping.is_alive()
