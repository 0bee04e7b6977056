"""`idleyear audit` and `verify-daily`: whether what is claimed is true."""

from __future__ import annotations

from concurrent.futures import as_completed
from typing import Annotated

import typer

from bot.audit import Falsehood, smallest
from bot.audit import audit as audit_part
from bot.cli.solve import prepare_solver
from bot.cli.terminal import AsJson, game_ids, print_json, print_line, progress_bar, stopped_in_order
from bot.service.seeds import candidates, judge
from bot.watch import installed_version
from idle_year.engine.daily import FAMILIES, check_commitment, commitment, read_day, read_key
from idle_year.engine.errors import GameError
from idle_year.engine.games import ALL, find_game, games_of
from idle_year.engine.records import write_code
from idle_year.engine.rules import AnyRules
from idle_year.engine.wording import counted, quoted
from idle_year.solvers.protocols import Answer
from idle_year.solvers.win_rate import processes

Games = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="GAME", help="Games, by id or name; all of them by default.", autocompletion=game_ids
    ),
]
Number = Annotated[
    int, typer.Option("--positions", min=1, max=10**9, help="How many positions of each game.")
]
Seed = Annotated[int, typer.Option(min=0, max=2**63 - 1, help="The same seed draws the same positions.")]

_A_PART = 20
"""In positions: a second of work at most."""
_FALSE = 1
_FOUND = {
    Answer.WON: "can be won",
    Answer.LOST: "passed over, for it cannot be won",
    Answer.UNKNOWN: "passed over, for it was not settled",
}


@stopped_in_order()
def audit(games: Games = None, number: Number = 100, seed: Seed = 1, as_json: AsJson = False) -> None:
    """Search small positions to the very end, and check everything that is claimed about them.

    That is: verdicts, judgements, best scores, hints and where they lead, chances called certain, counts of
    surveys, and a puzzle for every ten positions. A false claim is printed with the smallest position that
    shows it, and the exit code is 1.
    """
    chosen = {rules.id: rules for rules in map(find_game, games or ALL)}
    found = _audit_all(list(chosen.values()), seed, number)
    shown = {game: smallest(chosen[game], false) for game, false in found.items() if false}
    if as_json:
        games_of_it = [{"game": rules.id, "revision": rules.revision} for rules in chosen.values()]
        of = {"games": games_of_it, "seed": seed, "version": installed_version()}
        told = {**of, "positions": number * len(chosen), "false": sum(map(len, found.values()))}
        examples = [example._asdict() for example in shown.values()]
        print_json({**told, "counterexamples": examples} if examples else told)
    else:
        for game, false in found.items():
            print_line(f"{game}: {counted(number, 'position')}, {len(false)} false")
            if game in shown:
                print_line(f"  {shown[game].position}: {shown[game].claim}")
    if shown:
        raise typer.Exit(_FALSE)


def verify_daily(
    day: Annotated[str, typer.Argument(metavar="DAY", help="A day (UTC), such as 2026-11-20.")],
    family: Annotated[
        str,
        typer.Argument(
            metavar="FAMILY",
            help=f"One of {', '.join(FAMILIES)}.",
            autocompletion=lambda: [*FAMILIES],
        ),
    ],
    key: Annotated[str, typer.Argument(metavar="KEY", help="The key published once the daily is over.")],
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
    prepare_solver(rules)
    print_line(f"commitment {commitment(key)}{'' if published is None else ', as published'}")
    for number, seed in candidates(key, of, family):
        answer = judge(rules, number, seed).answer
        print_line(f"candidate {number}, {write_code(rules.id, seed)}: {_FOUND[answer]}")
        if answer is Answer.WON:
            print_line(f"The daily of {of.isoformat()} is {write_code(rules.id, seed)}.")
            return


def _audit_all(games: list[AnyRules], seed: int, number: int) -> dict[str, list[Falsehood]]:
    """Audit every game, in parts spread over the cores."""
    for family in {rules.family: rules for rules in games}.values():
        prepare_solver(family)
    found: dict[str, list[Falsehood]] = {rules.id: [] for rules in games}
    parts = [(rules.id, first) for rules in games for first in range(0, number, _A_PART)]
    with (
        processes(*{rules.family for rules in games}) as workers,
        progress_bar("audit", len(games) * number) as show,
    ):
        begun = [
            workers.submit(audit_part, ALL[game], seed, first, min(_A_PART, number - first))
            for game, first in parts
        ]
        for done, part in enumerate(as_completed(begun), start=1):
            for falsehood in part.result():
                found[falsehood.game].append(falsehood)
            show(min(done * _A_PART, len(games) * number))
    return found
