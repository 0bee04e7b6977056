"""What there is to play, and the engine on positions and recorded games, for people and programs."""

from __future__ import annotations

import re
import sys
from dataclasses import asdict
from typing import Annotated, Any

import typer

from bot.cli.reading import read_text
from bot.cli.terminal import AsJson, Game, Position, print_aside, print_json, print_line
from bot.render.cards import Style
from bot.render.rules import drawn_example
from bot.service.seeds import random_seed
from idle_year.engine.games import ALL, find_game
from idle_year.engine.line import IN_A_GAME, count_lines, play_line
from idle_year.engine.records import read_record, write_moves
from idle_year.engine.rules import AnyRules, Example, Outcome
from idle_year.engine.session import Session
from idle_year.engine.wording import quoted

_DEEPEST = 300
"""Python lets a function call itself a thousand times, and nobody could wait for so many moves."""
_OUTCOMES = {"won": "won", "minor_win": "a minor win", "stuck": "stuck"}


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
        print_json({"id": found.id, "revision": found.revision, "name": found.name, **asdict(found.page)})
    else:
        _print_page(found)


def _entry(game: AnyRules) -> dict[str, object]:
    told = {"id": game.id, "revision": game.revision, "name": game.name, "family": game.family}
    return {**told, "aliases": list(game.aliases)}


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
    # Not printed by the console: it ends the process, and with exit code 1, if nobody reads any more.
    with console.capture() as captured:
        console.print(table)
    print_line(captured.get().rstrip("\n"))


def read_depth(text: str) -> int:
    """Read a depth; raise BadParameter unless it is a whole number from 0 to the deepest."""
    if not re.fullmatch("[0-9]{1,4}", text):
        raise typer.BadParameter(f"{quoted(text.strip())} is not a number of moves such as 0, 1 or 2.")
    if int(text) > _DEEPEST:
        raise typer.BadParameter(f"lines are counted to a depth of {_DEEPEST} moves.")
    return int(text)


Seed = Annotated[str | None, typer.Option(help="The same seed deals the same cards; random by default.")]
Moves = Annotated[list[str], typer.Argument(metavar="MOVE", help="Moves such as '12<', '8S<<<', 'd*'.")]
Depth = Annotated[int, typer.Argument(metavar="DEPTH", parser=read_depth, help="How many moves, from 0 up.")]


def deal(game: Game, seed: Seed = None, as_json: AsJson = False) -> None:
    """Deal a game and print its position.

    The stock is shown after |, next card first, so that `play` can deal from it. On Discord nobody sees it.
    """
    rules = find_game(game)
    made_up = seed is None
    session = Session.deal(rules, seed if seed is not None else random_seed())
    position = rules.notation.write_position(session.state)
    if as_json:
        dealt = {"game": rules.id, "revision": rules.revision, "seed": session.seed}
        print_json({**dealt, "position": position})
        return
    if made_up:
        print_aside(f"seed: {session.seed}")
    print_line(position)


def legal(game: Game, position: Position, as_json: AsJson = False) -> None:
    """List the legal moves of a position, one per line."""
    rules = find_game(game)
    state = rules.notation.read_position(position)
    moves = [rules.notation.write_move(move) for move in rules.moves(state)]
    if as_json:
        print_json(moves)
        return
    for move in moves:
        print_line(move)


def play(game: Game, position: Position, moves: Moves, as_json: AsJson = False) -> None:
    """Play moves from a position and print where they lead."""
    rules = find_game(game)
    state = play_line(rules, rules.notation.read_position(position), " ".join(moves), IN_A_GAME).state
    after = rules.notation.write_position(state)
    if as_json:
        score = dict(rules.score(state).parts)
        print_json({"position": after, "outcome": rules.outcome(state), "score": score})
        return
    print_line(after)


def perft(game: Game, position: Position, depth: Depth, as_json: AsJson = False) -> None:
    """Count the lines of DEPTH legal moves from a position."""
    rules = find_game(game)
    nodes = count_lines(rules, rules.notation.read_position(position), depth)
    if as_json:
        print_json({"nodes": nodes})
        return
    print_line(str(nodes))


File = Annotated[str, typer.Argument(metavar="FILE", help="A recorded game; - reads standard input.")]

Step = Annotated[
    int | None, typer.Option("--step", metavar="N", min=0, help="Stop after N moves, and print them.")
]


def replay(file: File, step: Step = None, as_json: AsJson = False) -> None:
    """Replay a recorded game and check its result."""
    session = read_record(read_text(file, "a recorded game"))
    if step is not None:
        session = _stop(session, step)
    rules, state = session.rules, session.state
    played = write_moves(rules, session.moves)
    position, outcome = rules.notation.write_position(state), rules.outcome(state)
    score = dict(rules.score(state).parts)
    if as_json:
        game = {"game": rules.id, "revision": rules.revision, "seed": session.seed}
        end = {"position": position, "outcome": outcome, "score": score}
        told = {**game, "moves": len(session.moves), **end}
        print_json(told if step is None else {**told, "played": played})
        return
    ended = ", ".join([_in_words(outcome), *(f"{name} {value}" for name, value in score.items())])
    print_line(f"{rules.id}, seed {session.seed}, {len(session.moves)} moves: {ended}: {position}")
    if step:
        print_line(played)


def _stop(session: Session[Any], step: int) -> Session[Any]:
    if step > len(session.moves):
        raise typer.BadParameter(f"--step {step} is past the end: the record has {len(session.moves)} moves.")
    return session.at(step)


def _in_words(outcome: Outcome | None) -> str:
    """Return how a game ended, in words: `won`, or `not over`."""
    return "not over" if outcome is None else _OUTCOMES[outcome]
