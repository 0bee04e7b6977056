"""`idleyear run`: start the bot."""

import typer

from bot.cli.weather import SeedOption, Sky, SkyOption, weather_of


def run(weather: SkyOption = Sky.FAIR, weather_seed: SeedOption = None) -> None:
    """Start the bot: on Discord if there's a DISCORD_TOKEN, otherwise on a small Discord on this machine."""
    # Here, not above: Discord and the database take a second to load, and no other command needs them.
    from bot.__main__ import main
    from bot.cli.preparation_bar import show_preparation

    raise typer.Exit(main(weather_of(weather, weather_seed), show_preparation))
