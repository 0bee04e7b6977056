"""Arguments and options that several commands share."""

from typing import Annotated

import typer

Game = Annotated[str, typer.Argument(metavar="GAME", help="A game by its id or any of its names.")]
Position = Annotated[
    str, typer.Argument(metavar="POSITION", help="A position in quotes, such as '5S 6S TD 5H KC'.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")]
