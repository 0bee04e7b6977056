"""`idleyear bench`: how fast it is, measured on this machine."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Iterable
from typing import Annotated, Any

import typer

from benchmarks.solvers import measure_solvers
from bot.cli.arguments import AsJson
from bot.cli.kernels import load_kernels
from bot.cli.output import print_json, print_line
from bot.cli.progress import progress_bar
from bot.engine.games import ALL, find_game
from bot.engine.rules import AnyRules
from bot.engine.wording import counted
from bot.solvers.generic.depth_first import Search
from bot.solvers.registry import solver_for

bench = typer.Typer(help="Measure how fast Idle Year is on this machine.")

Presses = Annotated[int, typer.Option(min=10, max=100_000, help="How many moves to play.")]
OneGame = Annotated[
    str | None, typer.Argument(metavar="GAME", help="A game; by default, every game that has a solver.")
]
Deals = Annotated[int, typer.Option(min=1, max=100_000, help="How many deals of each game to solve.")]
Rows = Annotated[int, typer.Option(min=1, max=10**8, help="How many results to put into the database.")]
NewDatabase = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS",
        help="A new database to fill, such as postgresql+asyncpg://user@host/name, which stays. By default, "
        "it is a SQLite file that is deleted.",
    ),
]
Hints = Annotated[int, typer.Option(min=1, max=100_000, help="How many hints to ask for in each game.")]
Players = Annotated[int, typer.Option(min=0, max=1000, help="How many others play at the same time.")]
Reviews = Annotated[int, typer.Option(min=1, max=1000, help="How many games to review.")]
Races = Annotated[int, typer.Option(min=1, max=100_000, help="How many races are running.")]
Seconds = Annotated[float, typer.Option(min=1, max=3600, help="Seconds to measure for.")]
Digests = Annotated[int, typer.Option(min=2, max=100_000, help="How many servers get a digest.")]
Servers = Annotated[int, typer.Option(min=10, max=100_000, help="How many servers the bot is in.")]
Crowds = Annotated[
    list[int],
    typer.Option("--players", min=1, max=10_000, help="How many play; repeat it for more than one."),
]
Pace = Annotated[float, typer.Option(min=0, max=3600, help="How long a player thinks, on average.")]
Moves = Annotated[
    int,
    typer.Option(min=0, max=10**7, help="After how many moves to look at the memory; 0: never."),
]
Questions = Annotated[int, typer.Option(min=10, max=10**6, help="How often to ask each question.")]


@bench.command()
def bot(presses: Presses = 1000, as_json: AsJson = False) -> None:
    """Time random moves on the small Discord, next to a button that only answers."""
    # Here, not above: Discord and the database take a second to load, and no other command needs them.
    from benchmarks.press import GAME

    load_kernels(find_game(GAME))
    figures = asyncio.run(measure_hints(presses))
    if as_json:
        print_json(figures)
        return
    for name in ("echo", "move"):
        p50, p90, p99 = (figures[f"{name}_ms_{part}"] for part in ("p50", "p90", "p99"))
        print_line(f"{name}: {p50:.2f} ms at the median, {p90:.2f} at p90, {p99:.2f} at p99")
    print_line(f"a move takes {figures['ratio']:.2f} times an empty echo, over {presses} presses of each")


@bench.command()
def hints(presses: Hints = 50, players: Players = 50, as_json: AsJson = False) -> None:
    """Time hints on the small Discord while others play."""
    from benchmarks.bots import GAMES
    from benchmarks.thinking import measure_hints

    _load_kernels_of(GAMES)
    figures = asyncio.run(measure_hints(presses, players))
    if as_json:
        print_json(figures)
        return
    for game, times in figures.items():
        print_line(f"{game}: {_times(times)}")


@bench.command()
def solvers(game: OneGame = None, deals: Deals = 100, as_json: AsJson = False) -> None:
    """Time the solvers on deals and on endings of random play, the first few also with the plain search."""
    for rules in [find_game(game)] if game else _with_kernels():
        load_kernels(rules)
        figures = _measured(rules, deals)
        if as_json:
            print_json(figures)
        else:
            _tell(figures)


@bench.command()
def store(
    rows: Rows = 1_000_000, questions: Questions = 1000, database: NewDatabase = None, as_json: AsJson = False
) -> None:
    """Time questions to a large database, and saving moves in it; a million results need 1 GB of disk."""
    from benchmarks.store import measure as measure_store
    from bot.store import StoreError

    try:
        figures = asyncio.run(measure_store(rows, questions, database))
    except StoreError as error:
        raise typer.TyperException(str(error)) from None
    if as_json:
        print_json(figures)
        return
    for name, times in figures.items():
        print_line(f"{name}: {_times(times)}")


@bench.command()
def loop(as_json: AsJson = False) -> None:
    """Try the nastiest inputs on the small Discord, and see how long each keeps everybody else waiting."""
    from benchmarks.loop import measure as measure_loop
    from tests.nasty import INPUTS

    _with_kernels()
    done = itertools.count(1)
    with progress_bar("inputs", len(INPUTS)) as show:
        figures = asyncio.run(measure_loop(lambda: show(next(done))))
    if as_json:
        print_json(figures)
        return
    for name, held in sorted(figures.items(), key=lambda each: -each[1]["ms"]):
        print_line(f"{held['ms']:7.2f} ms, {held['times']:5.1f} times an empty command: {name}")


@bench.command()
def taps(as_json: AsJson = False) -> None:
    """Play whole games through the controls of their boards, and count the taps."""
    from benchmarks.taps import GAMES
    from benchmarks.taps import measure as measure_taps

    _load_kernels_of(GAMES)
    done = itertools.count(1)
    with progress_bar("games", len(GAMES)) as show:
        figures = asyncio.run(measure_taps(lambda: show(next(done))))
    if as_json:
        print_json({game: taken._asdict() for game, taken in figures.items()})
        return
    for game, taken in figures.items():
        end = "won" if taken.won else "not won"
        lists = f"{taken.from_lists} with lists alone"
        by_itself = f"{taken.dealt} where the bot deals"
        print_line(f"{game}: {taken.taps} taps for {taken.moves} moves, {end}; {by_itself}; {lists}")


@bench.command()
def fairness(
    players: Players = 20, seconds: Seconds = 30, reviews: Reviews = 10, as_json: AsJson = False
) -> None:
    """Time presses while others ask for hints, and reviews while others look for hard deals."""
    from benchmarks.bots import GAMES
    from benchmarks.thinking import measure_fairness

    _load_kernels_of(GAMES)
    figures = asyncio.run(measure_fairness(players, seconds, reviews))
    if as_json:
        print_json(figures)
        return
    for what, times in figures.items():
        print_line(f"{what}: {_times(times)}")


@bench.command()
def flood(players: Players = 20, seconds: Seconds = 10, as_json: AsJson = False) -> None:
    """Time presses while one other person asks for thousands of things at once."""
    from benchmarks.bots import GAMES
    from benchmarks.flood import FLOODS
    from benchmarks.flood import measure as measure_flood

    _load_kernels_of(GAMES)
    done = itertools.count(1)
    with progress_bar("floods", len(FLOODS)) as show:
        figures = {}
        for name, each in FLOODS.items():
            figures[f"{each.times} {name}"] = asyncio.run(measure_flood(each, players, seconds))
            show(next(done))
    if as_json:
        print_json(figures)
        return
    for name, found in figures.items():
        for when, times in found.items():
            print_line(f"{name}, {when}: {_times(times)}")


@bench.command()
def load(
    players: Crowds = [1, 10, 100, 1000],  # noqa: B006  typer's own way
    pace: Pace = 3,
    seconds: Seconds = 20,
    moves: Moves = 100_000,
    as_json: AsJson = False,
) -> None:
    """Time the bot in a process of its own while more and more people play, next to bots that only echo."""
    from benchmarks.bots import GAMES
    from benchmarks.load import Plan
    from benchmarks.load import measure as measure_load

    pass  # TODO

    _load_kernels_of(GAMES)
    plan, done = Plan(players, pace, seconds, moves), itertools.count(1)
    with progress_bar("measurements", plan.steps) as show:
        figures = asyncio.run(measure_load(plan, lambda: show(next(done))))
    if as_json:
        print_json(figures)
        return
    tell_load(figures)


@bench.command()
def races(races: Races = 1000, seconds: Seconds = 30, as_json: AsJson = False) -> None:
    """Run many races in which nothing happens, and see what share of a core they take."""
    from benchmarks.races import measure as measure_races

    figures = asyncio.run(measure_races(races, seconds))
    if as_json:
        print_json(figures)
        return
    print_line(f"without races: {figures['idle']:.2%} of a core")
    print_line(f"with {races}: {figures['races']:.2%}")


@bench.command()
def digests(digests: Digests = 10_000, as_json: AsJson = False) -> None:
    """Let two processes post the digests of many servers at 50 requests a second."""
    from benchmarks.digests import measure as measure_digests

    with progress_bar("digests", digests) as show:
        figures = asyncio.run(measure_digests(digests, show))
    if as_json:
        print_json(figures)
        return
    took, allowed, ratio = (figures[name] for name in ("seconds", "limit_seconds", "ratio"))
    print_line(f"{digests} digests took {took:.1f} s, {ratio:.2f} times the {allowed:.1f} s of the limit")
    print_line(f"missing: {figures['missing']:.0f}, twice: {figures['twice']:.0f}")


@bench.command()
def cache(servers: Servers = 100, as_json: AsJson = False) -> None:
    """Announce servers of several sizes, and see how much memory each costs, next to plain discord.py."""
    from benchmarks.big_servers import SIZES
    from benchmarks.cache import CLIENTS
    from benchmarks.cache import measure as measure_cache

    with progress_bar("measurements", len(CLIENTS) * len(SIZES)) as show:
        figures = measure_cache(servers, show)
    if as_json:
        print_json(figures)
        return
    for size, kib in figures.items():
        default, few, ours = (kib[client] for client in CLIENTS)
        by_itself = f"discord.py {default:.1f} by default and {few:.1f} with the same intents"
        print_line(f"{size}: {ours:.1f} KiB a server; {by_itself}")


def _measured(rules: AnyRules, deals: int) -> dict[str, Any]:
    solved = itertools.count(1)
    with progress_bar(rules.name, 2 * deals) as show:
        return measure_solvers(rules, deals, lambda: show(next(solved)))


def _load_kernels_of(games: Iterable[str]) -> None:
    for game in games:
        load_kernels(find_game(game))


def _with_kernels() -> list[AnyRules]:
    for rules in {rules.family: rules for rules in ALL.values()}.values():
        load_kernels(rules)
    return [rules for rules in ALL.values() if not isinstance(solver_for(rules), Search)]


def _tell(figures: dict[str, Any]) -> None:
    print_line(f"{figures['game']}, {figures['positions']} deals")
    for part in ("deals", "ends"):
        ours, plain = figures[part]["solver"], figures[part]["plain"]
        print_line(f"  {part:5} {_times(ours)}; {ours['decided']:.1%} decided, {ours['won']:.1%} won")
        more = f"{figures[part]['ratio']:.3g} times as long, {plain['decided']:.0%} decided"
        print_line(f"        plain search {plain['p50']:.3f} ms at the median: {more}")
    if "fair" in figures:
        print_line(f"  fair  {_times(figures['fair'])} a decision")


def _times(figures: dict[str, float]) -> str:
    p50, p90, p99, longest = (figures[part] for part in ("p50", "p90", "p99", "max"))
    return f"{p50:.3f} ms at the median, {p90:.3f} at p90, {p99:.3f} at p99, {longest:.3f} at most"


_PARTS = {"echo": "empty echo", "board": "board echo", "move": "move", "anything": "anything"}


def tell_load(figures: dict[str, Any]) -> None:
    """Print a paragraph for each number of players, and a line about memory."""
    pace = f"each a press every {figures['pace']:g} s" if figures["pace"] else "as fast as answers come"
    for load in figures["load"]:
        players = counted(load["players"], "player")
        print_line(f"{players}, {pace}, {figures['seconds']:g} s with each bot:")
        for part, name in _PARTS.items():
            print_line(f"  {name:10}  {_measured_load(load[part])}")
        for other, name in (("to_echo", "an empty echo"), ("to_board", "an echo of a board")):
            processor, p50 = (load[other][figure] for figure in ("processor_ms", "p50_ms"))
            times = f"{processor:.2f} times {name} in processor time, {p50:.2f} at the median"
            print_line(f"  a move takes {times}")
    if memory := figures["memory"]:
        before, after, moves = memory["before_mib"], memory["after_mib"], memory["moves"]
        grown = f"{after / before - 1:+.1%}" if before else "unknown"
        print_line(f"memory: {before:.1f} MiB, and {after:.1f} after {moves} moves: {grown}")


def _measured_load(part: dict[str, Any]) -> str:
    answers = f"{part['answers_per_second']:6.1f} answers/s"
    waits = f"{part['p50_ms']:7.2f} ms at the median, {part['p99_ms']:7.2f} at p99"
    solvers = f" and {part['solvers_ms']:.2f} of solvers" if part["solvers_ms"] else ""
    used = f"{part['processor_ms']:.2f} ms of processor time{solvers} each, {part['memory_mib']:.0f} MiB"
    failures = f"; {part['unanswered']} unanswered, {part['refused']} refused"
    return f"{answers}, {waits}, {used}" + (failures if part["unanswered"] or part["refused"] else "")
