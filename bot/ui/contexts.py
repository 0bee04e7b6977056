"""Where a command is offered, other than everywhere.

Said in full: what is left out, discord.py takes from the tree's own choice.
"""

from __future__ import annotations

from discord.app_commands import AppCommandContext, AppInstallationType

IN_SERVERS = AppCommandContext(guild=True, dm_channel=False, private_channel=False)
BY_SERVERS = AppInstallationType(guild=True, user=False)
"""Only where a server has added the bot, not with people who bring it along."""
