"""Where a command is offered, if not everywhere.

Spelled out in full: discord.py takes whatever is omitted from the tree's defaults.
"""

from __future__ import annotations

from discord.app_commands import AppCommandContext, AppInstallationType

IN_SERVERS = AppCommandContext(guild=True, dm_channel=False, private_channel=False)
BY_SERVERS = AppInstallationType(guild=True, user=False)
"""Only where a server has added the bot, not where users have installed it for themselves."""
