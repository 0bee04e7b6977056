"""Percentiles of measured times."""

from __future__ import annotations

from collections.abc import Sequence


def percentiles(times: Sequence[float]) -> dict[str, float]:
    """Return the 50th, 90th and 99th percentile of times, and the longest."""
    ranked = sorted(times)
    cuts = {f"p{part}": ranked[min(len(ranked) * part // 100, len(ranked) - 1)] for part in (50, 90, 99)}
    return {**cuts, "max": ranked[-1]}
