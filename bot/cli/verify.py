"""`idleyear verify-daily`: check that the deal of a day follows from its key, and that nobody chose it."""

from __future__ import annotations

from typing import Annotated

import typer

from bot.cli.kernels import load_kernels
from bot.cli.output import print_line
from bot.engine.codes import write_code
from bot.engine.daily import FAMILIES, check_commitment, commitment, read_day, read_key
from bot.engine.errors import GameError
from bot.engine.games import family as games_of
from bot.engine.quoting import quoted
from bot.service.daily.candidates import judge, seeds
from bot.solvers.protocols import Answer

_FOUND = {
    Answer.WON: "can be won",
    Answer.LOST: "passed over, for it cannot be won",
    Answer.UNKNOWN: "passed over, for it was not settled",
}


def verify_daily(
    day: Annotated[str, typer.Argument(metavar="DAY", help="A day (UTC), such as 2026-11-20.")],
    family: Annotated[str, typer.Argument(metavar="FAMILY", help=f"One of {', '.join(FAMILIES)}.")],
    key: Annotated[str, typer.Argument(metavar="KEY", help="The key published once the day is over.")],
    published: Annotated[
        str | None,
        typer.Option("--commitment", metavar="HASH", help="The commitment published the day before."),
    ] = None,
) -> None:
    """Check a daily: find its deal from its key, as the bot did."""
    if family not in FAMILIES:
        raise GameError(f"There is no daily of {quoted(family)}: the families are {', '.join(FAMILIES)}.")
    of, key = read_day(day), read_key(key)
    if published is not None:
        check_commitment(key, published)
    rules = games_of(family)[0]
    load_kernels(rules)
    print_line(f"commitment {commitment(key)}{'' if published is None else ', as published'}")
    for number, seed in seeds(key, of, family):
        answer = judge(rules, number, seed).answer
        print_line(f"candidate {number}, {write_code(rules.id, seed)}: {_FOUND[answer]}")
        if answer is Answer.WON:
            print_line(f"The daily of {of.isoformat()} is {write_code(rules.id, seed)}.")
            return
