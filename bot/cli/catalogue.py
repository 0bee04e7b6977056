"""`idleyear games` and `idleyear rules`: what there is to play."""

import sys

from bot.cli.arguments import AsJson, Game
from bot.cli.output import print_json, print_line
from bot.engine.games import ALL, find_game
from bot.engine.rules import AnyRules


def games(as_json: AsJson = False) -> None:
    """List every game with its id, its name, its family and its other names."""
    if as_json:
        print_json([_entry(game) for game in ALL.values()])
    else:
        _print_table()


def rules(game: Game, as_json: AsJson = False) -> None:
    """Print the rules of a game."""
    found = find_game(game)
    page = found.page
    parts = {"goal": page.goal, "deal": page.deal, "play": page.play, "source": page.source}
    if as_json:
        print_json({"id": found.id, "name": found.name, **parts})
        return
    print_line(found.name)
    for title, text in parts.items():
        print_line(f"\n{title.capitalize()}: {text}")


def _entry(game: AnyRules) -> dict[str, object]:
    return {"id": game.id, "name": game.name, "family": game.family, "aliases": list(game.aliases)}


def _print_table() -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("Id", "Name", "Family", "Other names", box=None, pad_edge=False)
    for game in ALL.values():
        table.add_row(game.id, game.name, game.family, ", ".join(game.aliases))
    on_screen = sys.stdout.isatty()
    # A pipe has no edge to wrap at, and its reader wants no colours, whatever the environment says.
    console = Console(force_terminal=on_screen, width=None if on_screen else 1000, markup=False)
    console.print(table)
