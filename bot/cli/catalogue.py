"""`idleyear games` and `idleyear rules`: what there is to play."""

import sys
from dataclasses import asdict

from bot.cli.arguments import AsJson, Game
from bot.cli.output import print_json, print_line
from bot.engine.games import ALL, find_game
from bot.engine.rules import AnyRules, Example
from bot.render.cards.style import Style
from bot.render.pages.rules import drawn_example


def games(as_json: AsJson = False) -> None:
    """List every game with its id, name, family and other names."""
    if as_json:
        print_json([_entry(game) for game in ALL.values()])
    else:
        _print_table()


def rules(game: Game, as_json: AsJson = False) -> None:
    """Print the rules of a game, with an example and the odds."""
    found = find_game(game)
    if as_json:
        print_json({"id": found.id, "name": found.name, **asdict(found.page)})
    else:
        _print_page(found)


def _entry(game: AnyRules) -> dict[str, object]:
    return {"id": game.id, "name": game.name, "family": game.family, "aliases": list(game.aliases)}


def _print_page(game: AnyRules) -> None:
    page = game.page
    print_line(game.name)
    if game.aliases:
        print_line(f"also called {', '.join(game.aliases)}")
    parts = [("Goal", page.goal), ("Deal", page.deal), ("Play", page.play)]
    if page.example:
        parts.append(("Example", _example_text(game, page.example)))
    told = [("Strategy", page.strategy), ("History", page.history), ("Chance", page.chance)]
    parts += [(title, text) for title, text in told if text]
    parts += [("Misprint", misprint) for misprint in page.misprints]
    for title, text in [*parts, ("Source", page.source)]:
        print_line(f"\n{title}: {text}")


def _example_text(game: AnyRules, example: Example) -> str:
    # Rows are set in Discord's monospace with backticks, which a terminal does not need.
    rows = [line.replace("`", "") for line in drawn_example(game, example, Style())]
    return "\n".join([example.shows, *rows])


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
