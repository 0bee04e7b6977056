"""`idleyear replay`: whether a recorded game leads to the result that it names, and how it went."""

from typing import Annotated, Any

import typer

from bot.cli.arguments import AsJson
from bot.cli.files import read_file
from bot.cli.output import outcome_words, print_json, print_line
from bot.engine.record import read_record, write_moves
from bot.engine.session import Session

File = Annotated[str, typer.Argument(metavar="FILE", help="A recorded game; - reads standard input.")]

Step = Annotated[
    int | None, typer.Option("--step", metavar="N", min=0, help="Stop after N moves, and print them.")
]


def replay(file: File, step: Step = None, as_json: AsJson = False) -> None:
    """Replay a recorded game and check its result."""
    session = read_record(read_file(file, "a recorded game"))
    if step is not None:
        session = _stop(session, step)
    rules, state = session.rules, session.state
    played = write_moves(rules, session.moves)
    position, outcome = rules.notation.write_position(state), rules.outcome(state)
    score = dict(rules.score(state).parts)
    if as_json:
        game = {"game": rules.id, "seed": session.seed, "moves": len(session.moves)}
        told = {**game, "position": position, "outcome": outcome, "score": score}
        print_json(told if step is None else {**told, "played": played})
        return
    ended = ", ".join([outcome_words(outcome), *(f"{name} {value}" for name, value in score.items())])
    print_line(f"{rules.id}, seed {session.seed}, {len(session.moves)} moves: {ended}: {position}")
    if step:
        print_line(played)


def _stop(session: Session[Any], step: int) -> Session[Any]:
    if step > len(session.moves):
        raise typer.BadParameter(f"--step {step} is past the end: the record has {len(session.moves)} moves.")
    return session.at(step)
