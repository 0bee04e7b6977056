"""`idleyear deal`, `legal`, `play` and `perft`: the engine on positions, for people and programs."""

import re
from typing import Annotated

import typer

from bot.cli.arguments import AsJson, Game, Position
from bot.cli.output import print_aside, print_json, print_line
from bot.engine import perft as lines
from bot.engine.games import find_game
from bot.engine.line import IN_A_GAME
from bot.engine.moves import play_line
from bot.engine.quoting import quoted
from bot.engine.session import Session
from bot.service.playing.seeds import random_seed


def read_depth(text: str) -> int:
    """Read a depth; raise BadParameter unless it is a whole number of at least 0."""
    if not re.fullmatch("[0-9]{1,4}", text):
        raise typer.BadParameter(f"{quoted(text.strip())} is not a number of moves such as 0, 1 or 2.")
    return int(text)


Seed = Annotated[str | None, typer.Option(help="The same seed deals the same cards; random by default.")]
Moves = Annotated[list[str], typer.Argument(metavar="MOVE...", help="Moves such as '12<', '8S<<<', 'd*'.")]
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
        print_json({"game": rules.id, "seed": session.seed, "position": position})
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
    nodes = lines.perft(rules, rules.notation.read_position(position), depth)
    if as_json:
        print_json({"nodes": nodes})
        return
    print_line(str(nodes))
