"""`films`: how long films of games take to draw, how large they are, and how much memory drawing takes."""

from __future__ import annotations

import multiprocessing
import random
import re
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from bot.cli.terminal import AsJson, print_json, print_line, progress_bar
from bot.render.film import film, scenes
from idle_year.engine.games import ALL
from idle_year.engine.line import MOST_MOVES, Line
from idle_year.engine.rules import AnyRules
from idle_year.engine.session import Session
from tests.screens import golden

_FILMS = 50
_SEED = "1883"
_TIMES = 3
"""How often each film is drawn: the least time counts, as other programs only add to it."""


class Film(NamedTuple):
    """What a film took."""

    game: str
    moves: int
    frames: int
    seconds: float
    """Of processor time."""
    kb: float


def films(as_json: AsJson = False) -> None:
    """Draw fifty films: of the recorded game of each kind, and of the longest games of random moves."""
    with (
        progress_bar("films", _FILMS) as show,
        multiprocessing.get_context("spawn").Pool(1) as pool,
    ):
        before = pool.apply(_peak)
        found = []
        for done, each in enumerate(pool.imap(_drawn, _games()), 1):
            found.append(each)
            show(done)
        mib = pool.apply(_peak) - before
    if as_json:
        print_json({"films": [each._asdict() for each in found], "mib": mib})
        return
    for each in found:
        took = f"{1000 * each.seconds:.0f} ms, {each.kb:.0f} kB"
        print_line(f"{each.game}: {each.moves} moves, {each.frames} frames, {took}")
    print_line(f"Drawing them took {mib:.0f} MiB at most.")


def _games() -> Iterator[Session[Any]]:
    yield from map(golden, ALL)
    played = sorted(map(_at_random, ALL.values()), key=lambda session: len(session.moves), reverse=True)
    yield from islice(played, _FILMS - len(ALL))


def _at_random(rules: AnyRules) -> Session[Any]:
    """Play a game to its end, or as long as a game may be."""
    session, chance = Session.deal(rules, _SEED), random.Random(_SEED)  # noqa: S311  no secret
    line = Line(rules, session.state, None)
    while len(line.moves) < MOST_MOVES and (moves := rules.moves(line.state)):
        line.play(chance.choice(moves))
    return session.after(line)


def _drawn(session: Session[Any]) -> Film:
    times = []
    for _ in range(_TIMES):
        start = time.process_time()
        drawn = film(session, two_colours=False)
        times.append(time.process_time() - start)
    moves = session.moves
    return Film(session.rules.id, len(moves), len(scenes(moves)), min(times), len(drawn) / 1000)


def _peak() -> float:
    """Return the most MiB that this process has taken; getrusage would tell its parent's too."""
    (kib,) = re.findall(r"VmHWM:\s+(\d+)", Path("/proc/self/status").read_text("ascii"))
    return int(kib) / 1024
