"""`idleyear discord`: the small Discord without Idle Year, for any bot."""

from __future__ import annotations

import typer

from bot.cli.output import print_aside
from bot.settings import UnusableSettings, read_settings


def discord(context: typer.Context) -> None:
    """Start a small Discord on this machine, for any bot."""
    # Here, not above: no other command needs it, and not everybody has it.
    from small_discord.command import main
    from small_discord.opening import Place

    try:
        settings = read_settings()
    except UnusableSettings as error:
        print_aside(f"The small Discord cannot start. {error}")
        raise typer.Exit(1) from None
    place = Place(settings.local_port, settings.local_world, settings.discord_openapi)
    raise typer.Exit(main(context.args, "idleyear discord", place))
