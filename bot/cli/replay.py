"""`idleyear replay`: whether a recorded game leads to the result that it names."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from bot.cli.arguments import AsJson
from bot.cli.output import outcome_words, print_json, print_line
from bot.engine.record import read_record

File = Annotated[str, typer.Argument(metavar="FILE", help="A recorded game; - reads standard input.")]


def replay(file: File, as_json: AsJson = False) -> None:
    """Play a recorded game again and check its result."""
    session = read_record(_read_text(file))
    rules, state = session.rules, session.state
    position, outcome = rules.notation.write_position(state), rules.outcome(state)
    score = dict(rules.score(state).parts)
    if as_json:
        game = {"game": rules.id, "seed": session.seed, "moves": len(session.moves)}
        print_json({**game, "position": position, "outcome": outcome, "score": score})
        return
    ended = ", ".join([outcome_words(outcome), *(f"{name} {value}" for name, value in score.items())])
    print_line(f"{rules.id}, seed {session.seed}, {len(session.moves)} moves: {ended}: {position}")


def _read_text(file: str) -> str:
    try:
        content = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise typer.TyperException(f"{file} is not a recorded game: it is not UTF-8 text.") from None
    except OSError as error:
        raise typer.TyperException(f"{file} cannot be read: {error.strerror}.") from None
