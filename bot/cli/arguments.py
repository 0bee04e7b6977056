"""Arguments and options that several commands share."""

from typing import Annotated

import typer

Game = Annotated[str, typer.Argument(metavar="GAME", help="A game, by its id or any of its names.")]
_POSITION = typer.Argument(metavar="POSITION", help="A position in quotes, such as '5S 6S TD 5H KC'.")
Position = Annotated[str, _POSITION]
OnePosition = Annotated[str | None, _POSITION]
"""An optional position, for commands that can read many from a file."""
Positions = Annotated[
    str | None, typer.Option("--file", metavar="FILE", help="A file of positions, one per line; - for stdin.")
]
Seconds = Annotated[float, typer.Option(min=0.001, max=86400, help="Seconds to spend on a position.")]
Nodes = Annotated[int, typer.Option(min=1, max=10**15, help="How many states of play to search, at most.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")]
