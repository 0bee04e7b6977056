"""How measured times are summed up and told, and the options that several measurements share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

import typer

from bot.cli.terminal import print_json, print_line

Players = Annotated[int, typer.Option(min=0, max=1000, help="How many others play at the same time.")]
Seconds = Annotated[float, typer.Option(min=1, max=3600, help="Seconds to measure for.")]


def percentiles(times: Sequence[float]) -> dict[str, float]:
    """Return the 50th, 90th and 99th percentile of times, and the longest."""
    ranked = sorted(times)
    cuts = {f"p{part}": ranked[min(len(ranked) * part // 100, len(ranked) - 1)] for part in (50, 90, 99)}
    return {**cuts, "max": ranked[-1]}


def tell_times(figures: Mapping[str, Mapping[str, float]], *, as_json: bool) -> None:
    """Print percentiles in milliseconds: as JSON, or on a line for each thing that was measured."""
    if as_json:
        print_json(figures)
        return
    for what, times in figures.items():
        print_line(f"{what}: {times_in_words(times)}")


def times_in_words(times: Mapping[str, float]) -> str:
    """Return percentiles in milliseconds as people read them."""
    p50, p90, p99, longest = (times[part] for part in ("p50", "p90", "p99", "max"))
    return f"{p50:.3f} ms at the median, {p90:.3f} at p90, {p99:.3f} at p99, {longest:.3f} at most"
