"""What the log looks like, and what must never be in it."""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
import time

import pytest

from bot.watch.logs import ForPeople, ForPrograms, WrittenAside

SECRETS = ["the-token", "the-password", ""]


def _record(message: str, *, failed: bool = False) -> logging.LogRecord:
    """Return a record, with a traceback that quotes the token if something `failed`."""
    error = None
    if failed:
        try:
            raise ValueError("the-token is refused")
        except ValueError as raised:
            error = (type(raised), raised, raised.__traceback__)
    return logging.LogRecord("bot.app", logging.WARNING, "app.py", 1, message, (), error)


def test_for_programs_each_record_is_one_object_on_one_line() -> None:
    """For programs each record of the log is one object on one line, with any traceback as a field."""
    line = ForPrograms(SECRETS).format(_record("It failed.\nTwice.", failed=True))
    assert "\n" not in line
    told = json.loads(line)
    assert (told["level"], told["logger"], told["message"]) == ("WARNING", "bot.app", "It failed.\nTwice.")
    assert told["time"].endswith("+00:00")
    assert "Traceback" in told["traceback"]


@pytest.mark.parametrize("written", [ForPeople, ForPrograms])
def test_secrets_are_made_unreadable(written: type[ForPeople]) -> None:
    """Secrets are made unreadable in the log, wherever they stand in a message or an address."""
    address = "https://discord.com/api/v10/webhooks/12/aW50ZXJhY3Rpb24/messages/@original"
    message = f"PATCH {address} with the-token for me:the-password@host"
    line = written(SECRETS).format(_record(message, failed=True))
    assert not any(secret in line for secret in ("the-token", "the-password", "aW50ZXJhY3Rpb24"))
    assert "/webhooks/12/***/messages/@original with *** for me:***@host" in line


def test_lines_that_nobody_took_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever logs goes on while nobody takes lines; and it tells at last how many had no room."""
    monkeypatch.setattr("bot.watch.logs._MOST_LINES", 10)
    reader, writer = os.pipe()
    with os.fdopen(reader) as late:
        with os.fdopen(writer, "w") as stuck:
            lines = WrittenAside(stuck)
            lines.handle(_record("longer than a pipe is " * 10_000))
            while lines._waiting.qsize():
                time.sleep(0.01)
            for number in range(30):
                lines.handle(_record(f"line {number}"))
            late.readline()
            assert [late.readline() for _ in range(10)] == [f"line {number}\n" for number in range(10)]
            lines.flush()
        assert late.read() == "Nobody has read the log for a while: 20 lines of it are lost.\n"


def test_what_is_collected_while_a_line_is_logged_may_log_too() -> None:
    """What the collector finalises in the middle of logging may log as well: nothing waits for itself."""
    program = """
import faulthandler, gc, logging, random, time
from bot.watch.logs import WrittenAside
faulthandler.dump_traceback_later(20, exit=True)
log = logging.getLogger()
log.addHandler(WrittenAside(open("/dev/null", "w")))
class Collected:
    def __init__(self):
        self.itself = self
    def __del__(self):
        log.warning("Task was destroyed but it is pending!")
gc.collect()
gc.freeze()
end = time.monotonic() + 2
while time.monotonic() < end:
    gc.disable()
    Collected()
    log.warning("A line")
    gc.set_threshold(random.randrange(2, 60), 1000, 1000)
    gc.enable()
    time.sleep(0.0002)
print("done")
"""
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)  # noqa: S603
    assert run.stdout == "done\n", run.stderr
