"""What `idleyear bench load` tells people."""

from __future__ import annotations

from typing import Any

from bot.cli.output import print_line
from bot.engine.wording import counted

_PARTS = {"echo": "empty echo", "board": "board echo", "move": "move", "anything": "anything"}


def tell_load(figures: dict[str, Any]) -> None:
    """Print a paragraph for each number of players, and a line about memory."""
    pace = f"each a press every {figures['pace']:g} s" if figures["pace"] else "as fast as answers come"
    for load in figures["load"]:
        players = counted(load["players"], "player")
        print_line(f"{players}, {pace}, {figures['seconds']:g} s with each bot:")
        for part, name in _PARTS.items():
            print_line(f"  {name:10}  {_measured(load[part])}")
        for other, name in (("to_echo", "an empty echo"), ("to_board", "an echo of a board")):
            processor, p50 = (load[other][figure] for figure in ("processor_ms", "p50_ms"))
            times = f"{processor:.2f} times {name} in processor time, {p50:.2f} at the median"
            print_line(f"  a move takes {times}")
    if memory := figures["memory"]:
        before, after, moves = memory["before_mib"], memory["after_mib"], memory["moves"]
        grown = f"{after / before - 1:+.1%}" if before else "unknown"
        print_line(f"memory: {before:.1f} MiB, and {after:.1f} after {moves} moves: {grown}")


def _measured(part: dict[str, Any]) -> str:
    answers = f"{part['answers_per_second']:6.1f} answers/s"
    waits = f"{part['p50_ms']:7.2f} ms at the median, {part['p99_ms']:7.2f} at p99"
    solvers = f" and {part['solvers_ms']:.2f} of solvers" if part["solvers_ms"] else ""
    used = f"{part['processor_ms']:.2f} ms of processor time{solvers} each, {part['memory_mib']:.0f} MiB"
    failures = f"; {part['unanswered']} unanswered, {part['refused']} refused"
    return f"{answers}, {waits}, {used}" + (failures if part["unanswered"] or part["refused"] else "")
