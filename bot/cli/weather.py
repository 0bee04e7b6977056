"""The options that make weather on the small Discord."""

from __future__ import annotations

import secrets
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli.output import print_aside

if TYPE_CHECKING:
    from bot.local import Weather


class Sky(StrEnum):
    """The weather to simulate."""

    FAIR = "fair"
    ROUGH = "rough"


SkyOption = Annotated[
    Sky,
    typer.Option(
        "--weather", help="On the small Discord: rough has real limits, faults and dropped connections."
    ),
]
SeedOption = Annotated[
    int | None,
    typer.Option("--weather-seed", help="Repeat the same rough weather.", show_default="a new one"),
]


def weather_of(sky: Sky, seed: int | None) -> Weather | None:
    """Return the weather that was asked for, None if it is fair; print which it is."""
    if sky is Sky.FAIR:
        if seed is not None:
            raise typer.TyperException("--weather-seed repeats rough weather: add --weather rough.")
        return None
    # Here, not above: this loads Discord, which no other command needs.
    from bot.local import rough

    chosen = secrets.randbelow(1_000_000) if seed is None else seed
    print_aside(f"The weather is rough: --weather-seed {chosen}")
    return rough(chosen)
