"""The progress bar of slow commands, on stderr if that is a terminal."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@contextmanager
def progress_bar(title: str, total: int) -> Iterator[Callable[[int], None]]:
    """Show a progress bar while the block runs; yield a function that sets how much of the total is done."""
    # Here, not above: it takes a tenth of a second to load, and most commands never need it.
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    on_screen = sys.stderr.isatty()
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=not on_screen) as bar:
        task = bar.add_task(title, total=total)
        yield lambda done: bar.update(task, completed=done)
