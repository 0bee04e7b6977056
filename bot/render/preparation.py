"""What is said when the solver of a game is not ready: when it will be, or that it will not.

It stands apart from refusals, which know all that can be refused: the command line needs only this of them.
"""

from __future__ import annotations

from bot.service.kernels import Lack


def lack_text(lack: Lack) -> str:
    """Say why nothing better is known about a game, and when to ask again."""
    name = lack.rules.name
    if lack.ready is None:
        return f"The solver of {name} cannot be had on this bot's machine: a simpler search stands in for it."
    return f"The solver of {name} is still being prepared: ready {when_ready(lack)}. Ask again then."


def when_ready(lack: Lack) -> str:
    """Return the moment as a relative timestamp, which Discord shows as `in 2 minutes`."""
    return "" if lack.ready is None else f"<t:{int(lack.ready.timestamp())}:R>"
