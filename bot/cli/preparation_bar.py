"""The progress bar of `idleyear run` while solvers are compiled, with the log above it."""

from __future__ import annotations

import asyncio
import logging
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from bot.engine.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.service.kernels.preparation import Preparation

_EVERY = 1.0  # seconds
_MINUTE = 60


async def show_preparation(preparation: Preparation) -> None:
    """Show the solvers' progress on a terminal until all are ready; elsewhere the log has to do."""
    if not sys.stderr.isatty():
        return
    # Here, not above: it takes a tenth of a second to load, and only a first start needs it.
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    columns = TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[left]}")
    bar = Progress(
        *columns,
        console=Console(stderr=True, soft_wrap=True),  # keeps log lines whole
        transient=True,
        auto_refresh=False,
        redirect_stdout=sys.stdout.isatty(),
    )
    task = bar.add_task("", total=1.0, left="", visible=False)
    with bar, _log_above():
        while not preparation.over:
            number, count = preparation.number
            what = f"Preparing the solvers, {number} of {count}"
            left = _left(preparation.left)
            bar.update(task, description=what, completed=preparation.share, left=left, visible=True)
            bar.refresh()
            await asyncio.sleep(_EVERY)


@contextmanager
def _log_above() -> Iterator[None]:
    """Send the log through rich's replacement for stderr, which prints above its bar."""
    handlers = [each for each in logging.getLogger().handlers if isinstance(each, logging.StreamHandler)]
    before = [each.setStream(sys.stderr) for each in handlers]
    try:
        yield
    finally:
        for handler, stream in zip(handlers, before, strict=True):
            if stream is not None:
                handler.setStream(stream)


def _left(seconds: float) -> str:
    if seconds < _MINUTE:
        return "less than a minute left"
    return f"about {counted(round(seconds / _MINUTE), 'minute')} left"
