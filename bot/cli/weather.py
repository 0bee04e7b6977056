"""The options that make weather on the small Discord."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from small_discord import Weather


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
    if sky is Sky.FAIR and seed is None:
        return None
    # Here, not above: no other command needs it, and not everybody has it.
    from small_discord import command

    try:
        return command.weather_of(is_rough=sky is Sky.ROUGH, seed=seed)
    except command.Mistake as error:
        raise typer.TyperException(str(error)) from None
