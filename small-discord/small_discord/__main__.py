"""`python -m small_discord` is `small-discord`."""

import sys

from small_discord.command import main

sys.exit(main(program="python -m small_discord"))
